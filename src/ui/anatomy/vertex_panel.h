// One vertex of the selected soldier: the numbers of its position, and the GPU's result.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "anim/bake/vertex_steps.h"
#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct AnatomyFacts;
struct AnatomySettings;

struct VertexFacts {
    std::uint32_t vertex = 0;        // of the packed mesh
    std::uint32_t model_vertex = 0;  // of the file
    Encoding encoding = Encoding::kRgba32f;
    // Of one frame: the GPU's result, and the sum on the CPU at the same time.
    VertexSteps steps;
    std::vector<std::string> morph_names;  // per entry of steps.morphs
    std::optional<glm::dvec3> gpu;         // model space, metres; nullopt until the first result arrives
    double limit_m = 0.0;                  // they count as equal up to this distance
    std::string why_not;                   // "": the technique sums joint matrices; else what it does
    std::string why_not_corrupt;           // "": a texel can be corrupted, and the GPU reads it
    std::string corrupted;                 // which texel is corrupted; "": none
    // Of the current frame, for the mark over the scene; window coordinates.
    std::optional<glm::vec2> place;

    double apart_m() const { return gpu ? glm::length(*gpu - steps.position) : 0.0; }
    bool equal() const { return apart_m() <= limit_m; }  // false for NaN
};

// The width that the page needs.
float vertexWayPoints();
// Inside the anatomy panel. No vertex is selected yet if facts.vertex is not set.
void drawVertexWay(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, AnatomySettings& settings);
// The mark over the scene, with lines to the joints that move the vertex.
void drawVertexMark(const Theme& theme, const AnatomyFacts& facts);

}  // namespace phalanx
