#include "app/lab/joint_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "anim/bake/bake.h"
#include "anim/layers/local_blend.h"

namespace phalanx {
namespace {

constexpr double kMillimetres = 1000.0;

// Between two orientations, with or without scale.
double turnBetween(const glm::dmat4& a, const glm::dmat4& b) {
    const auto turn = [](const glm::dmat4& m) {
        return glm::dmat3(glm::normalize(glm::dvec3(m[0])), glm::normalize(glm::dvec3(m[1])),
                          glm::normalize(glm::dvec3(m[2])));
    };
    const glm::dmat3 between = glm::transpose(turn(a)) * turn(b);
    const double trace = between[0][0] + between[1][1] + between[2][2];
    return glm::degrees(std::acos(std::clamp((trace - 1.0) * 0.5, -1.0, 1.0)));
}

std::string ofJoint(const std::vector<std::string>& names, std::size_t i) {
    return i < names.size() ? " of " + names[i] : fmt::format(" {}", i + 1);
}

JointLocal jointLocal(const LocalTransform& local) {
    const Transform transform = transformOf(local);
    return {transform.rotation, transform.translation};
}

// The frames that the joint is sampled at.
class Samples {
  public:
    Samples(const LayerRig& rig, std::size_t joint, const LayerMistakes& mistakes)
        : rig_(rig), joint_(joint), mistakes_(mistakes) {}

    void add(const std::string& use, const RigMix& mix) {
        for (const RigSample& sample : mix) {
            JointSample& shown = list.emplace_back();
            shown.use = use;
            shown.clip = "rest pose";
            for (const BakedClip& clip : rig_.clips) {
                if (sample.frame < clip.first_frame || sample.frame > clip.first_frame + clip.intervals)
                    continue;
                shown.clip = clip.name;
                shown.frame = sample.frame - clip.first_frame;
            }
            shown.within = sample.within;
            shown.weight = sample.weight;
            shown.local = jointLocal(rigSample(rig_, sample, joint_, mistakes_));
        }
    }

    std::vector<JointSample> list;

  private:
    const LayerRig& rig_;
    std::size_t joint_;
    const LayerMistakes& mistakes_;
};

// The pose grows by one operator at a time.
class Steps {
  public:
    // With the base.
    Steps(const LayerRig& rig, const RigPose& pose, std::size_t joint, const LayerMistakes& mistakes)
        : rig_(rig),
          pose_(pose),
          mistakes_(mistakes),
          joint_(joint),
          rig_joint_(static_cast<std::size_t>(rig.palette[joint].joint)),
          joint_from_bind_(glm::inverse(rigFromBind(rig.palette[joint]))) {
        until_.base = pose.base;
        for (const RigAimTarget& aim : pose.aims) until_.aims.push_back({aim.target, 0.0});
        for (const RigIkTarget& ik : pose.iks) until_.iks.push_back({ik.target, 0.0, ik.pole});
        add("Base", "");
    }

    void addLayers() {
        for (std::size_t i = 0; i < pose_.layers.size(); ++i) {
            const RigLayer& layer = pose_.layers[i];
            until_.layers.push_back(layer);
            if (layer.weight != 0.0) add(fmt::format("Layer {}", i + 1), masked(layer.weight, layer.mask));
        }
        for (std::size_t i = 0; i < pose_.additive.size(); ++i) {
            const RigAdditive& each = pose_.additive[i];
            until_.additive.push_back(each);
            if (each.weight != 0.0) add(fmt::format("Additive {}", i + 1), masked(each.weight, each.mask));
        }
    }

    void addSolvers(const SolverNames& names) {
        for (std::size_t i = 0; i < pose_.aims.size(); ++i) {
            until_.aims[i] = pose_.aims[i];
            if (pose_.aims[i].weight != 0.0)
                add("Aim" + ofJoint(names.aims, i), fmt::format("{:.3f}", pose_.aims[i].weight));
        }
        for (std::size_t i = 0; i < pose_.iks.size(); ++i) {
            until_.iks[i] = pose_.iks[i];
            if (pose_.iks[i].weight != 0.0)
                add("IK" + ofJoint(names.iks, i), fmt::format("{:.3f}", pose_.iks[i].weight));
        }
    }

    std::vector<LayerStep> list;

