// A thousand seeded falls of the soldier, in shards: on the plane, and on hills.
#include "cpu/bodies/fall_limits.h"

namespace phalanx {
namespace {

TEST(RagdollFallsOnPlane, FirstShard) {
    test::checkFalls(nullptr, 0);
}
TEST(RagdollFallsOnPlane, SecondShard) {
    test::checkFalls(nullptr, test::kFallShard);
}
TEST(RagdollFallsOnHills, ThirdShard) {
    test::checkFalls(test::hillsOfFalls().get(), 2 * test::kFallShard);
}
TEST(RagdollFallsOnHills, FourthShard) {
    test::checkFalls(test::hillsOfFalls().get(), 3 * test::kFallShard);
}

// The table does not depend on threads, nor on the range that a fall is in.
TEST(RagdollFalls, SameSeedSameTable) {
    if (!bodiesAvailable()) GTEST_SKIP() << whyNoBodies();
    const auto measured = [](int first, int count, unsigned threads) {
        FallPlan plan;
        plan.first = first;
        plan.count = count;
        plan.threads = threads;
        return measureFalls(test::soldier(), nullptr, plan);
    };
    const FallReport all = measured(0, 12, 1);
    const FallReport again = measured(0, 12, 4);
    const FallReport part = measured(6, 6, 2);
    for (std::size_t i = 0; i < all.falls.size(); ++i) {
        EXPECT_EQ(all.falls[i].rest_s, again.falls[i].rest_s) << i;
        EXPECT_EQ(all.falls[i].rest_skin_depth_m, again.falls[i].rest_skin_depth_m) << i;
        EXPECT_EQ(all.falls[i].fastest_m_s, again.falls[i].fastest_m_s) << i;
        if (i < 6) continue;
        EXPECT_EQ(all.falls[i].rest_s, part.falls[i - 6].rest_s) << i;
        EXPECT_EQ(all.falls[i].rest_skin_depth_m, part.falls[i - 6].rest_skin_depth_m) << i;
    }
    FallPlan other;
    other.count = 1;
    other.seed = 2;
    EXPECT_NE(measureFalls(test::soldier(), nullptr, other).falls[0].rest_skin_depth_m,
              all.falls[0].rest_skin_depth_m);
}

// The limits of the shards find what is wrong: a push that throws the body away is faster than they permit.
TEST(RagdollFalls, ImpossiblePushIsFast) {
    if (!bodiesAvailable()) GTEST_SKIP() << whyNoBodies();
    const Model& model = test::soldier();
    RagdollStart start = randomFall(model, plansOfVariants(model), nullptr, 1, 0);
    start.impulse = {start.plan->bodies[0].node, {0.0, 0.0, 2500.0}};
    Ragdoll ragdoll(start, nullptr);
    double fastest = 0.0;
    while (!ragdoll.state().at_rest) {
        ragdoll.step();
        fastest = std::max(fastest, ragdoll.state().speed_m_s);
    }
    EXPECT_GT(fastest, 20.0);
}

// A body on ground that is higher than where it is measured floats; one on lower ground is in it.
TEST(RagdollFalls, WrongGroundIsSeen) {
    if (!bodiesAvailable()) GTEST_SKIP() << whyNoBodies();
    const Model& model = test::soldier();
    RagdollStart start = randomFall(model, plansOfVariants(model), nullptr, 1, 0);
    const auto lowest = [&](double height_m) {
        const Terrain terrain({static_cast<float>(height_m)}, 1, 1, 100.0);
        start.stand.position.y = height_m;
        Ragdoll ragdoll(start, &terrain);
        while (!ragdoll.state().at_rest) ragdoll.step();
        double least = 1e9;
        const RagdollPose pose = ragdoll.pose();
        for (std::size_t b = 0; b < start.plan->bodies.size(); ++b) {
            for (const glm::dvec3& point : ragdoll.hull(pose, b)) least = std::min(least, point.y);
        }
        return least;
    };
    EXPECT_NEAR(lowest(0.0), 0.0, 0.03);
    EXPECT_NEAR(lowest(0.2), 0.2, 0.03);
    EXPECT_NEAR(lowest(-0.2), -0.2, 0.03);
}

}  // namespace
}  // namespace phalanx
