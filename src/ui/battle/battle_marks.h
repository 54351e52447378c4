// What the battle page marks in the view, behind all panels.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <span>

#include "ui/battle/battle_facts.h"
#include "ui/imgui/theme.h"

namespace phalanx {

// As the cloth of the host, brighter. host: 0 or 1.
ImU32 hostColor(int host);

// Soldiers at these places; window coordinates.
void drawSoldierMarks(const Theme& theme, std::span<const glm::dvec2> at);
// The front line that is being dragged, with the way that the company will face.
void drawFrontLine(const Theme& theme, const glm::dvec2& from, const glm::dvec2& to);
// A flag in the host's colour above each company; the last one lies on top.
void drawFlags(const Theme& theme, std::span<const CompanyFlag> flags);
// The middle of its flag, window coordinates.
glm::dvec2 flagMiddle(const Theme& theme, const CompanyFlag& flag);
// The company whose flag lies at a place, the topmost.
std::optional<std::uint32_t> flagAt(const Theme& theme, std::span<const CompanyFlag> flags,
                                    const glm::dvec2& place);

}  // namespace phalanx
