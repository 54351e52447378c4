// Straight lines in the scene with depth test, for example a few hundred for one soldier's skeleton.
#pragma once

#include <filesystem>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "gl/objects/handle.h"
#include "gl/objects/lazy_program.h"

namespace phalanx {

// Ends in clip space, so that callers can transform in double precision. Both must be before the eye: w > 0.
struct SceneLine {
    glm::vec4 foot{0.0F};
    glm::vec4 tip{0.0F};
};

// GL objects and the program are created by the first draw() that has lines.
class LinePass {
  public:
    explicit LinePass(std::filesystem::path shader_directory);

    // Sets the lines that draw() draws from now on. width_px: pixels, > 0.
    void setLines(std::span<const SceneLine> lines, float width_px);
    bool empty() const { return lines_.empty(); }

    // Draws the lines into the bound framebuffer, width x height pixels, with depth test and blending.
    // `scale` multiplies the line width. FrameBlock must be bound. Sets raster state and leaves blending off.
    // Throws Error (kEnvironment) if the shaders do not compile.
    void draw(int width, int height, float scale);

    gl::LazyProgram& program() { return program_; }
    const gl::LazyProgram& program() const { return program_; }

  private:
    void make();

    std::filesystem::path shader_directory_;
    std::vector<SceneLine> lines_;
    float width_px_ = 1.0F;
    gl::LazyProgram program_;
    gl::Buffer corners_;
    gl::VertexArray array_;
};

}  // namespace phalanx
