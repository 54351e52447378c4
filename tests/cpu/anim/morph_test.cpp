// Morph targets: weights in exact poses, deltas on the surface, and both in the bake and in its measurements.
#include "anim/pose/morph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "anim/pose/pose.h"
#include "anim/pose/pose_sampler.h"
#include "anim/pose/skin.h"
#include "core/error.h"
#include "cpu/anim/morph_models.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::dot;
using test::morphing;

double weightAt(const Model& model, double time_s) {
    return samplePose(model, model.clips[0], time_s).morph_weights.at(0);
}

TEST(MorphWeights, FollowTheInterpolationOfTheirTrack) {
    const std::vector<Key<double>> keys{{0.0, 0.0}, {0.5, 1.0}, {1.0, -1.0}};
    const Model linear = dot({Interpolation::kLinear, keys, {}});
    EXPECT_DOUBLE_EQ(weightAt(linear, 0.25), 0.5);
    EXPECT_DOUBLE_EQ(weightAt(linear, 0.75), 0.0);
    EXPECT_DOUBLE_EQ(weightAt(linear, 5.0), -1.0) << "a one-shot clip holds its end";
    const Model steps = dot({Interpolation::kStep, keys, {}});
    EXPECT_DOUBLE_EQ(weightAt(steps, 0.4999), 0.0);
    EXPECT_DOUBLE_EQ(weightAt(steps, 0.5), 1.0);
    const Model spline = dot({Interpolation::kCubic, keys, {{0.0, 4.0}, {0.0, 0.0}, {0.0, 0.0}}});
    // glTF 2.0, appendix C, at t = 0.5 of an interval of 0.5 s: v0 / 2 + b0 / 16 + v1 / 2 - a1 / 16.
    EXPECT_DOUBLE_EQ(weightAt(spline, 0.25), 4.0 / 16.0 + 0.5);
    EXPECT_TRUE(hasSteps(steps.clips[0]));
    EXPECT_FALSE(hasSteps(linear.clips[0]));
}

TEST(MorphWeights, OfTheSamplerAndOfBlendsEqualThoseOfPoses) {
    const Model model = morphing();
    for (const Clip& clip : model.clips) {
        PoseSampler sampler(model, clip);
        EXPECT_EQ(sampler.morphWeights(), restPose(model).morph_weights);
        for (int i = -7; i < 40; ++i) {
            const double time_s = 0.0371 * (i % 2 == 0 ? i : 33 - i);
            sampler.sample(time_s);
            EXPECT_EQ(sampler.morphWeights(), samplePose(model, clip, time_s).morph_weights);
        }
        EXPECT_EQ(sampler.morphWeights()[3], model.morph_targets[3].rest_weight) << "it has no track";
    }
    const LocalPose a = samplePose(model, model.clips[0], 0.3);
    const LocalPose b = samplePose(model, model.clips[1], 0.6);
    const LocalPose blended = blendPoses(a, b, 0.25);
    for (std::size_t t = 0; t < a.morph_weights.size(); ++t)
        EXPECT_NEAR(blended.morph_weights[t], 0.75 * a.morph_weights[t] + 0.25 * b.morph_weights[t], 1e-12);
}

TEST(MorphTargets, AreAddedBeforeTheJoints) {
    Model model = dot({Interpolation::kLinear, {{0.0, 0.0}, {1.0, 1.0}}, {}});
    model.vertices[0].normal = {0.0F, 1.0F, 0.0F};
    model.morph_targets[0].deltas[0].normal = {1.0F, -1.0F, 0.0F};
    // A quarter turn about Z, then 5 m up.
    model.nodes[0].parent_from_node_rest = {0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0,
                                            0.0, 0.0, 1.0, 0.0, 0.0,  5.0, 0.0, 1.0};
    const SkinnedVertex half = skin(model, samplePose(model, model.clips[0], 0.5))[0];
    EXPECT_LT(glm::length(half.position - glm::dvec3(0.0, 5.5, 0.0)), 1e-12);
    // (0, 1, 0) + 0.5 * (1, -1, 0), normalized, turned.
    EXPECT_LT(glm::length(half.normal - glm::normalize(glm::dvec3(-1.0, 1.0, 0.0))), 1e-12);
    const SkinnedVertex rest = skin(model, restPose(model))[0];
    EXPECT_LT(glm::length(rest.position - glm::dvec3(0.0, 5.0, 0.0)), 1e-12);
}

