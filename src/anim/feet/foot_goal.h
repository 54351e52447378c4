// Where a foot goes on ground that is not flat, and how far the pelvis goes down for it. All in one space,
// any unit.
#pragma once

#include <algorithm>
#include <glm/glm.hpp>

namespace phalanx {

// How far a leg is stretched for lower ground: this part of its length, or as far as the clip stretches it.
inline constexpr double kMostStretch = 0.985;
// A foot in the air follows the pelvis more and more between these heights of its ankle, parts of the leg's
// length.
inline constexpr double kLiftBegins = 0.15;
inline constexpr double kLiftEnds = 0.65;
inline constexpr double kMostLift = 0.9;

struct GroundAt {
    double height = 0.0;               // along `up`, above the origin
    glm::dvec3 normal{0.0, 1.0, 0.0};  // unit length
};

struct LegStretch {
    glm::dvec3 hip{0.0};
    double length = 0.0;  // of both bones
    double reach = 0.0;   // how far it may be stretched, from hip to ankle
};

// stretched: in the clip, from hip to ankle.
inline double reachOf(double length, double stretched) {
    return std::max(kMostStretch * length, stretched);
}

// The place of an ankle, by how far the pelvis is lowered.
class FootGoal {
  public:
    // flat: the ankle, on flat ground through the origin; contact: 0..1; ground: at the ankle; up: of unit
    // length.
    FootGoal(const glm::dvec3& flat, double contact, const GroundAt& ground, const LegStretch& leg,
             const glm::dvec3& up);

    // Near the ground, the ankle's distance from it along the normal is what it is from the flat ground, and
    // it is above the same point of the ground. Above kLiftBegins it rises straight up. A foot that is lifted
    // high goes down with the pelvis instead of up and down with the ground: it would fold the leg.
    glm::dvec3 at(double drop) const { return on_ground_ - up_ * (lift_ * (drop + height_)); }

    // By how much the pelvis must go down for the leg to reach; negative: it could go up.
    double dropToReach() const { return need_; }

  private:
    glm::dvec3 up_;
    glm::dvec3 on_ground_{0.0};  // not lifted
    double height_ = 0.0;        // of the ground
    double lift_ = 0.0;          // 0..kMostLift
    double need_ = 0.0;
};

}  // namespace phalanx
