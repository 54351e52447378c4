#include "asset/steps/ground.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

#include "anim/pose/pose.h"
#include "anim/pose/pose_sampler.h"
#include "asset/common/notes.h"
#include "asset/steps/loops.h"
#include "asset/steps/scale.h"
#include "asset/steps/soles.h"

namespace phalanx {
namespace {

// Moments of a clip at which the lowest point is measured: 60 per second, as many as are baked at most.
constexpr double kMomentsPerSecond = 60.0;
constexpr double kFewestMoments = 48.0;
constexpr double kMostMoments = 960.0;
constexpr double kPlantedPart = 0.25;  // of these moments: a foot is planted at more, even in a gallop

// The lowest of some vertices in a pose, exactly, but without skinning all of them: a vertex is a weighted
// mean of where its joints would move it, so it is not below the lowest corner of these joints' boxes.
// Vertices that morph targets move are all skinned.
class LowestPoint {
  public:
    // The lists must outlive it.
    LowestPoint(std::size_t joints, std::span<const Vertex> vertices, std::span<const MorphTarget> targets)
        : vertices_(vertices), targets_(targets), joints_(joints) {
        std::vector<bool> moved(targets.empty() ? 0 : vertices.size(), false);
        for (const MorphTarget& target : targets) {
            for (const MorphDelta& delta : target.deltas) moved[delta.vertex] = true;
        }
        slot_of_.resize(moved.size());
        for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
            if (!moved.empty() && moved[v]) {
                slot_of_[v] = static_cast<std::uint32_t>(morphed_.size());
                morphed_.push_back(v);
                continue;
            }
            const Vertex& vertex = vertices_[v];
            for (int k = 0; k < kWeightsPerVertex && vertex.weights[k] > 0.0F; ++k)
                add(joints_[vertex.joints[k]], v);
        }
    }

    // Height in model space, metres; NaN if the pose is not finite. `palette`: model_from_bind.
    double at(std::span<const glm::dmat4> palette, std::span<const double> morph_weights) const {
        std::vector<glm::dvec4> heights;  // per joint: dot(heights[j], bind position) is the height
        for (const glm::dmat4& m : palette) heights.emplace_back(m[0].y, m[1].y, m[2].y, m[3].y);
        double lowest = lowestMorphed(heights, morph_weights);
        std::vector<double> bounds(joints_.size());
        std::vector<std::size_t> order;
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            if (joints_[j].vertices.empty()) continue;
            const glm::dvec3 middle = 0.5 * (joints_[j].low + joints_[j].high);
            const glm::dvec3 half = 0.5 * (joints_[j].high - joints_[j].low);
            bounds[j] = glm::dot(heights[j], glm::dvec4(middle, 1.0)) -
                        glm::dot(glm::abs(glm::dvec3(heights[j])), half);
            if (!std::isfinite(bounds[j])) return std::numeric_limits<double>::quiet_NaN();
            order.push_back(j);
        }
        std::ranges::sort(order, {}, [&](std::size_t j) { return bounds[j]; });
        for (const std::size_t j : order) {
            if (bounds[j] >= lowest) break;
            for (const std::uint32_t v : joints_[j].vertices)
                lowest = std::min(lowest, heightOf(v, glm::dvec3(vertices_[v].position), heights));
        }
        return lowest;
    }

  private:
    struct JointBox {
        glm::dvec3 low{0.0};
        glm::dvec3 high{0.0};
        std::vector<std::uint32_t> vertices;
    };

    void add(JointBox& box, std::uint32_t v) const {
        const glm::dvec3 p(vertices_[v].position);
        box.low = box.vertices.empty() ? p : glm::min(box.low, p);
        box.high = box.vertices.empty() ? p : glm::max(box.high, p);
        box.vertices.push_back(v);
    }

    double lowestMorphed(const std::vector<glm::dvec4>& heights, std::span<const double> weights) const {
        std::vector<glm::dvec3> places;
        for (const std::uint32_t v : morphed_) places.emplace_back(vertices_[v].position);
        for (std::size_t t = 0; t < targets_.size(); ++t) {
            if (weights[t] == 0.0) continue;
            for (const MorphDelta& delta : targets_[t].deltas)
                places[slot_of_[delta.vertex]] += weights[t] * glm::dvec3(delta.position);
        }
        double lowest = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < morphed_.size(); ++i)
            lowest = std::min(lowest, heightOf(morphed_[i], places[i], heights));
        return lowest;
    }

    double heightOf(std::uint32_t v, const glm::dvec3& place, const std::vector<glm::dvec4>& heights) const {
        const Vertex& vertex = vertices_[v];
        double height = 0.0;
        for (int k = 0; k < kWeightsPerVertex && vertex.weights[k] > 0.0F; ++k) {
            height += static_cast<double>(vertex.weights[k]) *
                      glm::dot(heights[vertex.joints[k]], glm::dvec4(place, 1.0));
        }
        return height;
    }

    std::span<const Vertex> vertices_;
    std::span<const MorphTarget> targets_;
    std::vector<JointBox> joints_;        // of the vertices that no target moves
    std::vector<std::uint32_t> morphed_;  // the others
    std::vector<std::uint32_t> slot_of_;  // per vertex that is moved: its place in morphed_
};

