// Baking: frames and loops, the error of blended rows, limits, and independence of the thread count.
#include <gtest/gtest.h>

#include <atomic>
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

}  // namespace
}  // namespace phalanx
