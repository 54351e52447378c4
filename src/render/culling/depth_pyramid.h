// The farthest depth of each square of a picture, by powers of two: what lies behind it in all of the squares
// that it covers cannot be seen. Greene, Kass and Miller, "Hierarchical Z-Buffer Visibility", SIGGRAPH 1993.
// Needs OpenGL 4.3.
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
    // Throws Error (kEnvironment) where a shader does not compile.
    explicit DepthPyramid(const std::filesystem::path& shader_directory);

    // Of a depth texture of this size, GL_TEXTURE_2D_MULTISAMPLE where samples > 1: then of all samples.
    // Depth grows away from the eye, 0..1.
    void build(const gl::Texture& depth, int samples, glm::ivec2 size, FrameStats& stats);

    // To texture unit UNIT_DEPTH. Level n: squares of 2^(n + 1) pixels.
    void bind() const;
    glm::ivec2 picture() const { return picture_; }  // pixels
    std::size_t bytes() const { return bytes_; }     // of GPU memory

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
