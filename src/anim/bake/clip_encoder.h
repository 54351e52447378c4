// Encodes the sampled frames of a clip, and measures the ranges that an encoding needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/bake/encode.h"
#include "anim/bake/entry_codec.h"
#include "anim/pose/joint_boxes.h"
#include "anim/pose/model.h"

namespace phalanx {

// model_from_bind of one clip's frames before encoding: entry frame * joints + joint.
using ClipFrames = std::vector<glm::mat4>;

// Computes the EncodingSpace. The centres of rgba16f depend only on the model, the ranges of trs on the
// frames. Clips may be measured separately; if they are merged in a fixed order, the result does not depend
// on the number of threads.
class SpaceMeter {
  public:
    SpaceMeter(const Model& model, Encoding encoding);

    void add(std::span<const glm::mat4> frames);
    void merge(const SpaceMeter& other);

    // Ranges are widened by `margin` times their extent on both sides.
    EncodingSpace space(double margin) const;

  private:
    Encoding encoding_;
    std::vector<JointBox> boxes_;
    std::vector<glm::vec4> bind_origins_;
    glm::vec3 bind_center_{0.0F};
    glm::vec3 model_center_{0.0F};
    std::optional<glm::dvec4> place_min_;
    std::optional<glm::dvec4> place_max_;
};

class ClipEncoder {
  public:
    // `check_in` is called at each frame, and may throw to cancel; may be empty.
    ClipEncoder(const Model& model, const EntryCodec& codec, std::function<void()> check_in = {});

    const EntryCodec& codec() const { return codec_; }

    // Throws like encodeAnimation().
    std::vector<std::byte> encode(const std::string& clip, std::span<const glm::mat4> frames) const;

  private:
    void check(const std::string& clip, std::size_t joint, const glm::dmat4& wanted,
               const PoseEntry& got) const;

    const Model& model_;
    EntryCodec codec_;
    std::function<void()> check_in_;
    std::vector<JointBox> boxes_;
    double mm_per_metre_;
};

// The frames first_frame to first_frame + intervals of a baked clip as matrices.
ClipFrames framesOf(const BakedAnimation& baked, const BakedClip& clip);

}  // namespace phalanx
