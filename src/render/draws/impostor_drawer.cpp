#include "render/draws/impostor_drawer.h"

#include "impostor.h"
#include "layouts.h"

namespace phalanx {

const gl::Program* ImpostorDrawer::begin(UnitPrograms& programs, const ImpostorAtlas& atlas, int variant,
                                         int lod, const GpuModel& model, const UnitDrawPass& pass,
                                         bool clouds) {
    // OVERLAY_LINES shows mesh triangles only; in other overlays, impostors look as without an overlay.
    if (pass.pass == UnitPass::kOverlay && pass.overlay == OVERLAY_LINES) return nullptr;
    const UnitPass look = pass.pass == UnitPass::kOverlay ? UnitPass::kShade : pass.pass;
    const CoveragePlaces places = coveragePlaces(look, pass.samples);
    const gl::Program& program = programs.getImpostor(
        {look, lod == model.impostorLod(), places, model.unlit(), clouds && look == UnitPass::kShade});
    program.use();
    atlas.bind(program, variant);
    program.setUniform("u_tint_mask",
                       model.materials().front().material.tint_mask == TintMask::kAlpha ? 1 : 0);
    if (look == UnitPass::kShade && model.unlit())
        program.setUniform("u_unlit", model.unlit(variant) ? 1 : 0);
    if (look == UnitPass::kShadow) {
        program.setUniform("u_shadow_map_drawn", pass.shadow_map);
        program.setUniform("u_shadow_texels", pass.shadow_texels);
    }
    program.setUniform("u_samples", pass.samples);
    glDisable(GL_CULL_FACE);
    if (places == CoveragePlaces::kEachSample) {
        program.setUniform("u_sample_places", samplePlaces(pass.samples));
    } else if (look == UnitPass::kShade && pass.samples > 1) {
        glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    }
    return &program;
}

CoveragePlaces ImpostorDrawer::coveragePlaces(UnitPass pass, int samples) const {
    if (samples == 1) return CoveragePlaces::kOneSample;
    const bool each = capabilities_.sample_mask && samples <= PH_IMPOSTOR_MOST_SAMPLES;
    return pass == UnitPass::kShade && each ? CoveragePlaces::kEachSample : CoveragePlaces::kFourPlaces;
}

std::span<const glm::vec2> ImpostorDrawer::samplePlaces(int samples) {
    const auto count = static_cast<std::size_t>(samples);
    if (sample_places_.size() != count) {
        sample_places_.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            glm::vec2 place(0.5F);
            glGetMultisamplefv(GL_SAMPLE_POSITION, static_cast<GLuint>(i), &place.x);
            sample_places_[i] = place - 0.5F;
        }
    }
    return sample_places_;
}

void ImpostorDrawer::end() {
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
}

}  // namespace phalanx