// The upper one of two, since feet slightly in the ground are less visible than feet above it.
double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// The lowest point at each of the clip's moments whose pose is finite.
std::vector<double> lowestOverTime(const Model& model, const Clip& clip, const LowestPoint& points) {
    const auto count = static_cast<int>(
        std::clamp(std::ceil(clip.duration_s * kMomentsPerSecond), kFewestMoments, kMostMoments));
    PoseSampler sampler(model, clip);
    std::vector<double> lowest;
    for (int i = 0; i <= count; ++i) {
        const std::vector<glm::dmat4>& palette = sampler.sample(clip.duration_s * i / count);
        const double y = points.at(palette, sampler.morphWeights());
        if (std::isfinite(y)) lowest.push_back(y);
    }
    return lowest;
}

// The height at which the soles rest while a foot is planted. If none is for long, as when a fish bobs, the
// lowest point.
double plantedHeight(const std::vector<double>& lowest, double height_m) {
    const double limit = std::ranges::min(lowest) + kPlantedHeight * height_m;
    std::vector<double> planted;
    std::ranges::copy_if(lowest, std::back_inserter(planted), [limit](double y) { return y <= limit; });
    if (static_cast<double>(planted.size()) < kPlantedPart * static_cast<double>(lowest.size()))
        return std::ranges::min(lowest);
    return medianOf(std::move(planted));
}

// The clips that show the ground, by the order in findGround().
std::vector<const Clip*> groundClips(const Model& model, GroundSource& source) {
    std::vector<const Clip*> walking;
    std::vector<const Clip*> loops;
    std::vector<const Clip*> all;
    for (const Clip& clip : model.clips) {
        all.push_back(&clip);
        if (!clip.loops || hintOfName(clip.name) == NameHint::kEvent) continue;
        loops.push_back(&clip);
        if (clip.stride_speed != 0.0) walking.push_back(&clip);
    }
    source = GroundSource::kWalks;
    if (!walking.empty()) return walking;
    source = GroundSource::kIdle;
    if (const Clip* idle = idleClip(model); idle != nullptr) return {idle};
    source = GroundSource::kLoops;
    if (!loops.empty()) return loops;
    source = all.empty() ? GroundSource::kRest : GroundSource::kClips;
    return all;
}

}  // namespace

Ground findGround(const Model& model) {
    Ground ground;
    const std::vector<const Clip*> clips = groundClips(model, ground.source);
    ground.clips = clips.size();
    Surface soles;
    if (ground.source == GroundSource::kWalks || ground.source == GroundSource::kIdle)
        soles = surfaceOf(model, soleVertices(model, model.height_m / model.metres_per_unit));
    const bool stands = !soles.vertices.empty();
    const LowestPoint points = stands
                                   ? LowestPoint(model.palette.size(), soles.vertices, soles.targets)
                                   : LowestPoint(model.palette.size(), model.vertices, model.morph_targets);
    std::vector<double> heights;
    for (const Clip* clip : clips) {
        const std::vector<double> lowest = lowestOverTime(model, *clip, points);
        if (lowest.empty()) continue;
        heights.push_back(stands ? plantedHeight(lowest, model.height_m) : std::ranges::min(lowest));
    }
    if (clips.empty()) {
        const LocalPose rest = restPose(model);
        heights.push_back(points.at(modelFromBind(model, rest), rest.morph_weights));
    }
    if (heights.empty()) return ground;
    ground.y_m = stands ? medianOf(std::move(heights)) : std::ranges::min(heights);
    const double away_m = std::abs(ground.y_m);
    if (away_m > kGroundedWithin * model.height_m && away_m <= kFarthestGround_m) ground.lift_m = -ground.y_m;
    return ground;
}

std::string textOf(const Ground& ground) {
    std::string found;
    switch (ground.source) {
        case GroundSource::kWalks:
            found = fmt::format("the planted feet of {} are", counted(ground.clips, "walking clip"));
            break;
        case GroundSource::kIdle:
            found = "the feet of the idle clip are";
            break;
        case GroundSource::kLoops:
            found = fmt::format("the lowest point of {} is", counted(ground.clips, "looping clip"));
            break;
        case GroundSource::kClips:
            found = fmt::format("the lowest point of {} is", counted(ground.clips, "clip"));
            break;
        case GroundSource::kRest:
            found = "the lowest point at rest is";
            break;
    }
    found += fmt::format(" at y = {:.3f} m", ground.y_m);
    if (std::abs(ground.y_m) > kFarthestGround_m)
        return found + fmt::format("; not lifted, since that is more than {:g} m away", kFarthestGround_m);
    return found +
           (ground.lift_m == 0.0 ? "; not lifted" : fmt::format("; lifted by {:.3f} m", ground.lift_m));
}

}  // namespace phalanx
