// IK of chains: FABRIK and CCD on plain numbers, in poses of a model made in code, and the form that asks for
// them.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "anim/evaluation/chain_ik.h"
#include "anim/evaluation/evaluate_pose.h"
#include "anim/evaluation/lone_chain.h"
#include "anim/evaluation/solve_ik.h"
#include "anim/layers/local_blend.h"
#include "core/error.h"
#include "cpu/anim/layers/pose_forms.h"
#include "cpu/anim/slider.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

constexpr IkSolver kBoth[] = {IkSolver::kFabrik, IkSolver::kCcd};

// Bones of random lengths in random directions within 60 degrees of upwards, and the hinge of a knee.
IkChain randomChain(std::size_t joints, test::Dice& dice) {
    IkChain chain;
    chain.joints = {dice.inBox(2.0)};
    while (chain.joints.size() < joints) {
        const glm::dvec3 up = dice.turn(1.0) * glm::dvec3(0.0, 1.0, 0.0);
        chain.joints.push_back(chain.joints.back() + up * dice.between(0.2, 1.0));
    }
    return chain;
}

double lengthOf(const IkChain& chain) {
    double length = 0.0;
    for (std::size_t i = 1; i < chain.joints.size(); ++i)
        length += glm::distance(chain.joints[i - 1], chain.joints[i]);
    return length;
}

// The joints that the turns of a solution lead to.
std::vector<glm::dvec3> turnedBy(const IkChain& chain, const ChainSolution& solution) {
    std::vector<glm::dvec3> joints{chain.joints.front()};
    for (std::size_t i = 0; i + 1 < chain.joints.size(); ++i)
        joints.push_back(joints.back() + solution.turns[i] * (chain.joints[i + 1] - chain.joints[i]));
    return joints;
}

void expectSame(const std::vector<glm::dvec3>& a, const std::vector<glm::dvec3>& b, double limit) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(glm::distance(a[i], b[i]), limit) << i;
}

void expectLengths(const IkChain& chain, const std::vector<glm::dvec3>& joints, double limit) {
    EXPECT_LT(glm::distance(joints.front(), chain.joints.front()), limit);
    for (std::size_t i = 1; i < joints.size(); ++i) {
        EXPECT_NEAR(glm::distance(joints[i - 1], joints[i]),
                    glm::distance(chain.joints[i - 1], chain.joints[i]), limit);
    }
}

// A place that the chain reaches, for each joint turns by up to this.
glm::dvec3 reachable(const IkChain& chain, double most_rad, test::Dice& dice) {
    glm::dvec3 end = chain.joints.front();
    glm::dquat turn(1.0, 0.0, 0.0, 0.0);
    for (std::size_t i = 0; i + 1 < chain.joints.size(); ++i) {
        turn = turn * dice.turn(most_rad);
        end += turn * (chain.joints[i + 1] - chain.joints[i]);
    }
    return end;
}

TEST(ChainIk, ReachesTargetsAndKeepsBones) {
    test::Dice dice(1);
    for (int i = 0; i < 300; ++i) {
        IkChain chain = randomChain(3 + static_cast<std::size_t>(dice.below(6)), dice);
        chain.target = reachable(chain, 0.8, dice);
        const double length = lengthOf(chain);
        for (const IkSolver solver : kBoth) {
            IkTrace trace;
            const ChainSolution solution = solveChain(chain, {solver, 1000}, &trace);
            const std::vector<glm::dvec3> joints = turnedBy(chain, solution);
            EXPECT_LT(solution.error, 1e-3 * length) << i << nameOf(solver);
            EXPECT_NEAR(glm::distance(joints.back(), chain.target), solution.error, 1e-9);
            EXPECT_FALSE(solution.limited);
            ASSERT_EQ(trace.rounds.size(), static_cast<std::size_t>(solution.rounds));
            expectSame(joints, trace.rounds.back().joints, 1e-9);
            double before = trace.start.error;
            for (const IkRound& round : trace.rounds) {
                EXPECT_LE(round.error, before + 1e-12) << i << nameOf(solver);
                before = round.error;
                expectLengths(chain, round.joints, 1e-9);
            }
        }
    }
}

