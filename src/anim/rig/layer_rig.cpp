#include "anim/rig/layer_rig.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "anim/evaluation/evaluate_pose.h"
#include "anim/feet/clip_feet.h"
#include "anim/layers/local_blend.h"
#include "anim/layers/pose_tree.h"
#include "anim/pose/pose.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

struct Range {
    glm::dvec3 least{HUGE_VAL};
    glm::dvec3 most{-HUGE_VAL};

    void add(const glm::dvec3& value) {
        least = glm::min(least, value);
        most = glm::max(most, value);
    }
    glm::dvec3 middle() const { return 0.5 * (least + most); }
};

// modelFromFile() as a rotation.
glm::dquat rootTurn(const Model& model) {
    return glm::normalize(glm::quat_cast(glm::dmat3(modelFromFile(model)) / model.metres_per_unit));
}

void takeGround(const Model& model, const ResolvedGround& from, RigGround& ground) {
    ground.plane.reset();
    if (from.plane)
        ground.plane = {from.plane->height * model.metres_per_unit, rootTurn(model) * from.plane->normal};
    ground.weight = from.weight;
}

class RigBaker {
  public:
    RigBaker(const Model& model, std::span<const BakedClip> clips, const ResolvedPose& setup)
        : model_(model), clips_(clips), setup_(setup), file_tree_(fileTree(model)) {}

    LayerRig run() {
        rig_.clips.assign(clips_.begin(), clips_.end());
        chooseJoints();
        measure();
        placeJoints();
        if (setup_.ground) describeGround(*setup_.ground);
        writeFrames();
        if (rig_.ground) writeFeet();
        describePalette();
        describeMasks();
        describeSolvers();
        return std::move(rig_);
    }

  private:
    [[noreturn]] void refuse(int node, const std::string& what) const {
        throw inputError(model_.source_path,
                         fmt::format("its layers cannot be drawn: {} {}",
                                     printable(model_.nodes[static_cast<std::size_t>(node)].name), what));
    }
    static void requireMost(const char* what, std::size_t count, std::size_t most) {
        if (count > most)
            throw usageError("layers",
                             fmt::format("{} {}; a layered unit has at most {}", count, what, most));
    }
    int rigJoint(int node) const { return joint_of_node_[static_cast<std::size_t>(node)]; }

    void chooseJoints() {
        std::vector<bool> used(model_.nodes.size(), false);
        const auto use = [&](int node) {
            for (; node >= 0 && !used[static_cast<std::size_t>(node)];
                 node = setup_.tree.parents[static_cast<std::size_t>(node)])
                used[static_cast<std::size_t>(node)] = true;
        };
        for (const Joint& joint : model_.palette) use(joint.node);
        const auto useTarget = [&](const ResolvedTarget& target) {
            if (target.unit) use(target.unit->joint);
        };
        for (const ResolvedAim& aim : setup_.aims) {
            use(aim.joint);
            useTarget(aim);
        }
        for (const ResolvedIk& ik : setup_.iks) {
            use(ik.end());
            useTarget(ik);
        }
        if (setup_.ground) {
            for (const ResolvedLeg& leg : setup_.ground->legs) use(leg.end);
        }
        joint_of_node_.assign(model_.nodes.size(), -1);
        for (const int node : setup_.tree.order) {
            const auto index = static_cast<std::size_t>(node);
            if (!used[index]) continue;
            joint_of_node_[index] = static_cast<int>(rig_.joints.size());
            const int parent = setup_.tree.parents[index];
            RigJoint joint;
            joint.node = node;
            joint.parent = parent < 0 ? -1 : rigJoint(parent);
            rig_.joints.push_back(joint);
        }
        requireMost("joints", rig_.joints.size(), kMostRigJoints);
    }

    // Calls visit(frame, clip or -1, pose) for each frame of each clip, and for the rest pose at last.
    template <typename Visit>
    void eachFrame(const Visit& visit) const {
        std::uint32_t frame = 0;
        for (std::size_t c = 0; c < clips_.size(); ++c) {
            for (std::uint32_t i = 0; i <= clips_[c].intervals; ++i, ++frame) {
                if (c >= model_.clips.size()) {  // the clip of a model without clips
                    visit(frame, -1, restPose(model_));
                    continue;
                }
                const Clip& clip = model_.clips[c];
                const bool closes = i == clips_[c].intervals && clip.loops;
                const double time_s = closes ? 0.0 : clip.duration_s * i / clips_[c].intervals;
                LocalPose pose = samplePose(model_, clip, time_s);
                reparentNodes(model_, file_tree_, setup_.reparented, clip.name, pose);
                visit(frame, static_cast<int>(c), pose);
            }
        }
        LocalPose pose = restPose(model_);
        reparentNodes(model_, file_tree_, setup_.reparented, "the rest pose", pose);
        visit(frame, -1, pose);
    }

