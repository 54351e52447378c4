// How far encoded frames lead vertices astray, rounding included, between them. Used by the baker to choose
// rates, and by verify.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/bake.h"
#include "anim/entry_codec.h"
#include "anim/joint_boxes.h"
#include "anim/model.h"

namespace phalanx {

// One clip's entries; intervals + 1 frames.
struct EncodedClip {
    const EntryCodec& codec;
    std::span<const std::byte> data;
    std::uint32_t intervals = 1;
};

class BakeErrorMeter {
  public:
    explicit BakeErrorMeter(const Model& model);

    // True where a bound over the joints' boxes already shows that no vertex errs by more than limit_mm.
    bool surelyUnder(double limit_mm, const Clip& clip, const EncodedClip& frames) const;

    // All vertices, at a quarter, a half and three quarters of each interval. Scaled to a model 1.8 m tall.
    BakeError measure(const Clip& clip, const EncodedClip& frames) const;

  private:
    using Differences = std::vector<glm::mat4>;  // encoded - exact, per joint

    Differences differences(const Clip& clip, const EncodedClip& frames, std::uint32_t interval,
                            double within) const;

    const Model& model_;
    std::vector<JointBox> boxes_;
    double mm_per_metre_;  // for a model of 1.8 m
};

}  // namespace phalanx
