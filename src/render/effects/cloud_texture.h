// The noise that clouds and their shade are made of (shaders/include/scenery/clouds.glsl).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"

namespace phalanx {

// side * side texels RGBA, the same on every machine; repeats in both directions. Red: evenly distributed
// over 0..255, largest in the middle of clouds. Green: round billows. The rest is unused. side: a power of
// two, at least 64.
std::vector<std::uint8_t> cloudTexels(int side);

class CloudTexture {
  public:
    static constexpr int kSide = 512;

    // Makes it unless it exists, in some tens of milliseconds. Returns the bytes uploaded.
    std::size_t make(const gl::Capabilities& capabilities);
    // For programs with CLOUDS. make() must have been called.
    void bind() const;

  private:
    gl::Texture texture_;
};

}  // namespace phalanx