TEST(ChainIk, AToleranceEndsTheRounds) {
    test::Dice dice(2);
    IkChain chain = randomChain(5, dice);
    chain.target = reachable(chain, 0.5, dice);
    for (const IkSolver solver : kBoth) {
        const ChainSolution solution = solveChain(chain, {solver, 1000, 0.01});
        EXPECT_LE(solution.error, 0.01);
        EXPECT_LT(solution.rounds, solveChain(chain, {solver, 1000, 1e-4}).rounds);
    }
}

TEST(ChainIk, TargetsOutOfReachStraightenTheChain) {
    test::Dice dice(3);
    for (int i = 0; i < 50; ++i) {
        IkChain chain = randomChain(3 + static_cast<std::size_t>(dice.below(6)), dice);
        const glm::dvec3 way = dice.direction();
        const double length = lengthOf(chain);
        chain.target = chain.joints.front() + way * (length * dice.between(1.01, 3.0));
        for (const IkSolver solver : kBoth) {
            const ChainSolution solution = solveChain(chain, {solver});
            EXPECT_TRUE(solution.limited);
            EXPECT_EQ(solution.rounds, 1);
            EXPECT_LT(glm::distance(turnedBy(chain, solution).back(), chain.joints.front() + way * length),
                      1e-9);
        }
    }
}

TEST(ChainIk, StraightChainsBend) {
    for (const std::size_t joints : {3U, 4U, 8U}) {
        IkChain chain;
        for (std::size_t i = 0; i < joints; ++i)
            chain.joints.emplace_back(0.0, -0.5 * static_cast<double>(i), 0.0);
        chain.hinge = {-1.0, 0.0, 0.0};
        const double length = lengthOf(chain);
        for (const double part : {-0.6, 0.3, 0.9, 0.999}) {
            chain.target = {0.0, -part * length, 0.0};
            for (const IkSolver solver : kBoth) {
                chain.pole.reset();
                const std::vector<glm::dvec3> knee = turnedBy(chain, solveChain(chain, {solver, 1000}));
                EXPECT_LT(glm::distance(knee.back(), chain.target), 1e-3 * length) << nameOf(solver) << part;
                for (const glm::dvec3& joint : knee) EXPECT_NEAR(joint.x, 0.0, 1e-9);
                EXPECT_TRUE(part < 0.0 || knee[1].z > 0.0) << "a knee bends forwards";
                chain.pole = glm::dvec3(5.0, 0.0, 0.0);
                const std::vector<glm::dvec3> aside = turnedBy(chain, solveChain(chain, {solver, 1000}));
                EXPECT_LT(glm::distance(aside.back(), chain.target), 1e-3 * length);
                double bend = 0.0;
                for (const glm::dvec3& joint : aside) bend += joint.x;
                EXPECT_GT(bend, 1e-3) << "to the pole";
            }
        }
    }
}

TEST(ChainIk, ChainsTurnToTheirPoles) {
    test::Dice dice(4);
    for (int i = 0; i < 50; ++i) {
        IkChain chain = randomChain(3 + static_cast<std::size_t>(dice.below(6)), dice);
        chain.target = reachable(chain, 0.8, dice);
        chain.pole = chain.joints.front() + 3.0 * dice.direction();
        for (const IkSolver solver : kBoth) {
            const std::vector<glm::dvec3> joints = turnedBy(chain, solveChain(chain, {solver, 200}));
            expectLengths(chain, joints, 1e-9);
            const glm::dvec3 along = glm::normalize(joints.back() - joints.front());
            glm::dvec3 bend(0.0);
            for (const glm::dvec3& joint : joints)
                bend += joint - joints.front() - along * glm::dot(joint - joints.front(), along);
            glm::dvec3 pole = *chain.pole - joints.front();
            pole -= along * glm::dot(pole, along);
            EXPECT_GT(glm::dot(glm::normalize(bend), glm::normalize(pole)), 1.0 - 1e-9);
        }
    }
}

