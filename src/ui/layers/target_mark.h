// A mark in the view: what an aim points at.
#pragma once

#include <glm/glm.hpp>

#include "ui/toolkit/theme.h"

namespace phalanx {

// Behind all panels. at: window coordinates.
void drawTargetMark(const Theme& theme, const glm::dvec2& at);

}  // namespace phalanx
