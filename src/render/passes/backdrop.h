// Ground and sky behind the units, drawn from noise.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "gl/objects/program.h"
#include "render/frame/camera.h"
#include "render/units/terrain_texture.h"

namespace phalanx {

class Backdrop {
  public:
    Backdrop(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory);

    // Draw into the bound framebuffer with depth test, one draw call each. FrameBlock and the shadow maps
    // must be bound. Set raster state. ray_from_pixel: rayFromPixel() of the camera and the viewport. Throw
    // Error (kEnvironment) if a shader does not compile.
    void drawGround(const Camera& camera, const glm::mat3& ray_from_pixel);
    // The same on hills. kDepth: only the depth, for a framebuffer of any format.
    enum class Hills : std::uint8_t { kShaded, kDepth };
    void drawHills(const Camera& camera, const TerrainTexture& terrain, Hills hills = Hills::kShaded);
    void drawSky(const glm::mat3& ray_from_pixel);

    // Return the number of programs replaced.
    int reloadIfChanged();
    int reload();
    std::string lastError() const;

  private:
    void bind(gl::Program& program);
    std::array<gl::Program*, 4> programs();

    gl::Program sky_;
    gl::Program ground_;
    gl::Program hills_;  // this and the next are built when they are first drawn
    gl::Program hill_depth_;
    int hill_cells_;
    gl::Texture lattice_;
    gl::VertexArray no_attributes_;  // vertices are generated in the shader
};

}  // namespace phalanx
