// Marks in the view: what an aim of the layers points at, and where keys select.
#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "ui/imgui/theme.h"

namespace phalanx {

// Behind all panels, with a line to the ground below it. Window coordinates; nullopt: behind the camera.
void drawTargetMark(const Theme& theme, const glm::dvec2& at, const std::optional<glm::dvec2>& ground);

// The place at which keys select and aim.
void drawAim(const Theme& theme, const glm::dvec2& at);

}  // namespace phalanx
