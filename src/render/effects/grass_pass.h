// Draws blades of grass around the camera (shaders/backdrop/grass.vert): one instanced draw, nothing
// uploaded.
#pragma once

#include "gl/objects/handle.h"
#include "render/frame/camera.h"
#include "render/units/terrain_texture.h"
#include "render/units/unit_programs.h"

namespace phalanx {

// Of the ground's programs, where blades stand on it.
inline constexpr const char* kGrassDefine = "GRASS";

class GrassPass {
  public:
    // No blade stands farther from the eye than this.
    static constexpr double kReach_m = 30.0;

    struct Frame {
        const Camera& camera;
        const TerrainTexture* terrain = nullptr;  // nullptr: flat ground
        int height = 1;                           // of the viewport, pixels
        bool clouds = false;                      // the CloudTexture must be bound
        bool at_once = true;                      // FrameRequest::at_once
    };
    // Draws into the bound framebuffer with depth test. FrameBlock, shadow maps and the random numbers of
    // Backdrop must be bound. Returns false where it draws nothing: the eye is too far above the ground, or
    // the program is not built yet. Throws Error (kEnvironment) if a shader does not compile.
    bool draw(UnitPrograms& programs, const Frame& frame);

  private:
    void make();

    gl::VertexArray array_;
    gl::Buffer indices_;
};

}  // namespace phalanx
