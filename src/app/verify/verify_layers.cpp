#include "app/verify/verify_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <span>

#include "anim/evaluation/evaluate_pose.h"
#include "anim/evaluation/two_bone_ik.h"
#include "anim/feet/legs.h"
#include "anim/pose/skin.h"
#include "anim/rig/layer_rig.h"
#include "anim/rig/rig_pose.h"
#include "core/error.h"
#include "core/stopwatch.h"
#include "render/model/rig_textures.h"
#include "render/units/record_change.h"
#include "render/units/shown_pose.h"

namespace phalanx {
namespace {

struct Operators {
    const char* name = "";
    int base = 1;  // clips
    int layers = 0;
    int additive = 0;
    int aims = 0;
    int limbs = 0;
    int chains = 0;  // of IK by FABRIK
    bool reparent = false;
    bool part_weights = false;  // of aims and limbs: below 1, and limbs have poles
    bool feet = false;          // on a plane that is not flat
    bool change = false;        // from another pose to this one, in the middle
};

constexpr std::array kOperators{
    Operators{.name = "base", .base = 4},
    Operators{.name = "layers", .base = 2, .layers = 2},
    Operators{.name = "additive", .base = 2, .additive = 2},
    Operators{.name = "reparent", .base = 2, .layers = 1, .reparent = true},
    Operators{.name = "aim", .aims = 1},
    Operators{.name = "ik", .limbs = 2},
    Operators{.name = "chain", .base = 2, .chains = 2},
    Operators{.name = "weights of aim and ik", .base = 2, .aims = 2, .limbs = 2, .part_weights = true},
    Operators{.name = "weights of chains", .chains = 1, .part_weights = true},
    Operators{.name = "feet", .base = 2, .layers = 1, .aims = 1, .feet = true},
    Operators{.name = "change", .base = 2, .layers = 1, .additive = 1, .aims = 1, .limbs = 1, .change = true},
    Operators{.name = "all", .base = 4, .layers = 2, .additive = 1, .aims = 1, .limbs = 2, .reparent = true},
};

// Numbers that are spread evenly and the same in every run: multiples of the golden ratio, modulo 1.
class Numbers {
  public:
    double next() {
        const double value = ++count_ * std::numbers::phi;
        return value - std::floor(value);
    }
    double between(double low, double high) { return low + (high - low) * next(); }
    std::size_t below(std::size_t count) {
        return std::min(count - 1, static_cast<std::size_t>(next() * static_cast<double>(count)));
    }

  private:
    int count_ = 0;
};

class LayersCheck {
  public:
    LayersCheck(const gl::Capabilities& capabilities, GpuSkinner& skinner, const GpuModel& gpu_model,
                const Model& model, const BakedAnimation& baked, int poses)
        : capabilities_(capabilities),
          skinner_(skinner),
          gpu_model_(gpu_model),
          model_(model),
          baked_(baked),
          poses_(poses),
          vertices_(unpackMesh(gpu_model.packed(MeshKind::kSkinned))) {}

    LayersReport run() {
        const Stopwatch watch;
        LayersReport report;
        findLimbs();
        try {
            for (const Operators& each : kOperators) {
                if (each.feet && anklesOf(model_).empty()) continue;
                check(each, each.name, findTechnique("palette"), report);
            }
            for (const Technique& technique : techniques()) {
                if (!technique.no_layers.empty() || technique.name == "palette") continue;
                if (!whyUnavailable(technique, capabilities_, baked_.joints).empty()) continue;
                check(kOperators.back(), fmt::format("all by {}", technique.name),
                      layeredTechnique(technique), report);
            }
        } catch (const Error& error) {
            if (error.code() != ExitCode::kInput) throw;
            // The model keeps rows: its joints scale or shear.
            report = {};
            report.left_out = error.what();
        }
        report.seconds = watch.elapsed_s();
        return report;
    }

