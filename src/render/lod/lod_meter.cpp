#include "render/lod/lod_meter.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <queue>
#include <utility>

#include "anim/pose/pose.h"
#include "core/parallel.h"
#include "crowd/clip_names.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostPoses = 24;
constexpr std::size_t kPosedVertices = 2'000'000;  // limit over all poses together
constexpr std::size_t kMostSamples = 150;
constexpr std::size_t kTestsPerPose = 200'000;  // points times triangles: limits the cost of a search

std::size_t sampleCount(std::size_t from_triangles, std::size_t to_triangles) {
    const std::size_t most =
        std::clamp<std::size_t>(kTestsPerPose / std::max<std::size_t>(to_triangles, 1), 24, kMostSamples);
    return std::min(from_triangles, most);
}

// The largest of all added distances. Any thread may add.
class LargestDistances {
  public:
    explicit LargestDistances(std::size_t count) : count_(count) {}

    void add(float distance) {
        if (distance <= least_) return;
        const std::lock_guard lock(mutex_);
        largest_.push(distance);
        if (largest_.size() > count_) largest_.pop();
        if (largest_.size() == count_) least_ = largest_.top();
        max_ = std::max(max_, distance);
    }
    // The smallest of the largest; 0 until there are enough. Grows: what is not larger need not be added.
    float least() const { return least_; }
    float max() const { return max_; }

  private:
    std::size_t count_;
    std::priority_queue<float, std::vector<float>, std::greater<>> largest_;
    std::atomic<float> least_{0.0F};
    float max_ = 0.0F;
    std::mutex mutex_;
};

// nearest: a triangle of `to` by sample, at which the search begins.
void addDistances(const PosedSurface& from, const PosedSurface& to, std::vector<std::uint32_t>& nearest,
                  LargestDistances& distances) {
    for (std::size_t i = 0; i < nearest.size(); ++i) {
        const PosedSurface::Nearest found =
            to.nearestTo(from.sample(i, nearest.size()), nearest[i], distances.least());
        distances.add(found.distance);
        nearest[i] = found.triangle;
    }
}

// Weights are descending.
void keepHeaviest(Vertex& vertex, int joints) {
    float sum = 0.0F;
    for (std::size_t k = 0; k < vertex.weights.size(); ++k) {
        if (k >= static_cast<std::size_t>(joints)) vertex.weights[k] = 0.0F;
        sum += vertex.weights[k];
    }
    for (float& weight : vertex.weights) weight /= sum;
}

}  // namespace

LodPoses::LodPoses(const Model& model, std::size_t vertices) {
    const auto add = [&](const LocalPose& pose) {
        poses_.push_back({modelFromBind(model, pose), pose.morph_weights});
    };
    add(restPose(model));
    const std::size_t most =
        std::clamp<std::size_t>(kPosedVertices / std::max<std::size_t>(vertices, 1), 4, kMostPoses);
    // Units get up rarely and for seconds only; the poses are better spent on what they do otherwise.
    const auto rises = [](const Clip& clip) { return readClipName(clip.name).action == ClipAction::kRise; };
    const std::size_t clips = model.clips.size();
    const auto others = clips - static_cast<std::size_t>(std::ranges::count_if(model.clips, rises));
    const std::size_t each = others == 0 ? 0 : std::clamp<std::size_t>(most / others, 1, 3);
    const std::size_t step = std::max<std::size_t>(1, (clips + most - 1) / most);
    for (std::size_t c = 0; c < clips; c += step) {
        const Clip& clip = model.clips[c];
        if (rises(clip)) continue;
        for (std::size_t i = 0; i < each; ++i) {
            const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(each);
            add(samplePose(model, clip, clip.duration_s * share));
        }
    }
}

