#include "render/units/terrain_texture.h"

#include "gl/objects/texture.h"
#include "layouts.h"

namespace phalanx {

std::size_t TerrainTexture::follow(const gl::Capabilities& capabilities,
                                   const std::shared_ptr<const Terrain>& terrain) {
    if (terrain == terrain_) return 0;
    terrain_.reset();
    heights_ = {};
    if (!terrain) return 0;
    heights_ = gl::createDataTexture(capabilities, GL_R32F, terrain->columns(), terrain->rows(),
                                     terrain->heights(), "heights of the ground");
    terrain_ = terrain;
    return terrain->heights().size_bytes();
}

void TerrainTexture::bind(const gl::Program& program) const {
    gl::bindTexture(UNIT_TERRAIN, GL_TEXTURE_2D, heights_);
    program.setUniform("u_terrain_per_m", terrain_->per_m());
}

}  // namespace phalanx
