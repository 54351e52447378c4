// Motion capture in BVH onto the soldier.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "anim/body/body_map.h"
#include "anim/pose/pose.h"
#include "asset/import.h"
#include "asset/model_file.h"
#include "cpu/asset/samples/bvh_walk.h"
#include "cpu/asset/samples/gltf_builder.h"

namespace phalanx {
namespace {

class Bvh : public ::testing::Test {
  protected:
    void SetUp() override {
        const std::vector<std::string> known = readableExtensions();
        if (std::find(known.begin(), known.end(), "bvh") == known.end())
            GTEST_SKIP() << "this build's importer does not read BVH";
    }

    Model with(const test::BvhWalk& walk, ClipOptions options = {}) {
        ImportSettings settings;
        settings.clip_files = {folder_.write("walk.bvh", std::string_view(test::bvhWalk(walk)))};
        settings.clips = options;
        settings.retargeted = &rows_;
        return importModel(std::filesystem::path(PHALANX_SOURCE_DIR) / "assets" / "soldier.glb", settings);
    }

    static glm::dvec3 place(const Model& model, const Clip& clip, double time_s, BodyRole role) {
        const int node = findBodyMap(model.nodes).first(role);
        return modelFromNode(model, samplePose(model, clip, time_s))[static_cast<std::size_t>(node)][3];
    }

    test::TemporaryFolder folder_;
    std::vector<RetargetedClip> rows_;
};

TEST_F(Bvh, AWalkIsFoundItsFeetStandStill) {
    const Model model = with({});
    ASSERT_EQ(rows_.size(), 1U);
    EXPECT_EQ(model.clips.back().name, "walk");
    const RetargetRow& row = rows_.front().row;
    EXPECT_GE(row.steps, 7U);
    EXPECT_LT(row.source_slide, 0.002);
    EXPECT_LT(row.slide, 0.005);
    EXPECT_LT(row.hand, 0.005);
    EXPECT_LT(glm::degrees(row.head_rad), 0.1);
}

// Wherever the capture walks to, the clip walks along +Z, begins at the origin and stands on the ground.
TEST_F(Bvh, TheWalkGoesAheadFromTheOrigin) {
    ClipOptions keep;
    keep.root_motion = RootMotion::kKeep;
    for (const double heading : {0.0, 90.0, -150.0}) {
        test::BvhWalk walk;
        walk.heading_deg = heading;
        const Model model = with(walk, keep);
        const Clip& clip = model.clips.back();
        const glm::dvec3 begins = place(model, clip, 0.0, BodyRole::kHips);
        const glm::dvec3 ends = place(model, clip, clip.duration_s, BodyRole::kHips);
        const double leg = 0.84;  // the soldier's, metres
        EXPECT_NEAR(begins.x, 0.0, 0.03) << heading;
        EXPECT_NEAR(begins.z, 0.0, 0.03) << heading;
        EXPECT_NEAR(ends.x, 0.0, 0.05) << heading;
        EXPECT_NEAR(ends.z, 4.8 * leg / (test::kBvhLeg / 100.0), 0.1) << heading;
        double lowest = 1e9;
        for (int i = 0; i <= 60; ++i) {
            lowest = std::min(lowest, place(model, clip, clip.duration_s * i / 60.0, BodyRole::kLeftFoot).y);
        }
        EXPECT_NEAR(lowest, place(model, model.clips[0], 0.0, BodyRole::kLeftFoot).y, 0.02) << heading;
    }
}

// The loop is found, closed, and played in place with the speed of the walk as its stride.
TEST_F(Bvh, ALoopIsCutFromTheWalk) {
    ClipOptions options;
    options.cut_loops = true;
    test::BvhWalk walk;
    walk.seconds = 3.3;
    const Model model = with(walk, options);
    const Clip& clip = model.clips.back();
    EXPECT_TRUE(clip.loops);
    const double cycles = clip.duration_s / test::kBvhCycle_s;
    EXPECT_NEAR(cycles, std::round(cycles), 0.05);
    const double leg = 0.84;
    EXPECT_NEAR(clip.stride_speed, 1.2 * leg / (test::kBvhLeg / 100.0), 0.05);
    for (const BodyRole role : {BodyRole::kLeftFoot, BodyRole::kRightHand, BodyRole::kHips}) {
        EXPECT_LT(
            glm::length(place(model, clip, 0.0, role) - place(model, clip, clip.duration_s - 1e-9, role)),
            0.002)
            << nameOf(role);
    }
}

TEST_F(Bvh, AnArmGoesWhereTheCaptureHasIt) {
    test::BvhWalk walk;
    walk.speed = 0.0;
    walk.raised_deg = 80.0;
    const Model model = with(walk);
    const Clip& clip = model.clips.back();
    const auto direction = [&](double time) {
        return glm::normalize(place(model, clip, time, BodyRole::kLeftHand) -
                              place(model, clip, time, BodyRole::kLeftUpperArm));
    };
    EXPECT_LT(glm::length(direction(0.0) - glm::dvec3(1.0, 0.0, 0.0)), 0.02);
    const double angle = glm::radians(80.0);
    EXPECT_LT(glm::length(direction(walk.seconds) - glm::dvec3(std::cos(angle), std::sin(angle), 0.0)), 0.02);
}

}  // namespace
}  // namespace phalanx
