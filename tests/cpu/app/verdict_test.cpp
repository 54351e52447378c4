#include "app/measure/verdict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace phalanx {
namespace {

// Synthetic frame times of a GPU whose stages run one after the other, or in parallel, where the slowest
// stage decides. The expected verdict is known for both.
struct Work {
    double vertices = 0.0;
    double poses = 0.0;  // part of `vertices`
    double setup = 0.0;
    double pixels = 0.0;
    double surroundings = 0.0;  // ground and sky, pixel work too
    double assembly = 0.0;      // triangle assembly, before triangles are discarded
};

VariantTimes inSequence(const Work& w, std::optional<double> submit_ms) {
    VariantTimes times;
    times.full_ms = w.vertices + w.assembly + w.setup + w.pixels + w.surroundings;
    times.discard_ms = w.vertices + w.assembly + w.surroundings;
    times.one_pixel_ms = w.vertices + w.assembly + w.setup;
    times.static_ms = times.full_ms - w.poses;
    times.collapsed_ms = w.assembly + w.surroundings;
    times.no_units_ms = w.surroundings;
    times.submit_ms = submit_ms;
    times.noise_ms = 0.01 * times.full_ms;
    return times;
}

VariantTimes sideBySide(const Work& w, std::optional<double> submit_ms) {
    VariantTimes times;
    times.full_ms = std::max({w.vertices, w.assembly, w.setup, w.pixels}) + w.surroundings;
    times.discard_ms = std::max(w.vertices, w.assembly) + w.surroundings;
    times.one_pixel_ms = std::max({w.vertices, w.assembly, w.setup});
    times.static_ms = std::max({w.vertices - w.poses, w.assembly, w.setup, w.pixels}) + w.surroundings;
    times.collapsed_ms = w.assembly + w.surroundings;
    times.no_units_ms = w.surroundings;
    times.submit_ms = submit_ms;
    times.noise_ms = 0.01 * times.full_ms;
    return times;
}

// The same frame with passes of layered poses, which all variants but the rest pose have.
VariantTimes withLayers(VariantTimes times, double layers_ms) {
    times.held_layers_ms = times.full_ms;
    for (double VariantTimes::*each :
         {&VariantTimes::full_ms, &VariantTimes::discard_ms, &VariantTimes::one_pixel_ms})
        times.*each += layers_ms;
    return times;
}

FrameLimit limitOf(const VariantTimes& times) {
    return judgeFrame(times).limit;
}

TEST(Verdict, LayersThatTakeMostOfAFrame) {
    const Work work{3.0, 0.5, 0.5, 0.8, 0.2};
    for (const VariantTimes& times : {inSequence(work, 0.02), sideBySide(work, 0.02)}) {
        const Verdict verdict = judgeFrame(withLayers(times, 6.0));
        EXPECT_EQ(verdict.limit, FrameLimit::kLayers) << verdict.sentence;
        EXPECT_NE(verdict.advice.find("fewer units with layers help"), std::string::npos) << verdict.advice;
        EXPECT_NE(verdict.sentence.find("keep the poses of an earlier frame"), std::string::npos);
    }
    EXPECT_EQ(nameOf(FrameLimit::kLayers), "layers");
}

// Layers are no vertex work, and do not hide it.
TEST(Verdict, LayersBesideAnotherLimit) {
    const Work vertices{8.0, 1.0, 0.5, 0.8, 0.2};
    EXPECT_EQ(limitOf(withLayers(inSequence(vertices, 0.02), 1.0)), FrameLimit::kVertices);
    const Work pixels{0.5, 0.1, 0.5, 8.0, 0.2};
    EXPECT_EQ(limitOf(withLayers(inSequence(pixels, 0.02), 1.0)), FrameLimit::kPixels);
    // Not enough of either.
    const Work little{4.0, 0.5, 0.5, 0.8, 0.2};
    EXPECT_EQ(limitOf(withLayers(inSequence(little, 0.02), 2.5)), FrameLimit::kNone);
}

TEST(Verdict, LayersThatAreShown) {
    ShownTimes times;
    times.frame_ms = 10.0;
    times.submit_ms = 0.5;
    times.gpu_ms = 9.5;
    times.layers_ms = 5.0;
    const Verdict verdict = judgeShown(times);
    EXPECT_EQ(verdict.limit, FrameLimit::kLayers);
    EXPECT_NE(verdict.sentence.find("5.00 ms of it"), std::string::npos) << verdict.sentence;
    EXPECT_FALSE(verdict.advice.empty());
    times.layers_ms = 2.0;
    EXPECT_EQ(judgeShown(times).limit, FrameLimit::kNone);
    times.layers_ms = 5.0;
    times.gpu_ms = 6.0;
    EXPECT_EQ(judgeShown(times).limit, FrameLimit::kNone) << "the GPU has time left";
}

TEST(Verdict, VertexWorkMostlyPoses) {
    const Work work{8.0, 5.0, 0.5, 0.8, 0.2};
    for (const VariantTimes& times : {inSequence(work, 0.02), sideBySide(work, 0.02)}) {
        const Verdict verdict = judgeFrame(times);
        EXPECT_EQ(verdict.limit, FrameLimit::kVertices) << verdict.sentence;
        EXPECT_NE(verdict.advice.find("cheaper poses help"), std::string::npos) << verdict.advice;
        EXPECT_NE(verdict.sentence.find("8.20"), std::string::npos) << verdict.sentence;
    }
}

TEST(Verdict, VertexWorkMostlyMeshDoesNotMentionPoses) {
    const Work work{8.0, 0.8, 0.5, 0.8, 0.2};
    for (const VariantTimes& times : {inSequence(work, 0.02), sideBySide(work, 0.02)}) {
        const Verdict verdict = judgeFrame(times);
        EXPECT_EQ(verdict.limit, FrameLimit::kVertices) << verdict.sentence;
        EXPECT_EQ(verdict.advice.find("cheaper poses"), std::string::npos) << verdict.advice;
        EXPECT_NE(verdict.advice.find("fewer vertices"), std::string::npos) << verdict.advice;
    }
}

// Measured on a GPU that assembles triangles at a fixed rate: the rest pose takes as long as a cheap pose.
TEST(Verdict, TriangleAssemblyBeforeDiscard) {
    Work work{8.0, 1.0, 0.3, 0.8, 0.2, 9.0};
    EXPECT_EQ(limitOf(sideBySide(work, 0.02)), FrameLimit::kSetup);
    // Costly poses hide it: cheaper poses help until triangle assembly is the limit.
    work = {12.0, 5.0, 0.3, 0.8, 0.2, 8.0};
    EXPECT_EQ(limitOf(sideBySide(work, 0.02)), FrameLimit::kVertices);
    // Neither of the two limits alone.
    work = {8.0, 1.0, 0.3, 0.8, 0.2, 5.0};
    EXPECT_EQ(limitOf(sideBySide(work, 0.02)), FrameLimit::kNone);
}

TEST(Verdict, Pixels) {
    const Work of_units{1.0, 0.5, 0.3, 8.0, 0.4};
    EXPECT_EQ(limitOf(inSequence(of_units, 0.02)), FrameLimit::kPixels);
    EXPECT_EQ(limitOf(sideBySide(of_units, 0.02)), FrameLimit::kPixels);
    const Work of_ground{0.2, 0.1, 0.1, 0.3, 6.0};
    EXPECT_EQ(limitOf(inSequence(of_ground, 0.02)), FrameLimit::kPixels);
    EXPECT_EQ(limitOf(sideBySide(of_ground, 0.02)), FrameLimit::kPixels);
}

TEST(Verdict, TriangleSetup) {
    const Work work{2.0, 1.0, 8.0, 0.6, 0.2};
    EXPECT_EQ(limitOf(inSequence(work, 0.02)), FrameLimit::kSetup);
    EXPECT_EQ(limitOf(sideBySide(work, 0.02)), FrameLimit::kSetup);
}

TEST(Verdict, VertexWorkSkippedWithTheTrianglesIsNotMistakenForSetup) {
    VariantTimes times = inSequence({8.0, 5.0, 0.5, 0.8, 0.2}, 0.02);
    times.discard_ms = times.no_units_ms;
    EXPECT_EQ(limitOf(times), FrameLimit::kNone);
}

TEST(Verdict, CpuSubmitWhateverTheGpuDoes) {
    for (const double gpu_scale : {0.05, 0.4, 0.8}) {
        const Work work{4.0 * gpu_scale, 1.0 * gpu_scale, 0.5 * gpu_scale, 2.0 * gpu_scale, 0.2 * gpu_scale};
        const Verdict verdict = judgeFrame(inSequence(work, 6.7));
        EXPECT_EQ(verdict.limit, FrameLimit::kSubmit) << verdict.sentence;
        EXPECT_NE(verdict.advice.find("fewer draw calls"), std::string::npos);
    }
}

TEST(Verdict, CpuThatMayOnlyWaitForTheGpuIsNotBlamed) {
    EXPECT_EQ(limitOf(sideBySide({1.0, 0.5, 0.5, 8.0, 0.2}, 8.0)), FrameLimit::kNone);
}

TEST(Verdict, SubmissionInsideSoftwareDrawingIsNotBlamed) {
    EXPECT_EQ(limitOf(inSequence({80.0, 40.0, 5.0, 8.0, 4.0}, std::nullopt)), FrameLimit::kVertices);
}

TEST(Verdict, GpuLimitHiddenByTheCpuIsNoLimit) {
    // At 1x1 pixels the GPU would take 1.5 ms, but the CPU takes 7 ms in any case: a smaller size saves
    // little.
    EXPECT_EQ(limitOf(sideBySide({1.5, 0.5, 0.5, 8.2, 0.1}, 7.0)), FrameLimit::kNone);
}

TEST(Verdict, EvenlySpreadWorkIsNoLimit) {
    const Verdict verdict = judgeFrame(inSequence({3.0, 1.0, 3.0, 3.0, 1.0}, 0.02));
    EXPECT_EQ(verdict.limit, FrameLimit::kNone);
    EXPECT_EQ(verdict.sentence.rfind("no single limit", 0), 0U) << verdict.sentence;
    EXPECT_TRUE(verdict.advice.empty());
    EXPECT_EQ(limitOf(inSequence({4.5, 2.0, 0.5, 4.5, 0.2}, 0.02)), FrameLimit::kNone);
    EXPECT_EQ(limitOf(sideBySide({5.0, 2.0, 0.5, 7.0, 0.1}, 0.02)), FrameLimit::kNone);
}

TEST(Verdict, ShortFramesAreNotJudged) {
    EXPECT_EQ(limitOf(inSequence({0.02, 0.01, 0.001, 0.001, 0.001}, 0.01)), FrameLimit::kNone);
}

TEST(Verdict, ScatterIsNotJudged) {
    VariantTimes times = inSequence({8.0, 5.0, 0.5, 0.8, 0.2}, 0.02);
    ASSERT_EQ(limitOf(times), FrameLimit::kVertices);
    times.noise_ms = 2.0;
    const Verdict verdict = judgeFrame(times);
    EXPECT_EQ(verdict.limit, FrameLimit::kNone);
    EXPECT_NE(verdict.sentence.find("2.00 ms"), std::string::npos) << verdict.sentence;
}

TEST(Verdict, LessWorkThatTookLongerIsNotJudged) {
    const VariantTimes sound = inSequence({8.0, 5.0, 0.5, 0.8, 0.2}, 0.02);
    for (double VariantTimes::*variant :
         {&VariantTimes::discard_ms, &VariantTimes::one_pixel_ms, &VariantTimes::static_ms,
          &VariantTimes::collapsed_ms, &VariantTimes::no_units_ms}) {
        VariantTimes times = sound;
        times.*variant = 1.3 * times.full_ms;
        EXPECT_EQ(limitOf(times), FrameLimit::kNone);
    }
}

TEST(Verdict, WhatCouldNotBeTimedIsNotJudged) {
    VariantTimes times = inSequence({8.0, 5.0, 0.5, 0.8, 0.2}, 0.02);
    times.one_pixel_ms = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(limitOf(times), FrameLimit::kNone);
    EXPECT_EQ(limitOf({}), FrameLimit::kNone);
}

ShownTimes shown(double frame_ms, double submit_ms, double gpu_ms) {
    ShownTimes times;
    times.frame_ms = frame_ms;
    times.submit_ms = submit_ms;
    times.gpu_ms = gpu_ms;
    return times;
}

constexpr double kRefresh = 1000.0 / 60.0;

TEST(ShownVerdict, WaitingForTheDisplayIsALimit) {
    ShownTimes times = shown(16.7, 0.3, 4.0);
    times.refresh_ms = kRefresh;
    const Verdict verdict = judgeShown(times);
    EXPECT_EQ(verdict.limit, FrameLimit::kVsync);
    EXPECT_NE(verdict.sentence.find("4.00 ms"), std::string::npos) << verdict.sentence;
    EXPECT_NE(verdict.advice.find("more units"), std::string::npos) << verdict.advice;
    // The same times without a wait for the display.
    times.refresh_ms.reset();
    EXPECT_EQ(judgeShown(times).limit, FrameLimit::kNone);
}

TEST(ShownVerdict, WorkThatMissesARefreshHasNoRoom) {
    ShownTimes times = shown(2.0 * kRefresh, 0.3, 18.0);
    times.refresh_ms = kRefresh;
    const Verdict verdict = judgeShown(times);
    EXPECT_EQ(verdict.limit, FrameLimit::kVsync);
    EXPECT_NE(verdict.advice.find("less work"), std::string::npos) << verdict.advice;
}

TEST(ShownVerdict, AFrameOutOfStepIsNotLimitedByTheDisplay) {
    ShownTimes times = shown(21.0, 0.3, 20.5);
    times.refresh_ms = kRefresh;
    EXPECT_EQ(judgeShown(times).limit, FrameLimit::kNone);
    // Synchronised with the display, but with hardly any time left.
    times = shown(kRefresh, 0.3, 16.0);
    times.refresh_ms = kRefresh;
    EXPECT_EQ(judgeShown(times).limit, FrameLimit::kNone);
    // Two refresh intervals, although the work would have fitted into the first.
    times = shown(2.0 * kRefresh, 0.3, 4.0);
    times.refresh_ms = kRefresh;
    EXPECT_EQ(judgeShown(times).limit, FrameLimit::kNone);
}

TEST(ShownVerdict, CallsThatFillTheFrameLimit) {
    EXPECT_EQ(judgeShown(shown(10.0, 9.6, 2.0)).limit, FrameLimit::kSubmit);
    // The CPU may be waiting for an equally busy GPU: the two cases cannot be distinguished.
    EXPECT_EQ(judgeShown(shown(10.0, 9.6, 9.5)).limit, FrameLimit::kNone);
    EXPECT_EQ(judgeShown(shown(10.0, 1.0, 9.5)).limit, FrameLimit::kNone);
    EXPECT_EQ(judgeShown(shown(10.0, 1.0, 2.0)).limit, FrameLimit::kNone);
}

TEST(ShownVerdict, SoftwareRenderingIsNotSubmission) {
    ShownTimes times = shown(40.0, 39.0, 1.0);
    times.software = true;
    const Verdict verdict = judgeShown(times);
    EXPECT_EQ(verdict.limit, FrameLimit::kNone);
    EXPECT_NE(verdict.sentence.find("software"), std::string::npos) << verdict.sentence;
    EXPECT_EQ(judgeShown({}).limit, FrameLimit::kNone);
}

}  // namespace
}  // namespace phalanx
