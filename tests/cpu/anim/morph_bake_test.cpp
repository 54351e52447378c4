// Baked weights of morph targets: rates, errors, bounds, posed vertices and comparisons.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "anim/bake/bake_error.h"
#include "anim/bake/bake_mistakes.h"
#include "anim/bake/clip_bounds.h"
#include "anim/bake/clip_encoder.h"
#include "anim/bake/encode.h"
#include "anim/bake/vertex_bake.h"
#include "anim/bake/vertex_steps.h"
#include "anim/pose/joint_boxes.h"
#include "anim/pose/morph.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "anim/quality/bake_comparison.h"
#include "anim/quality/blend_loss.h"
#include "anim/quality/switch_error.h"
#include "core/error.h"
#include "cpu/anim/morph_models.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::dot;
using test::morphing;

double farthest_mm(const Model& model, const std::vector<SkinnedVertex>& a,
                   const std::vector<SkinnedVertex>& b) {
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        most = std::max(most, glm::length(a[i].position - b[i].position));
    return most * millimetresPerMetre(model);
}

TEST(MorphBake, FramesHaveTheExactWeightsAndBlendLinearly) {
    const Model model = morphing();
    const BakedAnimation baked = test::bakeAt(model, 30.0);
    ASSERT_EQ(baked.morphs.targets, model.morph_targets.size());
    ASSERT_EQ(baked.morphs.weights.size(), std::size_t{baked.frames} * baked.morphs.targets);
    for (std::size_t c = 0; c < baked.clips.size(); ++c) {
        const BakedClip& clip = baked.clips[c];
        for (std::uint32_t i = 0; i <= clip.intervals; ++i) {
            const double time_s =
                i == clip.intervals && clip.loops ? 0.0 : clip.duration_s * i / clip.intervals;
            const auto exact = samplePose(model, model.clips[c], time_s).morph_weights;
            for (std::size_t t = 0; t < exact.size(); ++t)
                EXPECT_FLOAT_EQ(baked.morphs.at(clip.first_frame + i)[t], static_cast<float>(exact[t]));
        }
    }
    const BakedPose pose{0, 10.25 / 30.0, 1, 20.5 / 30.0, 0.3};
    PoseSwitches nearest;
    nearest.lookup = FrameLookup::kNearest;
    PoseSwitches single;
    single.single_clip = true;
    const auto blended = morphWeightsAt(baked.morphs, baked.clips, pose);
    for (std::size_t t = 0; t < blended.size(); ++t) {
        const auto at = [&](std::size_t clip, std::size_t frame) {
            return static_cast<double>(baked.morphs.at(baked.clips[clip].first_frame + frame)[t]);
        };
        const double a = 0.75 * at(0, 10) + 0.25 * at(0, 11);
        const double b = 0.5 * at(1, 20) + 0.5 * at(1, 21);
        EXPECT_NEAR(blended[t], 0.7 * a + 0.3 * b, 1e-9);
        EXPECT_NEAR(morphWeightsAt(baked.morphs, baked.clips, pose, single)[t], a, 1e-9);
        EXPECT_NEAR(morphWeightsAt(baked.morphs, baked.clips, pose, nearest)[t],
                    0.7 * at(0, 10) + 0.3 * at(1, 21), 1e-9);
    }
}

// Only the weights move: a sine of 2 Hz, whose largest curvature gives the error of linear frames.
TEST(MorphBake, TheRateFollowsTheErrorAtTheSurface) {
    Track<double> sine;
    for (int k = 0; k <= 2000; ++k) sine.keys.push_back({k / 2000.0, std::sin(k / 2000.0 * 4.0 * M_PI)});
    Model model = dot(sine);
    BakeSettings settings;
    settings.error_limit_mm = 5.0;
    // At f frames per second the largest error is reach * (4 pi / f)^2 / 8: at 60 Hz 5.5 mm, at 120 Hz 1.4
    // mm.
    const BakedAnimation far_moving = bakeAnimation(model, settings);
    EXPECT_EQ(far_moving.clips[0].rate_hz, 120.0);
    EXPECT_NEAR(measureBakeError(model, far_moving, 0).max_mm, 1.37, 0.1);
    EXPECT_NEAR(measureBakeError(model, test::bakeAt(model, 60.0), 0).max_mm, 5.48, 0.3);
    for (MorphDelta& delta : model.morph_targets[0].deltas) delta.position *= 0.01F;
    EXPECT_EQ(bakeAnimation(model, settings).clips[0].rate_hz, 15.0)
        << "one hundredth of the way is 0.9 mm off";
}

