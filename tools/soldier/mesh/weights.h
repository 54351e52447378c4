// Weights of vertices: rigid, or blended from bone to bone along a limb.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/patch.h"

namespace phalanx::soldier {

struct ChainLink {
    std::string bone;
    // Distance before and after the joint over which the weight changes to this bone, metres.
    float blend = 0.05F;
};

class Rig {
  public:
    // Keeps a reference: the skeleton must outlive the rig.
    explicit Rig(const Skeleton& skeleton) : skeleton_(skeleton) {}

    const Skeleton& skeleton() const { return skeleton_; }
    glm::vec3 joint(std::string_view bone) const;
    glm::vec3 tail(std::string_view bone) const;

    BoneWeights rigid(std::string_view bone) const;

    // Weights by the position of the point along the polyline of the bones, whose ends extend to infinity.
    BoneWeights chain(const glm::vec3& point, const std::vector<ChainLink>& links) const;

    WeightRule rigidRule(const std::string& bone) const;
    WeightRule chainRule(std::vector<ChainLink> links) const;

    // Moves a fraction of all weights to one bone.
    void give(BoneWeights& weights, std::string_view bone, float share) const;

  private:
    const Skeleton& skeleton_;
};

// The four largest weights, descending, with the sum 1. Of equal weights the bone with the lower index comes
// first; unused slots have bone 0.
struct FourWeights {
    std::array<std::uint8_t, 4> joints{};
    std::array<float, 4> weights{};
};
FourWeights largestFour(const BoneWeights& weights);

}  // namespace phalanx::soldier