TEST(ChainIk, LimitsAreKept) {
    test::Dice dice(5);
    int arrived = 0;
    for (int i = 0; i < 200; ++i) {
        IkChain chain = randomChain(3 + static_cast<std::size_t>(dice.below(4)), dice);
        ChainLimits& limits = chain.limits.emplace();
        limits.first_bone = {0.0, 1.0, 0.0};
        for (std::size_t k = 0; k + 2 < chain.joints.size(); ++k) {
            const glm::dvec3 along = chain.joints[k + 1] - chain.joints[k];
            limits.hinges.push_back(glm::normalize(glm::cross(along, dice.direction())));
        }
        chain.target = reachable(chain, 1.5, dice);
        for (const IkSolver solver : kBoth) {
            const ChainSolution solution = solveChain(chain, {solver, 100});
            const std::vector<glm::dvec3> joints = turnedBy(chain, solution);
            expectLengths(chain, joints, 1e-9);
            EXPECT_NEAR(glm::distance(joints.back(), chain.target), solution.error, 1e-9);
            arrived += solution.error < 1e-3 ? 1 : 0;
            EXPECT_GT(joints[1].y - joints[0].y, -1e-9) << "the cone of the first bone";
            for (std::size_t k = 1; k + 1 < joints.size(); ++k) {
                const glm::dvec3 before = glm::normalize(joints[k] - joints[k - 1]);
                const glm::dvec3 bone = glm::normalize(joints[k + 1] - joints[k]);
                const glm::dvec3 hinge = solution.turns[k - 1] * limits.hinges[k - 1];
                EXPECT_NEAR(glm::dot(bone, hinge), 0.0, 1e-9) << "bends about its hinge only";
                const double bend = glm::degrees(
                    std::atan2(glm::dot(glm::cross(before, bone), -hinge), glm::dot(before, bone)));
                EXPECT_GT(bend, -1e-6);
                EXPECT_LT(bend, kMostBend_deg + 1e-6);
            }
        }
    }
    EXPECT_GT(arrived, 100);
}

ResolvedPose chainPose(const Model& model, const std::string& more) {
    return test::resolved(
        model, R"({"base":[{"clip":"clip 0","time":0.3}],"ik":[{"joint":"joint 3","target":[20,90,30],)" +
                   more + "}]}");
}

TEST(ChainIk, OnlyRotationsOfThePoseChange) {
    const Model model = test::makeModel({});
    for (const char* solver : {"fabrik", "ccd"}) {
        const ResolvedPose pose = chainPose(
            model,
            std::string(R"("chain":["joint 0","joint 1","joint 2","joint 3"],"rounds":100,"solver":")") +
                solver + "\"");
        std::vector<IkTrace> traces;
        const EvaluatedPose solved = evaluatePose(model, pose, &traces);
        ResolvedPose plain = pose;
        plain.iks.clear();
        const EvaluatedPose before = evaluatePose(model, plain);
        ASSERT_EQ(traces.size(), 1U);
        ASSERT_FALSE(traces[0].rounds.empty());
        EXPECT_NEAR(traces[0].rounds.back().error, solved.iks[0].error, 1e-9);
        EXPECT_LT(glm::distance(traces[0].start.joints.back(), originOf(before.file_from_node, 3)), 1e-12);
        EXPECT_NEAR(glm::distance(originOf(solved.file_from_node, 3), pose.iks[0].target),
                    solved.iks[0].error, 1e-9);
        for (std::size_t n = 0; n < model.nodes.size(); ++n) {
            const Transform a = transformOf(before.local.nodes[n]);
            const Transform b = transformOf(solved.local.nodes[n]);
            EXPECT_LT(glm::distance(a.translation, b.translation), 1e-12) << n;
            EXPECT_LT(glm::distance(a.scale, b.scale), 1e-12) << n;
            EXPECT_TRUE(n < 3 || std::abs(glm::dot(a.rotation, b.rotation)) > 1.0 - 1e-12) << n;
        }
        // Weight 0 leaves the pose.
        ResolvedPose none = pose;
        none.iks[0].weight = 0.0;
        const EvaluatedPose same = evaluatePose(model, none);
        for (std::size_t n = 0; n < model.nodes.size(); ++n)
            EXPECT_LT(test::distance(same.file_from_node[n], before.file_from_node[n]), 1e-9);
    }
}

