// State of the battle page.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>

namespace phalanx {

// The receivers of orders.
enum class OrdersTo : std::uint8_t { kCompany, kHost1, kHost2 };

struct BattleSettings {
    std::optional<std::string> state;  // whose soldiers are marked
    OrdersTo to = OrdersTo::kCompany;
    bool placing = false;  // the next drag in the view is a front line
    // Of the line that is being dragged, window coordinates.
    std::optional<glm::dvec2> line_from{};
    glm::dvec2 line_to{0.0};
    std::optional<glm::dvec3> line_begin{};  // on the ground, of a line that keys draw
};

}  // namespace phalanx
