// Straight lines in the scene, hidden by what stands before them: a few hundred for one soldier.
#pragma once

#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gl/objects/handle.h"
#include "gl/objects/program.h"

namespace phalanx {

// In clip space, so that whoever makes it works in doubles. Both ends lie before the eye: w > 0.
struct SceneLine {
    glm::vec4 foot{0.0F};
    glm::vec4 tip{0.0F};
};

// Nothing is made before the first line is drawn.
class LinePass {
  public:
    explicit LinePass(std::filesystem::path shader_directory);

    // What draw() draws from now on; `width_px` > 0.
    void setLines(std::span<const SceneLine> lines, float width_px);
    bool empty() const { return lines_.empty(); }

    // Into the framebuffer that is bound, of this size, against its depth. `scale` multiplies the lines'
    // width. The FrameBlock must be bound. Sets raster state and leaves blending off. Throws Error
    // (kEnvironment) where the shaders do not compile.
    void draw(int width, int height, float scale);

    bool reloadIfChanged() { return program_ && program_->reloadIfChanged(); }
    bool reload() { return program_ && program_->reload(); }
    std::string lastError() const { return program_ ? program_->lastError() : ""; }

  private:
    void make();

    std::filesystem::path shader_directory_;
    std::vector<SceneLine> lines_;
    float width_px_ = 1.0F;
    std::optional<gl::Program> program_;
    gl::Buffer corners_;
    gl::VertexArray array_;
};

}  // namespace phalanx
