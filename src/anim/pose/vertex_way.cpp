#include "anim/pose/vertex_way.h"

#include <optional>

#include "anim/bake/frame_lookup.h"

namespace phalanx {
namespace {

class Follower {
  public:
    Follower(const EncodedAnimation& animation, std::span<const BakedClip> clips,
             const PoseSwitches& switches)
        : animation_(animation),
          clips_(clips),
          switches_(switches),
          codec_(animation.encoding, animation.space, animation.bind_origins) {}

    WayJoint joint(const BakedPose& pose, std::uint32_t joint, double weight) const {
        WayJoint way;
        way.joint = joint;
        way.weight = weight;
        const double of_b = shownWeight(pose.weight, switches_);
        std::optional<PoseEntry> a;
        std::optional<PoseEntry> b;
        if (of_b < 1.0) a = clip({pose.clip_a, false}, pose.phase_a, 1.0 - of_b, way);
        if (of_b > 0.0) b = clip({pose.clip_b, true}, pose.phase_b, of_b, way);
        const PoseEntry blended = a && b ? codec_.blendClips(*a, *b, of_b) : a ? *a : *b;
        way.model_from_bind = codec_.modelFromBind(blended, joint);
        return way;
    }

  private:
    struct Played {
        int clip = 0;
        bool of_b = false;
    };

    PoseEntry clip(const Played& played, double phase, double share, WayJoint& way) const {
        const FramePair pair =
            lookUpFrames(clips_[static_cast<std::size_t>(played.clip)], phase, switches_.lookup);
        const PoseEntry before = add(played, pair.before, share * (1.0 - pair.within), way);
        if (pair.within == 0.0) return before;
        return EntryCodec::blendFrames(before, add(played, pair.after, share * pair.within, way),
                                       pair.within);
    }
    PoseEntry add(const Played& played, std::uint32_t frame, double share, WayJoint& way) const {
        const std::size_t entry = std::size_t{frame} * animation_.joints + way.joint;
        way.frames.push_back({played.clip, played.of_b, frame, share,
                              codec_.read(animation_.data.data() + entry * codec_.entryBytes())});
        return way.frames.back().entry;
    }

    const EncodedAnimation& animation_;
    std::span<const BakedClip> clips_;
    PoseSwitches switches_;
    EntryCodec codec_;
};

}  // namespace

VertexWay followVertex(const EncodedAnimation& animation, std::span<const BakedClip> clips,
                       const BakedPose& pose, const PoseSwitches& switches, const Vertex& vertex) {
    const Follower follower(animation, clips, switches);
    const Vertex kept = withWeights(std::span(&vertex, 1), switches.weights).front();
    VertexWay way;
    way.bind = glm::dvec3(kept.position);
    for (std::size_t k = 0; k < kept.joints.size(); ++k) {
        if (kept.weights[k] <= 0.0F) continue;
        WayJoint joint = follower.joint(pose, kept.joints[k], static_cast<double>(kept.weights[k]));
        joint.moved = glm::dvec3(joint.model_from_bind * glm::dvec4(way.bind, 1.0));
        way.position += joint.weight * joint.moved;
        way.joints.push_back(std::move(joint));
    }
    return way;
}

}  // namespace phalanx
