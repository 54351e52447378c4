#include "anim/bake/joint_boxes.h"

namespace phalanx {

std::vector<JointBox> jointBoxes(const Model& model) {
    std::vector<JointBox> boxes(model.palette.size());
    for (const Vertex& vertex : model.vertices) {
        for (int k = 0; k < kWeightsPerVertex; ++k) {
            if (vertex.weights[k] > 0.0F) boxes[vertex.joints[k]].add(glm::dvec3(vertex.position));
        }
    }
    return boxes;
}

double millimetresPerMetre(const Model& model) {
    constexpr double kReferenceHeight_m = 1.8;
    return 1000.0 * (model.height_m > 0.0 ? kReferenceHeight_m / model.height_m : 1.0);
}

}  // namespace phalanx
