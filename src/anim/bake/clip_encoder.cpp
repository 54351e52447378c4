#include "anim/bake/clip_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "anim/pose/pose.h"
#include "core/error.h"

namespace phalanx {

namespace {

// The mean position of `point` transformed by the joints that move vertices; all clips have the same weight.
glm::vec3 meanPlace(const Model& model, const std::vector<JointBox>& boxes, const glm::vec3& point) {
    glm::dvec3 sum(0.0);
    double count = 0.0;
    const auto add = [&](const LocalPose& pose) {
        const std::vector<glm::dmat4> palette = modelFromBind(model, pose);
        for (std::size_t joint = 0; joint < palette.size(); ++joint) {
            if (boxes[joint].empty()) continue;
            sum += glm::dvec3(palette[joint] * glm::dvec4(glm::dvec3(point), 1.0));
            count += 1.0;
        }
    };
    constexpr int kMoments = 8;
    for (const Clip& clip : model.clips) {
        for (int i = 0; i < kMoments; ++i)
            add(samplePose(model, clip, clip.duration_s * (i + 0.5) / kMoments));
    }
    if (model.clips.empty()) add(restPose(model));
    return {sum / count};
}

}  // namespace

SpaceMeter::SpaceMeter(const Model& model, Encoding encoding)
    : encoding_(encoding), boxes_(jointBoxes(model)), bind_origins_(phalanx::bindOrigins(model, encoding)) {
    JointBox all;
    for (const JointBox& box : boxes_) {
        if (box.empty()) continue;
        all.add(box.min);
        all.add(box.max);
    }
    if (encoding != Encoding::kRgba16f || all.empty()) return;
    bind_center_ = glm::vec3((all.min + all.max) * 0.5);
    model_center_ = meanPlace(model, boxes_, bind_center_);
}

void SpaceMeter::add(std::span<const glm::mat4> frames) {
    if (encoding_ != Encoding::kTrs) return;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const std::size_t joint = i % boxes_.size();
        const glm::dmat4 m(frames[i]);
        const glm::dvec3 origin(m * glm::dvec4(glm::dvec3(bind_origins_[joint]), 1.0));
        const glm::dvec4 place(origin, nearestTurn(glm::dmat3(m)).scale);
        place_min_ = place_min_ ? glm::min(*place_min_, place) : place;
        place_max_ = place_max_ ? glm::max(*place_max_, place) : place;
    }
}

void SpaceMeter::merge(const SpaceMeter& other) {
    if (!other.place_min_) return;
    place_min_ = place_min_ ? glm::min(*place_min_, *other.place_min_) : other.place_min_;
    place_max_ = place_max_ ? glm::max(*place_max_, *other.place_max_) : other.place_max_;
}

EncodingSpace SpaceMeter::space(double margin) const {
    EncodingSpace space;
    space.bind_center = bind_center_;
    space.model_center = model_center_;
    if (place_min_) {
        const glm::dvec4 low = *place_min_ - (*place_max_ - *place_min_) * margin;
        const glm::dvec4 high = *place_max_ + (*place_max_ - *place_min_) * margin;
        space.place_offset = glm::vec4(low);
        // The offset is rounded to float; the scale is computed from it, so that the upper end stays in
        // range.
        space.place_scale = glm::vec4(high - glm::dvec4(space.place_offset));
        // Nearly all models have one constant scale, which is stored with the full precision of a float.
        constexpr double kSame = 1e-6;
        if (high.w - low.w <= kSame * high.w) {
            space.place_offset.w = static_cast<float>((low.w + high.w) * 0.5);
            space.place_scale.w = 0.0F;
        }
    }
    return space;
}

ClipEncoder::ClipEncoder(const Model& model, const EntryCodec& codec, std::function<void()> check_in)
    : model_(model),
      codec_(codec),
      check_in_(std::move(check_in)),
      boxes_(jointBoxes(model)),
      mm_per_metre_(millimetresPerMetre(model)) {}

std::vector<std::byte> ClipEncoder::encode(const std::string& clip, std::span<const glm::mat4> frames) const {
    const std::size_t entry_bytes = codec_.entryBytes();
    std::vector<std::byte> data(frames.size() * entry_bytes);
    std::vector<glm::dquat> previous(boxes_.size(), glm::dquat(1.0, 0.0, 0.0, 0.0));
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const std::size_t joint = i % boxes_.size();
        if (joint == 0 && check_in_) check_in_();
        const glm::dmat4 wanted(frames[i]);
        std::byte* to = data.data() + i * entry_bytes;
        const PoseEntry entry = codec_.split(wanted, joint, previous[joint]);
        codec_.write(entry, to);
        // For trs the entry is checked before rounding, so that only shear, mirroring and uneven scale count;
        // half floats are checked after rounding.
        if (codec_.encoding() == Encoding::kTrs) check(clip, joint, wanted, entry);
        if (codec_.encoding() == Encoding::kRgba16f) check(clip, joint, wanted, codec_.read(to));
    }
    return data;
}

void ClipEncoder::check(const std::string& clip, std::size_t joint, const glm::dmat4& wanted,
                        const PoseEntry& got) const {
    const JointBox& box = boxes_[joint];
    if (box.empty()) return;
    const bool trs = codec_.encoding() == Encoding::kTrs;
    const double limit_mm = trs ? kTrsLimit_mm : kHalfLimit_mm;
    const glm::dmat4 difference = wanted - codec_.modelFromBind(got, joint);
    // Every vertex is inside the box and the error is a convex function of the position, so its maximum is at
    // a corner.
    double worst_mm = 0.0;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const glm::dvec3 off(difference * glm::dvec4(box.corner(corner), 1.0));
        const double mm = glm::length(off) * mm_per_metre_;
        if (!(mm <= worst_mm)) worst_mm = mm;  // also for NaN
    }
    if (worst_mm <= limit_mm) return;
    const std::string& node = model_.nodes[static_cast<std::size_t>(model_.palette[joint].node)].name;
    throw inputError(model_.source_path,
                     fmt::format("clip {}: joint {} ({}) cannot be stored as {}: {} may move its vertices by "
                                 "{:.3g} mm on a soldier 1.8 m tall, more than {} mm; use encoding {}",
                                 clip, joint, node, nameOf(codec_.encoding()),
                                 trs ? "shear, a mirror or uneven scale" : "rounding to half floats",
                                 worst_mm, limit_mm, trs ? "rgba32f or rgba16f" : "rgba32f"));
}

ClipFrames framesOf(const BakedAnimation& baked, const BakedClip& clip) {
    ClipFrames frames;
    const std::size_t first = std::size_t{clip.first_frame} * baked.joints;
    const std::size_t count = (std::size_t{clip.intervals} + 1) * baked.joints;
    frames.reserve(count);
    for (std::size_t e = first; e < first + count; ++e) {
        glm::mat4 m(1.0F);
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 4; ++column)
                m[column][row] = baked.texels[e * kTexelsPerEntry + static_cast<std::size_t>(row)][column];
        }
        frames.push_back(m);
    }
    return frames;
}

}  // namespace phalanx
