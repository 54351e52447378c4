#include "anim/pose/joint_boxes.h"

#include "anim/pose/morph.h"

namespace phalanx {
namespace {

constexpr double kReferenceHeight_m = 1.8;

// The box around each vertex that a morph target moves; the others are empty.
std::vector<JointBox> morphedBoxes(const Model& model) {
    std::vector<JointBox> boxes;
    if (model.morph_targets.empty()) return boxes;
    boxes.resize(model.vertices.size());
    const std::vector<WeightRange> ranges = morphRanges(model);
    for (std::size_t t = 0; t < ranges.size(); ++t) {
        for (const MorphDelta& delta : model.morph_targets[t].deltas) {
            JointBox& box = boxes[delta.vertex];
            if (box.empty()) box.add(glm::dvec3(model.vertices[delta.vertex].position));
            const glm::dvec3 lowest = glm::dvec3(delta.position) * ranges[t].min;
            const glm::dvec3 highest = glm::dvec3(delta.position) * ranges[t].max;
            box.min += glm::min(lowest, highest);
            box.max += glm::max(lowest, highest);
        }
    }
    return boxes;
}

}  // namespace

std::vector<JointBox> jointBoxes(const Model& model) {
    std::vector<JointBox> boxes(model.palette.size());
    const std::vector<JointBox> morphed = morphedBoxes(model);
    for (std::size_t i = 0; i < model.vertices.size(); ++i) {
        const Vertex& vertex = model.vertices[i];
        for (int k = 0; k < kWeightsPerVertex; ++k) {
            if (!(vertex.weights[k] > 0.0F)) continue;
            JointBox& box = boxes[vertex.joints[k]];
            box.add(glm::dvec3(vertex.position));
            if (morphed.empty() || morphed[i].empty()) continue;
            box.add(morphed[i].min);
            box.add(morphed[i].max);
        }
    }
    return boxes;
}

JointBox meshBox(const Model& model) {
    JointBox box;
    for (const Vertex& vertex : model.vertices) box.add(glm::dvec3(vertex.position));
    return box;
}

double heightOf(const Model& model) {
    return model.height_m > 0.0 ? model.height_m : kReferenceHeight_m;
}

double millimetresPerMetre(const Model& model) {
    return 1000.0 * kReferenceHeight_m / heightOf(model);
}

}  // namespace phalanx