// Alone, a chain is solved as in its model, whatever it hangs from.
TEST(ChainIk, ALoneChainIsSolvedAsInItsModel) {
    const Model model = test::makeModel({});
    const ResolvedPose posed =
        chainPose(model, R"("chain":["joint 1","joint 2","joint 3"],"solver":"fabrik")");
    ResolvedPose plain = posed;
    plain.iks.clear();
    const LocalPose before = evaluatePose(model, plain).local;
    for (const auto& [solver, name] : kIkSolvers) {
        ResolvedIk ik = posed.iks.front();
        ik.solver = solver;
        LocalPose whole = before;
        IkTrace in_model;
        solveIk(ik, posed.tree, whole, &in_model);
        LoneChain lone = loneChain(ik, posed.tree, before);
        EXPECT_LT(glm::distance(rootOf(lone), in_model.start.joints.front()), 1e-9) << name;
        EXPECT_LT(glm::distance(endOf(lone), in_model.start.joints.back()), 1e-9) << name;
        double length = 0.0;
        for (std::size_t i = 1; i < 3; ++i)
            length += glm::distance(in_model.start.joints[i - 1], in_model.start.joints[i]);
        EXPECT_NEAR(lengthOf(lone), length, 1e-9) << name;
        IkTrace alone;
        solveIk(lone.ik, lone.tree, lone.pose, &alone);
        ASSERT_EQ(alone.rounds.size(), in_model.rounds.size()) << name;
        for (std::size_t i = 0; i < alone.rounds.size(); ++i)
            expectSame(alone.rounds[i].joints, in_model.rounds[i].joints, 1e-9);
    }
}

TEST(ChainIk, ALoneChainIsStraightened) {
    const Model model = test::makeModel({});
    const ResolvedPose posed =
        chainPose(model, R"("chain":["joint 0","joint 1","joint 2","joint 3"],"limits":true)");
    ResolvedPose plain = posed;
    plain.iks.clear();
    LoneChain lone = loneChain(posed.iks.front(), posed.tree, evaluatePose(model, plain).local);
    const glm::dvec3 root = rootOf(lone);
    const double length = lengthOf(lone);
    const glm::dvec3 way = glm::normalize(glm::dvec3(1.0, 2.0, -1.0));
    straighten(lone, 3.0 * way);
    EXPECT_LT(glm::distance(rootOf(lone), root), 1e-9 * length);
    EXPECT_LT(glm::distance(endOf(lone), root + way * length), 1e-9 * length);
    EXPECT_TRUE(lone.ik.limits.has_value());
}

TEST(ChainIk, TheSolverFollowsFromTheChain) {
    const Model model = test::makeModel({});
    const auto solverOf = [&](const std::string& more) { return chainPose(model, more).iks.front().solver; };
    EXPECT_EQ(solverOf(R"("weight":1)"), IkSolver::kTwoBone);
    EXPECT_EQ(solverOf(R"("chain":["joint 1","joint 2","joint 3"])"), IkSolver::kTwoBone);
    EXPECT_EQ(solverOf(R"("chain":["joint 0","joint 1","joint 2","joint 3"])"), IkSolver::kFabrik);
    EXPECT_EQ(solverOf(R"("solver":"ccd","limits":true)"), IkSolver::kCcd);
    EXPECT_EQ(chainPose(model, R"("solver":"ccd","limits":true)").iks.front().limits->hinges.size(), 1U);
}

TEST(ChainIk, WrongFormsAreRefused) {
    const Model model = test::makeModel({});
    const auto refused = [&](const std::string& more, const std::string& text) {
        try {
            chainPose(model, more);
            ADD_FAILURE() << "accepted: " << more;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kUsage);
            EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
        }
    };
    refused(R"("chain":["joint 2","joint 3"])", "ik[0].chain has 2 joints; a chain has 3 to 8");
    refused(R"("chain":["joint 0","joint 2","joint 3"])",
            "ik[0].chain[1] is joint 2, whose parent is not joint 0");
    refused(R"("chain":["joint 0","joint 1","joint 2"])", "ik[0].chain does not end with joint 3");
    refused(R"("chain":["joint 0","joint 1","joint 2","joint 3"],"solver":"two-bone")",
            "ik[0].solver is two-bone, which is for 3 joints; the chain has 4");
    refused(R"("limits":true)", "ik[0].limits is for the solvers ccd and fabrik");
    refused(R"("solver":"jacobian")", "ik[0].solver is not two-bone, ccd or fabrik");
    refused(R"("rounds":0)", "ik[0].rounds is not a whole number from 1 to 100");
    refused(R"("chain":["joint 0","fly","joint 3"])", "ik[0].chain[1]: fly");
}

}  // namespace
}  // namespace phalanx
