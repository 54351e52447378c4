// What the operators of layered poses are chosen for, measured on the soldier: docs/pose.md has the tables
// that these tests print.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "anim/evaluation/evaluate_pose.h"
#include "anim/layers/local_blend.h"
#include "anim/pose/skin.h"
#include "cpu/anim/layers/pose_forms.h"
#include "soldier_model.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::soldier;

struct Spread {
    double mean = 0.0;
    double p99 = 0.0;
    double most = 0.0;
};

Spread spreadOf(std::vector<double> values) {
    std::ranges::sort(values);
    Spread spread;
    for (const double value : values) spread.mean += value / static_cast<double>(values.size());
    spread.p99 = values[(values.size() - 1) * 99 / 100];
    spread.most = values.back();
    return spread;
}

void addDistances(const LocalPose& a, const LocalPose& b, std::vector<double>& distances_mm) {
    const std::vector<SkinnedVertex> one = skin(soldier(), a);
    const std::vector<SkinnedVertex> other = skin(soldier(), b);
    for (std::size_t v = 0; v < one.size(); ++v)
        distances_mm.push_back(1000.0 * glm::distance(one[v].position, other[v].position));
}

struct Weighted {
    std::vector<LocalPose> poses;
    std::vector<double> weights;  // sum 1

    void reverse() {
        std::ranges::reverse(poses);
        std::ranges::reverse(weights);
    }
    LocalPose bySum() const {
        LocalPose result = poses.front();
        for (std::size_t n = 0; n < result.nodes.size(); ++n) {
            std::vector<WeightedLocal> items;
            for (std::size_t i = 0; i < poses.size(); ++i) items.push_back({&poses[i].nodes[n], weights[i]});
            result.nodes[n] = blendLocals(items);
        }
        for (std::size_t t = 0; t < result.morph_weights.size(); ++t) {
            result.morph_weights[t] = 0.0;
            for (std::size_t i = 0; i < poses.size(); ++i)
                result.morph_weights[t] += weights[i] * poses[i].morph_weights[t];
        }
        return result;
    }
    LocalPose bySlerps() const {
        LocalPose result = poses.front();
        double sum = weights.front();
        for (std::size_t i = 1; i < poses.size(); ++i) {
            sum += weights[i];
            result = blendPoses(result, poses[i], weights[i] / sum);
        }
        return result;
    }
};

// Of all clips but GetUp and GetUp2, the last ones.
Weighted randomClips(int count, test::Dice& dice) {
    const auto rises = std::ranges::count_if(soldier().clips,
                                             [](const Clip& clip) { return clip.name.starts_with("GetUp"); });
    const int clips = static_cast<int>(soldier().clips.size()) - static_cast<int>(rises);
    Weighted result;
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        const Clip& clip = soldier().clips[static_cast<std::size_t>(dice.below(clips))];
        result.poses.push_back(samplePose(soldier(), clip, dice.between(0.0, clip.duration_s)));
        result.weights.push_back(dice.between(0.1, 1.0));
        sum += result.weights.back();
    }
    for (double& weight : result.weights) weight /= sum;
    return result;
}

TEST(LayerFacts, SumsDoNotDependOnTheOrderAndSlerpsDo) {
    std::printf(
        "  clips | sum against slerps, mm: mean, p99, max | slerps in the other order: mean, p99, max\n");
    for (const int count : {2, 3, 4}) {
        test::Dice dice(17);
        std::vector<double> to_slerps;
        std::vector<double> of_order;
        std::vector<double> of_sum;
        for (int i = 0; i < 40; ++i) {
            Weighted clips = randomClips(count, dice);
            const LocalPose sum = clips.bySum();
            const LocalPose slerps = clips.bySlerps();
            addDistances(sum, slerps, to_slerps);
            clips.reverse();
            addDistances(sum, clips.bySum(), of_sum);
            addDistances(slerps, clips.bySlerps(), of_order);
        }
        const Spread a = spreadOf(to_slerps);
        const Spread b = spreadOf(of_order);
        std::printf("  %d | %.2f, %.1f, %.0f | %.2f, %.1f, %.0f\n", count, a.mean, a.p99, a.most, b.mean,
                    b.p99, b.most);
        EXPECT_LT(spreadOf(of_sum).most, 1e-6) << count;
        if (count > 2) {
            EXPECT_GT(b.most, 50.0) << count;
        }
    }
}

// Below a joint, as a mask with weight 1 at it.
bool follows(int node, int root) {
    while (node >= 0 && node != root) node = soldier().nodes[static_cast<std::size_t>(node)].parent;
    return node == root;
}

using Palette = std::vector<glm::dmat4>;

