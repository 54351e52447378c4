// The rate of a clip follows the error of its frames, in every encoding.
#include <gtest/gtest.h>

#include <cmath>

#include "anim/bake/bake.h"
#include "anim/bake/encode.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "core/error.h"
#include "cpu/anim/pointer.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::atRate;
using test::pointer;

double sagitta_mm(double turns_per_s, double rate_hz) {
    return 1800.0 * (1.0 - std::cos(glm::pi<double>() * turns_per_s / rate_hz));
}

TEST(Bake, TakesTheLowestRateUnderTheLimit) {
    // Turns per second whose chord at each rate errs by a little less, and by a little more, than the limit
    // of 1 mm.
    for (std::size_t i = 0; i < kBakeRates_hz.size(); ++i) {
        const double rate = kBakeRates_hz[i];
        const double turns = std::acos(1.0 - 1.0 / 1800.0) * rate / glm::pi<double>();
        const double under = turns * 0.97;
        const double over = turns * 1.03;
        ASSERT_LT(sagitta_mm(under, rate), 1.0);
        ASSERT_GT(sagitta_mm(over, rate), 1.0);
        EXPECT_NEAR(bakeAnimation(pointer(under, false), {}).clips[0].rate_hz, rate, 1e-9);
        const double next = kBakeRates_hz[std::min(i + 1, kBakeRates_hz.size() - 1)];
        EXPECT_NEAR(bakeAnimation(pointer(over, false), {}).clips[0].rate_hz, next, 1e-9);
    }
}

// A pointer that turns in steps, four times per second.
Model stepper() {
    Model model = pointer(1.0, false);
    Track<glm::dquat>& track = model.clips[0].channels[0].rotations;
    track.interpolation = Interpolation::kStep;
    std::vector<Key<glm::dquat>> kept;
    for (std::size_t k = 0; k < track.keys.size(); k += 30) kept.push_back(track.keys[k]);
    track.keys = kept;
    return model;
}

TEST(Bake, AStepIsSmearedOverNoMoreTimeThanTheLimitAllows) {
    // Between two frames a step is a ramp. With 4 steps per second these are 4 / 240 of the time at 240 Hz,
    // more than the 1 % above the 99th percentile, and 0.8 % at 480 Hz.
    const Model model = stepper();
    const BakedAnimation baked = bakeAnimation(model, {});
    EXPECT_NEAR(baked.clips[0].rate_hz, 480.0, 1e-9);
    ASSERT_TRUE(baked.clips[0].error);
    EXPECT_LT(baked.clips[0].error->p99_mm, 1.0);
    EXPECT_GT(baked.clips[0].error->max_mm, 500.0) << "within the ramp";
    // Away from the ramps the pose is exact.
    for (const double time_s : {0.1, 0.24, 0.26, 0.6, 0.9}) {
        const auto exact = modelFromBind(model, samplePose(model, model.clips[0], time_s));
        const auto played = bakedPalette(baked, {0, time_s, 0, 0.0, 0.0});
        for (int c = 0; c < 4; ++c) EXPECT_LT(glm::distance(exact[0][c], played[0][c]), 1e-6) << time_s;
    }
}

TEST(Bake, StepsTakeNoMoreThanTheLimitsLeave) {
    const Model model = stepper();
    BakeSettings settings;
    settings.max_frames = 121 + 250;
    EXPECT_NEAR(bakeAnimation(model, settings).clips[0].rate_hz, 240.0, 1e-9);
    settings.max_frames = 130;
    EXPECT_NEAR(bakeAnimation(model, settings).clips[0].rate_hz, 120.0, 1e-9);
    settings.max_frames = 200'000;
    settings.max_bytes = std::size_t{(121 + 250)} * 48;
    EXPECT_NEAR(bakeAnimation(model, settings).clips[0].rate_hz, 240.0, 1e-9);
}

TEST(Bake, MeasuresTheErrorThatGeometryGives) {
    const Model model = pointer(1.0);
    for (const double rate : {15.0, 30.0, 60.0}) {
        const BakedAnimation baked = bakeAnimation(model, atRate(rate));
        const BakeError error = measureBakeError(model, baked, 0);
        EXPECT_NEAR(error.max_mm, sagitta_mm(1.0, rate), 0.01 * sagitta_mm(1.0, rate) + 0.001) << rate;
        EXPECT_LE(error.p99_mm, error.max_mm * 1.01);
        EXPECT_LE(error.mean_mm, error.p99_mm);
    }
}

TEST(Bake, ChoosesTheRateByTheEncodingsOwnError) {
    const auto rateOf = [](const Model& model, Encoding encoding) {
        BakeSettings settings;
        settings.encoding = encoding;
        const BakedAnimation baked = bakeAnimation(model, settings);
        EXPECT_EQ(baked.encoding, encoding);
        return baked.clips[0].rate_hz;
    };
    // A rotation about the joint's own origin: blending rows follows the chord, blending trs the arc.
    const double turns = std::acos(1.0 - 1.0 / 1800.0) * 60.0 / glm::pi<double>() * 0.999;
    const Model turning = pointer(turns, false);
    EXPECT_NEAR(rateOf(turning, Encoding::kRgba32f), 60.0, 1e-9);
    EXPECT_NEAR(rateOf(turning, Encoding::kTrs), 15.0, 1e-9);
    // Floats stay just under the limit here. Rounding to half floats (half a millimetre at a distance of 1.8
    // m) exceeds it.
    EXPECT_NEAR(rateOf(turning, Encoding::kRgba16f), 120.0, 1e-9);
}

TEST(Bake, KeepsTheLimitInEveryEncoding) {
    for (const std::uint32_t seed : {1U, 2U, 3U}) {
        // A quarter of the usual size, so that most clips do not need the highest rate.
        Model model = test::makeModel({.seed = seed, .metres_per_unit = 0.0025});
        model.height_m = 1.8;
        for (const Encoding encoding : kEncodings) {
            BakeSettings settings;
            settings.encoding = encoding;
            const BakedAnimation baked = bakeAnimation(model, settings);
            const EncodedAnimation encoded = encodeAnimation(model, baked, encoding);
            for (std::size_t c = 0; c < baked.clips.size(); ++c) {
                const BakeError error = encodedBakeError(model, encoded, baked.clips, static_cast<int>(c));
                const BakeError again = measureBakeError(model, baked, static_cast<int>(c));
                EXPECT_EQ(error.p99_mm, again.p99_mm);
                EXPECT_EQ(error.mean_mm, again.mean_mm);
                EXPECT_TRUE(error.p99_mm < 1.0 || baked.clips[c].intervals == 120) << error.p99_mm;
                // The baker measured the error that it reports for trs with estimated value ranges.
                const double same = encoding == Encoding::kTrs ? 0.02 : 0.0;
                EXPECT_NEAR(baked.clips[c].error.value_or(error).p99_mm, error.p99_mm, same);
            }
        }
    }
}

TEST(Bake, AModelThatAnEncodingCannotRepresentIsRefused) {
    const Model model = test::makeModel({.moving_scales = true});
    BakeSettings settings;
    settings.encoding = Encoding::kTrs;
    EXPECT_THROW(bakeAnimation(model, settings), Error);
    settings.encoding = Encoding::kRgba16f;
    EXPECT_NO_THROW(bakeAnimation(model, settings));
}

}  // namespace
}  // namespace phalanx
