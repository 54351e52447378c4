// The markers of all models of an army: clipMarkers() of each.
#pragma once

#include <vector>

#include "anim/events/clip_markers.h"
#include "app/army/army.h"

namespace phalanx {

using ArmyMarkers = std::vector<std::vector<ClipMarkers>>;  // per model, per clip

inline ArmyMarkers markersOf(const std::vector<LoadedModel>& models) {
    ArmyMarkers markers;
    for (const LoadedModel& loaded : models) markers.push_back(clipMarkers(loaded.model));
    return markers;
}

}  // namespace phalanx
