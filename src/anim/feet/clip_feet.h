// Where a clip puts a foot on the ground, over its phase.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

struct FootMoment {
    double contact = 0.0;     // 0: in the air, 1: on the ground
    glm::dvec2 place_m{0.0};  // of the ankle, x and z of model space; in contact, fixed to the ground
};

// Of one foot in one clip, at equal steps.
class FootCurve {
  public:
    FootCurve() = default;
    FootCurve(std::vector<FootMoment> moments, bool loops) : moments_(std::move(moments)), loops_(loops) {}

    // phase: in cycles; loops wrap, one-shots hold their ends. Linear between the moments.
    FootMoment at(double phase) const;

  private:
    std::vector<FootMoment> moments_{1};
    bool loops_ = false;
};

// By how much the pelvis goes down on a slope, all through a clip: as far as its most stretched leg needs. A
// drop that followed the steps would bend the knees several times as fast as the clip does.
class PelvisDrop {
  public:
    static constexpr int kDirections = 8;  // of the slope, from +X towards +Z, 45 degrees apart
    // The slope of the drops below, metres per metre: the tangent of 20 degrees.
    static constexpr double kMeasuredSlope = 0.36397023426620234;
    // Of a leg's length: the nearer a leg is to straight, the faster its knee moves for the same way of the
    // foot.
    static constexpr double kStretch = 0.93;

    std::array<double, kDirections> drops_m{};

    // slope: change of the ground's height per metre along x and z of model space. Linear in its size and
    // between directions.
    double at(const glm::dvec2& slope) const;

    void add(const PelvisDrop& other, double weight);
    // As std::lerp.
    void blend(const PelvisDrop& other, double weight);
};

// What a clip does with its feet.
struct ClipFeet {
    std::vector<FootCurve> curves;  // per leg
    PelvisDrop drop;
};

// The nodes of a leg.
struct LegNodes {
    int hip = 0;
    int knee = 0;
    int ankle = 0;
};

// A foot is on the ground while its ankle is within 1.2 % of the model's height of its lowest place in the
// clip and hardly moves over the ground, where the model travels by `stride_m` (x and z of model space) per
// cycle of the clip. Meanwhile its place is fixed to the ground, in the middle of where the clip has the
// ankle. Contact fades over at most 0.1 s before and after. Takes some milliseconds.
ClipFeet clipFeet(const Model& model, const Clip& clip, std::span<const LegNodes> legs,
                  const glm::dvec2& stride_m);

}  // namespace phalanx
