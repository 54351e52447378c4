// Measured errors of switches, encodings and crossfades, where geometry gives the expected value.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "anim/quality/blend_loss.h"
#include "anim/quality/switch_error.h"
#include "core/error_tally.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

// An arm of two pieces, 0.5 m and 0.3 m, in metres: the upper one at the origin, the lower one at its end.
// Every clip holds the whole arm turned by its own angle about z.
Model arm(const std::vector<double>& angles) {
    Model model = test::makeModel({.joints = 2, .vertices = 300, .clips = 0, .metres_per_unit = 1.0});
    model.height_m = 1.8;
    const glm::dmat4 elbow = glm::translate(glm::dmat4(1.0), {0.5, 0.0, 0.0});
    model.nodes[0].parent_from_node_rest = glm::dmat4(1.0);
    model.nodes[1].parent = 0;
    model.nodes[1].parent_from_node_rest = elbow;
    model.palette[0] = {0, glm::dmat4(1.0)};
    model.palette[1] = {1, glm::inverse(elbow)};
    for (std::size_t i = 0; i < model.vertices.size(); ++i) {
        Vertex& v = model.vertices[i];
        const bool lower = i % 2 == 1;
        const float along = static_cast<float>(i) / static_cast<float>(model.vertices.size() - 1);
        v.position = {lower ? 0.5F + 0.3F * along : 0.5F * along, 0.0F, 0.0F};
        v.normal = {0.0F, 1.0F, 0.0F};
        v.joints = {static_cast<std::uint16_t>(lower ? 1 : 0), 0, 0, 0};
        v.weights = {1.0F, 0.0F, 0.0F, 0.0F};
    }
    for (const double angle : angles) {
        Clip clip;
        clip.name = "at " + std::to_string(angle);
        clip.duration_s = 1.0;
        Channel channel;
        channel.rotations.keys.push_back({0.0, glm::angleAxis(angle, glm::dvec3(0.0, 0.0, 1.0))});
        clip.channels.push_back(channel);
        model.clips.push_back(clip);
    }
    return model;
}

TEST(ErrorTally, GivesMeanPercentileAndLargest) {
    ErrorTally tally;
    for (int i = 1; i <= 1000; ++i) tally.add(i);
    const ErrorSummary summary = tally.summary();
    EXPECT_NEAR(summary.mean, 500.5, 1e-9);
    EXPECT_NEAR(summary.p99, 990.0, 990.0 * 0.008);
    EXPECT_EQ(summary.max, 1000.0);
    ErrorTally half;
    half.add(std::nan(""));
    half.add(tally);
    EXPECT_GT(half.summary().max, 1e38);
    ErrorTally zeros;
    zeros.add(0.0);
    EXPECT_EQ(zeros.summary().p99, 0.0);
    EXPECT_EQ(ErrorTally().summary().max, 0.0);
}

TEST(BlendLoss, MatchesGeometry) {
    constexpr double kAngle = 1.2;
    const Model model = arm({0.0, kAngle});
    const std::vector<BlendLoss> losses = measureBlendLoss(model, test::bakeAt(model, 15.0));
    ASSERT_EQ(losses.size(), 2U);
    const double shrunk = std::cos(kAngle / 2.0);
    const BlendLoss& rows = losses[0];
    EXPECT_EQ(rows.encoding, Encoding::kRgba32f);
    EXPECT_NEAR(rows.limb_mean_percent, 100.0 * (1.0 - shrunk), 1e-3);
    EXPECT_NEAR(rows.limb_max_percent, 100.0 * (1.0 - shrunk), 1e-3);
    // Shrinks by the cosine along x and y, and not at all along z.
    EXPECT_NEAR(rows.volume_mean_percent, 100.0 * (1.0 - shrunk * shrunk), 1e-3);
    EXPECT_NEAR(rows.gap_max_mm, 0.0, 1e-3);
    EXPECT_NEAR(rows.moved_mm.max, 800.0 * (1.0 - shrunk), 0.01);

    const BlendLoss& trs = losses[1];
    EXPECT_EQ(trs.encoding, Encoding::kTrs);
    EXPECT_NEAR(trs.limb_max_percent, 100.0 * (1.0 - shrunk), 0.02);
    EXPECT_NEAR(trs.volume_max_percent, 0.0, 1e-6);
    // The upper arm keeps its length, so it reaches past the elbow by the distance that the elbow moved
    // inwards.
    EXPECT_NEAR(trs.gap_mean_mm, 500.0 * (1.0 - shrunk), 0.1);
    // The lower arm hangs on the elbow, which moved inwards; the upper arm is where it should be.
    EXPECT_NEAR(trs.moved_mm.max, 500.0 * (1.0 - shrunk), 0.1);
    EXPECT_NEAR(trs.moved_mm.mean, 250.0 * (1.0 - shrunk), 0.1);
}

