// The profiler's ring buffer: late GPU times are assigned to their frame, a held frame stays, and outliers
// are explained.
#include "ui/profiler/profile.h"

#include <gtest/gtest.h>

#include <numeric>

namespace phalanx {
namespace {

std::size_t at(FramePass pass) {
    return static_cast<std::size_t>(pass);
}

FrameStats statsOf(std::uint64_t number, double units_ms, std::uint64_t bytes = 256) {
    FrameStats stats;
    stats.frame = number;
    stats.bytes_uploaded = bytes;
    stats.uploads = 1;
    stats.draws = 9;
    stats.work = {{"upload", 0.1, 0, 0, 1, bytes, {}}, {"units", units_ms, 7, 1000, 0, 0, {}}};
    return stats;
}

void fill(Profile& profile, std::uint64_t frames) {
    for (std::uint64_t n = 1; n <= frames; ++n) {
        const FrameStats stats = statsOf(n, 2.0);
        profile.add(profiledFrame(stats, {0.5, 0.25, 10.0}), stats);
    }
}

TEST(Profile, CpuPassesSumToTheFrame) {
    const ProfiledFrame frame = profiledFrame(statsOf(1, 2.0), {0.5, 0.25, 10.0});
    EXPECT_FLOAT_EQ(std::accumulate(frame.cpu.begin(), frame.cpu.end(), 0.0F), 10.0F);
    EXPECT_FLOAT_EQ(frame.cpu[at(FramePass::kUnits)], 2.0F);
    EXPECT_FLOAT_EQ(frame.cpu[at(FramePass::kRest)], 7.15F);
    EXPECT_EQ(frame.counts[at(FramePass::kUnits)].draws, 7U);
    EXPECT_EQ(frame.counts[at(FramePass::kUpload)].bytes, 256U);
}

TEST(Profile, LayerPassesAreNamedWithTheirWork) {
    Profile profile;
    fill(profile, 3);
    EXPECT_FALSE(profile.statistics().hasLayers());
    EXPECT_EQ(layersText(profile.at(0)), "");
    FrameStats stats = statsOf(4, 2.0);
    stats.layers = {20, 1000, 9000, 3000};
    PassWork blend;
    blend.name = layer_pass::kBlend;
    blend.cpu_ms = 0.25;
    blend.layers = {10, 600, 5000, 1000};
    PassWork rows;
    rows.name = layer_pass::kRows;
    rows.layers = {10, 400, 4000, 2000};
    stats.work.push_back(blend);
    stats.work.push_back(rows);
    stats.timed_frame = 4;
    stats.gpu_ms = 3.0;
    stats.passes = {
        {"units", 1.0}, {std::string(layer_pass::kBlend), 0.5}, {std::string(layer_pass::kRows), 0.75}};
    EXPECT_EQ(stats.layersGpu_ms(), 1.25);
    profile.add(profiledFrame(stats, {0.5, 0.25, 10.0}), stats);
    const ProfiledFrame& frame = profile.at(3);
    EXPECT_FLOAT_EQ(frame.cpu[at(FramePass::kLayerBlend)], 0.25F);
    EXPECT_FLOAT_EQ(frame.gpu[at(FramePass::kLayerRows)], 0.75F);
    EXPECT_EQ(frame.counts[at(FramePass::kLayerBlend)].layers.texels_read, 5000U);
    EXPECT_EQ(frame.all.layers, stats.layers);
    const FramePassStatistics usual = profile.statistics();
    EXPECT_TRUE(usual.layered[at(FramePass::kLayerBlend)]);
    EXPECT_FALSE(usual.layered[at(FramePass::kLayerSolve)]);
    EXPECT_FALSE(usual.layered[at(FramePass::kLayers)]);
    // Units are counted once, texels of all passes.
    EXPECT_EQ(
        layersText(frame),
        "Layered poses: 10 units, 600 joints; reads 9.00 k texels (144 kB), writes 3.00 k texels (48.0 kB)");
    for (const std::string_view name : kLayerPasses) {
        bool named = false;
        for (std::size_t i = 0; i < kFramePasses; ++i)
            named = named || nameOf(static_cast<FramePass>(i)) == name;
        EXPECT_TRUE(named) << name;
    }
}

TEST(Profile, LateTimesAreAssignedToTheirFrame) {
    Profile profile;
    fill(profile, 5);
    FrameStats stats = statsOf(6, 2.0);
    stats.timed_frame = 2;
    stats.gpu_ms = 3.0;
    stats.passes = {{"units", 2.0}, {"present", 0.5}};
    stats.runs = ShaderRuns{3, 777};
    profile.add(profiledFrame(stats, {0.5, 0.25, 10.0}), stats);
    for (std::size_t i = 0; i < profile.size(); ++i)
        EXPECT_EQ(profile.at(i).timed, profile.at(i).number == 2);
    EXPECT_FLOAT_EQ(profile.at(1).gpu[at(FramePass::kUnits)], 2.0F);
    // The frame's 3 ms end before the copy to the display, which takes another 0.5 ms.
    EXPECT_FLOAT_EQ(profile.at(1).gpu[at(FramePass::kRest)], 1.0F);
    EXPECT_EQ(profile.at(2).vertex_runs, 777U);
    EXPECT_FALSE(profile.at(1).vertex_runs);
}

TEST(Profile, KeepsTheNewestAndAHeldFrameStopsIt) {
    Profile profile;
    fill(profile, Profile::kFrames + 20);
    EXPECT_EQ(profile.size(), Profile::kFrames);
    EXPECT_EQ(profile.at(0).number, 21U);
    profile.hold(5);  // already overwritten
    EXPECT_EQ(profile.held(), nullptr);
    profile.hold(100);
    const FrameStats next = statsOf(Profile::kFrames + 21, 2.0);
    profile.add(profiledFrame(next, {0.5, 0.25, 10.0}), next);
    ASSERT_NE(profile.held(), nullptr);
    EXPECT_EQ(profile.held()->number, 100U);
    EXPECT_EQ(profile.at(0).number, 21U);
    profile.resume();
    profile.add(profiledFrame(next, {0.5, 0.25, 10.0}), next);
    EXPECT_EQ(profile.at(0).number, 22U);
    EXPECT_EQ(profile.held(), nullptr);
}

TEST(Profile, ExplainsASpike) {
    Profile profile;
    fill(profile, 50);
    const FrameStats stats = statsOf(51, 22.0, 640'000);
    profile.add(profiledFrame(stats, {0.5, 0.25, 30.0}), stats);
    const std::string words = oddityOf(profile, profile.at(50), profile.statistics());
    EXPECT_NE(words.find("Frame 51 took 30.0 ms; the median is 10.0 ms"), std::string::npos) << words;
    EXPECT_NE(words.find("\"units\" on the CPU: 22.0 ms instead of 2.00 ms"), std::string::npos) << words;
    EXPECT_NE(words.find("uploads of 640 kB instead of 256 B"), std::string::npos) << words;
    const std::string usual = oddityOf(profile, profile.at(10), profile.statistics());
    EXPECT_NE(usual.find("No pass differs"), std::string::npos) << usual;
}

TEST(Profile, PercentilesArePerPass) {
    Profile profile;
    for (std::uint64_t n = 1; n <= 100; ++n) {
        const FrameStats stats = statsOf(n, static_cast<double>(n));
        profile.add(profiledFrame(stats, {0.0, 0.0, 200.0}), stats);
    }
    const FramePassStatistics usual = profile.statistics();
    EXPECT_FLOAT_EQ(usual.cpu50[at(FramePass::kUnits)], 50.5F);
    EXPECT_FLOAT_EQ(usual.cpu95[at(FramePass::kUnits)], 95.05F);
    EXPECT_FALSE(usual.timed);
}

}  // namespace
}  // namespace phalanx
