// Converts the linear colours of a frame to sRGB and draws them to a framebuffer, with an outline around the
// selected unit.
#pragma once

#include <filesystem>
#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "gl/objects/program.h"
#include "render/passes/targets.h"

namespace phalanx {

class DisplayPass {
  public:
    explicit DisplayPass(const std::filesystem::path& shader_directory);

    // The next draws have no outline.
    void dropOutline() { outline_px_ = 0.0F; }
    // The next draws have an outline of this width, 0: none, around what `draw_unit` draws: it gets a
    // function that binds the mask, and draws a pass UnitPass::kMask. size: of the scene target, pixels.
    using DrawUnit = std::function<void(const std::function<void()>& target)>;
    void drawMask(const gl::Capabilities& capabilities, glm::ivec2 size, float width_px,
                  const DrawUnit& draw_unit);

    // One draw call. color: linear, scaled up to `size` pixels. FrameBlock must be bound. Sets raster state.
    // Throws Error (kEnvironment) if a shader does not compile.
    void draw(GLuint framebuffer, const gl::Texture& color, glm::ivec2 size);

    // Waits for the program that draws without an outline. Throws as draw() does.
    void finish() { plain_.finish(); }

    // Return the number of programs replaced.
    int reloadIfChanged();
    int reload();
    std::string lastError() const { return plain_.lastError(); }

  private:
    gl::Program plain_;
    gl::Program outlined_;
    gl::VertexArray no_attributes_;  // vertices are generated in the shader
    std::optional<PlainTarget> mask_;
    float outline_px_ = 0.0F;
};

}  // namespace phalanx
