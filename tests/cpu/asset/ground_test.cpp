// The ground that a model stands on: found in its clips, whatever its origin.
#include "asset/steps/ground.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "asset/import.h"
#include "biped_model.h"
#include "crowd/crowd_settings.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::Biped;

constexpr double kMillimetre = 1e-3;

double lowestAt(const Model& model, const LocalPose& pose) {
    double lowest = 1e9;
    for (const SkinnedVertex& v : skin(model, pose)) lowest = std::min(lowest, v.position.y);
    return lowest;
}

double lowestAt(const Model& model, const std::string& clip, double time_s) {
    return lowestAt(model,
                    samplePose(model, model.clips[static_cast<std::size_t>(findClip(model, clip))], time_s));
}

TEST(GroundTest, ABipedWithItsOriginAtTheHipsIsLiftedToItsSoles) {
    for (const double metres_per_unit : {1.0, 0.01, 39.0}) {
        for (const bool z_up : {false, true}) {
            const Biped biped({.metres_per_unit = metres_per_unit, .z_up = z_up});
            validate(biped.model);
            const Ground ground = findGround(biped.model);
            EXPECT_EQ(ground.source, GroundSource::kWalks);
            EXPECT_EQ(ground.clips, 1U);
            EXPECT_NEAR(ground.lift_m, Biped::kHips_m, kMillimetre) << metres_per_unit << ' ' << z_up;
            EXPECT_EQ(ground.lift_m, -ground.y_m);
            for (double time_s = 0.0; time_s < 1.0; time_s += 0.01)
                EXPECT_NEAR(lowestAt(biped.model, "Walk", time_s) + ground.lift_m, 0.0, kMillimetre);
        }
    }
}

TEST(GroundTest, SolesNearTheOriginAreLeftWhereTheyAre) {
    const double tolerance = kGroundedWithin * Biped::kHeight_m;
    for (const double off_m : {0.0, 0.01, -0.01, 0.9 * tolerance, -0.9 * tolerance}) {
        const Ground ground = findGround(Biped({.hips_m = Biped::kHips_m + off_m}).model);
        EXPECT_NEAR(ground.y_m, off_m, kMillimetre);
        EXPECT_EQ(ground.lift_m, 0.0) << off_m;
    }
    for (const double off_m : {1.1 * tolerance, -1.1 * tolerance}) {
        const Ground ground = findGround(Biped({.hips_m = Biped::kHips_m + off_m}).model);
        EXPECT_NEAR(ground.lift_m, -off_m, kMillimetre) << off_m;
    }
}

TEST(GroundTest, AGroundFartherAwayThanTheRangeOfLiftIsNotLifted) {
    EXPECT_EQ(kFarthestGround_m, kMostLift_m);
    for (const double off_m : {-150.0, 150.0}) {
        const Ground far = findGround(Biped({.hips_m = Biped::kHips_m + off_m}).model);
        EXPECT_NEAR(far.y_m, off_m, kMillimetre);
        EXPECT_EQ(far.lift_m, 0.0);
        EXPECT_NE(textOf(far).find("m; not lifted, since that is more than 100 m away"), std::string::npos)
            << textOf(far);
    }
    for (const double off_m : {-99.0, 99.0}) {
        const Ground near = findGround(Biped({.hips_m = Biped::kHips_m + off_m}).model);
        EXPECT_NEAR(near.lift_m, -off_m, kMillimetre);
    }
}

TEST(GroundTest, OtherClipsDoNotMoveTheGroundOfTheWalk) {
    Biped biped;
    // Looping, as exporters often make it; it crouches deep, so that the legs are in the ground, and leaps.
    biped.addBounce("Jump", 1.0, true,
                    [](double phase) { return -0.4 * std::sin(2.0 * std::numbers::pi * phase); });
    biped.addBounce("Fly", 1.0, true, [](double) { return 2.0; });
    biped.addBounce("Swim", 1.0, true, [](double) { return -0.5; });
    biped.addFall("Death");
    const Ground ground = findGround(biped.model);
    EXPECT_EQ(ground.source, GroundSource::kWalks);
    EXPECT_NEAR(ground.lift_m, Biped::kHips_m, kMillimetre);
    EXPECT_NEAR(lowestAt(biped.model, "Death", 1.0) + ground.lift_m, 0.0, kMillimetre)
        << "the fallen body lies on the ground";
    EXPECT_GT(lowestAt(biped.model, "Jump", 0.75) + ground.lift_m, 0.3) << "it leaps off the ground";
}

TEST(GroundTest, OurSoldierStaysWhereItIs) {
    const Ground ground = findGround(importModel(PHALANX_SOURCE_DIR "/assets/soldier.glb"));
    EXPECT_EQ(ground.source, GroundSource::kWalks);
    EXPECT_EQ(ground.clips, 2U);
    EXPECT_NEAR(ground.y_m, 0.0, kMillimetre);
    EXPECT_EQ(ground.lift_m, 0.0);
}

// A foot that dips at one moment of the cycle does not lift the rest of it.
TEST(GroundTest, ADipOfTheFootIsNotTheGround) {
    Biped biped;
    for (Channel& channel : biped.model.clips[1].channels) {
        if (channel.node != 0) continue;
        channel.translations.keys[20].value.y -= 0.03;  // within the height at which a foot is planted
        channel.translations.keys[21].value.y -= 0.03;
    }
    EXPECT_LT(lowestAt(biped.model, "Walk", 20.0 / 64.0), -Biped::kHips_m - 0.025);
    EXPECT_NEAR(findGround(biped.model).lift_m, Biped::kHips_m, kMillimetre);
}