    Transform transformAt(const LocalPose& pose, std::size_t joint) const {
        return transformOf(pose.nodes[static_cast<std::size_t>(rig_.joints[joint].node)]);
    }

    void measure() {
        translations_.resize(rig_.joints.size());
        scales_.resize(rig_.joints.size());
        eachFrame([&](std::uint32_t frame, int, const LocalPose& pose) {
            rig_.frames = frame + 1;
            for (std::size_t j = 0; j < rig_.joints.size(); ++j) {
                const int node = rig_.joints[j].node;
                const LocalTransform& local = pose.nodes[static_cast<std::size_t>(node)];
                const Transform transform = transformOf(local);
                if (!local.driven && shears(local.whole, transform)) refuse(node, "shears");
                translations_[j].add(transform.translation);
                scales_[j].add(transform.scale);
            }
        });
    }

    static bool shears(const glm::dmat4& whole, const Transform& transform) {
        const glm::dmat3 rest = glm::dmat3(whole) - glm::dmat3(toMatrix(transform));
        const double size = glm::length(transform.scale);
        return glm::length(rest[0]) + glm::length(rest[1]) + glm::length(rest[2]) > kSteadyScale * size;
    }

    void placeJoints() {
        const double unit = model_.metres_per_unit;
        std::vector<bool> inner(rig_.joints.size(), false);
        for (const RigJoint& joint : rig_.joints) {
            if (joint.parent >= 0) inner[static_cast<std::size_t>(joint.parent)] = true;
        }
        std::vector<double> own(rig_.joints.size(), unit);
        for (std::size_t j = 0; j < rig_.joints.size(); ++j) {
            RigJoint& joint = rig_.joints[j];
            const glm::dvec3 scale = scales_[j].middle();
            for (int axis = 0; axis < 3; ++axis) {
                if (scales_[j].most[axis] - scale[axis] > kSteadyScale * std::abs(scale[axis])) {
                    refuse(joint.node,
                           fmt::format("scales from {:.4g} to {:.4g}; it must not vary by more than {:g}",
                                       scales_[j].least[axis], scales_[j].most[axis], kSteadyScale));
                }
            }
            const double mean = (scale.x + scale.y + scale.z) / 3.0;
            const glm::dvec3 uneven = glm::abs(scale - mean);
            if (inner[j] && std::max({uneven.x, uneven.y, uneven.z}) > kSteadyScale * std::abs(mean)) {
                refuse(joint.node,
                       fmt::format("has joints below it and the uneven scale {:.4g}, {:.4g}, {:.4g}", scale.x,
                                   scale.y, scale.z));
            }
            joint.parent_scale = joint.parent < 0 ? unit : own[static_cast<std::size_t>(joint.parent)];
            own[j] = joint.parent_scale * mean;
            const glm::dvec3 middle = translations_[j].middle();
            joint.translation = glm::vec3(rigTransform(model_, joint, {middle}).translation);
            const glm::dvec3 way = (translations_[j].most - middle) * joint.parent_scale;
            if (glm::length(way) > kSteadyTranslation * model_.height_m)
                joint.track = static_cast<int>(rig_.tracks++);
        }
    }

    void writeFrames() {
        rig_.texels.resize(rig_.frames * rig_.texelsPerFrame());
        int previous_clip = -1;
        eachFrame([&](std::uint32_t frame, int clip, const LocalPose& pose) {
            glm::vec4* const texels = rig_.texels.data() + frame * rig_.texelsPerFrame();
            for (std::size_t j = 0; j < rig_.joints.size(); ++j) {
                const RigJoint& joint = rig_.joints[j];
                const Transform transform = rigTransform(model_, joint, transformAt(pose, j));
                const glm::dquat& turn = transform.rotation;
                glm::vec4 rotation(turn.x, turn.y, turn.z, turn.w);
                if (clip >= 0 && clip == previous_clip) {
                    const glm::vec4 before = *(texels + j - rig_.texelsPerFrame());
                    if (glm::dot(before, rotation) < 0.0F) rotation = -rotation;
                }
                texels[j] = rotation;
                if (joint.track < 0) continue;
                texels[rig_.joints.size() + static_cast<std::size_t>(joint.track)] =
                    glm::vec4(glm::vec3(transform.translation), 0.0F);
            }
            previous_clip = clip;
        });
    }