TEST(BlendLoss, IsZeroForEqualPosesAndCountsTheRequestedPair) {
    const Model model = arm({0.7, 0.7, 1.3});
    const BakedAnimation baked = test::bakeAt(model, 15.0);
    BlendLossSettings settings;
    settings.pair = {0, 1};
    for (const BlendLoss& loss : measureBlendLoss(model, baked, settings)) {
        EXPECT_LT(std::abs(loss.limb_max_percent), 0.02);
        EXPECT_LT(std::abs(loss.volume_max_percent), 0.02);
        EXPECT_LT(loss.moved_mm.max, 0.05);
    }
    settings.pair = {0, 2};
    for (const BlendLoss& loss : measureBlendLoss(model, baked, settings))
        EXPECT_NEAR(loss.limb_mean_percent, 100.0 * (1.0 - std::cos(0.3)), 0.02);
    EXPECT_TRUE(measureBlendLoss(arm({0.1}), test::bakeAt(arm({0.1}), 15.0)).empty());
}

TEST(BlendLoss, IgnoresStretchingByTheClips) {
    Model model = arm({0.0, 1.2});
    Channel stretch;
    stretch.node = 1;
    stretch.translations.keys.push_back({0.0, {0.7, 0.0, 0.0}});
    model.clips[1].channels.push_back(stretch);
    const std::vector<BlendLoss> losses = measureBlendLoss(model, test::bakeAt(model, 15.0));
    EXPECT_EQ(losses[0].limb_max_percent, 0.0);
    EXPECT_EQ(losses[1].gap_max_mm, 0.0);
    EXPECT_GT(losses[0].volume_max_percent, 10.0);
}

const SwitchError& named(const std::vector<SwitchError>& errors, std::string_view name) {
    for (const SwitchError& error : errors) {
        if (error.setting == name) return error;
    }
    throw std::runtime_error("no setting " + std::string(name));
}

TEST(SwitchError, NearestFramesErrByHalfAStep) {
    Model model = arm({0.0});
    // One radian in one second, in ten frames: the nearest frame is off by up to a twentieth of a radian.
    model.clips[0].channels[0].rotations.keys = {{0.0, glm::angleAxis(0.0, glm::dvec3(0.0, 0.0, 1.0))},
                                                 {1.0, glm::angleAxis(1.0, glm::dvec3(0.0, 0.0, 1.0))}};
    const auto errors = measureSwitches(model, test::bakeAt(model, 10.0), {.moments = 400});
    const SwitchError& nearest = named(errors, "nearest");
    EXPECT_NEAR(nearest.moved_mm.max, 800.0 * 0.05, 0.5);
    EXPECT_NEAR(nearest.turned_deg.max, glm::degrees(0.05), 0.05);
    EXPECT_NEAR(nearest.turned_deg.mean, glm::degrees(0.025), 0.05);
    // Every vertex is bound to one joint.
    EXPECT_EQ(named(errors, "weights 1").moved_mm.max, 0.0);
    EXPECT_EQ(named(errors, "weights 2").turned_deg.max, 0.0);
    EXPECT_GT(named(errors, "rgba16f").moved_mm.max, 0.01);
    EXPECT_LT(named(errors, "rgba16f").moved_mm.max, 1.0);
    // The chord of a tenth of a radian compared with its arc.
    EXPECT_NEAR(named(errors, "trs").moved_mm.max, 800.0 * (1.0 - std::cos(0.05)) * 0.9, 0.4);
}

TEST(SwitchError, PosedVerticesAreRoundedByHalfAStep) {
    const Model model = arm({0.0, 1.2});
    const BakedAnimation baked = test::bakeAt(model, 15.0);
    const auto errors = measureSwitches(model, baked);
    // One step is 1/65535 of the animation's bounds, which are 0.8 m long and nearly as high. Rounding errs
    // by half a step along each axis.
    const SwitchError& unorm16 = named(errors, "vertices unorm16");
    const double step_mm = 1000.0 * glm::length(baked.bounds_max - baked.bounds_min) / 65535.0;
    EXPECT_LE(unorm16.moved_mm.max, 0.55 * step_mm);
    EXPECT_GT(unorm16.moved_mm.max, 0.1 * step_mm);
    // One byte per coordinate: the normals lie on a grid with steps of at most one degree.
    EXPECT_LT(unorm16.turned_deg.max, 1.0);
    EXPECT_GT(unorm16.turned_deg.mean, 0.0);
    // Half floats keep ten bits for coordinates up to half a metre from the centre.
    const SwitchError& half = named(errors, "vertices half");
    EXPECT_LT(half.moved_mm.max, 1000.0 * 0.5 / 1024.0);
    EXPECT_GT(half.moved_mm.max, unorm16.moved_mm.max);
}

TEST(SwitchError, CountsWeightsAndRefusals) {
    const Model model = test::makeModel({.moving_scales = true});
    SwitchErrorSettings settings;
    settings.threads = 1;
    const auto errors = measureSwitches(model, test::bakeAt(model, 15.0), settings);
    EXPECT_FALSE(named(errors, "trs").refused.empty());
    EXPECT_EQ(named(errors, "trs").moved_mm.max, 0.0);
    EXPECT_GT(named(errors, "weights 1").moved_mm.mean, named(errors, "weights 2").moved_mm.mean);
    EXPECT_GT(named(errors, "weights 2").moved_mm.mean, 1.0);
    settings.threads = 3;
    const auto again = measureSwitches(model, test::bakeAt(model, 15.0), settings);
    for (std::size_t i = 0; i < errors.size(); ++i) {
        EXPECT_EQ(errors[i].moved_mm.mean, again[i].moved_mm.mean);
        EXPECT_EQ(errors[i].turned_deg.p99, again[i].turned_deg.p99);
    }
}

}  // namespace
}  // namespace phalanx
