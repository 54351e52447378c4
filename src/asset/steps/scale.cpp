#include "asset/steps/scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "asset/steps/loops.h"
#include "asset/steps/pose_probe.h"
#include "core/error.h"

namespace phalanx {
namespace {

constexpr double kSmallestMetres = 0.3;
constexpr double kLargestMetres = 4.0;
constexpr double kSoldierMetres = 1.8;
constexpr double kFlat = 1e-6;  // of the model's width or depth: lower heights are rounding

// 0 if the points lie in a horizontal plane, not finite if one of them is not.
double extentUp(const ProbePoints& points) {
    glm::dvec3 low = points.front();
    glm::dvec3 high = low;
    for (const glm::dvec3& point : points) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    const glm::dvec3 extent = high - low;
    const double width = std::max(extent.x, extent.z);
    if (!std::isfinite(width + extent.y)) return std::numeric_limits<double>::infinity();
    return extent.y <= kFlat * width ? 0.0 : extent.y;
}

// The median over the clip, so that an arm raised for a moment does not count.
double standingHeight(const Model& model) {
    const Clip* clip = standingClip(model);
    if (clip == nullptr)
        return extentUp(skinPoints(model, model.vertices, model.morph_targets, nullptr, 0.0));
    constexpr int kSamples = 5;
    std::vector<double> heights;
    for (int i = 0; i < kSamples; ++i) {
        heights.push_back(extentUp(
            skinPoints(model, model.vertices, model.morph_targets, clip, clip->duration_s * i / kSamples)));
        if (!std::isfinite(heights.back())) return heights.back();
    }
    std::sort(heights.begin(), heights.end());
    return heights[heights.size() / 2];
}

}  // namespace

const Clip* idleClip(const Model& model) {
    const Clip* idle = nullptr;
    for (const Clip& clip : model.clips) {
        if (!clip.loops) continue;
        std::string name = clip.name;
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const bool is_idle = name.find("idle") != std::string::npos;
        if (is_idle && (idle == nullptr || clip.name.size() < idle->name.size())) idle = &clip;
    }
    return idle;
}

const Clip* standingClip(const Model& model) {
    if (const Clip* idle = idleClip(model); idle != nullptr) return idle;
    const auto first = std::ranges::find_if(model.clips, &Clip::loops);
    return first != model.clips.end() ? &*first : nullptr;
}

void setScale(Model& model, std::optional<double> wanted_m, Notes& notes) {
    const double height = standingHeight(model);
    if (!std::isfinite(height))
        throw inputError(model.source_path, "has joints that move vertices to infinity");
    if (!(height > 0.0)) {
        notes.warn("the model is flat, its height is 0; its units are taken as metres");
        model.height_m = 0.0;
        return;
    }
    const bool plausible = height >= kSmallestMetres && height <= kLargestMetres;
    model.height_m = wanted_m ? *wanted_m : plausible ? height : kSoldierMetres;
    model.metres_per_unit = wanted_m || !plausible ? model.height_m / height : 1.0;
    if (!wanted_m && !plausible) {
        notes.info(fmt::format(
            "{:.4g} units tall, which cannot be metres; scaled by {:.4g} to {} m (--height changes that)",
            height, model.metres_per_unit, kSoldierMetres));
    }
    for (Clip& clip : model.clips) clip.stride_speed *= model.metres_per_unit;
}

}  // namespace phalanx
