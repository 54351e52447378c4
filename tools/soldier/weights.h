// How vertices follow the bones: rigidly, or sliding from bone to bone along a limb.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "patch.h"

namespace phalanx::soldier {

struct ChainLink {
    std::string bone;
    float blend = 0.05F;  // metres before and after the joint over which the last bone hands over to this one
};

class Rig {
  public:
    // Keeps a reference: the skeleton must outlive the rig.
    explicit Rig(const Skeleton& skeleton) : skeleton_(skeleton) {}

    const Skeleton& skeleton() const { return skeleton_; }
    glm::vec3 joint(std::string_view bone) const;
    glm::vec3 tail(std::string_view bone) const;

    BoneWeights rigid(std::string_view bone) const;

    // Weights by where the point falls along the polyline of the bones; the ends reach on for ever.
    BoneWeights chain(const glm::vec3& point, const std::vector<ChainLink>& links) const;

    WeightRule rigidRule(const std::string& bone) const;
    WeightRule chainRule(std::vector<ChainLink> links) const;

    // Moves a share of everything to one bone.
    void give(BoneWeights& weights, std::string_view bone, float share) const;

  private:
    const Skeleton& skeleton_;
};

// The four largest weights, descending, summing to 1; ties go to the lower bone, unused places are bone 0.
struct FourWeights {
    std::array<std::uint8_t, 4> joints{};
    std::array<float, 4> weights{};
};
FourWeights largestFour(const BoneWeights& weights);

}  // namespace phalanx::soldier
