#include "render/passes/display_pass.h"

#include "gl/objects/texture.h"
#include "layouts.h"
#include "render/units/raster_state.h"
#include "render/units/unit_programs.h"

namespace phalanx {

DisplayPass::DisplayPass(const std::filesystem::path& shader_directory)
    : plain_(makeProgram(shader_directory, "present", "fullscreen.vert", "present.frag")),
      outlined_(makeProgram(shader_directory, "present with outline", "fullscreen.vert", "present.frag",
                            {"OUTLINE"})),
      no_attributes_(gl::VertexArray::create()) {}

void DisplayPass::drawMask(const gl::Capabilities& capabilities, glm::ivec2 size, float width_px,
                           const DrawUnit& draw_unit) {
    outline_px_ = width_px;
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

void DisplayPass::draw(GLuint framebuffer, const gl::Texture& color, glm::ivec2 size) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, size.x, size.y);
    setRasterState(false, false, GL_ALWAYS);
    gl::bindTexture(UNIT_SCENE, GL_TEXTURE_2D, color);
    if (outline_px_ > 0.0F) gl::bindTexture(UNIT_MASK, GL_TEXTURE_2D, mask_->color());
    gl::Program& program = outline_px_ > 0.0F ? outlined_ : plain_;
    program.finish();
    program.use();
    program.setUniform("u_outline", outline_px_);
    program.setUniform("u_shown_size", glm::vec2(size));
    glBindVertexArray(no_attributes_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
}

int DisplayPass::reloadIfChanged() {
    outlined_.reloadIfChanged();  // of the same files
    return plain_.reloadIfChanged() ? 1 : 0;
}

int DisplayPass::reload() {
    outlined_.reload();  // of the same files
    return plain_.reload() ? 1 : 0;
}

}  // namespace phalanx
