#include "render/poses/layer_passes.h"

#include <algorithm>
#include <array>

#include "gl/objects/debug.h"
#include "gl/objects/texture.h"
#include "layers.h"

namespace phalanx {
namespace {

constexpr std::size_t kTargetRowBytes = std::size_t{PH_PALETTE_WIDTH} * sizeof(glm::vec4);

// How units of so many texels lie in a target: as palettes do.
struct Slots {
    std::uint32_t columns = 0;
    std::uint32_t shift = 0;

    explicit Slots(std::uint32_t texels) : columns(texels), shift(layout::slotShift(std::max(1U, texels))) {}
    std::size_t rows(std::size_t units) const { return (units + (std::size_t{1} << shift) - 1) >> shift; }
};

}  // namespace

// Grows by at least half, see PaletteSource.
void LayerPasses::reserve(Target& target, std::size_t textures, std::size_t rows, const char* name) const {
    if (rows <= target.rows) return;
    const auto most = static_cast<std::size_t>(capabilities_.max_texture_size);
    target.rows = std::max(rows, std::min(target.rows + target.rows / 2, most));
    target.framebuffer = gl::Framebuffer::create();
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer.id());
    std::array<GLenum, 2> buffers{};
    for (std::size_t i = 0; i < textures; ++i) {
        target.colors[i].reset();
        target.colors[i] = gl::createTargetTexture(capabilities_, GL_RGBA32F, PH_PALETTE_WIDTH,
                                                   static_cast<int>(target.rows), 1, name);
        buffers[i] = static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + i);
        glFramebufferTexture2D(GL_FRAMEBUFFER, buffers[i], GL_TEXTURE_2D, target.colors[i].id(), 0);
    }
    glDrawBuffers(static_cast<GLsizei>(textures), buffers.data());
    gl::requireComplete(target.framebuffer, name);
    gl::label(target.framebuffer, name);
}

void LayerPasses::run(const Job& job) {
    const UnitScene& scene = job.scene;
    const GpuModel& model = scene.model(job.item.model);
    const LayeredUnits& layers = *scene.layersOf(job.item.group);
    const Slots local(layers.rig().joints());
    const Slots solved(layers.rig().solved());
    const Slots palette(layout::paletteColumns(model.joints()));
    reserve(local_, 2, local.rows(job.item.count), "local poses of layered units");
    if (solved.columns > 0)
        reserve(solved_, 1, solved.rows(job.item.count), "solved joints of layered units");
    model.bindBlocks(MeshKind::kSkinned);
    layers.bindRecords();

    const auto pass = [&](LayerPass kind, GLuint framebuffer, std::size_t rows, const Slots& slots,
                          std::size_t first_row) {
        const gl::Program& program =
            job.programs.get(layerPassSource(kind, variantOf(scene, model, job.item.entries)));
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glViewport(0, 0, PH_PALETTE_WIDTH, static_cast<GLsizei>(rows));
        program.use();
        layers.rig().bind(program);
        program.setUniform("u_layer_columns", static_cast<int>(slots.columns));
        program.setUniform("u_layer_shift", slots.shift);
        program.setUniform("u_layer_row", static_cast<int>(first_row));
        program.setUniform("u_layer_size", glm::ivec2(PH_PALETTE_WIDTH, static_cast<int>(rows)));
        program.setUniform("u_local_shift", glm::uvec2(local.shift, solved.shift));
        program.setUniform("u_local_columns", glm::ivec2(local.columns, solved.columns));
        program.setUniform("u_first_unit", static_cast<unsigned>(job.item.first));
        job.draw();
    };
    // A texture that is read must not be attached to the bound framebuffer: each pass binds what it reads.
    pass(LayerPass::kBlend, local_.framebuffer.id(), local_.rows, local, 0);
    gl::bindTexture(UNIT_LOCAL_TURNS, GL_TEXTURE_2D, local_.colors[0]);
    gl::bindTexture(UNIT_LOCAL_PLACES, GL_TEXTURE_2D, local_.colors[1]);
    if (solved.columns > 0) {
        pass(LayerPass::kSolve, solved_.framebuffer.id(), solved_.rows, solved, 0);
        gl::bindTexture(UNIT_SOLVED_TURNS, GL_TEXTURE_2D, solved_.colors[0]);
    }
    pass(LayerPass::kRows, job.target, job.rows, palette, job.item.base);
}

std::size_t LayerPasses::bytes() const {
    return (2 * local_.rows + solved_.rows) * kTargetRowBytes;
}

}  // namespace phalanx
