// Baking: rates, frames and loops, the error of blended rows, limits, and independence of the thread count.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "anim/bake/bake.h"
#include "anim/bake/encode.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "app/figures/bake_picture.h"
#include "core/error.h"
#include "render/model/animation_texture.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

// A pointer 1.8 m long that turns about its end: the error between frames is known. Blending replaces the arc
// between two frames by its chord. If the pointer turns by an angle a in one interval, the tip lies 1.8 * (1
// - cos(a / 2)) m inside the circle at the middle of the interval.
Model pointer(double turns_per_s, bool loops = true) {
    Model model = test::makeModel({.joints = 1, .vertices = 3, .clips = 0, .metres_per_unit = 1.0});
    model.height_m = 1.8;
    model.nodes[0].parent_from_node_rest = glm::dmat4(1.0);
    model.palette[0].joint_from_bind = glm::dmat4(1.0);
    for (Vertex& v : model.vertices) {
        v.position = {1.8F, 0.0F, 0.0F};
        v.joints = {};
        v.weights = {1.0F, 0.0F, 0.0F, 0.0F};
    }
    Clip clip;
    clip.name = "turn";
    clip.duration_s = 1.0;
    clip.loops = loops;
    Channel channel;
    constexpr int kKeys = 120;
    for (int k = 0; k <= kKeys; ++k) {
        const double angle = 2.0 * glm::pi<double>() * turns_per_s * k / kKeys;
        glm::dquat q = glm::angleAxis(angle, glm::dvec3(0.0, 0.0, 1.0));
        if (k > 0 && glm::dot(q, channel.rotations.keys.back().value) < 0.0) q = -q;
        channel.rotations.keys.push_back({static_cast<double>(k) / kKeys, q});
    }
    clip.channels.push_back(channel);
    model.clips.push_back(clip);
    return model;
}

double sagitta_mm(double turns_per_s, double rate_hz) {
    return 1800.0 * (1.0 - std::cos(glm::pi<double>() * turns_per_s / rate_hz));
}

