// Hierarchical depth buffer: each texel holds the farthest depth of a square of pixels. Geometry behind the
// texels that it covers is hidden. Greene, Kass and Miller, "Hierarchical Z-Buffer Visibility", SIGGRAPH
// 1993. Needs OpenGL 4.3.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <glm/glm.hpp>
#include <string>

#include "gl/objects/handle.h"
#include "gl/objects/program.h"
#include "render/frame/frame_stats.h"

namespace phalanx {

class DepthPyramid {
  public:
    // This and build() throw Error (kEnvironment) if a shader does not compile.
    explicit DepthPyramid(const std::filesystem::path& shader_directory);

    // Builds all levels from a depth texture of this size in pixels: GL_TEXTURE_2D, or
    // GL_TEXTURE_2D_MULTISAMPLE where samples > 1, all of whose samples count. Depth is 0..1 and grows away
    // from the eye.
    void build(const gl::Texture& depth, int samples, glm::ivec2 size, FrameStats& stats);

    // Binds the pyramid to texture unit UNIT_DEPTH. A texel of level n covers 2^(n + 1) pixels per side.
    void bind() const;
    glm::ivec2 picture() const { return picture_; }  // size of the depth texture, pixels
    std::size_t bytes() const { return bytes_; }     // GPU memory

    // Built at first use, or before: UnitPrograms::await().
    std::span<gl::Program> programs() { return programs_; }

    int reloadIfChanged();
    int reload();
    std::string lastError() const;

  private:
    void resize(glm::ivec2 picture);

    enum Source : std::size_t { kTexture, kSamples };
    std::array<gl::Program, 2> programs_;
    gl::Texture texture_;
    glm::ivec2 picture_{0};
    int levels_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace phalanx
