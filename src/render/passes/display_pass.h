// Converts the linear colours of a frame to sRGB and draws them to a framebuffer, with an outline around the
// selected unit.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "gl/objects/program.h"
#include "render/passes/targets.h"

namespace phalanx {

class DisplayPass {
  public:
    explicit DisplayPass(const std::filesystem::path& shader_directory);

    // The next draws have no outline.
    void dropOutline() { outline_.reset(); }
    // The next draws have an outline of this width, 0: none, around what `draw_unit` draws: it gets a
    // function that binds the mask, and draws a pass UnitPass::kMask. size: of the scene target, pixels.
    // within: where it can be, pixels of the display: min x, min y, max x, max y. The outline is looked for
    // there and around it.
    using DrawUnit = std::function<void(const std::function<void()>& target)>;
    void drawMask(const gl::Capabilities& capabilities, glm::ivec2 size, float width_px,
                  const glm::vec4& within, const DrawUnit& draw_unit);

    // One draw call. color: linear, `drawn` pixels, scaled up to `size` by its own filter. FrameBlock must be
    // bound. Sets raster state. Throws Error (kEnvironment) if a shader does not compile.
    void draw(GLuint framebuffer, const gl::Texture& color, glm::ivec2 drawn, glm::ivec2 size);

    // Hands the programs that draw() needs for these sizes to drivers that compile beside the program.
    void start(glm::ivec2 drawn, glm::ivec2 size);
    // Waits for the one without an outline. Throws as draw() does.
    void finish(glm::ivec2 drawn, glm::ivec2 size) { programs_[placeOf(false, drawn != size)].finish(); }

    // Return the number of programs replaced.
    int reloadIfChanged();
    int reload();
    std::string lastError() const;

  private:
    static gl::Program program(const std::filesystem::path& shader_directory, const char* name,
                               std::vector<std::string> defines);
    gl::Program& programFor(bool outlined, bool scaled);
    static std::size_t placeOf(bool outlined, bool scaled) {
        return (outlined ? 1U : 0U) + (scaled ? 2U : 0U);
    }

    std::array<gl::Program, 4> programs_;  // placeOf()
    gl::VertexArray no_attributes_;        // vertices are generated in the shader
    std::optional<PlainTarget> mask_;
    struct Outline {
        float width_px = 0.0F;
        glm::vec4 within{0.0F};
    };
    std::optional<Outline> outline_;
};

}  // namespace phalanx