TEST(MorphBake, StepsOfWeightsRaiseTheRate) {
    Track<double> steps;
    steps.interpolation = Interpolation::kStep;
    for (int k = 0; k <= 10; ++k) steps.keys.push_back({0.0973 * k, k % 2 == 0 ? 0.0 : 1.0});
    const Model model = dot(steps);
    const BakedAnimation baked = bakeAnimation(model, {});
    EXPECT_GT(baked.clips[0].rate_hz, 120.0);
}

TEST(MorphBake, TheMeasuredErrorIsThatOfTheSurface) {
    const Model model = morphing(900);
    for (const Encoding encoding : {Encoding::kRgba32f, Encoding::kRgba16f}) {
        const BakedAnimation baked = test::bakeAt(model, 30.0);
        const EncodedAnimation encoded = encodeAnimation(model, baked, encoding);
        for (int c = 0; c < 2; ++c) {
            const BakeError error = encodedBakeError(model, encoded, baked.clips, c);
            const Clip& clip = model.clips[static_cast<std::size_t>(c)];
            double max_mm = 0.0;
            double sum_mm = 0.0;
            std::size_t count = 0;
            for (std::uint32_t i = 0; i < baked.clips[static_cast<std::size_t>(c)].intervals; ++i) {
                for (const double within : {0.25, 0.5, 0.75}) {
                    const double phase = (i + within) / baked.clips[static_cast<std::size_t>(c)].intervals;
                    const BakedPose pose{c, phase, c, phase, 0.0};
                    const auto exact = skin(model, samplePose(model, clip, phase * clip.duration_s));
                    const auto shown =
                        skin(model.vertices, encodedPalette(encoded, baked.clips, pose, {}),
                             {model.morph_targets, morphWeightsAt(encoded.morphs, baked.clips, pose)});
                    for (std::size_t v = 0; v < exact.size(); ++v) {
                        const double mm =
                            glm::length(exact[v].position - shown[v].position) * millimetresPerMetre(model);
                        max_mm = std::max(max_mm, mm);
                        sum_mm += mm;
                        ++count;
                    }
                }
            }
            EXPECT_NEAR(error.max_mm, max_mm, 1e-3 * max_mm);
            EXPECT_NEAR(error.mean_mm, sum_mm / static_cast<double>(count), 1e-3 * error.mean_mm);
        }
    }
}

TEST(MorphBake, TheBoundOfTheErrorIsAtLeastTheError) {
    const Model model = morphing();
    const BakedAnimation baked = test::bakeAt(model, 60.0);
    const EntryCodec codec(Encoding::kRgba32f, {}, {});
    const std::vector<std::byte> data =
        ClipEncoder(model, codec).encode("clip", framesOf(baked, baked.clips[0]));
    const EncodedClip frames{codec, data, weightsOf(baked.morphs, baked.clips[0]), baked.clips[0].intervals};
    const BakeErrorMeter meter(model);
    const double max_mm = meter.measure(model.clips[0], frames).max_mm;
    EXPECT_FALSE(meter.surelyUnder(max_mm * 0.999, model.clips[0], frames));
    EXPECT_TRUE(meter.surelyUnder(max_mm * 50.0, model.clips[0], frames));
}

TEST(MorphBake, BoundsContainAllPosesAndAllWeightsInTheirRanges) {
    const Model model = morphing();
    const BakedAnimation baked = test::bakeAt(model, 30.0);
    const std::vector<ClipBounds> bounds = clipBounds(model, baked);
    const std::vector<WeightRange> ranges = morphRanges(model);
    test::Dice dice(11);
    for (int i = 0; i < 200; ++i) {
        const int c = dice.below(static_cast<int>(baked.clips.size()));
        const double phase = dice.between(0.0, 1.0);
        const BakedPose pose{c, phase, c, phase, 0.0};
        std::vector<double> weights = morphWeightsAt(baked.morphs, baked.clips, pose);
        for (std::size_t t = 0; t < weights.size() && i % 2 == 0; ++t)
            weights[t] = dice.below(2) == 0 ? ranges[t].min : ranges[t].max;
        const ClipBounds& of_clip = bounds[static_cast<std::size_t>(c)];
        for (const SkinnedVertex& vertex :
             skin(model.vertices, bakedPalette(baked, pose), {model.morph_targets, weights})) {
            const glm::dvec3& p = vertex.position;
            ASSERT_GE(p.y, of_clip.low_m);
            ASSERT_LE(p.y, of_clip.high_m);
            ASSERT_LE(std::hypot(p.x, p.z), of_clip.radius_m);
            for (int axis = 0; axis < 3; ++axis) {
                ASSERT_GE(p[axis], baked.bounds_min[axis] - 1e-6);
                ASSERT_LE(p[axis], baked.bounds_max[axis] + 1e-6);
            }
        }
    }
}