BakeSettings atRate(double rate_hz) {
    BakeSettings settings;
    settings.rate_hz = rate_hz;
    return settings;
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

TEST(Bake, FramesAreContiguousAndLoopsClose) {
    const Model model = test::makeModel({.clips = 4});
    const BakedAnimation baked = bakeAnimation(model, atRate(30.0));
    ASSERT_EQ(baked.clips.size(), 4U);
    std::uint32_t frames = 0;
    for (const BakedClip& clip : baked.clips) {
        EXPECT_EQ(clip.first_frame, frames);
        EXPECT_EQ(clip.intervals, 30U);
        EXPECT_NEAR(clip.rate_hz, 30.0, 1e-12);
        frames += clip.intervals + 1;
        const std::size_t entry = std::size_t{baked.joints} * kTexelsPerEntry;
        const auto first = baked.texels.begin() + static_cast<std::ptrdiff_t>(clip.first_frame * entry);
        const auto last = first + static_cast<std::ptrdiff_t>(clip.intervals * entry);
        const bool same = std::equal(first, first + static_cast<std::ptrdiff_t>(entry), last);
        EXPECT_EQ(same, clip.loops) << clip.name;
    }
    EXPECT_EQ(baked.frames, frames);
    EXPECT_EQ(baked.joints, model.palette.size());
    EXPECT_EQ(baked.texels.size(), std::size_t{frames} * baked.joints * kTexelsPerEntry);
    EXPECT_EQ(baked.bytes(), baked.texels.size() * 16);
}

TEST(Bake, StretchesTheRateToWholeIntervals) {
    Model model = pointer(0.1);
    model.clips[0].duration_s = 0.77;
    const BakedAnimation baked = bakeAnimation(model, atRate(30.0));
    EXPECT_EQ(baked.clips[0].intervals, 23U);
    EXPECT_NEAR(baked.clips[0].rate_hz, 23.0 / 0.77, 1e-9);
    model.clips[0].duration_s = 0.0;
    EXPECT_EQ(bakeAnimation(model, atRate(30.0)).clips[0].intervals, 1U);
}

TEST(Bake, EveryFrameHoldsTheExactPose) {
    const Model model = test::makeModel({.moving_scales = true, .mirrored = true});
    const BakedAnimation baked = bakeAnimation(model, atRate(15.0));
    for (int c = 0; c < 3; ++c) {
        const BakedClip& clip = baked.clips[static_cast<std::size_t>(c)];
        for (std::uint32_t i = 0; i <= clip.intervals; ++i) {
            const double phase = static_cast<double>(i) / clip.intervals;
            const std::vector<glm::dmat4> rows = bakedPalette(baked, {c, phase, c, 0.0, 0.0});
            // A loop's last frame is its first: sampling wraps the same way.
            const auto exact = modelFromBind(
                model, samplePose(model, model.clips[static_cast<std::size_t>(c)], phase * clip.duration_s));
            for (std::size_t j = 0; j < rows.size(); ++j) {
                for (int column = 0; column < 4; ++column) {
                    EXPECT_LT(glm::length(rows[j][column] - exact[j][column]), 1e-6)
                        << c << " " << i << " " << j;
                }
            }
        }
    }
    EXPECT_TRUE(baked.mirrors);
    EXPECT_FALSE(bakeAnimation(test::makeModel({}), atRate(15.0)).mirrors);
}

TEST(Bake, PosesBetweenFramesBlendRows) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = bakeAnimation(model, atRate(10.0));
    const auto at = [&](double phase) { return bakedPalette(baked, {0, phase, 0, 0.0, 0.0}); };
    const auto before = at(0.3);
    const auto after = at(0.4);
    const auto between = at(0.325);
    const auto other = bakedPalette(baked, {1, 0.6, 1, 0.0, 0.0});
    const auto blended = bakedPalette(baked, {0, 0.3, 1, 0.6, 0.25});
    for (std::size_t j = 0; j < before.size(); ++j) {
        for (int c = 0; c < 4; ++c) {
            EXPECT_LT(glm::length(between[j][c] - (before[j][c] * 0.75 + after[j][c] * 0.25)), 1e-9);
            EXPECT_LT(glm::length(blended[j][c] - (before[j][c] * 0.75 + other[j][c] * 0.25)), 1e-9);
        }
    }
}

TEST(Bake, AModelWithoutClipsHasTheRestPose) {
    const Model model = test::makeModel({.clips = 0});
    const BakedAnimation baked = bakeAnimation(model, {});
    ASSERT_EQ(baked.clips.size(), 1U);
    EXPECT_EQ(baked.clips[0].name, "rest");
    EXPECT_EQ(baked.frames, 2U);
    const auto exact = modelFromBind(model, restPose(model));
    const auto rows = bakedPalette(baked, {0, 0.7, 0, 0.0, 0.0});
    for (std::size_t j = 0; j < exact.size(); ++j) EXPECT_LT(glm::length(rows[j][3] - exact[j][3]), 1e-6);
}

TEST(Bake, IsTheSameWithAnyNumberOfThreads) {
    const Model model = test::makeModel({.clips = 7});
    BakeSettings settings;
    settings.threads = 1;
    const BakedAnimation one = bakeAnimation(model, settings);
    for (const unsigned threads : {2U, 5U}) {
        settings.threads = threads;
        settings.encoding = Encoding::kTrs;
        const BakedAnimation turns = bakeAnimation(model, settings);
        settings.threads = 1;
        EXPECT_TRUE(bakeAnimation(model, settings).texels == turns.texels);
        settings.threads = threads;
        settings.encoding = Encoding::kRgba32f;
        const BakedAnimation many = bakeAnimation(model, settings);
        EXPECT_TRUE(one.texels == many.texels);
        for (std::size_t i = 0; i < one.clips.size(); ++i) {
            EXPECT_EQ(one.clips[i].intervals, many.clips[i].intervals);
            EXPECT_EQ(one.clips[i].first_frame, many.clips[i].first_frame);
        }
    }
}

