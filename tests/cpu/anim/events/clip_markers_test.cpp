// Markers given by files and footsteps found in poses.
#include "anim/events/clip_markers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "anim/feet/legs.h"
#include "anim/pose/pose.h"
#include "anim/pose/pose_sampler.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

std::vector<double> phasesOf(const ClipMarkers& markers, const std::string& name) {
    std::vector<double> phases;
    for (const ClipMarker& marker : markers) {
        if (marker.name == name) phases.push_back(marker.phase);
    }
    return phases;
}

TEST(ClipMarkers, FootstepsAreFoundWhereFeetComeDown) {
    const Model& model = test::soldier();
    const std::vector<ClipMarkers> markers = clipMarkers(model);
    for (const char* const name : {"Walk", "Run"}) {
        const auto c = static_cast<std::size_t>(findClip(model, name));
        const std::vector<double> left = phasesOf(markers[c], "footstep.L");
        const std::vector<double> right = phasesOf(markers[c], "footstep.R");
        ASSERT_EQ(left.size(), 1U) << name;
        ASSERT_EQ(right.size(), 1U) << name;
        // Half a cycle apart, since both steps are alike.
        EXPECT_NEAR(std::abs(left[0] - right[0]), 0.5, 0.04) << name;
        // The ankle is higher before than at the marker, and hardly lower afterwards.
        const std::vector<int> ankles = anklesOf(model);
        const Clip& clip = model.clips[c];
        const auto height = [&](int ankle, double phase) {
            const double wrapped = phase - std::floor(phase);
            return modelFromNode(
                       model,
                       samplePose(model, clip, wrapped * clip.duration_s))[static_cast<std::size_t>(ankle)][3]
                .y;
        };
        EXPECT_GT(height(ankles[0], left[0] - 0.08), height(ankles[0], left[0]) + 0.005) << name;
        EXPECT_NEAR(height(ankles[0], left[0] + 0.05), height(ankles[0], left[0]), 0.03) << name;
    }
    EXPECT_TRUE(markers[static_cast<std::size_t>(findClip(model, "Idle"))].empty());
}

TEST(ClipMarkers, GivenOnesReplaceFootstepsThatAreFound) {
    Model model = test::soldier();
    const auto walk = static_cast<std::size_t>(findClip(model, "Walk"));
    const auto run = static_cast<std::size_t>(findClip(model, "Run"));
    const double length = model.clips[walk].duration_s;
    model.clips[walk].markers = {{"footstep.L", 0.2 * length}, {"breath", length}};
    model.clips[run].markers = {{"breath", 0.1}};
    const std::vector<ClipMarkers> markers = clipMarkers(model);
    ASSERT_EQ(markers[walk].size(), 2U);
    EXPECT_EQ(markers[walk][0].name, "breath");  // the end of a loop is its start
    EXPECT_EQ(markers[walk][0].cycles, 0U);
    EXPECT_EQ(markers[walk][1].name, "footstep.L");
    EXPECT_FALSE(markers[walk][1].found);
    EXPECT_EQ(markers[run].size(), 3U);
    EXPECT_TRUE(std::ranges::is_sorted(markers[run], {}, &ClipMarker::cycles));
}

TEST(ClipMarkers, TimesDivideWithoutLoss) {
    Clip clip;
    clip.duration_s = 0.7;
    for (const bool loops : {true, false}) {
        clip.loops = loops;
        const ClipMarkers markers{
            {"a", 0.0, 0, false}, {"b", 0.3, 0, false}, {"c", loops ? 0.9 : 1.0, 0, false}};
        const std::vector<MarkerTime> whole = markerTimes(clip, markers, -2.0, 9.0);
        std::vector<double> cuts{-2.0, -0.7, 0.0, 0.3 * 0.7, 0.7, 1.4, 9.0};
        for (const MarkerTime& time : whole) cuts.push_back(time.seconds);
        std::ranges::sort(cuts);
        std::vector<double> parts;
        for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
            for (const MarkerTime& time : markerTimes(clip, markers, cuts[i], cuts[i + 1]))
                parts.push_back(time.seconds);
        }
        ASSERT_EQ(parts.size(), whole.size());
        for (std::size_t i = 0; i < parts.size(); ++i) EXPECT_EQ(parts[i], whole[i].seconds);
        EXPECT_EQ(whole.size(), loops ? 46U : 3U);
    }
}

}  // namespace
}  // namespace phalanx
