// The heights of the ground on the GPU, for shaders with TERRAIN (shaders/include/height_grid.h).
#pragma once

#include <cstddef>
#include <memory>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "gl/objects/program.h"
#include "terrain/terrain.h"

namespace phalanx {

class TerrainTexture {
  public:
    // Uploads another ground than before; returns the bytes. nullptr, flat, frees the texture.
    std::size_t follow(const gl::Capabilities& capabilities, const std::shared_ptr<const Terrain>& terrain);

    bool hilly() const { return terrain_ != nullptr; }
    const Terrain* terrain() const { return terrain_.get(); }
    // For a program with TERRAIN, which must be in use. hilly() must be true.
    void bind(const gl::Program& program) const;

  private:
    std::shared_ptr<const Terrain> terrain_;
    gl::Texture heights_;
};

}  // namespace phalanx
