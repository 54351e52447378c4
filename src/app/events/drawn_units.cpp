#include "app/events/drawn_units.h"

#include <algorithm>

namespace phalanx {

std::vector<bool> DrawnUnits::find(const Crowd& crowd, std::span<const GpuModel> models, const Camera& camera,
                                   double aspect, bool cull, Ticks now) {
    const bool bounded =
        std::ranges::all_of(models, [](const GpuModel& model) { return model.detail().has_value(); });
    if (!cull || !bounded) return std::vector<bool>(crowd.size(), true);
    models_.resize(models.size());
    for (std::size_t m = 0; m < models.size(); ++m) models_[m].clips = models[m].detail()->bounds;
    selection_.follow(crowd, models_, now);
    selection_.select(viewOf(clipFromWorld(camera, aspect), camera.eye));
    indices_.resize(selection_.count());
    selection_.write(indices_);
    std::vector<bool> drawn(crowd.size(), false);
    for (const CrowdSelection::Run& run : selection_.runs()) {
        const std::vector<UnitInstance>& units = crowd.groups()[static_cast<std::size_t>(run.group)].units;
        for (std::size_t i = run.first; i < run.first + run.count; ++i)
            drawn[layout::unitNumber(units[indices_[i]].look.z)] = true;
    }
    return drawn;
}

}  // namespace phalanx