Points LodPoses::points(std::size_t pose, std::span<const Vertex> vertices,
                        std::span<const VertexMorphs> morphs) const {
    std::vector<glm::mat4x3> palette;
    palette.reserve(poses_[pose].palette.size());
    for (const glm::dmat4& matrix : poses_[pose].palette) palette.emplace_back(matrix);
    Points result;
    result.reserve(vertices.size());
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        glm::vec3 place = vertices[v].position;
        if (!morphs.empty()) {
            for (const VertexMorph& morph : morphs[v])
                place += static_cast<float>(poses_[pose].morph_weights[morph.target]) * morph.position;
        }
        glm::vec3 moved(0.0F);
        for (std::size_t k = 0; k < kWeightsPerVertex; ++k) {
            const float weight = vertices[v].weights[k];
            if (weight > 0.0F) moved += weight * (palette[vertices[v].joints[k]] * glm::vec4(place, 1.0F));
        }
        result.push_back(moved);
    }
    return result;
}

LodMeter::LodMeter(const LodPoses& poses, std::span<const Vertex> vertices,
                   std::span<const VertexMorphs> morphs, const Triangles& full,
                   std::function<void()> check_in)
    : poses_(poses),
      vertices_(vertices),
      morphs_(morphs),
      posed_(poses.size()),
      check_in_(std::move(check_in)) {
    std::vector<Vertex> moved(vertices.begin(), vertices.end());
    for (Vertex& vertex : moved) keepHeaviest(vertex, kWeightsPerVertex);
    parallelFor(poses.size(), 0, [&](std::size_t p) { posed_[p] = poses_.points(p, moved, morphs_); });
    grouped_ = groupTriangles(full, posed_.front());
    before_.reserve(posed_.size());
    for (const Points& points : posed_) before_.emplace_back(full, grouped_, points);
}

LodError LodMeter::measure(const Triangles& triangles, std::span<const LodVertex> own, int joints,
                           double most_p99_m) const {
    // Only the vertices that the triangles use.
    constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> number(vertices_.size() + own.size(), kNone);
    std::vector<Vertex> vertices;
    std::vector<VertexMorphs> morphs;
    Triangles renumbered;
    renumbered.reserve(triangles.size());
    for (const std::uint32_t v : triangles) {
        if (number[v] == kNone) {
            number[v] = static_cast<std::uint32_t>(vertices.size());
            const bool is_own = v >= vertices_.size();
            vertices.push_back(is_own ? own[v - vertices_.size()].vertex : vertices_[v]);
            keepHeaviest(vertices.back(), joints);
            if (!morphs_.empty()) morphs.push_back(is_own ? own[v - vertices_.size()].morphs : morphs_[v]);
        }
        renumbered.push_back(number[v]);
    }
    const Triangles grouped = groupTriangles(renumbered, poses_.points(0, vertices, morphs));
    const std::size_t before = grouped_.size() / 3;
    const std::size_t after = grouped.size() / 3;
    // What is nearest to a sample at rest is near it in the other poses, too.
    std::vector<std::uint32_t> of_before(sampleCount(before, after));
    std::vector<std::uint32_t> of_after(sampleCount(after, before));
    const std::size_t samples = poses_.size() * (of_before.size() + of_after.size());
    if (samples == 0) return {};
    const auto rank = static_cast<std::size_t>(static_cast<double>(samples - 1) * 0.99);
    LargestDistances largest(samples - rank);
    const auto add = [&](std::size_t p, std::vector<std::uint32_t>& near_before,
                         std::vector<std::uint32_t>& near_after) {
        check_in_();
        if (largest.least() > most_p99_m) return;
        const Points points = poses_.points(p, vertices, morphs);
        const PosedSurface surface(renumbered, grouped, points);
        addDistances(before_[p], surface, near_before, largest);
        addDistances(surface, before_[p], near_after, largest);
    };
    add(0, of_before, of_after);
    parallelFor(poses_.size() - 1, 0, [&](std::size_t p) {
        std::vector<std::uint32_t> near_before = of_before;
        std::vector<std::uint32_t> near_after = of_after;
        add(p + 1, near_before, near_after);
    });
    return {largest.least(), largest.max()};
}

}  // namespace phalanx