TEST(Bake, BoundsHoldEveryVertexOfEveryFrame) {
    const Model model = test::makeModel({.moving_scales = true, .mirrored = true});
    const BakedAnimation baked = bakeAnimation(model, atRate(20.0));
    for (int c = 0; c < 3; ++c) {
        for (int i = 0; i <= 50; ++i) {
            for (const SkinnedVertex& v :
                 skin(model.vertices, bakedPalette(baked, {c, i / 50.0, c, 0.0, 0.0}))) {
                for (int axis = 0; axis < 3; ++axis) {
                    ASSERT_GE(v.position[axis], baked.bounds_min[axis] - 1e-4);
                    ASSERT_LE(v.position[axis], baked.bounds_max[axis] + 1e-4);
                }
            }
        }
    }
}

TEST(Bake, LimitsAreReportedWithTheirNumbers) {
    const Model model = test::makeModel({});
    const auto textOf = [&](const BakeSettings& settings) -> std::string {
        try {
            bakeAnimation(model, settings);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kInput);
            return error.what();
        }
        return "";
    };
    BakeSettings few_frames = atRate(60.0);
    few_frames.max_frames = 100;
    EXPECT_NE(textOf(few_frames).find("183 frames"), std::string::npos) << textOf(few_frames);
    EXPECT_NE(textOf(few_frames).find("100 frames"), std::string::npos);
    EXPECT_NE(textOf(few_frames).find("--rate"), std::string::npos);
    BakeSettings few_bytes = atRate(60.0);
    few_bytes.max_bytes = 1000;
    EXPECT_NE(textOf(few_bytes).find("1000 bytes"), std::string::npos) << textOf(few_bytes);
    // A huge rate must not overflow the computed sizes.
    EXPECT_NE(textOf(atRate(1e12)), "");
    EXPECT_EQ(textOf(atRate(60.0)), "");
}

TEST(Bake, AnErrorOverTheLimitNamesARateThatFits) {
    // Needs the highest rate, for which 60 frames are not enough.
    const Model model = pointer(4.0, false);
    BakeSettings settings;
    settings.max_frames = 60;
    std::string text;
    try {
        bakeAnimation(model, settings);
    } catch (const Error& error) {
        text = error.what();
    }
    const std::string before = "--rate ";
    ASSERT_NE(text.find(before), std::string::npos) << text;
    EXPECT_NE(text.find("60 frames"), std::string::npos) << text;
    const double advised = std::stod(text.substr(text.find(before) + before.size()));
    settings.rate_hz = advised;
    EXPECT_NO_THROW(bakeAnimation(model, settings)) << advised;
    settings.rate_hz = advised + 1.0;
    EXPECT_THROW(bakeAnimation(model, settings), Error) << advised;
}