Palette paletteOfForm(const std::string& form) {
    return paletteOf(soldier(), evaluatePose(soldier(), test::resolved(soldier(), form)).file_from_node);
}

// Stretch of the edges between vertices of both sides of the mask, in per cent of their length at rest.
void addStretch(const Palette& palette, int root, std::vector<double>& stretch) {
    const Model& model = soldier();
    const std::vector<SkinnedVertex> posed = skin(model.vertices, palette, {});
    const std::vector<SkinnedVertex> rest = skin(model, restPose(model));
    const auto inside = [&](std::uint32_t v) {
        double weight = 0.0;
        for (std::size_t i = 0; i < kWeightsPerVertex; ++i) {
            if (follows(model.palette[model.vertices[v].joints[i]].node, root))
                weight += static_cast<double>(model.vertices[v].weights[i]);
        }
        return weight;
    };
    for (std::size_t i = 0; i < model.indices.size(); ++i) {
        const std::uint32_t a = model.indices[i];
        const std::uint32_t b = model.indices[i / 3 * 3 + (i + 1) % 3];
        const double both = inside(a) + inside(b);
        const double length = glm::distance(rest[a].position, rest[b].position);
        if (both < 0.02 || both > 1.98 || length < 1e-4) continue;
        stretch.push_back(100.0 *
                          std::abs(glm::distance(posed[a].position, posed[b].position) / length - 1.0));
    }
}

TEST(LayerFacts, MasksOfRowsTearTheSpine) {
    const Model& model = soldier();
    const int spine = findNodes(model, "Spine").front();
    const std::string feather = R"({"Spine":0.333,"Chest":0.667,"UpperChest":1})";
    enum Way : std::uint8_t { kWalk, kRows, kRowsFeathered, kLocal, kLocalFeathered, kWays };
    std::array<std::vector<double>, kWays> stretch;
    std::vector<double> tear_mm;
    for (int step = 0; step < 8; ++step) {
        const std::string walk = fmt::format(R"("base":[{{"clip":"Walk","time":{}}}])", 0.137 * step);
        const std::string aim = fmt::format(R"("clip":"Aim","time":{})", 0.21 * step);
        const Palette base = paletteOfForm(fmt::format("{{{}}}", walk));
        const Palette over = paletteOfForm(fmt::format(R"({{"base":[{{{}}}]}})", aim));
        Palette hard = base;
        Palette soft = base;
        for (std::size_t j = 0; j < base.size(); ++j) {
            const int node = model.palette[j].node;
            if (!follows(node, spine)) continue;
            hard[j] = over[j];
            const std::string& name = model.nodes[static_cast<std::size_t>(node)].name;
            const double weight = name == "Spine" ? 0.333 : name == "Chest" ? 0.667 : 1.0;
            soft[j] = base[j] * (1.0 - weight) + over[j] * weight;
            if (node != spine) continue;
            // Where the spine begins, by the hips that walk and by itself.
            const glm::dvec4 origin = glm::inverse(model.palette[j].joint_from_bind)[3];
            tear_mm.push_back(1000.0 * glm::distance(base[j] * origin, over[j] * origin));
        }
        addStretch(base, spine, stretch[kWalk]);
        addStretch(hard, spine, stretch[kRows]);
        addStretch(soft, spine, stretch[kRowsFeathered]);
        const auto masked = [&](const std::string& mask) {
            return paletteOfForm(fmt::format(R"({{{},"layers":[{{{},"mask":{}}}]}})", walk, aim, mask));
        };
        addStretch(masked(R"({"Spine":1})"), spine, stretch[kLocal]);
        addStretch(masked(feather), spine, stretch[kLocalFeathered]);
    }
    const Spread tear = spreadOf(tear_mm);
    std::printf("  rows of two clips tear the spine by %.0f mm (at most %.0f)\n", tear.mean, tear.most);
    constexpr std::array kNames{"Walk alone", "rows, hard", "rows, feathered", "local, hard",
                                "local, feathered"};
    std::array<Spread, kWays> spreads;
    for (std::size_t way = 0; way < kWays; ++way) {
        spreads[way] = spreadOf(stretch[way]);
        std::printf("  %s: edges of the border stretch by %.1f %%, p99 %.0f, max %.0f\n", kNames[way],
                    spreads[way].mean, spreads[way].p99, spreads[way].most);
    }
    EXPECT_GT(tear.mean, 20.0);
    EXPECT_GT(spreads[kRows].p99, 3.0 * spreads[kLocalFeathered].p99);
    EXPECT_LT(spreads[kLocalFeathered].p99, 1.6 * spreads[kWalk].p99);
}

}  // namespace
}  // namespace phalanx
