// A mark in the view: what an aim points at.
#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "ui/toolkit/theme.h"

namespace phalanx {

// Behind all panels, with a line to the ground below it. Window coordinates; nullopt: behind the camera.
void drawTargetMark(const Theme& theme, const glm::dvec2& at, const std::optional<glm::dvec2>& ground);

}  // namespace phalanx