TEST(Bake, HoldsTwentyThousandFrames) {
    Model model = pointer(1.0);
    for (Key<glm::dquat>& key : model.clips[0].channels[0].rotations.keys) key.time_s *= 700.0;
    model.clips[0].duration_s = 700.0;
    const BakedAnimation baked = bakeAnimation(model, atRate(30.0));
    EXPECT_EQ(baked.frames, 21'001U);
    for (const double phase : {0.25, 0.5, 0.99999}) {
        const std::vector<glm::dmat4> exact =
            modelFromBind(model, samplePose(model, model.clips[0], 700.0 * phase));
        const std::vector<glm::dmat4> got = bakedPalette(baked, {0, phase, 0, 0.0, 0.0});
        for (int c = 0; c < 4; ++c) EXPECT_LT(glm::length(got[0][c] - exact[0][c]), 1e-5) << phase;
    }
}

TEST(Bake, CanBeCancelledAndReportsProgress) {
    const Model model = test::makeModel({.clips = 6});
    BakeSettings settings;
    std::atomic<int> asked{0};
    settings.cancelled = [&] { return asked.fetch_add(1) >= 2; };
    try {
        bakeAnimation(model, settings);
        ADD_FAILURE() << "not cancelled";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("cancelled"), std::string::npos);
    }
    settings.cancelled = [] { return false; };
    std::atomic<int> steps{0};
    std::atomic<bool> ended{false};
    settings.progress = [&](float done) {
        ++steps;
        EXPECT_GT(done, 0.0F);
        EXPECT_LE(done, 1.0F);
        if (done == 1.0F) ended = true;
    };
    bakeAnimation(model, settings);
    EXPECT_EQ(steps, 6);
    EXPECT_TRUE(ended);
}

// One clip of a minute may take as long to bake, so cancelling must not wait for the end of a clip.
TEST(Bake, CanBeCancelledWithinAClip) {
    Model model = pointer(1.0);
    for (Key<glm::dquat>& key : model.clips[0].channels[0].rotations.keys) key.time_s *= 20.0;
    model.clips[0].duration_s = 20.0;
    for (const Encoding encoding : {Encoding::kRgba32f, Encoding::kTrs}) {
        for (const std::optional<double> rate_hz : {std::optional<double>(), std::optional<double>(30.0)}) {
            constexpr int kFrames = 30;
            BakeSettings settings;
            settings.encoding = encoding;
            settings.rate_hz = rate_hz;
            std::atomic<int> asked{0};
            settings.cancelled = [&] { return asked.fetch_add(1) >= kFrames; };
            EXPECT_THROW(bakeAnimation(model, settings), Error);
            EXPECT_EQ(asked, kFrames + 1);
        }
    }
}

TEST(AnimationTextureShape, HoldsAllEntriesWithoutStraddling) {
    for (const std::uint64_t entries : {1ULL, 2ULL, 30ULL, 1000ULL, 75'600ULL, 3'000'000ULL}) {
        const AnimationTextureShape shape = shapeAnimationTexture(entries, kTexelsPerEntry, 16384);
        EXPECT_EQ(static_cast<std::uint64_t>(shape.width), 3ULL << shape.entry_shift);
        EXPECT_GE((std::uint64_t{1} << shape.entry_shift) * static_cast<std::uint64_t>(shape.height),
                  entries);
        EXPECT_LE(shape.width, 16384);
        EXPECT_LE(shape.height, 16384);
        // Not one row more than needed.
        EXPECT_LT((std::uint64_t{1} << shape.entry_shift) * static_cast<std::uint64_t>(shape.height - 1),
                  entries);
    }
    try {
        shapeAnimationTexture(2'000'000, kTexelsPerEntry, 1024);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kInput);
        EXPECT_NE(std::string(error.what()).find("2000000"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("1024"), std::string::npos);
    }
}

TEST(BakePicture, ShowsEveryFrameOnce) {
    const Model model = test::makeModel({.joints = 5});
    const BakedAnimation baked = bakeAnimation(model, atRate(30.0));
    const BakePicture picture = drawBake(baked);
    ASSERT_EQ(picture.rgb.size(), static_cast<std::size_t>(picture.width * picture.height) * 3);
    std::size_t dark = 0;
    for (std::size_t i = 0; i < picture.rgb.size(); i += 3)
        dark += picture.rgb[i] == 18 && picture.rgb[i + 1] == 18 ? 1 : 0;
    const std::size_t pixels = picture.rgb.size() / 3;
    EXPECT_LT(dark * 2, pixels);  // most of the image is data
    EXPECT_GT(dark, 0U);          // and clips are separated
    EXPECT_GE(std::max(picture.width, picture.height), 240);
}

}  // namespace
}  // namespace phalanx
