// Poses of those who stagger and of those who get up: they begin and end where others go on.
#include "app/falls/recovery.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bodies/ragdoll_sim.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

class Recovery : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const std::string why = whyNoBodies(model_); !why.empty()) FAIL() << why;
        plan_ = plansOfVariants(model_).front();
    }

    const Clip& clip(std::string_view name) const {
        return *std::ranges::find(model_.clips, name, &Clip::name);
    }
    LocalPose pose(std::string_view name, double time_s) const {
        return samplePose(model_, clip(name), time_s);
    }
    double between(const LocalPose& a, const LocalPose& b) const {
        const std::vector<glm::dmat4> in_a = modelFromNode(model_, a);
        const std::vector<glm::dmat4> in_b = modelFromNode(model_, b);
        double most = 0.0;
        for (std::size_t n = 0; n < in_a.size(); ++n)
            most = std::max(most, glm::distance(glm::dvec3(in_a[n][3]), glm::dvec3(in_b[n][3])));
        return most;
    }
    glm::dvec3 at(const LocalPose& pose, std::string_view node) const {
        const auto found = std::ranges::find(model_.nodes, node, &Node::name);
        return glm::dvec3(
            modelFromNode(model_, pose)[static_cast<std::size_t>(found - model_.nodes.begin())][3]);
    }

    const Model& model_ = test::soldier();
    std::shared_ptr<const BodyPlan> plan_;
};

TEST_F(Recovery, OnlyTheUpperBodyStaggersAndTheRifleStaysInTheHand) {
    const LocalPose going = pose("Walk", 0.3);
    const LocalPose hit = pose("Hit", 0.25);
    const LocalPose shown = staggeringPose(*plan_, going, hit, 0.2);
    for (const char* const leg : {"UpperLeg.L", "LowerLeg.R", "Foot.L", "Foot.R", "Hips"})
        EXPECT_LT(glm::distance(at(shown, leg), at(going, leg)), 1e-9) << leg;
    EXPECT_GT(glm::distance(at(shown, "Head"), at(going, "Head")), 0.02);
    const auto grip = [&](const LocalPose& p) { return glm::distance(at(p, "Weapon"), at(p, "Hand.R")); };
    EXPECT_NEAR(grip(shown), grip(going), 1e-6);
    EXPECT_GT(glm::distance(at(shown, "Weapon"), at(going, "Weapon")), 0.02);
    EXPECT_LT(between(staggeringPose(*plan_, going, hit, kStagger_s), going), 1e-9);
    EXPECT_LT(powerAfterHit(0.0), 0.1);
    EXPECT_EQ(powerAfterHit(kStagger_s), 1.0);
}

TEST_F(Recovery, TheClipThatBeginsAsTheUnitLiesIsChosen) {
    const auto number = [&](std::string_view name) {
        return static_cast<int>(&clip(name) - model_.clips.data());
    };
    const std::vector<int> clips{number("GetUp"), number("GetUp2")};
    // Whichever way it faces.
    for (const double yaw : {0.0, 2.0, 4.0}) {
        for (const int wanted : clips) {
            LocalPose lying = samplePose(model_, model_.clips[static_cast<std::size_t>(wanted)], 0.0);
            Transform& hips = lying.nodes[static_cast<std::size_t>(plan_->bodies[0].node)].transform;
            hips.rotation = glm::angleAxis(yaw, glm::dvec3(0.0, 1.0, 0.0)) * hips.rotation;
            EXPECT_EQ(bestRisingClip(*plan_, model_, clips, lying), wanted) << yaw;
        }
    }
    const auto lies = [&](std::string_view name) { return pose(name, clip(name).duration_s); };
    EXPECT_EQ(bestRisingClip(*plan_, model_, clips, lies("Die2")), number("GetUp2"));  // on its face
}

TEST_F(Recovery, RisingBeginsWhereItLiesAndEndsWhereItGoesOn) {
    const LocalPose lying = pose("Die2", clip("Die2").duration_s);
    const LocalPose going = pose("Idle", 0.0);
    const int number = static_cast<int>(&clip("GetUp2") - model_.clips.data());
    const Rising rising = beginRising(*plan_, model_, number, lying, {0.0, 1.0, 0.0});
    const double end = clip("GetUp2").duration_s;
    EXPECT_LT(between(risingPose(rising, *plan_, model_, going, 0.0), lying), 1e-9);
    EXPECT_LT(between(risingPose(rising, *plan_, model_, going, end), going), 1e-9);
    // The rifle lies until the hand comes for it, and no joint jumps.
    EXPECT_GT(rising.taken_s, 0.3);
    EXPECT_LT(rising.taken_s, end);
    const LocalPose early = risingPose(rising, *plan_, model_, going, rising.taken_s - 0.55);
    EXPECT_LT(glm::distance(at(early, "Weapon"), at(lying, "Weapon")), 1e-3);
    LocalPose last = lying;
    for (double t = 0.0; t <= end; t += 1.0 / 60.0) {
        const LocalPose now = risingPose(rising, *plan_, model_, going, t);
        EXPECT_LT(between(last, now) * 60.0, 6.0) << t;  // m/s
        last = now;
    }
    // On a slope it begins upright on the ground, and ends upright.
    const glm::dvec3 slope = glm::normalize(glm::dvec3(0.3, 1.0, 0.0));
    const Rising tilted = beginRising(*plan_, model_, number, lying, slope);
    const double middle = 0.3 * end;
    EXPECT_GT(between(risingPose(tilted, *plan_, model_, going, middle),
                      risingPose(rising, *plan_, model_, going, middle)),
              0.1);
    EXPECT_LT(between(risingPose(tilted, *plan_, model_, going, 0.9 * end),
                      risingPose(rising, *plan_, model_, going, 0.9 * end)),
              1e-9);
}

}  // namespace
}  // namespace phalanx
