#include "anim/bake/own_frames.h"

#include <cassert>
#include <cstddef>

namespace phalanx {

void addOwnFrames(std::span<const BakedClip> clips, const OwnFrames& frames, EncodedAnimation& animation) {
    assert(frames.first == animation.frames && frames.count <= kMostOwnFrames);
    assert(animation.encoding != Encoding::kTrs && frames.any());
    const BakedClip& clip = clips[static_cast<std::size_t>(frames.stand_in)];
    const std::size_t stand_in = clip.first_frame + clip.intervals;
    const std::size_t frame_bytes = animation.data.size() / animation.frames;
    // One more: shaders also fetch the frame after the one that is shown, with weight 0.
    const std::uint32_t more = frames.count + 1;
    const auto append = [more](auto& values, std::size_t first, std::size_t length) {
        values.reserve(values.size() + more * length);
        for (std::uint32_t i = 0; i < more; ++i) {
            for (std::size_t k = 0; k < length; ++k) values.push_back(values[first + k]);
        }
    };
    append(animation.data, stand_in * frame_bytes, frame_bytes);
    append(animation.morphs.weights, stand_in * animation.morphs.targets, animation.morphs.targets);
    animation.frames += more;
    animation.own = frames;
}

std::array<ClipBounds, kOwnFrameKinds> ownFrameBounds(double height_m) {
    const ClipBounds falling{-0.9 * height_m, 1.4 * height_m, 1.3 * height_m};
    const ClipBounds lying{-0.5 * height_m, 0.5 * height_m, 1.3 * height_m};
    const ClipBounds flat{-0.18 * height_m, 0.38 * height_m, 0.9 * height_m};
    return {falling, lying, flat};
}

OwnFrame ownFrameFor(const Model& model, std::span<const JointBox> boxes, const LocalPose& pose) {
    const std::vector<glm::dmat4> bind = modelFromBind(model, pose);
    BoundsOfSpheres surface;
    for (std::size_t j = 0; j < boxes.size(); ++j) {
        if (boxes[j].empty()) continue;
        for (unsigned i = 0; i < 8; ++i)
            surface.add(glm::dvec3(bind[j] * glm::dvec4(boxes[j].corner(i), 1.0)), 0.0);
    }
    const ClipBounds needed = surface.spared();
    const auto bounds = ownFrameBounds(model.height_m);
    for (const OwnFrame frame : {OwnFrame::kLiesFlat, OwnFrame::kLies}) {
        const ClipBounds& most = bounds[static_cast<std::size_t>(frame)];
        if (around(most, needed) == most) return frame;
    }
    return OwnFrame::kFalls;
}

}  // namespace phalanx
