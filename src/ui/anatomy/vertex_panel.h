// One vertex of the selected soldier: the numbers that make its position, and what the GPU made of them.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "anim/pose/vertex_way.h"
#include "ui/toolkit/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct AnatomyFacts;
struct AnatomySettings;

struct VertexFacts {
    std::uint32_t vertex = 0;        // of the mesh as it is drawn
    std::uint32_t model_vertex = 0;  // of the file's
    Encoding encoding = Encoding::kRgba32f;
    // Of one moment: what the GPU made of the vertex in that frame, and the sum by the same clock.
    VertexWay way;
    std::optional<glm::dvec3> gpu;  // model space, metres; nothing until the first answer comes
    double limit_m = 0.0;           // that far apart they still count as equal
    std::string why_not;            // "": the technique sums joints; else what it does instead
    std::string why_not_spoil;      // "": a texel can be spoiled, and the GPU reads it
    std::string spoiled;            // "": none; else which
    // Of the frame that is drawn: for the mark over the picture; window coordinates.
    std::optional<glm::vec2> place;

    double apart_m() const { return gpu ? glm::length(*gpu - way.position) : 0.0; }
    bool equal() const { return apart_m() <= limit_m; }  // false also for what is no number
};

// Inside the anatomy's window. Nothing is chosen yet where facts.vertex is not set.
void drawVertexWay(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, AnatomySettings& settings);
// The mark over the picture, with lines to the joints that move the vertex.
void drawVertexMark(const Theme& theme, const AnatomyFacts& facts);

}  // namespace phalanx
