#include "render/lod/lod_meter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "anim/pose/pose.h"
#include "core/parallel.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostPoses = 24;
constexpr std::size_t kPosedVertices = 2'000'000;  // limit over all poses together
constexpr std::size_t kMostSamples = 150;
constexpr std::size_t kTestsPerPose = 200'000;  // points times triangles: limits the cost of a search

void addDistances(const PosedSurface& from, const PosedSurface& to, std::vector<float>& distances) {
    const std::size_t most =
        std::clamp<std::size_t>(kTestsPerPose / std::max<std::size_t>(to.triangles(), 1), 24, kMostSamples);
    const std::size_t samples = std::min(from.triangles(), most);
    for (std::size_t i = 0; i < samples; ++i) distances.push_back(to.distanceTo(from.sample(i, samples)));
}

// Weights are descending.
std::array<float, kWeightsPerVertex> heaviest(const Vertex& vertex, int joints) {
    std::array<float, kWeightsPerVertex> few = vertex.weights;
    float sum = 0.0F;
    for (std::size_t k = 0; k < few.size(); ++k) {
        if (k >= static_cast<std::size_t>(joints)) few[k] = 0.0F;
        sum += few[k];
    }
    for (float& weight : few) weight /= sum;
    return few;
}

}  // namespace

LodPoses::LodPoses(const Model& model, std::size_t vertices) {
    const auto add = [&](const LocalPose& pose) {
        poses_.push_back({modelFromBind(model, pose), pose.morph_weights});
    };
    add(restPose(model));
    const std::size_t most =
        std::clamp<std::size_t>(kPosedVertices / std::max<std::size_t>(vertices, 1), 4, kMostPoses);
    const std::size_t clips = model.clips.size();
    const std::size_t each = clips == 0 ? 0 : std::clamp<std::size_t>(most / clips, 1, 3);
    const std::size_t step = std::max<std::size_t>(1, (clips + most - 1) / most);
    for (std::size_t c = 0; c < clips; c += step) {
        const Clip& clip = model.clips[c];
        for (std::size_t i = 0; i < each; ++i) {
            const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(each);
            add(samplePose(model, clip, clip.duration_s * share));
        }
    }
}

Points LodPoses::points(std::size_t pose, std::span<const Vertex> vertices,
                        std::span<const VertexMorphs> morphs, int joints) const {
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
        const std::array<float, kWeightsPerVertex> weights = heaviest(vertices[v], joints);
        glm::vec3 moved(0.0F);
        for (std::size_t k = 0; k < weights.size(); ++k) {
            if (weights[k] > 0.0F)
                moved += weights[k] * (palette[vertices[v].joints[k]] * glm::vec4(place, 1.0F));
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
    parallelFor(poses.size(), 0,
                [&](std::size_t p) { posed_[p] = poses_.points(p, vertices_, morphs_, kWeightsPerVertex); });
    grouped_ = groupTriangles(full, posed_.front());
    before_.reserve(posed_.size());
    for (const Points& points : posed_) before_.emplace_back(full, grouped_, points);
}

LodError LodMeter::measure(const Triangles& triangles, std::span<const LodVertex> own, int joints) const {
    std::vector<Vertex> own_vertices;
    std::vector<VertexMorphs> own_morphs;
    for (const LodVertex& vertex : own) {
        own_vertices.push_back(vertex.vertex);
        if (!morphs_.empty()) own_morphs.push_back(vertex.morphs);
    }
    const auto pointsIn = [&](std::size_t p) {
        Points points =
            joints == kWeightsPerVertex ? posed_[p] : poses_.points(p, vertices_, morphs_, joints);
        const Points more = poses_.points(p, own_vertices, own_morphs, joints);
        points.insert(points.end(), more.begin(), more.end());
        return points;
    };
    const Triangles grouped = groupTriangles(triangles, pointsIn(0));
    std::vector<std::vector<float>> found(poses_.size());
    parallelFor(poses_.size(), 0, [&](std::size_t p) {
        check_in_();
        const Points points = pointsIn(p);
        const PosedSurface after(triangles, grouped, points);
        addDistances(before_[p], after, found[p]);
        addDistances(after, before_[p], found[p]);
    });
    std::vector<float> errors;
    for (const std::vector<float>& some : found) errors.insert(errors.end(), some.begin(), some.end());
    if (errors.empty()) return {};
    const auto rank = static_cast<std::ptrdiff_t>(static_cast<double>(errors.size() - 1) * 0.99);
    std::nth_element(errors.begin(), errors.begin() + rank, errors.end());
    return {errors[static_cast<std::size_t>(rank)], *std::max_element(errors.begin() + rank, errors.end())};
}

}  // namespace phalanx
