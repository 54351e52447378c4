// One pass over units: its kind, its target and what it is limited to.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <optional>

#include "gl/objects/handle.h"
#include "render/poses/draw_list.h"
#include "render/units/unit_programs.h"

namespace phalanx {

// What an ImpostorRasterizer draws into: a framebuffer of colour and depth.
struct RasterTarget {
    GLuint framebuffer = 0;
    const gl::Texture* depth = nullptr;  // GL_TEXTURE_2D_MULTISAMPLE where samples > 1
    glm::ivec2 size{0};                  // pixels
    int samples = 1;                     // per pixel
    glm::vec2 depth_of_w{0.0F};          // depth, 0..1, at a distance w along the view direction: x + y / w
};

struct UnitDrawPass {
    UnitPass pass = UnitPass::kShade;
    std::optional<DrawList::Place> only;  // draw only this unit; nullopt: all units
    // Binds the pass's framebuffer and sets its state. Called again after poses were prepared during the
    // pass.
    std::function<void()> target;
    int overlay = 0;        // for kOverlay: OVERLAY_COLORS, ... of layouts.h
    int samples = 1;        // per pixel of the target, as requested
    int shadow_map = 0;     // for kShadow: index of the map in FrameBlock
    int shadow_texels = 0;  // of the shadow map, per side
    // Compute shaders draw impostors into it; only for kShade of the main view. nullopt: draw calls do.
    std::optional<RasterTarget> raster{};
};

}  // namespace phalanx
