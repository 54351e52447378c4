// Many ragdolls on threads: the same bits with any number of them, and no waiting.
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "bodies/falls/fall_check.h"
#include "bodies/ragdoll_field.h"
#include "core/stopwatch.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

std::vector<double> numbersOf(const RagdollPose& pose) {
    std::vector<double> numbers{pose.stand.position.x, pose.stand.position.y, pose.stand.position.z,
                                pose.stand.yaw_rad,    pose.speed_m_s,        pose.at_rest ? 1.0 : 0.0};
    for (const LocalTransform& node : pose.pose.nodes) {
        const Transform& t = node.transform;
        for (int k = 0; k < 3; ++k) numbers.push_back(t.translation[k]);
        for (const double q : {t.rotation.w, t.rotation.x, t.rotation.y, t.rotation.z}) numbers.push_back(q);
    }
    return numbers;
}

bool sameBits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

class RagdollFieldTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!bodiesAvailable()) GTEST_SKIP() << whyNoBodies();
    }

    static const std::vector<std::shared_ptr<const BodyPlan>>& plans() {
        static const auto plans = plansOfVariants(test::soldier());
        return plans;
    }
    static RagdollStart start(int fall) { return randomFall(test::soldier(), plans(), nullptr, 7, fall); }
};

TEST_F(RagdollFieldTest, SameBitsWithAnyThreads) {
    constexpr int kFalls = 12;
    const auto shown = [&](unsigned threads) {
        RagdollField field(nullptr, threads);
        std::vector<std::vector<double>> all;
        std::vector<std::uint32_t> ids;
        double time_s = 0.0;
        for (int i = 0; i < 40; ++i) {
            // They begin one after the other, at times that are no steps.
            if (i % 2 == 0 && static_cast<int>(ids.size()) < kFalls)
                ids.push_back(field.begin(start(static_cast<int>(ids.size()))));
            time_s += 0.013 + 0.004 * (i % 7);
            field.advance(time_s, Wait::kYes);
            for (const std::uint32_t id : ids) all.push_back(numbersOf(field.pose(id)));
        }
        return all;
    };
    const auto one = shown(1);
    for (const unsigned threads : {2U, 4U}) {
        const auto more = shown(threads);
        ASSERT_EQ(one.size(), more.size());
        std::size_t different = 0;
        for (std::size_t i = 0; i < one.size(); ++i) different += sameBits(one[i], more[i]) ? 0U : 1U;
        EXPECT_EQ(different, 0U) << threads << " threads";
    }
    EXPECT_FALSE(sameBits(one.front(), one.back()));
}

// At the time of a step, a field shows what a ragdoll alone has simulated.
TEST_F(RagdollFieldTest, ShowsTheRagdollsOwnSteps) {
    RagdollField field(nullptr, 2);
    const std::uint32_t id = field.begin(start(3));
    Ragdoll alone(start(3), nullptr);
    for (int step = 1; step <= 30; ++step) {
        alone.step();
        field.advance(step * kRagdollStep_s, Wait::kYes);
        const std::vector<double> a = numbersOf(alone.pose());
        const std::vector<double> b = numbersOf(field.pose(id));
        for (std::size_t i = 6; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-6) << step;
    }
}

