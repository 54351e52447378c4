// Draws the shadow maps of a frame.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "crowd/crowd.h"
#include "gl/context/capabilities.h"
#include "render/frame/frame_request.h"
#include "render/model/gpu_model.h"
#include "render/passes/shadow_maps.h"
#include "render/passes/targets.h"
#include "render/units/layered_units.h"

namespace phalanx {

class ShadowPass {
  public:
    struct Casters {
        std::span<const GpuModel> models;
        std::span<const LayeredUnits* const> layered;  // as UnitScene::layered
    };
    // Sets maps() for this frame, none without shadows, and makes a target that is large enough. aspect: of
    // the view.
    void place(const gl::Capabilities& capabilities, const Casters& casters, const Crowd& crowd,
               const Camera& camera, const FrameRequest& request, double aspect);

    const ShadowMaps& maps() const { return maps_; }
    int texels() const { return target_->size(); }  // per side of a map

    // Clears one of maps(), and calls `draw_units` with a function that binds it and sets its raster state.
    using DrawUnits = std::function<void(const std::function<void()>& target)>;
    void draw(std::size_t map, const DrawUnits& draw_units) const;

    // Binds the maps to texture unit UNIT_SHADOW.
    void bind() const;

  private:
    ShadowMaps maps_;
    std::optional<ShadowTarget> target_;
};

}  // namespace phalanx
