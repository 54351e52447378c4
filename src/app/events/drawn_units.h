// Which units are drawn, as culling on the CPU finds them: those whose cylinder reaches into the view.
#pragma once

#include <span>
#include <vector>

#include "crowd/selection.h"
#include "render/frame/camera.h"
#include "render/model/gpu_model.h"

namespace phalanx {

class DrawnUnits {
  public:
    // By unit. cull: RenderSettings::cull; without it, and without bounds of all models, all are drawn.
    std::vector<bool> find(const Crowd& crowd, std::span<const GpuModel> models, const Camera& camera,
                           double aspect, bool cull, Ticks now);

  private:
    CrowdSelection selection_;
    std::vector<SelectionModel> models_;
    std::vector<std::uint32_t> indices_;  // scratch
};

}  // namespace phalanx
