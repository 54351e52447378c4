#include "anim/quality/blend_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "anim/bake/encode.h"
#include "anim/bake/entry_codec.h"
#include "anim/pose/joint_boxes.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "core/error.h"
#include "core/parallel.h"

namespace phalanx {
namespace {

using Palette = std::vector<glm::dmat4>;

// A joint that moves vertices, and a joint whose node is a descendant of its node, with no joint between
// them.
struct Limb {
    std::size_t parent = 0;
    std::size_t child = 0;
};

std::vector<Limb> findLimbs(const Model& model) {
    const std::vector<JointBox> boxes = jointBoxes(model);
    // If several joints use a node, one of them is sufficient.
    std::vector<int> joint_of_node(model.nodes.size(), -1);
    for (std::size_t j = 0; j < model.palette.size(); ++j) {
        int& joint = joint_of_node[static_cast<std::size_t>(model.palette[j].node)];
        if (joint < 0 || boxes[static_cast<std::size_t>(joint)].empty()) joint = static_cast<int>(j);
    }
    std::vector<Limb> limbs;
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        if (joint_of_node[n] < 0) continue;
        int node = model.nodes[n].parent;
        while (node >= 0 && joint_of_node[static_cast<std::size_t>(node)] < 0)
            node = model.nodes[static_cast<std::size_t>(node)].parent;
        if (node < 0) continue;
        const auto parent = static_cast<std::size_t>(joint_of_node[static_cast<std::size_t>(node)]);
        if (!boxes[parent].empty()) limbs.push_back({parent, static_cast<std::size_t>(joint_of_node[n])});
    }
    return limbs;
}

std::vector<double> verticesPerJoint(const Model& model) {
    std::vector<double> count(model.palette.size(), 0.0);
    for (const Vertex& vertex : model.vertices) {
        for (int k = 0; k < kWeightsPerVertex; ++k) {
            const auto i = static_cast<std::size_t>(k);
            count[vertex.joints[i]] += static_cast<double>(vertex.weights[i]);
        }
    }
    return count;
}

// A weighted mean and the maximum.
struct Extremes {
    double sum = 0.0;
    double weights = 0.0;
    double max = -std::numeric_limits<double>::infinity();

    void add(double value, double weight) {
        sum += value * weight;
        weights += weight;
        max = std::max(max, value);
    }
    void add(const Extremes& other) {
        sum += other.sum;
        weights += other.weights;
        max = std::max(max, other.max);
    }
    double mean() const { return weights > 0.0 ? sum / weights : 0.0; }
    double largest() const { return weights > 0.0 ? max : 0.0; }
};

struct Findings {
    Extremes limb_percent;
    Extremes volume_percent;
    Extremes gap_mm;
    ErrorTally moved_mm;

    void add(const Findings& other) {
        limb_percent.add(other.limb_percent);
        volume_percent.add(other.volume_percent);
        gap_mm.add(other.gap_mm);
        moved_mm.add(other.moved_mm);
    }
};

class Judge {
  public:
    explicit Judge(const Model& model)
        : model_(model),
          limbs_(findLimbs(model)),
          vertices_(verticesPerJoint(model)),
          mm_per_metre_(millimetresPerMetre(model)) {
        for (const Joint& joint : model.palette) origins_.emplace_back(glm::dvec3(bindOrigin(joint)), 1.0);
    }

    // `a`, `b`: the exact palettes of the two clips. `wanted`: their local blend. `got`: the blend of the
    // texels. `weights`, `got_weights`: of the morph targets in both.
    void compare(const Palette& a, const Palette& b, const Palette& wanted, std::span<const double> weights,
                 const Palette& got, std::span<const double> got_weights, Findings& findings) const {
        const double shortest = 0.01 * model_.height_m;
        for (const Limb& limb : limbs_) {
            const auto way = [&](const Palette& palette) {
                return glm::dvec3(palette[limb.child] * origins_[limb.child] -
                                  palette[limb.parent] * origins_[limb.parent]);
            };
            const double length = glm::length(way(wanted));
            if (length < shortest || !isBone(limb, a, wanted) || !isBone(limb, b, wanted)) continue;
            findings.limb_percent.add(100.0 * (1.0 - glm::length(way(got)) / length), 1.0);
            const glm::dvec4 joint(place(limb, wanted), 1.0);
            const glm::dvec3 gap(got[limb.child] * origins_[limb.child] - got[limb.parent] * joint);
            findings.gap_mm.add(glm::length(gap) * mm_per_metre_, 1.0);
        }
        for (std::size_t j = 0; j < vertices_.size(); ++j) {
            const double volume = glm::determinant(glm::dmat3(wanted[j]));
            if (vertices_[j] <= 0.0 || std::abs(volume) < std::numeric_limits<double>::min()) continue;
            const double left = glm::determinant(glm::dmat3(got[j])) / volume;
            findings.volume_percent.add(100.0 * (1.0 - left), vertices_[j]);
        }
        const std::vector<SkinnedVertex> expected =
            skin(model_.vertices, wanted, {model_.morph_targets, weights});
        const std::vector<SkinnedVertex> drawn =
            skin(model_.vertices, got, {model_.morph_targets, got_weights});
        for (std::size_t i = 0; i < drawn.size(); ++i)
            findings.moved_mm.add(glm::length(drawn[i].position - expected[i].position) * mm_per_metre_);
    }

