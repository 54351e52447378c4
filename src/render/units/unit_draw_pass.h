// One pass over units: into which target, and as what.
#pragma once

#include <functional>
#include <optional>

#include "crowd/crowd.h"
#include "render/units/unit_programs.h"

namespace phalanx {

struct UnitDrawPass {
    UnitPass pass = UnitPass::kShade;
    std::optional<UnitPlace> only;  // a run and a unit there; nullopt: all units
    // Binds the pass's framebuffer and sets its state; called again after poses had to be made ready in
    // between.
    std::function<void()> target;
    int overlay = 0;        // of kOverlay: OVERLAY_COLORS, ... of layouts.h
    int samples = 1;        // a pixel of the target, as given
    int shadow_map = 0;     // of kShadow: which one of FrameBlock's
    int shadow_texels = 0;  // a side
};

}  // namespace phalanx