// A fall that was not waited for ends in the same pose.
TEST_F(RagdollFieldTest, NotWaitingChangesNothingAtRest) {
    RagdollField exact(nullptr, 1);
    RagdollField quick(nullptr, 2);
    const std::uint32_t a = exact.begin(start(5));
    const std::uint32_t b = quick.begin(start(5));
    exact.advance(5.0, Wait::kYes);
    ASSERT_TRUE(exact.pose(a).at_rest);
    const Stopwatch watch;
    for (double time_s = 0.0; !quick.pose(b).at_rest && watch.elapsed_s() < 60.0; time_s += 0.05) {
        quick.advance(time_s, Wait::kNo);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_TRUE(sameBits(numbersOf(exact.pose(a)), numbersOf(quick.pose(b))));
}

// The first pose is that of the start.
TEST_F(RagdollFieldTest, BeginsInTheStartsPose) {
    const RagdollStart s = start(9);
    const RagdollPose pose = Ragdoll(s, nullptr).pose();
    const Model& skeleton = s.plan->skeleton;
    const std::vector<glm::dmat4> before = modelFromNode(skeleton, s.now);
    const std::vector<glm::dmat4> after = modelFromNode(skeleton, pose.pose);
    for (std::size_t n = 0; n < before.size(); ++n) {
        if (s.plan->body_of_node[n] < 0) continue;  // the root moves with the stand
        const glm::dvec3 a(toMatrix(s.stand) * before[n][3]);
        const glm::dvec3 b(toMatrix(pose.stand) * after[n][3]);
        EXPECT_LT(glm::distance(a, b), 1e-6) << skeleton.nodes[n].name;
    }
}

TEST_F(RagdollFieldTest, EndedOnesAreForgotten) {
    RagdollField field(nullptr, 2);
    const std::uint32_t a = field.begin(start(1));
    const std::uint32_t b = field.begin(start(2));
    field.advance(0.2, Wait::kNo);
    field.end(a);
    field.end(a);
    EXPECT_EQ(field.size(), 1U);
    EXPECT_THROW(field.pose(a), std::out_of_range);
    field.advance(0.4, Wait::kYes);
    EXPECT_NO_THROW(field.pose(b));
}

// Bones keep their lengths: no node moves relative to its parent but hips and what hands hold.
TEST_F(RagdollFieldTest, OnlyRotationsChange) {
    RagdollField field(nullptr, 1);
    const RagdollStart s = start(11);
    const std::uint32_t id = field.begin(s);
    field.advance(1.0, Wait::kYes);
    const RagdollPose pose = field.pose(id);
    int turned = 0;
    for (std::size_t n = 0; n < s.now.nodes.size(); ++n) {
        const std::string& name = s.plan->skeleton.nodes[n].name;
        if (!s.now.nodes[n].driven || name == "Hips" || name == "Weapon" || name == "Magazine") continue;
        EXPECT_EQ(s.now.nodes[n].transform.translation, pose.pose.nodes[n].transform.translation) << name;
        turned += s.now.nodes[n].transform.rotation != pose.pose.nodes[n].transform.rotation ? 1 : 0;
    }
    EXPECT_GE(turned, 12);
}

// Motors at full power keep the pose of the start for a while; without them the body folds up.
TEST_F(RagdollFieldTest, PowerKeepsThePose) {
    const auto bent = [&](double powered) {
        RagdollStart s = start(4);
        s.now = samplePose(test::soldier(), test::soldier().clips[0], 0.0);
        s.before = s.now;
        s.velocity_m_s = glm::dvec3(0.0);
        s.impulse = {};
        s.powered = powered;
        RagdollField field(nullptr, 1);
        const std::uint32_t id = field.begin(s);
        field.advance(0.4, Wait::kYes);
        const RagdollPose pose = field.pose(id);
        double most = 0.0;
        for (const PlanBody& body : s.plan->bodies) {
            if (body.part != BodyPart::kShin && body.part != BodyPart::kThigh) continue;
            const auto n = static_cast<std::size_t>(body.node);
            const double dot =
                std::abs(glm::dot(s.now.nodes[n].transform.rotation, pose.pose.nodes[n].transform.rotation));
            most = std::max(most, 2.0 * std::acos(std::min(1.0, dot)));
        }
        return most;
    };
    EXPECT_LT(bent(1.0), 0.25);
    EXPECT_GT(bent(0.0), 0.5);
}

// From the hips up: the hips stay where the target has them.
TEST_F(RagdollFieldTest, HipsFollowTheTarget) {
    RagdollStart s = start(6);
    s.range = RagdollRange::kFromHips;
    s.velocity_m_s = glm::dvec3(0.0);
    RagdollField field(nullptr, 1);
    const std::uint32_t id = field.begin(s);
    Stand stand = s.stand;
    for (int i = 1; i <= 60; ++i) {
        stand.position.x += 0.01;
        field.setTarget(id, {stand, s.now, 0.3});
        field.advance(i * kRagdollStep_s, Wait::kYes);
    }
    const RagdollPose pose = field.pose(id);
    const auto hips = [&](const Stand& at, const LocalPose& local) {
        const auto node = static_cast<std::size_t>(s.plan->bodies[0].node);
        return glm::dvec3(toMatrix(at) * modelFromNode(s.plan->skeleton, local)[node][3]);
    };
    EXPECT_LT(glm::distance(hips(stand, s.now), hips(pose.stand, pose.pose)), 0.002);
    EXPECT_FALSE(pose.at_rest);
}

// Of the fastest part, of a joint's largest gap, and how long it falls: over some falls.
struct Worst {
    double speed_m_s = 0.0;
    double gap_m = 0.0;
    bool all_rest = true;
};

Worst worstOf(const std::vector<RagdollStart>& starts, const BodyMistakes& mistakes) {
    Worst worst;
    for (RagdollStart start : starts) {
        start.mistakes = mistakes;
        Ragdoll ragdoll(start, nullptr);
        while (!ragdoll.state().at_rest && ragdoll.time_s() < 2.0 * kMostFall_s) {
            ragdoll.step();
            worst.speed_m_s = std::max(worst.speed_m_s, ragdoll.state().speed_m_s);
            worst.gap_m = std::max(worst.gap_m, ragdoll.state().joint_gap_m);
        }
        worst.all_rest = worst.all_rest && ragdoll.state().at_rest;
    }
    return worst;
}

// Each mistake does what its text says.
TEST_F(RagdollFieldTest, MistakesShow) {
    std::vector<RagdollStart> starts;
    for (int i = 0; i < 6; ++i) {
        starts.push_back(start(i));
        starts.back().impulse = {};
        starts.back().velocity_m_s = glm::dvec3(0.0);
        starts.back().before = starts.back().now;
    }
    const Worst right = worstOf(starts, {});
    EXPECT_TRUE(right.all_rest);
    EXPECT_LT(right.gap_m, 0.02);
    EXPECT_GT(worstOf(starts, {.overlapping_bodies = true}).speed_m_s, 1.5 * right.speed_m_s);
    EXPECT_GT(worstOf(starts, {.loose_joints = true}).gap_m, 0.05);
    EXPECT_FALSE(worstOf(starts, {.never_rest = true}).all_rest);
}

// The pose has the gaps that the joints have.
TEST_F(RagdollFieldTest, LooseJointsShowInThePose) {
    RagdollStart s = start(2);
    s.mistakes.loose_joints = true;
    Ragdoll ragdoll(s, nullptr);
    double most = 0.0;
    for (int i = 0; i < 90; ++i) {
        ragdoll.step();
        const RagdollPose pose = ragdoll.pose();
        const std::vector<glm::dmat4> nodes = modelFromNode(s.plan->skeleton, pose.pose);
        for (std::size_t b = 0; b < s.plan->bodies.size(); ++b) {
            // The middle of each body is where the simulation has it.
            const PlanBody& body = s.plan->bodies[b];
            const glm::dmat4 world = toMatrix(pose.stand) * nodes[static_cast<std::size_t>(body.node)];
            const glm::dvec3 middle =
                glm::dvec3(world[3]) + turnOf(world) * (s.stand.scale * body.shape.joint_from_body.position);
            const glm::dvec3 simulated = ragdoll.origin() + ragdoll.state().bodies[b].position;
            EXPECT_LT(glm::distance(middle, simulated), 1e-6) << body.joint << " step " << i;
            for (int k = 0; k < 3 && body.parent >= 0; ++k) {
                most = std::max(
                    most,
                    glm::distance(pose.pose.nodes[static_cast<std::size_t>(body.node)].transform.translation,
                                  s.now.nodes[static_cast<std::size_t>(body.node)].transform.translation));
            }
        }
    }
    EXPECT_GT(most, 0.03);
}

}  // namespace
}  // namespace phalanx