  private:
    // Joints of the palette with two ancestors, all at different places at rest.
    void findLimbs() {
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
    int parentOf(int node) const {
        return node < 0 ? -1 : model_.nodes[static_cast<std::size_t>(node)].parent;
    }
    // Whether `node` is `other` or follows it, in the file.
    bool follows(int node, int other) const {
        while (node >= 0 && node != other) node = parentOf(node);
        return node == other;
    }
    // A joint with up to four ancestors.
    std::vector<std::string> chainTo(int joint) const {
        constexpr std::size_t kMost = 5;
        std::vector<std::string> chain;
        for (int node = joint; node >= 0 && chain.size() < kMost; node = parentOf(node))
            chain.insert(chain.begin(), nameOfNode(model_, node));
        return chain;
    }
    int paletteNode() { return model_.palette[numbers_.below(model_.palette.size())].node; }

    PoseClip clip() {
        const std::size_t index = numbers_.below(model_.clips.size());
        return {fmt::format("#{}", index), numbers_.next() * model_.clips[index].duration_s,
                numbers_.between(0.1, 1.0)};
    }
    PoseMask mask() {
        PoseMask mask(std::in_place);
        const int root = paletteNode();
        mask->emplace_back(nameOfNode(model_, root), numbers_.between(0.2, 1.0));
        const int below = paletteNode();
        if (below != root) mask->emplace_back(nameOfNode(model_, below), numbers_.next());
        return mask;
    }

    // At most 25 degrees.
    PoseGround slope() {
        const glm::dmat3 file_from_model = glm::inverse(glm::dmat3(modelFromFile(model_)));
        const double steep = std::tan(glm::radians(25.0)) / std::numbers::sqrt2;
        const glm::dvec3 normal(numbers_.between(-steep, steep), 1.0, numbers_.between(-steep, steep));
        PoseGround ground;
        ground.plane = {0.1 * numbers_.next() * model_.height_m / model_.metres_per_unit,
                        glm::normalize(file_from_model * normal)};
        ground.weight = numbers_.between(0.7, 1.0);
        return ground;
    }

    // The parts of a pose that belong to its rig.
    LayeredPose setup(const Operators& operators) {
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
        for (int i = 0; i < operators.limbs + operators.chains && !limbs.empty(); ++i) {
            PoseIk ik;
            const int joint = limbs[numbers_.below(limbs.size())];
            ik.joint = nameOfNode(model_, joint);
            if (i >= operators.limbs) {
                ik.chain = chainTo(joint);
                ik.solver = IkSolver::kFabrik;
            }
            // Limbs that share joints would move each other away from their targets.
            const auto upperOf = [&](int node) {
                int upper = node;
                const std::size_t bones = std::max(kLeastIkJoints, ik.chain.size()) - 1;
                for (std::size_t b = 0; b < bones && parentOf(upper) >= 0; ++b) upper = parentOf(upper);
                return upper;
            };
            std::erase_if(limbs, [&](int other) {
                return follows(other, upperOf(joint)) || follows(joint, upperOf(other));
            });
            if (operators.part_weights) ik.pole = glm::dvec3(0.0);
            pose.ik.push_back(ik);
        }
        return pose;
    }

    // Clips, weights and targets of one pose of a setup.
    LayeredPose filled(const Operators& operators, LayeredPose pose) {
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
                aim.target.point =
                    aimTarget(at[static_cast<std::size_t>(findNodes(model_, aim.joint).front())]);
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
    ResolvedPose resolved(const LayeredPose& pose) const { return resolvePose(model_, pose, {}, "layers"); }

    glm::dvec3 aimTarget(const glm::dmat4& file_from_joint) {
        const double sideways = glm::radians(numbers_.between(-75.0, 75.0));
        const double up = glm::radians(numbers_.between(-40.0, 40.0));
        const double far_m = numbers_.between(2.0, 20.0) * model_.height_m;
        const glm::dvec3 direction(std::cos(up) * std::sin(sideways), std::sin(up),
                                   std::cos(up) * std::cos(sideways));
        const glm::dmat4 model_from_file = modelFromFile(model_);
        const glm::dvec3 origin(model_from_file * file_from_joint[3]);
        return glm::dvec3(glm::inverse(model_from_file) * glm::dvec4(origin + far_m * direction, 1.0));
    }

    void placeIk(const PoseTree& tree, const std::vector<glm::dmat4>& at, PoseIk& ik) {
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

    // The loops of its base share a phase, as those of a blend space.
    void putInStep(LayerRecord& record, std::uint32_t rate) {
        record.step = {static_cast<std::uint32_t>(numbers_.next() * 0x1p32), rate, rate, 0U};
        for (layout::LayerSample& sample : std::span(record.samples).first(record.head.y)) {
            const bool last = useOf(sample) != PH_MIX_GOES_ON;
            if (baked_.clips[clipOf(sample)].loops) sample.source |= PH_SAMPLE_IN_STEP;
            if (last) break;
        }
    }

    void check(const Operators& operators, const std::string& name, const Technique& technique,
               LayersReport& report) {
        if (model_.clips.empty()) return;
        numbers_ = {};
        const LayeredPose of_rig = setup(operators);
        const LayerRig rig = bakeLayerRig(model_, baked_.clips, resolved(filled(operators, of_rig)));
        const auto textures = std::make_shared<const RigTextures>(capabilities_, rig);
        report.texels = rig.texels.size();
        LayersReport::Operator result;
        result.name = name;
        for (int i = 0; i < poses_; ++i) {
            LayerRecord record = recordOf(model_, rig, resolved(filled(operators, of_rig)), "layers");
            std::uint32_t now = 0;
            if (operators.change) {
                now = 400;
                LayerRecord other = recordOf(model_, rig, resolved(filled(operators, of_rig)), "layers");
                putInStep(record, 1'000'000);
                putInStep(other, 1'700'000);
                record = changedRecord(record, other, rig.clips, {0, 1000});
            }
            const GpuSkinner::Layered drawn =
                skinner_.skinLayered({gpu_model_, technique, {}, textures, now}, std::span(&record, 1), true);
            const std::vector<SkinnedVertex> expected =
                skin(vertices_, evaluateRigPose(rig, poseShownBy(record, rig, now)), {});
            for (std::size_t v = 0; v < expected.size(); ++v) {
                const double off =
                    glm::distance(glm::dvec3(drawn.vertices[v].position), expected[v].position) /
                    model_.height_m;
                const double value = std::isfinite(off) ? off : 1e30;
                if (value <= result.position.value) continue;
                result.position = {value, fmt::format("pose {}, vertex {}", i, v)};
            }
            ++result.poses;
        }
        report.operators.push_back(std::move(result));
    }

    const gl::Capabilities& capabilities_;
    GpuSkinner& skinner_;
    const GpuModel& gpu_model_;
    const Model& model_;
    const BakedAnimation& baked_;
    int poses_;
    std::vector<Vertex> vertices_;
    std::vector<int> limbs_;
    Numbers numbers_;
};

}  // namespace

LayersReport verifyLayers(const gl::Capabilities& capabilities, GpuSkinner& skinner,
                          const GpuModel& gpu_model, const Model& model, const BakedAnimation& baked,
                          int poses) {
    return LayersCheck(capabilities, skinner, gpu_model, model, baked, poses).run();
}

}  // namespace phalanx
