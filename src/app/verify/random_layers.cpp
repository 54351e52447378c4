#include "app/verify/random_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "anim/evaluation/evaluate_pose.h"
#include "anim/evaluation/two_bone_ik.h"
#include "anim/pose/pose.h"

namespace phalanx {

RandomLayers::RandomLayers(const Model& model) : model_(model) {
    findLimbs();
}

void RandomLayers::findLimbs() {
    const std::vector<glm::dmat4> at_rest = fileFromNode(fileTree(model_), restPose(model_));
    const auto apart = [&](int a, int b) {
        const glm::dvec3 between(at_rest[static_cast<std::size_t>(a)][3] -
                                 at_rest[static_cast<std::size_t>(b)][3]);
        return glm::length(between) * model_.metres_per_unit > 0.02 * model_.height_m;
    };
    for (const Joint& joint : model_.palette) {
        const int middle = parentOf(joint.node);
        const int upper = parentOf(middle);
        if (upper >= 0 && apart(joint.node, middle) && apart(middle, upper)) limbs_.push_back(joint.node);
    }
}

int RandomLayers::parentOf(int node) const {
    return node < 0 ? -1 : model_.nodes[static_cast<std::size_t>(node)].parent;
}

bool RandomLayers::follows(int node, int other) const {
    while (node >= 0 && node != other) node = parentOf(node);
    return node == other;
}

std::vector<std::string> RandomLayers::chainTo(int joint) const {
    constexpr std::size_t kMost = 5;
    std::vector<std::string> chain;
    for (int node = joint; node >= 0 && chain.size() < kMost; node = parentOf(node))
        chain.insert(chain.begin(), nameOfNode(model_, node));
    return chain;
}

int RandomLayers::paletteNode() {
    return model_.palette[numbers_.below(model_.palette.size())].node;
}

PoseClip RandomLayers::clip() {
    const std::size_t index = numbers_.below(model_.clips.size());
    return {fmt::format("#{}", index), numbers_.next() * model_.clips[index].duration_s,
            numbers_.between(0.1, 1.0)};
}

PoseMask RandomLayers::mask() {
    PoseMask mask(std::in_place);
    const int root = paletteNode();
    mask->emplace_back(nameOfNode(model_, root), numbers_.between(0.2, 1.0));
    const int below = paletteNode();
    if (below != root) mask->emplace_back(nameOfNode(model_, below), numbers_.next());
    return mask;
}

PoseGround RandomLayers::slope() {
    const glm::dmat3 file_from_model = glm::inverse(glm::dmat3(modelFromFile(model_)));
    const double steep = glm::radians(numbers_.between(0.0, 25.0));
    const double direction = numbers_.between(0.0, 2.0 * std::numbers::pi);
    const glm::dvec3 normal(std::sin(steep) * std::cos(direction), std::cos(steep),
                            std::sin(steep) * std::sin(direction));
    PoseGround ground;
    ground.plane = {0.1 * numbers_.next() * model_.height_m / model_.metres_per_unit,
                    glm::normalize(file_from_model * normal)};
    ground.weight = numbers_.between(0.7, 1.0);
    return ground;
}

LayeredPose RandomLayers::setup(const LayerOperators& operators) {
    LayeredPose pose;
    if (operators.reparent) {
        const int joint = limbs_.empty() ? paletteNode() : limbs_.back();
        for (std::size_t i = 0; i < model_.palette.size(); ++i) {
            const int to = paletteNode();
            if (follows(to, joint) || to == parentOf(joint)) continue;
            pose.reparent.push_back({nameOfNode(model_, joint), nameOfNode(model_, to)});
            break;
        }
    }
    for (int i = 0; i < operators.layers; ++i) pose.layers.push_back({{}, 1.0, mask()});
    if (operators.feet) pose.ground = slope();
    for (int i = 0; i < operators.additive; ++i) pose.additive.push_back({{}, 1.0, {}, mask()});
    // No joint of these follows the reparented one: that is the last, and parents come first.
    std::vector<int> limbs = limbs_;
    if (operators.reparent && !limbs.empty()) limbs.pop_back();
    for (int i = 0; i < operators.aims && !limbs.empty(); ++i) {
        PoseAim aim;
        const int joint = limbs[numbers_.below(limbs.size())];
        aim.joint = nameOfNode(model_, joint);
        for (int node = parentOf(joint); node >= 0 && aim.chain.size() < 3; node = parentOf(node))
            aim.chain.push_back(nameOfNode(model_, node));
        aim.axis = {numbers_.between(-0.5, 0.5), numbers_.between(-0.5, 0.5), 1.0};
        pose.aim.push_back(aim);
    }
    const int wanted = operators.limbs + operators.chains;
    for (int i = 0; i < wanted && !limbs.empty(); ++i) {
        const bool by_chain = i >= operators.limbs;
        // Limbs that share joints would move each other away from their targets.
        const auto besides = [&](int joint) {
            const std::size_t joints = by_chain ? chainTo(joint).size() : 0;
            const auto upperOf = [&](int node) {
                int upper = node;
                const std::size_t bones = std::max(kLeastIkJoints, joints) - 1;
                for (std::size_t b = 0; b < bones && parentOf(upper) >= 0; ++b) upper = parentOf(upper);
                return upper;
            };
            std::vector<int> others = limbs;
            std::erase_if(others, [&](int other) {
                return follows(other, upperOf(joint)) || follows(joint, upperOf(other));
            });
            return others;
        };
        std::vector<int> choice = limbs;
        if (i + 1 < wanted) std::erase_if(choice, [&](int joint) { return besides(joint).empty(); });
        if (choice.empty()) choice = limbs;
        PoseIk ik;
        const int joint = choice[numbers_.below(choice.size())];
        ik.joint = nameOfNode(model_, joint);
        if (by_chain) {
            ik.chain = chainTo(joint);
            ik.solver = IkSolver::kFabrik;
        }
        limbs = besides(joint);
        if (operators.part_weights) ik.pole = glm::dvec3(0.0);
        pose.ik.push_back(ik);
    }
    return pose;
}

LayeredPose RandomLayers::filled(const LayerOperators& operators, LayeredPose pose) {
    pose.base.emplace();
    for (int i = 0; i < operators.base; ++i) pose.base->clips.push_back(clip());
    for (PoseLayer& layer : pose.layers) {
        layer.source.clips = {clip()};
        layer.weight = numbers_.between(0.2, 1.0);
    }
    for (PoseAdditive& each : pose.additive) {
        each.source.clips = {clip()};
        each.reference = clip();
        each.weight = numbers_.between(-0.5, 1.2);
    }
    // Targets are placed where the joints are before: in the pose without aims, or without IK.
    const std::vector<PoseAim> aims = std::exchange(pose.aim, {});
    const std::vector<PoseIk> iks = std::exchange(pose.ik, {});
    if (!aims.empty()) {
        const ResolvedPose unaimed = resolved(pose);
        const std::vector<glm::dmat4> at = evaluatePose(model_, unaimed).file_from_node;
        for (PoseAim aim : aims) {
            aim.target.point = aimTarget(at[static_cast<std::size_t>(findNodes(model_, aim.joint).front())]);
            if (operators.part_weights) aim.weight = numbers_.between(0.1, 0.9);
            pose.aim.push_back(aim);
        }
    }
    if (!iks.empty()) {
        const ResolvedPose aimed = resolved(pose);
        const std::vector<glm::dmat4> at = evaluatePose(model_, aimed).file_from_node;
        for (PoseIk ik : iks) {
            placeIk(aimed.tree, at, ik);
            if (operators.part_weights) ik.weight = numbers_.between(0.1, 0.9);
            pose.ik.push_back(ik);
        }
    }
    return pose;
}

ResolvedPose RandomLayers::resolved(const LayeredPose& pose) const {
    return resolvePose(model_, pose, {}, "layers");
}

glm::dvec3 RandomLayers::aimTarget(const glm::dmat4& file_from_joint) {
    const double sideways = glm::radians(numbers_.between(-75.0, 75.0));
    const double up = glm::radians(numbers_.between(-40.0, 40.0));
    const double far_m = numbers_.between(2.0, 20.0) * model_.height_m;
    const glm::dvec3 direction(std::cos(up) * std::sin(sideways), std::sin(up),
                               std::cos(up) * std::cos(sideways));
    const glm::dmat4 model_from_file = modelFromFile(model_);
    const glm::dvec3 origin(model_from_file * file_from_joint[3]);
    return glm::dvec3(glm::inverse(model_from_file) * glm::dvec4(origin + far_m * direction, 1.0));
}

void RandomLayers::placeIk(const PoseTree& tree, const std::vector<glm::dmat4>& at, PoseIk& ik) {
    const auto originAt = [&](int node) { return glm::dvec3(at[static_cast<std::size_t>(node)][3]); };
    const std::size_t joints = std::max(kLeastIkJoints, ik.chain.size());
    int node = findNodes(model_, ik.joint).front();
    const glm::dvec3 c = originAt(node);
    glm::dvec3 b = c;
    glm::dvec3 a = c;
    double reach = 0.0;
    double longest = 0.0;
    for (std::size_t i = 1; i < joints; ++i) {
        node = tree.parents[static_cast<std::size_t>(node)];
        b = std::exchange(a, originAt(node));
        longest = std::max(longest, glm::distance(a, b));
        reach += glm::distance(a, b);
    }
    const double least = std::max(0.45 * reach, 1.1 * (2.0 * longest - reach));
    const glm::dvec3 aside(numbers_.between(-0.4, 0.4), numbers_.between(-0.4, 0.4),
                           numbers_.between(-0.4, 0.4));
    const glm::dvec3 direction = glm::normalize((c - a) / glm::distance(c, a) + aside);
    ik.target = a + direction * std::min(0.9 * reach, numbers_.between(least, 0.9 * reach));
    if (ik.pole) ik.pole = b + reach * glm::dvec3(0.3, 0.2, 1.0);
}

void RandomLayers::putInStep(LayerRecord& record, const std::vector<BakedClip>& clips, std::uint32_t rate) {
    record.step = {static_cast<std::uint32_t>(numbers_.next() * 0x1p32), rate, rate, 0U};
    for (layout::LayerSample& sample : std::span(record.samples).first(record.head.y)) {
        const bool last = useOf(sample) != PH_MIX_GOES_ON;
        if (clips[clipOf(sample)].loops) sample.source |= PH_SAMPLE_IN_STEP;
        if (last) break;
    }
}

}  // namespace phalanx
