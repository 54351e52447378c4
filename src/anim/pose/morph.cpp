#include "anim/pose/morph.h"

#include <algorithm>
#include <numeric>

#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

void include(WeightRange& range, double weight) {
    range.min = std::min(range.min, weight);
    range.max = std::max(range.max, weight);
}

// A cubic Hermite spline is the Bezier curve with the control points from, from + out / 3, to - in / 3, to,
// where the tangents are multiplied by the time between the keys, and lies in their convex hull.
void includeSpline(WeightRange& range, const Track<double>& track, double closing_s) {
    constexpr double kThird = 1.0 / 3.0;
    const std::size_t keys = track.keys.size();
    for (std::size_t from = 0; from < keys; ++from) {
        const std::size_t to = (from + 1) % keys;
        const double span_s = to > 0 ? track.keys[to].time_s - track.keys[from].time_s : closing_s;
        include(range, track.keys[from].value + track.tangents[from].out * span_s * kThird);
        include(range, track.keys[to].value - track.tangents[to].in * span_s * kThird);
    }
}

}  // namespace

std::vector<MorphTarget> selectDeltas(std::span<const MorphTarget> targets,
                                      std::span<const std::uint32_t> chosen) {
    // The places of each chosen vertex, by vertex.
    std::vector<std::uint32_t> by_vertex(chosen.size());
    std::iota(by_vertex.begin(), by_vertex.end(), 0U);
    std::ranges::stable_sort(by_vertex, {}, [&](std::uint32_t place) { return chosen[place]; });
    std::vector<MorphTarget> result;
    for (const MorphTarget& target : targets) {
        MorphTarget& selected = result.emplace_back();
        selected.name = target.name;
        selected.node = target.node;
        selected.rest_weight = target.rest_weight;
        auto place = by_vertex.begin();
        for (const MorphDelta& delta : target.deltas) {
            while (place != by_vertex.end() && chosen[*place] < delta.vertex) ++place;
            for (; place != by_vertex.end() && chosen[*place] == delta.vertex; ++place)
                selected.deltas.push_back({*place, delta.position, delta.normal});
        }
        std::ranges::sort(selected.deltas, {}, &MorphDelta::vertex);
    }
    return result;
}

std::string uniqueName(std::span<const MorphTarget> targets, std::size_t target) {
    const std::string& name = targets[target].name;
    return std::ranges::count(targets, name, &MorphTarget::name) == 1 ? name : "#" + std::to_string(target);
}

std::uint32_t findMorphTarget(std::span<const MorphTarget> targets, const std::string& name) {
    for (std::size_t t = 0; t < targets.size(); ++t) {
        if (uniqueName(targets, t) == name) return static_cast<std::uint32_t>(t);
    }
    if (targets.empty()) throw usageError(printable(name), "no such morph target; the model has none");
    std::vector<std::string> names;
    for (std::size_t t = 0; t < targets.size(); ++t) names.push_back(uniqueName(targets, t));
    throw usageError(printable(name), "no such morph target; the model has " + listOfNames(names));
}

std::vector<WeightRange> morphRanges(const Model& model) {
    std::vector<WeightRange> ranges(model.morph_targets.size());
    for (std::size_t t = 0; t < ranges.size(); ++t) include(ranges[t], model.morph_targets[t].rest_weight);
    for (const Clip& clip : model.clips) {
        for (const MorphTrack& track : clip.morph_tracks) {
            WeightRange& range = ranges[static_cast<std::size_t>(track.target)];
            for (const Key<double>& key : track.weights.keys) include(range, key.value);
            if (track.weights.interpolation == Interpolation::kCubic)
                includeSpline(range, track.weights, clip.closing_s);
        }
    }
    return ranges;
}

bool targetsMoveFar(const Model& model) {
    constexpr float kFar = 0.02F;
    if (model.vertices.empty()) return false;
    glm::vec3 low = model.vertices.front().position;
    glm::vec3 high = low;
    for (const Vertex& vertex : model.vertices) {
        low = glm::min(low, vertex.position);
        high = glm::max(high, vertex.position);
    }
    const float most = kFar * glm::distance(low, high);
    return std::ranges::any_of(model.morph_targets, [&](const MorphTarget& target) {
        return std::ranges::any_of(
            target.deltas, [&](const MorphDelta& delta) { return glm::length(delta.position) > most; });
    });
}

}  // namespace phalanx