    void describeGround(const ResolvedGround& from) {
        RigGround ground;
        for (const ResolvedLeg& leg : from.legs)
            ground.legs.push_back(
                {rigJoint(leg.upper), rigJoint(leg.middle), rigJoint(leg.end), leg.rest_hinge});
        ground.pelvis = rigJoint(from.pelvis);
        takeGround(model_, from, ground);
        rig_.ground = std::move(ground);
    }

    // Marks of the ankles and drops of the pelvis, in all frames. At rest all feet are on the ground.
    void writeFeet() {
        std::vector<LegNodes> legs;
        for (const ResolvedLeg& leg : setup_.ground->legs) legs.push_back({leg.upper, leg.middle, leg.end});
        std::vector<ClipFeet> feet;
        for (std::size_t c = 0; c < std::min(clips_.size(), model_.clips.size()); ++c)
            feet.push_back(clipFeet(model_, model_.clips[c], legs, setup_.ground->strides_m[c]));
        eachFrame([&](std::uint32_t frame, int clip, const LocalPose& pose) {
            glm::vec4* const texels =
                rig_.texels.data() + frame * rig_.texelsPerFrame() + rig_.firstFeetTexel();
            const std::vector<glm::dmat4> file_from_node = fileFromNode(setup_.tree, pose);
            const glm::dmat4 model_from_file = modelFromFile(model_);
            for (std::size_t l = 0; l < legs.size(); ++l) {
                const glm::dvec3 ankle(model_from_file *
                                       file_from_node[static_cast<std::size_t>(legs[l].ankle)][3]);
                FootMoment moment{1.0, {ankle.x, ankle.z}};
                if (clip >= 0) {
                    const BakedClip& baked = clips_[static_cast<std::size_t>(clip)];
                    moment = feet[static_cast<std::size_t>(clip)].curves[l].at(
                        static_cast<double>(frame - baked.first_frame) / baked.intervals);
                }
                texels[l] =
                    glm::vec4(glm::dvec4(moment.place_m.x, ankle.y, moment.place_m.y, moment.contact));
            }
            if (clip < 0) return;
            const PelvisDrop& drop = feet[static_cast<std::size_t>(clip)].drop;
            for (std::size_t d = 0; d < drop.drops_m.size(); ++d)
                texels[legs.size() + d / 4][static_cast<int>(d % 4)] = static_cast<float>(drop.drops_m[d]);
        });
    }

    // From the file's axes of a joint to its rig space.
    glm::dvec3 sizeOf(std::size_t joint) const {
        return rig_.joints[joint].parent_scale * scales_[joint].middle();
    }

    void describePalette() {
        for (const Joint& joint : model_.palette) {
            RigSkin skin;
            skin.joint = rigJoint(joint.node);
            const glm::dvec3 size = sizeOf(static_cast<std::size_t>(skin.joint));
            for (int row = 0; row < 3; ++row) {
                for (int column = 0; column < 4; ++column) {
                    skin.rows[static_cast<std::size_t>(row)][column] =
                        static_cast<float>(size[row] * joint.joint_from_bind[column][row]);
                }
            }
            skin.reach_m = -1.0;
            rig_.palette.push_back(skin);
        }
        for (const Vertex& vertex : model_.vertices) {
            for (std::size_t i = 0; i < kWeightsPerVertex; ++i) {
                if (!(vertex.weights[i] > 0.0F)) continue;
                RigSkin& skin = rig_.palette[vertex.joints[i]];
                const glm::dvec4 point(glm::dvec3(vertex.position), 1.0);
                const glm::dvec3 in_joint(glm::dot(glm::dvec4(skin.rows[0]), point),
                                          glm::dot(glm::dvec4(skin.rows[1]), point),
                                          glm::dot(glm::dvec4(skin.rows[2]), point));
                skin.reach_m = std::max(skin.reach_m, glm::length(in_joint));
            }
        }
    }

