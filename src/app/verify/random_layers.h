// Poses for the check `layers` of `verify`, made of a model's own clips and joints, the same in every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "anim/layers/layered_pose.h"
#include "anim/layers/resolved_pose.h"
#include "anim/pose/model.h"
#include "render/units/layer_record.h"

namespace phalanx {

// What a pose has.
struct LayerOperators {
    const char* name = "";
    int base = 1;  // clips
    int layers = 0;
    int additive = 0;
    int aims = 0;
    int limbs = 0;
    int chains = 0;  // of IK by FABRIK
    bool reparent = false;
    bool part_weights = false;  // of aims and limbs: below 1, and limbs have poles
    bool feet = false;          // on a slope
    bool change = false;        // from another pose to this one, in the middle
    bool joints = false;        // limbs reach for joints of other units
};

// Random numbers, the same in every run and with every standard library.
class RandomNumbers {
  public:
    // 0..1, without 1. Not std::uniform_real_distribution, whose numbers depend on the library.
    double next() { return static_cast<double>(engine_()) / 4294967296.0; }
    double between(double low, double high) { return low + (high - low) * next(); }
    std::size_t below(std::size_t count) {
        return static_cast<std::size_t>(next() * static_cast<double>(count));
    }

  private:
    std::mt19937 engine_{1};  // NOLINT(cert-msc51-cpp,cert-msc32-c): a fixed seed
};

class RandomLayers {
  public:
    explicit RandomLayers(const Model& model);

    RandomNumbers& numbers() { return numbers_; }
    void startAgain() { numbers_ = {}; }

    // The parts of a pose that belong to its rig. Limbs are joints of the palette with two ancestors, all at
    // different places at rest.
    LayeredPose setup(const LayerOperators& operators);
    // Clips, weights and targets of one pose of a setup. Targets of limbs are within 45 to 90 % of their
    // reach, those of aims 2 to 20 heights away and within the limits.
    LayeredPose filled(const LayerOperators& operators, LayeredPose pose);
    // Up to 25 degrees, in any direction, up to a tenth of the height above the origin.
    PoseGround slope();
    ResolvedPose resolved(const LayeredPose& pose) const;
    // The loops of its base share a phase, as those of a blend space.
    void putInStep(LayerRecord& record, const std::vector<BakedClip>& clips, std::uint32_t rate);

  private:
    void findLimbs();
    int parentOf(int node) const;
    // Whether `node` is `other` or follows it, in the file.
    bool follows(int node, int other) const;
    // A joint with up to four ancestors.
    std::vector<std::string> chainTo(int joint) const;
    int paletteNode();
    PoseClip clip();
    PoseMask mask();
    glm::dvec3 aimTarget(const glm::dmat4& file_from_joint);
    void placeIk(const PoseTree& tree, const std::vector<glm::dmat4>& at, PoseIk& ik);

    const Model& model_;
    std::vector<int> limbs_;
    RandomNumbers numbers_;
};

}  // namespace phalanx
