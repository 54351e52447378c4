#include "asset/steps/pose_probe.h"

#include <algorithm>
#include <set>

#include "anim/pose/morph.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"

namespace phalanx {
namespace {

std::vector<glm::dmat4> fileFromBind(const Model& model, const LocalPose& pose) {
    std::vector<glm::dmat4> result = modelFromBind(model, pose);
    for (glm::dmat4& m : result) {
        for (int column = 0; column < 4; ++column) {
            m[column] = glm::dvec4(glm::dvec3(m[column]) / model.metres_per_unit, m[column].w);
        }
    }
    return result;
}

}  // namespace

PoseProbe::PoseProbe(const Model& model) : model_(model), corners_(model.palette.size()) {
    struct Box {
        glm::dvec3 min{0.0};
        glm::dvec3 max{0.0};
        bool used = false;
    };
    std::vector<Box> boxes(model.palette.size());
    for (const Vertex& vertex : model.vertices) {
        const glm::dvec3 p(vertex.position);
        for (int k = 0; k < kWeightsPerVertex && vertex.weights[k] > 0.0F; ++k) {
            Box& box = boxes[vertex.joints[k]];
            box.min = box.used ? glm::min(box.min, p) : p;
            box.max = box.used ? glm::max(box.max, p) : p;
            box.used = true;
        }
    }
    for (std::size_t j = 0; j < boxes.size(); ++j) {
        if (!boxes[j].used) continue;
        for (unsigned corner = 0; corner < 8; ++corner) {
            corners_[j].emplace_back((corner & 1U) != 0 ? boxes[j].max.x : boxes[j].min.x,
                                     (corner & 2U) != 0 ? boxes[j].max.y : boxes[j].min.y,
                                     (corner & 4U) != 0 ? boxes[j].max.z : boxes[j].min.z);
        }
    }
    chooseMorphed();
    const ProbePoints rest = atRest();
    if (rest.empty()) return;
    glm::dvec3 low = rest.front();
    glm::dvec3 high = rest.front();
    for (const glm::dvec3& p : rest) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    if (const double diagonal = glm::length(high - low); diagonal > 0.0) size_ = diagonal;
}

void PoseProbe::chooseMorphed() {
    std::set<std::uint32_t> farthest;
    for (const MorphTarget& target : model_.morph_targets) {
        if (target.deltas.empty()) continue;
        for (int axis = 0; axis < 3; ++axis) {
            const auto along = [axis](const MorphDelta& delta) { return delta.position[axis]; };
            const auto [low, high] = std::ranges::minmax_element(target.deltas, {}, along);
            farthest.insert({low->vertex, high->vertex});
        }
    }
    const std::vector<std::uint32_t> chosen(farthest.begin(), farthest.end());
    for (const std::uint32_t vertex : chosen) morphed_.push_back(model_.vertices[vertex]);
    targets_ = selectDeltas(model_.morph_targets, chosen);
}

ProbePoints PoseProbe::at(const Clip& clip, double time_s) const {
    return inPose(samplePose(model_, clip, time_s));
}

ProbePoints PoseProbe::atRest() const {
    return inPose(restPose(model_));
}

ProbePoints PoseProbe::inPose(const LocalPose& pose) const {
    const std::vector<glm::dmat4> file_from_bind = fileFromBind(model_, pose);
    ProbePoints points;
    for (std::size_t j = 0; j < corners_.size(); ++j) {
        for (const glm::dvec3& corner : corners_[j])
            points.emplace_back(file_from_bind[j] * glm::dvec4(corner, 1.0));
    }
    for (const SkinnedVertex& vertex : skin(morphed_, file_from_bind, {targets_, pose.morph_weights}))
        points.push_back(vertex.position);
    return points;
}

double PoseProbe::distance(const ProbePoints& a, const ProbePoints& b) {
    double result = 0.0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        result = std::max(result, glm::distance(a[i], b[i]));
    return result;
}

ProbePoints skinPoints(const Model& model, std::span<const Vertex> vertices,
                       std::span<const MorphTarget> targets, const Clip* clip, double time_s) {
    const LocalPose pose = clip != nullptr ? samplePose(model, *clip, time_s) : restPose(model);
    ProbePoints points;
    points.reserve(vertices.size());
    const auto skinned = skin(vertices, fileFromBind(model, pose), {targets, pose.morph_weights});
    for (const SkinnedVertex& vertex : skinned) points.push_back(vertex.position);
    return points;
}

}  // namespace phalanx