TEST(MorphBake, BakedVerticesIncludeTheDeltas) {
    const Model model = morphing();
    const BakedAnimation baked = test::bakeAt(model, 30.0);
    for (const VertexFormat format : {VertexFormat::kUnorm16, VertexFormat::kHalf}) {
        VertexBakeSettings settings;
        settings.format = format;
        const VertexAnimation animation =
            bakeVertices(model.name, model.vertices, model.morph_targets, baked, settings);
        const BakedPose pose{0, 7.0 / 30.0, 0, 7.0 / 30.0,
                             0.0};  // at a frame: between frames vertices differ
        const auto expected = skin(model.vertices, bakedPalette(baked, pose),
                                   {model.morph_targets, morphWeightsAt(baked.morphs, baked.clips, pose)});
        const auto posed = posedVertices(animation, baked.clips, pose, {});
        EXPECT_LT(farthest_mm(model, posed, expected), 2.0);
        EXPECT_GT(farthest_mm(model, posed, skin(model.vertices, bakedPalette(baked, pose))), 20.0);
    }
}

TEST(MorphBake, TheStepsOfAVertexLeadToItsPosition) {
    const Model model = morphing();
    const BakedAnimation baked = test::bakeAt(model, 30.0);
    const EncodedAnimation encoded = encodeAnimation(model, baked, Encoding::kRgba32f);
    const BakedPose pose{0, 0.41, 1, 0.77, 0.35};
    const std::vector<double> weights = morphWeightsAt(encoded.morphs, baked.clips, pose);
    const MorphState state{model.morph_targets, weights};
    const auto skinned = skin(model.vertices, encodedPalette(encoded, baked.clips, pose, {}), state);
    std::size_t morphs = 0;
    for (std::uint32_t v = 0; v < model.vertices.size(); v += 7) {
        const VertexSteps steps =
            followVertex(encoded, baked.clips, pose, {}, model.vertices[v], morphSteps(state, v));
        EXPECT_LT(glm::length(steps.position - skinned[v].position), 1e-9);
        EXPECT_EQ(steps.base, glm::dvec3(model.vertices[v].position));
        glm::dvec3 morphed = steps.base;
        for (const MorphStep& step : steps.morphs) morphed += step.weight * step.delta;
        EXPECT_LT(glm::length(steps.bind - morphed), 1e-12);
        morphs += steps.morphs.size();
    }
    EXPECT_GT(morphs, 20U);
}

TEST(MorphBake, ADroppedClosingFrameTakesTheNextClipsWeights) {
    const Model model = morphing();
    BakedAnimation baked = test::bakeAt(model, 30.0);
    const BakedAnimation right = baked;
    makeMistakes(model, {.no_closing_frame = true}, baked);
    const std::uint32_t closing = baked.clips[0].first_frame + baked.clips[0].intervals;
    EXPECT_TRUE(std::ranges::equal(baked.morphs.at(closing), right.morphs.at(closing + 1)));
    EXPECT_FALSE(std::ranges::equal(baked.morphs.at(closing), right.morphs.at(closing)));
}

TEST(MorphQuality, ComparisonsSeeTheWeights) {
    // Joints stay, so every error comes from the weights.
    Track<double> turns;
    for (int k = 0; k <= 20; ++k) turns.keys.push_back({k / 20.0, k % 2 == 0 ? 0.0 : 1.0});
    Model model = dot(turns);
    model.clips.push_back(model.clips[0]);
    model.clips[1].name = "other";
    const BakedAnimation baked = test::bakeAt(model, 60.0);
    for (const SwitchError& error : measureSwitches(model, baked)) {
        ASSERT_EQ(error.refused, "");
        if (error.setting == "nearest") {
            EXPECT_GT(error.moved_mm.max, 50.0);
        }
        if (error.setting == "weights 1") {
            EXPECT_LT(error.moved_mm.max, 1e-6);
        }
        if (error.setting == "vertices unorm16") {
            EXPECT_LT(error.moved_mm.max, 0.1);
        }
    }
    BakeComparisonOptions options;
    options.rates = {15.0, 60.0};
    const std::vector<ComparedBake> rows = compareBakes(model, options);
    const auto worst = [&](double rate_hz) {
        const auto row = std::ranges::find_if(rows, [&](const ComparedBake& each) {
            return each.rate_hz == rate_hz && each.encoding == Encoding::kRgba32f &&
                   each.lookup == FrameLookup::kLinear;
        });
        return row->max_mm;
    };
    EXPECT_GT(worst(15.0), 300.0);
    EXPECT_LT(worst(60.0), 0.5 * worst(15.0));
    BlendLossSettings blend;
    blend.phases = 8;
    for (const BlendLoss& loss : measureBlendLoss(model, baked, blend))
        EXPECT_LT(loss.moved_mm.max, 0.1) << "weights blend linearly, and all keys are at frames";
}

}  // namespace
}  // namespace phalanx