    int maskNumber(const std::vector<double>& per_node) {
        std::vector<float> mask;
        for (const RigJoint& joint : rig_.joints)
            mask.push_back(static_cast<float>(per_node[static_cast<std::size_t>(joint.node)]));
        const auto found = std::ranges::find(rig_.masks, mask);
        const auto number = found - rig_.masks.begin();
        if (found == rig_.masks.end()) rig_.masks.push_back(std::move(mask));
        return static_cast<int>(number);
    }

    void describeMasks() {
        rig_.masks.emplace_back(rig_.joints.size(), 1.0F);
        for (const ResolvedLayer& layer : setup_.layers) rig_.layer_masks.push_back(maskNumber(layer.mask));
        for (const ResolvedAdditive& each : setup_.additive)
            rig_.additive_masks.push_back(maskNumber(each.mask));
        requireMost("masks", rig_.masks.size(), kMostRigMasks);
    }

    RigIk rigIk(const ResolvedIk& each) const {
        const char* const refused = each.solver == IkSolver::kCcd ? "the solver ccd"
                                    : each.limits                 ? "joint limits"
                                                                  : nullptr;
        if (refused != nullptr) {
            throw usageError(
                "layers",
                fmt::format("IK of {} has {}, which only exact poses have; units take fabrik or two-bone",
                            printable(model_.nodes[static_cast<std::size_t>(each.end())].name), refused));
        }
        RigIk ik;
        for (const int node : each.chain) ik.chain.push_back(rigJoint(node));
        ik.rest_hinge = glm::vec3(each.rest_hinge);
        ik.rounds = each.solver == IkSolver::kTwoBone ? 0 : each.rounds;
        return ik;
    }

    void describeSolvers() {
        requireMost("aims", setup_.aims.size(), kMostRigAims);
        requireMost("limbs with IK", setup_.iks.size(), kMostRigIks);
        std::set<int> solved;
        for (const ResolvedAim& each : setup_.aims) {
            requireMost("joints of an aim's chain", each.chain.size(), kMostRigChain);
            RigAim aim;
            aim.joint = rigJoint(each.joint);
            for (const int node : each.chain) aim.chain.push_back(rigJoint(node));
            const glm::dvec3 axis = sizeOf(static_cast<std::size_t>(aim.joint)) * each.axis;
            if (!(glm::length(axis) > 0.0)) refuse(each.joint, "has no size and cannot be aimed");
            aim.axis = glm::vec3(glm::normalize(axis));
            aim.most_sideways_rad = static_cast<float>(each.most_sideways_rad);
            aim.most_up_down_rad = static_cast<float>(each.most_up_down_rad);
            solved.insert(aim.chain.begin(), aim.chain.end());
            rig_.aims.push_back(std::move(aim));
        }
        for (const ResolvedIk& each : setup_.iks) {
            const RigIk ik = rigIk(each);
            solved.insert(ik.chain.begin(), ik.chain.end() - 1);
            rig_.iks.push_back(ik);
        }
        if (rig_.ground) {
            for (const ResolvedLeg& leg : rig_.ground->legs) solved.insert({leg.upper, leg.middle, leg.end});
        }
        requireMost("joints that feet, aims and IK turn", solved.size(), kMostRigSolved);
        rig_.solved.assign(solved.begin(), solved.end());
        for (std::size_t s = 0; s < rig_.solved.size(); ++s)
            rig_.joints[static_cast<std::size_t>(rig_.solved[s])].solved = static_cast<int>(s);
    }

    const Model& model_;
    std::span<const BakedClip> clips_;
    const ResolvedPose& setup_;
    PoseTree file_tree_;
    LayerRig rig_;
    std::vector<int> joint_of_node_;
    std::vector<Range> translations_, scales_;  // per rig joint, over all frames
};

}  // namespace

Transform rigTransform(const Model& model, const RigJoint& joint, const Transform& of_node) {
    Transform result{joint.parent_scale * of_node.translation, of_node.rotation, glm::dvec3(1.0)};
    if (joint.parent >= 0) return result;
    const glm::dquat turn = rootTurn(model);
    result.translation = turn * result.translation;
    result.rotation = turn * result.rotation;
    return result;
}

LayerRig bakeLayerRig(const Model& model, std::span<const BakedClip> clips, const ResolvedPose& setup) {
    return RigBaker(model, clips, setup).run();
}

void moveGround(const Model& model, const ResolvedGround& ground, LayerRig& rig) {
    takeGround(model, ground, *rig.ground);
}

}  // namespace phalanx
