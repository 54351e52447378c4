// Measures the position error of vertices between encoded frames, rounding included. Used by the baker to
// choose sampling rates, and by verify.
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
#include "anim/bake/switches.h"
#include "anim/pose/joint_boxes.h"
#include "anim/pose/model.h"
#include "anim/pose/vertex_groups.h"

namespace phalanx {

class PoseSampler;

// The encoded entries of one clip: intervals + 1 frames.
struct EncodedClip {
    const EntryCodec& codec;
    std::span<const std::byte> data;
    std::span<const float> morph_weights;  // frame * targets + target, see MorphFrames
    std::uint32_t intervals = 1;
    FrameLookup lookup = FrameLookup::kLinear;
};

// The maximum work to measure one clip at one rate; above it the error is sampled. The soldier and typical
// game characters stay far below; a model with 80 long clips on 300 joints exceeds it.
struct MeasureLimits {
    std::uint64_t node_poses = 0;    // number of moments x nodes
    std::uint64_t vertex_poses = 0;  // number of moments x vertices
};

// The work that takes about a minute, divided among the model's clips.
MeasureLimits measureLimits(const Model& model);

class BakeErrorMeter {
  public:
    // `check_in` is called at each measured moment, and may throw to cancel; may be empty.
    explicit BakeErrorMeter(const Model& model, std::function<void()> check_in = {})
        : BakeErrorMeter(model, measureLimits(model), std::move(check_in)) {}
    BakeErrorMeter(const Model& model, const MeasureLimits& limits, std::function<void()> check_in = {});

    // True if a bound over the joints' boxes proves that no vertex has an error above limit_mm. Always false
    // if the clip is too long to be measured completely.
    bool surelyUnder(double limit_mm, const Clip& clip, const EncodedClip& frames) const;

    // The error of all vertices at a quarter, a half and three quarters of each interval, scaled to a model
    // 1.8 m tall.
    BakeError measure(const Clip& clip, const EncodedClip& frames) const;

    // Like measure(), but returns nullopt as soon as the 99th percentile is certain to exceed limit_mm.
    std::optional<BakeError> measureUnder(double limit_mm, const Clip& clip, const EncodedClip& frames) const;

  private:
    struct Differences {
        std::vector<glm::mat4> joints;  // encoded - exact, per joint
        VertexGroups::MorphGap morphs;  // empty if the model has no morph targets
        double most_morphed = 0.0;      // no vertex differs more by its morph targets; bind units
    };

    static std::uint64_t moments(const EncodedClip& frames);
    // The number of moments to measure.
    std::uint64_t measuredMoments(const EncodedClip& frames) const;
    // One in this many blocks of vertices is measured per moment.
    std::size_t blockStride(std::uint64_t measured_moments) const;

    static double timeOf(const Clip& clip, const EncodedClip& frames, std::uint64_t moment);
    void differences(PoseSampler& exact, const Clip& clip, const EncodedClip& frames, std::uint64_t moment,
                     Differences& result) const;
    // The joint with the largest weight in the first vertex with the largest squared error.
    std::uint16_t jointOfWorst(const Differences& differences, float worst_square) const;

    const Model& model_;
    MeasureLimits limits_;
    std::function<void()> check_in_;
    std::vector<JointBox> boxes_;
    std::vector<double> morph_reaches_;  // per morph target: its longest delta, bind units
    VertexGroups groups_;
    double mm_per_metre_;  // scales to a model 1.8 m tall
};

}  // namespace phalanx
