// A camera on its way through a scene, by the clock.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "render/frame/camera.h"

namespace phalanx {

inline constexpr std::size_t kMostTakeKeys = 200;
inline constexpr double kMostTake_s = 3600.0;

// Where the camera is at a time; y above the ground below it, metres.
struct TakeKey {
    double at_s = 0.0;
    glm::dvec3 eye_m{0.0};
    glm::dvec3 target_m{0.0};

    bool operator==(const TakeKey&) const = default;
};

using CameraTake = std::vector<TakeKey>;  // by time

// Convert between a take and texts "SECONDS@x,y,z:x,y,z". takeFromTexts() throws SettingError (key "take").
CameraTake takeFromTexts(std::span<const std::string> texts);
std::vector<std::string> textsOf(const CameraTake& take);

double endOf(const CameraTake& take);

// Between keys a cubic Hermite curve through eyes and targets, whose slope at a key is that of the parabola
// through it and its neighbours; before the first key and behind the last it stands. take: not empty.
Camera cameraAt(const CameraTake& take, double seconds);

}  // namespace phalanx