  private:
    // The origin of the child joint in the bind space of the parent joint.
    glm::dvec3 place(const Limb& limb, const Palette& palette) const {
        return {glm::inverse(palette[limb.parent]) * palette[limb.child] * origins_[limb.child]};
    }
    // Whether place() is the same in both poses, within 1 % of the limb's length.
    bool isBone(const Limb& limb, const Palette& pose, const Palette& other) const {
        const glm::dvec3 here = place(limb, pose);
        const double length = glm::length(here - glm::dvec3(origins_[limb.parent]));
        constexpr double kRigid = 0.01;
        return glm::length(place(limb, other) - here) <= kRigid * length;
    }

    const Model& model_;
    std::vector<Limb> limbs_;
    std::vector<double> vertices_;
    std::vector<glm::dvec4> origins_;  // bind space
    double mm_per_metre_;
};

std::vector<std::pair<int, int>> choosePairs(std::size_t clips, int limit) {
    std::vector<std::pair<int, int>> all;
    for (int a = 0; a < static_cast<int>(clips); ++a) {
        for (int b = a + 1; b < static_cast<int>(clips); ++b) all.emplace_back(a, b);
    }
    const std::size_t taken = std::min(all.size(), static_cast<std::size_t>(limit));
    std::vector<std::pair<int, int>> chosen;
    for (std::size_t i = 0; i < taken; ++i) chosen.push_back(all[i * all.size() / taken]);
    return chosen;
}

std::vector<EncodedAnimation> encodingsOf(const Model& model, const BakedAnimation& baked) {
    std::vector<EncodedAnimation> animations{encodeAnimation(model, baked, Encoding::kRgba32f)};
    try {
        animations.push_back(encodeAnimation(model, baked, Encoding::kTrs));
    } catch (const Error&) {
        // The model cannot be stored as trs; only rgba32f is measured.
        return animations;
    }
    return animations;
}

}  // namespace

std::vector<BlendLoss> measureBlendLoss(const Model& model, const BakedAnimation& baked,
                                        const BlendLossSettings& settings) {
    if (model.clips.size() < 2) return {};
    const Judge judge(model);
    const std::vector<EncodedAnimation> animations = encodingsOf(model, baked);
    const std::vector<std::pair<int, int>> pairs =
        settings.pair ? std::vector{*settings.pair} : choosePairs(model.clips.size(), settings.pairs);
    const auto exact = [&](int clip, double phase) {
        const Clip& c = model.clips[static_cast<std::size_t>(clip)];
        return samplePose(model, c, phase * c.duration_s);
    };
    // Tallies are large, so the pairs are distributed over a fixed number of groups.
    constexpr std::size_t kGroups = 16;
    std::vector<std::vector<Findings>> groups(kGroups, std::vector<Findings>(animations.size()));
    parallelFor(kGroups, settings.threads, [&](std::size_t g) {
        for (std::size_t i = g; i < pairs.size(); i += kGroups) {
            for (int k = 0; k < settings.phases; ++k) {
                // Two low-discrepancy sequences: both fill 0..1 evenly, and they are unrelated.
                const double turns = static_cast<double>(i) * settings.phases + k + 0.5;
                const auto part = [&](double step) { return turns * step - std::floor(turns * step); };
                const BakedPose pose{pairs[i].first, part(std::numbers::phi), pairs[i].second,
                                     part(std::numbers::sqrt2), settings.weight};
                const LocalPose from = exact(pose.clip_a, pose.phase_a);
                const LocalPose to = exact(pose.clip_b, pose.phase_b);
                const Palette a = modelFromBind(model, from);
                const Palette b = modelFromBind(model, to);
                const LocalPose blended = blendPoses(from, to, pose.weight);
                const Palette wanted = modelFromBind(model, blended);
                const std::vector<double> weights = morphWeightsAt(baked.morphs, baked.clips, pose);
                for (std::size_t e = 0; e < animations.size(); ++e) {
                    judge.compare(a, b, wanted, blended.morph_weights,
                                  encodedPalette(animations[e], baked.clips, pose, {}), weights,
                                  groups[g][e]);
                }
            }
        }
    });
    std::vector<BlendLoss> losses;
    for (std::size_t a = 0; a < animations.size(); ++a) {
        Findings all;
        for (const std::vector<Findings>& group : groups) all.add(group[a]);
        losses.push_back({animations[a].encoding, all.limb_percent.mean(), all.limb_percent.largest(),
                          all.volume_percent.mean(), all.volume_percent.largest(), all.gap_mm.mean(),
                          all.gap_mm.largest(), all.moved_mm.summary()});
    }
    return losses;
}

}  // namespace phalanx
