// How far encoded frames lead vertices astray, rounding included, between them. Used by the baker to choose
// rates, and by verify.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/entry_codec.h"
#include "anim/bake/joint_boxes.h"
#include "anim/bake/switches.h"
#include "anim/bake/vertex_groups.h"
#include "anim/pose/model.h"

namespace phalanx {

class PoseSampler;

// One clip's entries; intervals + 1 frames.
struct EncodedClip {
    const EntryCodec& codec;
    std::span<const std::byte> data;
    std::uint32_t intervals = 1;
    FrameLookup lookup = FrameLookup::kLinear;
};

// How much is measured of one clip at one rate; what is more than that is sampled. The soldier, and models
// such as people play with, stay far below; a model of 80 long clips on 300 joints is past it.
struct MeasureLimits {
    std::uint64_t node_poses = 0;    // moments x nodes
    std::uint64_t vertex_poses = 0;  // moments x vertices
};

// A model's clips share what a minute or so can measure.
MeasureLimits measureLimits(const Model& model);

class BakeErrorMeter {
  public:
    // `check_in` is called at each moment that is measured, and may throw to end it; empty: nobody asks.
    explicit BakeErrorMeter(const Model& model, std::function<void()> check_in = {})
        : BakeErrorMeter(model, measureLimits(model), std::move(check_in)) {}
    BakeErrorMeter(const Model& model, const MeasureLimits& limits, std::function<void()> check_in = {});

    // True where a bound over the joints' boxes already shows that no vertex errs by more than limit_mm.
    // False, unseen, where the clip is too long to be looked at throughout.
    bool surelyUnder(double limit_mm, const Clip& clip, const EncodedClip& frames) const;

    // All vertices, at a quarter, a half and three quarters of each interval. Scaled to a model 1.8 m tall.
    BakeError measure(const Clip& clip, const EncodedClip& frames) const;

    // The same; nullopt as soon as the 99th percentile is sure to be over limit_mm.
    std::optional<BakeError> measureUnder(double limit_mm, const Clip& clip, const EncodedClip& frames) const;

  private:
    using Differences = std::vector<glm::mat4>;  // encoded - exact, per joint

    static std::uint64_t moments(const EncodedClip& frames);
    // How many of the moments, and every which block of vertices, are measured.
    std::uint64_t measuredMoments(const EncodedClip& frames) const;
    std::size_t blockStride(std::uint64_t measured_moments) const;

    static double timeOf(const Clip& clip, const EncodedClip& frames, std::uint64_t moment);
    void differences(PoseSampler& exact, const Clip& clip, const EncodedClip& frames, std::uint64_t moment,
                     Differences& result) const;
    // The joint that weighs most in the first vertex whose squared error is the largest.
    std::uint16_t jointOfWorst(const Differences& differences, float worst_square) const;

    const Model& model_;
    MeasureLimits limits_;
    std::function<void()> check_in_;
    std::vector<JointBox> boxes_;
    VertexGroups groups_;
    double mm_per_metre_;  // for a model of 1.8 m
};

}  // namespace phalanx