TEST(MorphTargets, SelectedDeltasMoveTheSameVertices) {
    const Model model = morphing();
    const std::vector<std::uint32_t> chosen{7, 3, 299, 7, 150, 0};
    std::vector<Vertex> vertices;
    for (const std::uint32_t v : chosen) vertices.push_back(model.vertices[v]);
    const std::vector<MorphTarget> targets = selectDeltas(model.morph_targets, chosen);
    const LocalPose pose = samplePose(model, model.clips[0], 0.4);
    const auto all = skin(model, pose);
    const auto few = skin(vertices, modelFromBind(model, pose), {targets, pose.morph_weights});
    for (std::size_t i = 0; i < chosen.size(); ++i) EXPECT_EQ(few[i].position, all[chosen[i]].position);
    for (const MorphTarget& target : targets)
        EXPECT_TRUE(std::ranges::is_sorted(target.deltas, {}, &MorphDelta::vertex));
}

TEST(MorphTargets, RangesContainSplinesBetweenTheirKeys) {
    Model model = morphing();
    model.clips[0].closing_s = 0.3;
    model.clips[0].duration_s += 0.3;
    const std::vector<WeightRange> ranges = morphRanges(model);
    double beyond_keys = 0.0;
    for (const Clip& clip : model.clips) {
        for (int i = 0; i <= 1000; ++i) {
            const auto weights = samplePose(model, clip, clip.duration_s * i / 1000.0).morph_weights;
            for (std::size_t t = 0; t < weights.size(); ++t) {
                ASSERT_GE(weights[t], ranges[t].min - 1e-12);
                ASSERT_LE(weights[t], ranges[t].max + 1e-12);
                beyond_keys = std::max(beyond_keys, weights[t] - 1.5);
            }
        }
    }
    EXPECT_GT(beyond_keys, 0.01) << "no spline exceeds its keys, so the test shows nothing";
}

TEST(MorphTargets, AreValidated) {
    const Model right = morphing();
    const auto refused = [&](const std::string& piece, const std::function<void(Model&)>& change) {
        Model model = right;
        change(model);
        try {
            validate(model);
            ADD_FAILURE() << "accepted: " << piece;
        } catch (const Error& e) {
            EXPECT_NE(std::string(e.what()).find(piece), std::string::npos) << e.what();
        }
    };
    const double nan = std::nan("");
    refused("moves vertex 300 of only 300", [](Model& m) { m.morph_targets[1].deltas.back().vertex = 300; });
    refused("deltas out of order",
            [](Model& m) { m.morph_targets[1].deltas[1] = m.morph_targets[1].deltas[0]; });
    refused("non-finite delta",
            [&](Model& m) { m.morph_targets[0].deltas[0].normal.x = static_cast<float>(nan); });
    refused("non-finite weight", [&](Model& m) { m.morph_targets[0].rest_weight = nan; });
    refused("node that does not exist", [](Model& m) { m.morph_targets[0].node = 12; });
    refused("morph target that does not exist", [](Model& m) { m.clips[1].morph_tracks[0].target = 5; });
    refused("two tracks for a morph target", [](Model& m) { m.clips[1].morph_tracks[0].target = 1; });
    refused("no keys", [](Model& m) { m.clips[1].morph_tracks[0].weights.keys.clear(); });
    refused("non-finite key", [&](Model& m) { m.clips[1].morph_tracks[0].weights.keys[1].value = nan; });
    refused("pair of tangents", [](Model& m) { m.clips[1].morph_tracks[2].weights.tangents.pop_back(); });
    refused("1025 morph targets, more than the limit of 1024",
            [](Model& m) { m.morph_targets.resize(1025, m.morph_targets[0]); });
    refused("control characters", [](Model& m) { m.morph_targets[0].name = "a\nb"; });
}

}  // namespace
}  // namespace phalanx
