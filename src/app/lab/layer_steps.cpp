#include "app/lab/layer_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

}  // namespace

std::vector<LayerStep> layerSteps(const LayerRig& rig, const RigPose& pose, std::size_t joint,
                                  const SolverNames& names) {
    // The pose grows by one operator at a time.
    RigPose until;
    until.base = pose.base;
    for (const RigAimTarget& aim : pose.aims) until.aims.push_back({aim.target, 0.0});
    for (const RigIkTarget& ik : pose.iks) until.iks.push_back({ik.target, 0.0, ik.pole});
    std::vector<LayerStep> steps;
    glm::dmat4 before(1.0);
    const glm::dmat4 rig_from_bind = rigFromBind(rig.palette[joint]);
    const auto add = [&](const std::string& name) {
        const glm::dmat4 now = evaluateRigPose(rig, until)[joint] * glm::inverse(rig_from_bind);
        LayerStep step{name, 0.0, 0.0, glm::dvec3(now[3])};
        if (!steps.empty()) {
            step.turn_deg = turnBetween(before, now);
            step.moved_mm = kMillimetres * glm::distance(glm::dvec3(before[3]), step.at_m);
        }
        before = now;
        steps.push_back(step);
    };
    add("Base");
    for (std::size_t i = 0; i < pose.layers.size(); ++i) {
        until.layers.push_back(pose.layers[i]);
        if (pose.layers[i].weight != 0.0) add(fmt::format("Layer {}", i + 1));
    }
    for (std::size_t i = 0; i < pose.additive.size(); ++i) {
        until.additive.push_back(pose.additive[i]);
        if (pose.additive[i].weight != 0.0) add(fmt::format("Additive {}", i + 1));
    }
    for (std::size_t i = 0; i < pose.aims.size(); ++i) {
        until.aims[i] = pose.aims[i];
        if (pose.aims[i].weight != 0.0) add("Aim" + ofJoint(names.aims, i));
    }
    for (std::size_t i = 0; i < pose.iks.size(); ++i) {
        until.iks[i] = pose.iks[i];
        if (pose.iks[i].weight != 0.0) add("IK" + ofJoint(names.iks, i));
    }
    return steps;
}

}  // namespace phalanx
