#include "render/poses/layer_passes.h"

#include "gl/objects/debug.h"
#include "gl/objects/texture.h"
#include "layers.h"
#include "render/poses/layer_program.h"
#include "render/poses/slots.h"

namespace phalanx {
namespace {

std::string_view nameOf(LayerPass kind) {
    switch (kind) {
        case LayerPass::kBlend:
            return layer_pass::kBlend;
        case LayerPass::kSolve:
            return layer_pass::kSolve;
        case LayerPass::kRows:
            return layer_pass::kRows;
        case LayerPass::kCompute:
            break;
    }
    return layer_pass::kAll;
}

LayerWork workOf(LayerPass kind, const LayerCost& cost, std::size_t units) {
    if (kind == LayerPass::kBlend) return cost.blend(units);
    return kind == LayerPass::kSolve ? cost.solve(units) : cost.rows(units);
}

}  // namespace

LayerPasses::LayerPasses(const gl::Capabilities& capabilities)
    : capabilities_(capabilities),
      local_(GL_RGBA32F, PH_PALETTE_WIDTH, "local poses of layered units", 2),
      solved_(GL_RGBA32F, PH_PALETTE_WIDTH, "solved joints of layered units") {}

void LayerPasses::run(const Job& job) {
    const UnitScene& scene = job.scene;
    const GpuModel& model = scene.model(job.item.model);
    const LayeredUnits& layers = *scene.layersOf(job.item.group);
    const Slots local(layers.rig().columns());
    const Slots solved(layers.rig().solvedColumns());
    const Slots palette(layout::paletteColumns(model.joints()));
    const auto most = static_cast<std::size_t>(capabilities_.max_texture_size);
    local_.reserve(capabilities_, local.rows(job.most), most);
    if (solved.columns > 0) solved_.reserve(capabilities_, solved.rows(job.most), most);

    const auto pass = [&](LayerPass kind, const gl::DataTarget& target, const Slots& slots,
                          std::size_t first_row) {
        const MeteredPass metered(scene.meter, nameOf(kind));
        job.stats.layers += workOf(kind, layers.cost(), job.units);
        target.bind();
        const gl::Program& program = useLayerProgram(kind, scene, job.item, job.programs, job.targets);
        program.setUniform("u_layer_columns", static_cast<int>(slots.columns));
        program.setUniform("u_layer_shift", slots.shift);
        program.setUniform("u_layer_row", static_cast<int>(first_row));
        program.setUniform("u_layer_slots", kind == LayerPass::kRows ? 1 : 0);
        program.setUniform("u_layer_size", glm::ivec2(PH_PALETTE_WIDTH, static_cast<int>(target.rows())));
        program.setUniform("u_local_shift", glm::uvec2(local.shift, solved.shift));
        program.setUniform("u_local_columns", glm::ivec2(local.columns, solved.columns));
        program.setUniform("u_first_unit", static_cast<unsigned>(job.item.first));
        job.draw();
    };
    // A texture that is read must not be attached to the bound framebuffer: each pass binds what it reads.
    pass(LayerPass::kBlend, local_, local, 0);
    gl::bindTexture(UNIT_LOCAL_TURNS, GL_TEXTURE_2D, local_.texture(0));
    gl::bindTexture(UNIT_LOCAL_PLACES, GL_TEXTURE_2D, local_.texture(1));
    if (solved.columns > 0) {
        pass(LayerPass::kSolve, solved_, solved, 0);
        gl::bindTexture(UNIT_SOLVED_TURNS, GL_TEXTURE_2D, solved_.texture());
    }
    pass(LayerPass::kRows, job.palettes, palette, job.item.base);
}

std::size_t LayerPasses::bytes() const {
    return local_.bytes() + solved_.bytes();
}

}  // namespace phalanx
