// One pass over units: its kind, its target and what it is limited to.
#pragma once

#include <functional>
#include <optional>

#include "render/poses/draw_list.h"
#include "render/units/unit_programs.h"

namespace phalanx {

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
};

}  // namespace phalanx
