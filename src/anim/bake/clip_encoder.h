// From sampled frames to encoded ones: what the space of an encoding must hold, and one clip's entries in it.
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
#include "anim/bake/joint_boxes.h"
#include "anim/pose/model.h"

namespace phalanx {

// model_from_bind of one clip's frames before they are laid into the texture: frame-major, joints per frame.
using ClipFrames = std::vector<glm::mat4>;

// Collects what an encoding's space must hold. The centres of rgba16f hang on the model alone, the ranges of
// trs on the frames. Clips may be measured apart; merged in one order they give the same space whatever the
// number of threads.
class SpaceMeter {
  public:
    SpaceMeter(const Model& model, Encoding encoding);

    void add(std::span<const glm::mat4> frames);
    void merge(const SpaceMeter& other);

    // Ranges are widened by `margin` of their extent on either side.
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
    // `check_in` is called at each frame, and may throw to end it; empty: nobody asks.
    ClipEncoder(const Model& model, const EntryCodec& codec, std::function<void()> check_in = {});

    const EntryCodec& codec() const { return codec_; }

    // Throws as encodeAnimation() does.
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

// Frames `first_frame` to `first_frame + intervals` of a baked animation as matrices.
ClipFrames framesOf(const BakedAnimation& baked, const BakedClip& clip);

}  // namespace phalanx
