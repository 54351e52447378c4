#include "render/passes/display_pass.h"

#include <algorithm>

#include "core/error.h"
#include "gl/objects/texture.h"
#include "layouts.h"
#include "render/units/raster_state.h"
#include "render/units/unit_programs.h"

namespace phalanx {
DisplayPass::DisplayPass(const std::filesystem::path& shader_directory)
    : programs_{program(shader_directory, "present", {}),
                program(shader_directory, "present with outline", {"OUTLINE"}),
                program(shader_directory, "present scaled", {"SCALED"}),
                program(shader_directory, "present scaled with outline", {"OUTLINE", "SCALED"})},
      no_attributes_(gl::VertexArray::create()) {}

void DisplayPass::start(glm::ivec2 drawn, glm::ivec2 size) {
    if (!gl::currentCapabilities().parallel_compile) return;
    for (const bool outlined : {false, true}) programs_[placeOf(outlined, drawn != size)].start();
}

gl::Program& DisplayPass::programFor(bool outlined, bool scaled) {
    gl::Program& wanted = programs_[placeOf(outlined, scaled)];
    if (wanted.built()) return wanted;
    try {
        if (wanted.lastError().empty()) wanted.finish();
    } catch (const Error&) {
        // lastError() has the reason.
    }
    if (wanted.built()) return wanted;
    // While the files have a mistake: one that was built before.
    for (gl::Program& program : programs_) {
        if (program.built()) return program;
    }
    wanted.finish();  // throws
    return wanted;
}

gl::Program DisplayPass::program(const std::filesystem::path& shader_directory, const char* name,
                                 std::vector<std::string> defines) {
    return gl::Program::deferred(shader_directory,
                                 programSource(name, "fullscreen.vert", "present.frag", std::move(defines)));
}

void DisplayPass::drawMask(const gl::Capabilities& capabilities, glm::ivec2 size, float width_px,
                           const glm::vec4& within, const DrawUnit& draw_unit) {
    if (width_px <= 0.0F) return;
    outline_ = Outline{width_px, within};
    fitTarget(mask_, capabilities, GL_R8, size, false, "outline mask");
    const auto target = [&] {
        glBindFramebuffer(GL_FRAMEBUFFER, mask_->framebuffer());
        glViewport(0, 0, size.x, size.y);
        setRasterState(false, false, GL_ALWAYS);
    };
    target();
    glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    draw_unit(target);
}

void DisplayPass::draw(GLuint framebuffer, const gl::Texture& color, glm::ivec2 drawn, glm::ivec2 size) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, size.x, size.y);
    setRasterState(false, false, GL_ALWAYS);
    gl::bindTexture(UNIT_SCENE, GL_TEXTURE_2D, color);
    start(drawn, size);
    const gl::Program& program = programFor(outline_.has_value(), drawn != size);
    program.use();
    if (outline_) {
        gl::bindTexture(UNIT_MASK, GL_TEXTURE_2D, mask_->color());
        // Where the scene is scaled up, a pixel of the mask is several pixels of the display.
        const glm::vec2 scale = glm::vec2(size) / glm::vec2(drawn);
        const float around = outline_->width_px + 2.0F * std::max(scale.x, scale.y);
        program.setUniform("u_outline", outline_->width_px);
        program.setUniform("u_outline_within",
                           outline_->within + glm::vec4(-around, -around, around, around));
    }
    program.setUniform("u_shown_size", glm::vec2(size));
    glBindVertexArray(no_attributes_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
}

int DisplayPass::reloadIfChanged() {
    int replaced = 0;
    for (gl::Program& program : programs_) replaced += program.reloadIfChanged() ? 1 : 0;
    return std::min(replaced, 1);  // all are of the same files
}

int DisplayPass::reload() {
    int replaced = 0;
    for (gl::Program& program : programs_) replaced += program.reload() ? 1 : 0;
    return std::min(replaced, 1);  // all are of the same files
}

std::string DisplayPass::lastError() const {
    for (const gl::Program& program : programs_) {
        if (!program.lastError().empty()) return program.lastError();
    }
    return "";
}

}  // namespace phalanx