TEST(GroundTest, ClipsThatWalkDeeperThanMostDoNotCount) {
    Biped biped;
    biped.addWalk("Run", 0.6, 0.6, 0.07);
    EXPECT_NEAR(findGround(biped.model).lift_m, Biped::kHips_m, kMillimetre) << "the upper one of two";
    biped.addWalk("Walk backwards", 1.0, 0.3, 0.0);
    biped.addWalk("Sneak", 1.4, 0.3, 0.2);
    const Ground ground = findGround(biped.model);
    EXPECT_EQ(ground.clips, 4U);
    EXPECT_NEAR(ground.lift_m, Biped::kHips_m, kMillimetre);
}

TEST(GroundTest, WithoutAWalkTheIdleClipStands) {
    Biped biped;
    biped.model.clips.pop_back();
    biped.addBounce("Dance", 1.0, true, [](double phase) { return -0.2 * phase * (1.0 - phase); });
    const Ground ground = findGround(biped.model);
    EXPECT_EQ(ground.source, GroundSource::kIdle);
    EXPECT_NEAR(ground.lift_m, Biped::kHips_m, kMillimetre);
}

// Like a fish, whose body goes up and down.
TEST(GroundTest, WithoutFeetTheLowestPointOfTheCyclesRestsOnTheGround) {
    Biped biped;
    biped.model.clips.clear();
    biped.addBounce("Swim", 1.0, true,
                    [](double phase) { return 0.15 * std::sin(2.0 * std::numbers::pi * phase); });
    biped.addFall("Death");
    const Ground ground = findGround(biped.model);
    EXPECT_EQ(ground.source, GroundSource::kLoops);
    EXPECT_EQ(ground.clips, 1U);
    EXPECT_NEAR(ground.lift_m, Biped::kHips_m + 0.15, kMillimetre);
    EXPECT_NEAR(lowestAt(biped.model, "Swim", 0.75) + ground.lift_m, 0.0, kMillimetre);
}

// The tail of a fish may look like a foot that walks: it touches the ground at one moment of the cycle.
TEST(GroundTest, WithAStrideThatNoFootMakesTheLowestPointCounts) {
    Biped biped;
    biped.model.clips.clear();
    biped
        .addBounce("Swim", 1.0, true,
                   [](double phase) { return 0.15 * std::sin(2.0 * std::numbers::pi * phase); })
        .stride_speed = 1.0;
    const Ground ground = findGround(biped.model);
    EXPECT_EQ(ground.source, GroundSource::kWalks);
    EXPECT_NEAR(ground.lift_m, Biped::kHips_m + 0.15, kMillimetre);
}

TEST(GroundTest, AClipThatOnlyLiesLiesOnTheGround) {
    Biped biped;
    biped.model.clips.clear();
    Clip& lie = biped.addBounce("Lie", 1.0, false, [](double) { return 0.0; });
    lie.channels.front().rotations.keys = {
        {0.0, glm::angleAxis(-0.5 * std::numbers::pi, glm::dvec3(1.0, 0.0, 0.0))}};
    const Ground ground = findGround(biped.model);
    EXPECT_EQ(ground.source, GroundSource::kClips);
    EXPECT_NEAR(ground.lift_m, Biped::kThick_m, kMillimetre);
}

TEST(GroundTest, WithoutClipsTheRestPoseStands) {
    Biped biped;
    biped.model.clips.clear();
    const Ground ground = findGround(biped.model);
    EXPECT_EQ(ground.source, GroundSource::kRest);
    EXPECT_NEAR(ground.lift_m, Biped::kHips_m, 1e-6);
    EXPECT_EQ(textOf(ground), "the lowest point at rest is at y = -0.900 m; lifted by 0.900 m");
    biped.model.metres_per_unit = 1e-3;
    biped.model.height_m = 0.0;  // a flat model: no height to compare with
    EXPECT_NEAR(findGround(biped.model).lift_m, 1e-3 * Biped::kHips_m, 1e-9);
}

// A target that the clip moves, and one that keeps its weight; some vertices have deltas of both.
void addMorphs(Model& model, std::uint32_t seed) {
    test::Dice dice(seed);
    for (const double rest_weight : {0.0, 0.6}) {
        MorphTarget target;
        target.name = "target";
        target.rest_weight = rest_weight;
        for (std::uint32_t v = 0; v < model.vertices.size(); v += 2 + (seed + v) % 3)
            target.deltas.push_back({v, glm::vec3(dice.inBox(80.0)), glm::vec3(0.0F)});
        model.morph_targets.push_back(target);
    }
    MorphTrack track;
    track.target = 0;
    for (const double time_s : {0.0, 0.3, 0.7, 1.0})
        track.weights.keys.push_back({time_s, time_s == 0.3 ? 1.2 : time_s == 0.7 ? -0.5 : 0.0});
    model.clips[0].morph_tracks.push_back(track);
}

// The lowest vertex is found exactly, for vertices of several joints too, though most are not skinned.
TEST(GroundTest, TheLowestVertexOfManyJointsIsExact) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        Model model = test::makeModel(
            {.joints = 9, .vertices = 240, .clips = 1, .seed = seed, .moving_scales = seed % 2 == 0});
        ASSERT_TRUE(model.clips[0].loops);
        if (seed % 3 == 0) addMorphs(model, seed);
        double lowest = 1e9;
        const double count = 60.0 * model.clips[0].duration_s;
        for (double i = 0.0; i <= count; ++i) {
            lowest = std::min(lowest, lowestAt(model, samplePose(model, model.clips[0],
                                                                 model.clips[0].duration_s * i / count)));
        }
        EXPECT_NEAR(findGround(model).y_m, lowest, 1e-9) << seed;
        model.clips.clear();
        EXPECT_NEAR(findGround(model).y_m, lowestAt(model, restPose(model)), 1e-9) << seed;
    }
}

}  // namespace
}  // namespace phalanx
