#include "anim/bake/vertex_steps.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "anim/bake/frame_lookup.h"

namespace phalanx {
namespace {

// Begins with the vertex as it is in the mesh, moved by the morph targets.
VertexSteps inBindSpace(const Vertex& vertex, std::vector<MorphStep> morphs) {
    VertexSteps steps;
    steps.base = steps.bind = glm::dvec3(vertex.position);
    steps.morphs = std::move(morphs);
    for (const MorphStep& morph : steps.morphs) steps.bind += morph.weight * morph.delta;
    return steps;
}

// joint_of: the step of a joint with a weight.
template <typename JointOf>
void addJoints(const Vertex& kept, const JointOf& joint_of, VertexSteps& steps) {
    for (std::size_t k = 0; k < kept.joints.size(); ++k) {
        if (kept.weights[k] <= 0.0F) continue;
        JointStep joint = joint_of(kept.joints[k], static_cast<double>(kept.weights[k]));
        joint.moved = glm::dvec3(joint.model_from_bind * glm::dvec4(steps.bind, 1.0));
        steps.position += joint.weight * joint.moved;
        steps.joints.push_back(std::move(joint));
    }
}

class Follower {
  public:
    Follower(const EncodedAnimation& animation, std::span<const BakedClip> clips,
             const PoseSwitches& switches)
        : animation_(animation),
          clips_(clips),
          switches_(switches),
          codec_(animation.encoding, animation.space, animation.bind_origins) {}

    JointStep joint(const BakedPose& pose, std::uint32_t joint, double weight) const {
        JointStep step;
        step.joint = joint;
        step.weight = weight;
        const double of_b = shownWeight(pose.weight, switches_);
        std::optional<PoseEntry> a;
        std::optional<PoseEntry> b;
        if (of_b < 1.0) a = clip({pose.clip_a, false}, pose.phase_a, 1.0 - of_b, step);
        if (of_b > 0.0) b = clip({pose.clip_b, true}, pose.phase_b, of_b, step);
        const PoseEntry blended = a && b ? codec_.blendClips(*a, *b, of_b) : a ? *a : *b;
        step.model_from_bind = codec_.modelFromBind(blended, joint);
        return step;
    }

  private:
    struct Played {
        int clip = 0;
        bool of_b = false;
    };

    PoseEntry clip(const Played& played, double phase, double share, JointStep& step) const {
        const FramePair pair =
            lookUpFrames(clips_[static_cast<std::size_t>(played.clip)], phase, switches_.lookup);
        const PoseEntry before = add(played, pair.before, share * (1.0 - pair.within), step);
        if (pair.within == 0.0) return before;
        return EntryCodec::blendFrames(before, add(played, pair.after, share * pair.within, step),
                                       pair.within);
    }
    PoseEntry add(const Played& played, std::uint32_t frame, double share, JointStep& step) const {
        const std::size_t entry = std::size_t{frame} * animation_.joints + step.joint;
        step.frames.push_back({played.clip, played.of_b, frame, share,
                               codec_.read(animation_.data.data() + entry * codec_.entryBytes())});
        return step.frames.back().entry;
    }

    const EncodedAnimation& animation_;
    std::span<const BakedClip> clips_;
    PoseSwitches switches_;
    EntryCodec codec_;
};

}  // namespace

VertexSteps followVertex(const EncodedAnimation& animation, std::span<const BakedClip> clips,
                         const BakedPose& pose, const PoseSwitches& switches, const Vertex& vertex,
                         std::vector<MorphStep> morphs) {
    const Follower follower(animation, clips, switches);
    const Vertex kept = withWeights(std::span(&vertex, 1), switches.weights).front();
    VertexSteps steps = inBindSpace(kept, std::move(morphs));
    addJoints(
        kept, [&](std::uint32_t joint, double weight) { return follower.joint(pose, joint, weight); }, steps);
    return steps;
}

VertexSteps followVertex(std::span<const glm::dmat4> palette, const PoseSwitches& switches,
                         const Vertex& vertex, std::vector<MorphStep> morphs) {
    const Vertex kept = withWeights(std::span(&vertex, 1), switches.weights).front();
    VertexSteps steps = inBindSpace(kept, std::move(morphs));
    const auto joint_of = [&](std::uint32_t joint, double weight) {
        return JointStep{joint, weight, {}, palette[joint], glm::dvec3(0.0)};
    };
    addJoints(kept, joint_of, steps);
    return steps;
}

std::vector<MorphStep> morphSteps(const MorphState& morphs, std::uint32_t vertex) {
    std::vector<MorphStep> steps;
    for (std::size_t t = 0; t < morphs.targets.size(); ++t) {
        const std::vector<MorphDelta>& deltas = morphs.targets[t].deltas;
        const auto found = std::ranges::lower_bound(deltas, vertex, {}, &MorphDelta::vertex);
        if (found != deltas.end() && found->vertex == vertex)
            steps.push_back({t, morphs.weights[t], glm::dvec3(found->position)});
    }
    return steps;
}

}  // namespace phalanx