  private:
    void add(const std::string& name, const std::string& how) {
        const glm::dmat4 now = evaluateRigPose(rig_, until_, mistakes_)[joint_] * joint_from_bind_;
        LayerStep step{name, how, jointLocal(rigLocals(rig_, until_, mistakes_).nodes[rig_joint_])};
        step.at_m = glm::dvec3(now[3]);
        if (!list.empty()) {
            step.turn_deg = turnBetween(before_, now);
            step.moved_mm = kMillimetres * glm::distance(glm::dvec3(before_[3]), step.at_m);
        }
        before_ = now;
        list.push_back(step);
    }
    std::string masked(double weight, int mask) const {
        return fmt::format("{:.3f} \xC3\x97 mask {:.3f}", weight,
                           rig_.masks[static_cast<std::size_t>(mask)][rig_joint_]);
    }

    const LayerRig& rig_;
    const RigPose& pose_;
    const LayerMistakes& mistakes_;
    std::size_t joint_;
    std::size_t rig_joint_;
    glm::dmat4 joint_from_bind_;
    RigPose until_;
    glm::dmat4 before_{1.0};
};

const std::string& nameOfRigJoint(const Model& model, const LayerRig& rig, int joint) {
    return model.nodes[static_cast<std::size_t>(rig.joints[static_cast<std::size_t>(joint)].node)].name;
}

}  // namespace

SolverNames solverNamesOf(const LayeredPose& pose) {
    SolverNames names;
    for (const PoseAim& aim : pose.aim) names.aims.push_back(aim.joint);
    for (const PoseIk& ik : pose.ik) names.iks.push_back(ik.joint);
    return names;
}

std::vector<LayerStep> layerSteps(const LayerRig& rig, const RigPose& pose, std::size_t joint,
                                  const SolverNames& names, const LayerMistakes& mistakes) {
    Steps steps(rig, pose, joint, mistakes);
    if (mistakes.aim_before_layers) steps.addSolvers(names);
    steps.addLayers();
    if (!mistakes.aim_before_layers) steps.addSolvers(names);
    return std::move(steps.list);
}

double matricesApart_m(const std::array<glm::dvec4, 3>& rows, const glm::dmat4& matrix, const JointBox& box) {
    double worst = 0.0;
    for (unsigned i = 0; i < 8; ++i) {
        const glm::dvec4 corner(box.corner(i), 1.0);
        const glm::dvec3 place(glm::dot(rows[0], corner), glm::dot(rows[1], corner),
                               glm::dot(rows[2], corner));
        const double apart = glm::distance(place, glm::dvec3(matrix * corner));
        worst = std::max(worst, std::isfinite(apart) ? apart : std::numeric_limits<double>::infinity());
    }
    return worst;
}

JointPath jointPath(const Model& model, const LayeredLook& look, std::size_t joint) {
    const LayerRig& rig = look.rig->rig();
    const RigSkin& skin = rig.palette[joint];
    JointPath path;
    path.joint = nameOfRigJoint(model, rig, skin.joint);
    for (int j = rig.joints[static_cast<std::size_t>(skin.joint)].parent; j >= 0;
         j = rig.joints[static_cast<std::size_t>(j)].parent)
        path.ancestors.insert(path.ancestors.begin(), nameOfRigJoint(model, rig, j));
    for (const PoseReparent& each : look.form.reparent) {
        if (each.joint == path.joint) path.held = "follows " + each.to + " instead of its parent in the file";
    }
    Samples samples(rig, static_cast<std::size_t>(skin.joint), look.mistakes);
    samples.add("Base", look.pose.base);
    for (std::size_t i = 0; i < look.pose.layers.size(); ++i)
        samples.add(fmt::format("Layer {}", i + 1), look.pose.layers[i].clips);
    for (std::size_t i = 0; i < look.pose.additive.size(); ++i) {
        samples.add(fmt::format("Additive {}", i + 1), look.pose.additive[i].clips);
        samples.add("minus", look.pose.additive[i].reference);
    }
    path.samples = std::move(samples.list);
    path.steps = layerSteps(rig, look.pose, joint, solverNamesOf(look.form), look.mistakes);
    path.model_from_bind = look.palette()[joint];
    return path;
}

}  // namespace phalanx
