// What the markers of a model leave behind, and where: the part that is the same for all units.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "anim/events/clip_markers.h"
#include "anim/pose/model.h"

namespace phalanx {

inline constexpr double kTracedHeight_m = 1.8;  // of the unit that sizes of traces are meant for

// What a marker leaves behind, and where: model space, metres, at the marker's moment.
struct MarkerTrace {
    enum class Kind : std::uint8_t { kNone, kStep, kShot, kHit, kFall };
    Kind kind = Kind::kNone;
    glm::vec3 place{0.0F};
    glm::vec3 direction{0.0F, 0.0F, 1.0F};  // of a shot; unit length
    float toe_out = 0.0F;                   // of a step, radians
};

// Per clip and marker. By names: "footstep.L", "fire", "hit", "fall"; others leave nothing.
std::vector<std::vector<MarkerTrace>> markerTraces(const Model& model,
                                                   const std::vector<ClipMarkers>& markers);

}  // namespace phalanx
