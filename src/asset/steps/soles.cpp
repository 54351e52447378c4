#include "asset/steps/soles.h"

#include <algorithm>

#include "anim/pose/morph.h"
#include "asset/steps/pose_probe.h"
#include "asset/steps/scale.h"

namespace phalanx {
namespace {

constexpr double kSoleHeight = 0.06;  // of the model's height

}  // namespace

std::vector<std::uint32_t> soleVertices(const Model& model, double height) {
    const ProbePoints points =
        skinPoints(model, model.vertices, model.morph_targets, standingClip(model), 0.0);
    double low = points.front().y;
    for (const glm::dvec3& p : points) low = std::min(low, p.y);
    const double limit = low + kSoleHeight * height;
    std::vector<std::uint32_t> soles;
    for (std::size_t v = 0; v < points.size(); ++v) {
        if (points[v].y <= limit) soles.push_back(static_cast<std::uint32_t>(v));
    }
    return soles;
}

Surface surfaceOf(const Model& model, std::span<const std::uint32_t> chosen) {
    Surface surface;
    for (const std::uint32_t v : chosen) surface.vertices.push_back(model.vertices[v]);
    surface.targets = selectDeltas(model.morph_targets, chosen);
    return surface;
}

}  // namespace phalanx
