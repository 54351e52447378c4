// Ground and sky behind the units, drawn from noise.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "gl/objects/program.h"
#include "render/frame/camera.h"
#include "render/units/terrain_texture.h"

namespace phalanx {

class Backdrop {
  public:
    Backdrop(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory);

    struct Look {
        bool clouds = false;  // they drift and cast shade; the CloudTexture must be bound
        bool grass = false;   // more of the ground is green, as GrassPass draws it
    };
    // Draw into the bound framebuffer with depth test, one draw call each. FrameBlock and the shadow maps
    // must be bound. Set raster state. ray_from_pixel: rayFromPixel() of the camera and the viewport.
    // Throw Error (kEnvironment) if a shader does not compile.
    void drawGround(const Camera& camera, const glm::mat3& ray_from_pixel, Look look);
    // The same on hills. kDepth: only the depth, for a framebuffer of any format.
    enum class Hills : std::uint8_t { kShaded, kDepth };
    void drawHills(const Camera& camera, const TerrainTexture& terrain, Look look,
                   Hills hills = Hills::kShaded);
    void drawSky(const glm::mat3& ray_from_pixel, bool clouds);

    // What a frame draws of it.
    struct Parts {
        bool sky = true;
        bool ground = true;
        bool hills = false;  // in place of flat ground
        Look look;
    };
    // Hands the programs to the driver, before they are drawn with.
    void start(const Parts& parts);
    // Waits for them. Throws as drawing does.
    void finish(const Parts& parts);

    // The random numbers of noise.glsl, for further passes.
    void bindNoise() const;

    // Return the number of programs replaced.
    int reloadIfChanged();
    int reload();
    std::string lastError() const;

  private:
    // Plain sky and ground are handed to the driver at once, the others by start() or when they are drawn.
    enum Of : std::uint8_t { kSky = 0, kGround = 2, kHills = 6, kHillDepth = 10 };
    gl::Program& program(Of of, Look look) {
        return programs_.at(static_cast<std::size_t>(of) + (look.clouds ? 1 : 0) + (look.grass ? 2 : 0));
    }
    std::vector<gl::Program*> programs(const Parts& parts);
    void bind(gl::Program& program);

    std::array<gl::Program, 11> programs_;
    int hill_cells_;
    gl::Texture lattice_;
    gl::VertexArray no_attributes_;  // vertices are generated in the shader
};

}  // namespace phalanx
