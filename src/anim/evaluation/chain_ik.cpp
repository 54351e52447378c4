#include "anim/evaluation/chain_ik.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "anim/layers/pose_tree.h"
#include "layers.h"

namespace phalanx {
namespace {

constexpr double kChainRounding = 1e-13;  // of the length; an error below it is 0

// The part of `v` across a direction of unit length.
glm::dvec3 acrossOf(const glm::dvec3& v, const glm::dvec3& along) {
    return v - along * glm::dot(v, along);
}

// From one direction to another about an axis across both; radians, -pi..pi.
double angleAbout(const glm::dvec3& axis, const glm::dvec3& from, const glm::dvec3& to) {
    return std::atan2(glm::dot(glm::cross(from, to), axis), glm::dot(from, to));
}

// The angle of a hinge that is nearest to a wanted one.
double bendWithin(double wanted) {
    constexpr double kTurn = 2.0 * std::numbers::pi;
    const double most = glm::radians(kMostBend_deg);
    const double bend = std::remainder(wanted, kTurn);
    if (bend >= 0.0) return std::min(bend, most);
    return -bend < bend + kTurn - most ? 0.0 : most;
}

class ChainSolver {
  public:
    ChainSolver(const IkChain& chain, const IkEffort& effort, IkTrace* trace)
        : chain_(chain),
          effort_(effort),
          trace_(trace),
          joints_(chain.joints),
          turns_(chain.joints.size() - 1, glm::dquat(1.0, 0.0, 0.0, 0.0)) {
        for (std::size_t i = 0; i + 1 < joints_.size(); ++i)
            lengths_.push_back(glm::distance(joints_[i], joints_[i + 1]));
        length_ = std::accumulate(lengths_.begin(), lengths_.end(), 0.0);
    }

    ChainSolution run() {
        const double away = glm::distance(chain_.target, root());
        const double longest = *std::max_element(lengths_.begin(), lengths_.end());
        solution_.limited = away > length_ || away < 2.0 * longest - length_;
        if (trace_ != nullptr) trace_->start = {joints_, error()};
        if (!chain_.limits && away >= length_) {
            straighten();
        } else {
            bendIfStraight();
            chain_.limits ? poseTowards(std::vector(joints_)) : turnAlong();
            solveRounds();
        }
        if (!chain_.limits && chain_.pole) turnToPole();
        solution_.error = error();
        for (glm::dquat& turn : turns_) turn = glm::normalize(turn);
        solution_.turns = std::move(turns_);
        return std::move(solution_);
    }

  private:
    const glm::dvec3& root() const { return chain_.joints.front(); }
    double error() const { return glm::distance(joints_.back(), chain_.target); }
    std::size_t last() const { return joints_.size() - 1; }
    glm::dvec3 boneBefore(std::size_t i) const { return chain_.joints[i + 1] - chain_.joints[i]; }
    glm::dvec3 bone(std::size_t i) const { return joints_[i + 1] - joints_[i]; }

    // At the length of bone `i` from a joint, in the direction of a point.
    glm::dvec3 onBone(std::size_t i, const glm::dvec3& from, const glm::dvec3& to) const {
        const glm::dvec3 way = to - from;
        const double length = glm::length(way);
        return from + (length > 0.0 ? way / length : perpendicularTo(chain_.hinge)) * lengths_[i];
    }

    void straighten() {
        const glm::dvec3 way = chain_.target - root();
        if (glm::length(way) > 0.0) {
            for (std::size_t i = 0; i < last(); ++i)
                joints_[i + 1] = joints_[i] + glm::normalize(way) * lengths_[i];
            turnAlong();
        }
        record();
    }

    // A direction across the line to which a straight chain bends.
    glm::dvec3 sideOf(const glm::dvec3& along) const {
        const glm::dvec3 side =
            acrossOf(chain_.pole ? *chain_.pole - root() : glm::cross(chain_.hinge, along), along);
        const double unit = chain_.pole ? length_ : 1.0;
        return glm::length(side) > kStraight * unit ? glm::normalize(side) : perpendicularTo(along);
    }

    void bendIfStraight() {
        const double least = PH_CHAIN_STRAIGHT * length_;
        glm::dvec3 line = chain_.target - root();
        if (glm::length(line) <= least) line = joints_.back() - root();
        if (glm::length(line) <= least) return;
        const double away = std::min(glm::distance(chain_.target, root()), length_);
        const glm::dvec3 along = glm::normalize(line);
        for (const glm::dvec3& joint : joints_) {
            if (glm::length(acrossOf(joint - root(), along)) > least) return;
        }
        const glm::dvec3 side =
            sideOf(along) * (PH_CHAIN_BEND * std::sqrt(std::max(0.0, length_ * length_ - away * away)));
        double passed = 0.0;
        for (std::size_t i = 0; i < last(); ++i) {
            passed += lengths_[i] / length_;
            const glm::dvec3 bent = chain_.joints[i + 1] + side * (4.0 * passed * (1.0 - passed));
            joints_[i + 1] = onBone(i, joints_[i], bent);
        }
    }

    void solveRounds() {
        std::vector<glm::dvec3> best = joints_;
        std::vector<glm::dquat> best_turns = turns_;
        double least = HUGE_VAL;
        for (int round = 0; round < effort_.rounds; ++round) {
            effort_.solver == IkSolver::kCcd ? roundOfCcd() : roundOfFabrik();
            record();
            if (chain_.limits && error() < least) {
                least = error();
                best = joints_;
                best_turns = turns_;
            }
            if (error() <= std::max(effort_.tolerance, kChainRounding * length_)) break;
        }
        if (chain_.limits) {
            joints_ = best;
            turns_ = best_turns;
        } else if (effort_.solver == IkSolver::kFabrik) {
            turnAlong();
        }
    }

    void record() {
        ++solution_.rounds;
        if (trace_ != nullptr) trace_->rounds.push_back({joints_, error()});
    }

    // From the end to the root with the end at the target, then back with the root in its place.
    void roundOfFabrik() {
        joints_.back() = chain_.target;
        for (std::size_t i = last(); i-- > 1;) joints_[i] = onBone(i, joints_[i + 1], joints_[i]);
        if (chain_.limits) {
            poseTowards(std::vector(joints_));
            return;
        }
        for (std::size_t i = 0; i < last(); ++i) joints_[i + 1] = onBone(i, joints_[i], joints_[i + 1]);
    }

    // From the last joint that turns to the root: each turns so that the end lies in the target's direction.
    void roundOfCcd() {
        for (std::size_t i = last(); i-- > 0;) {
            const glm::dvec3 end = joints_.back() - joints_[i];
            const glm::dvec3 target = chain_.target - joints_[i];
            if (!(glm::length(end) > 0.0) || !(glm::length(target) > 0.0)) continue;
            const glm::dquat turn =
                chain_.limits ? turnWithin(i, end, target) : shortestTurn(end, target, chain_.hinge);
            for (std::size_t k = i; k < last(); ++k) {
                turns_[k] = turn * turns_[k];
                joints_[k + 1] = joints_[i] + turn * (joints_[k + 1] - joints_[i]);
            }
        }
    }

    // The turns that lead from the chain before to the positions, each the shortest after those above it.
    void turnAlong() {
        glm::dquat turn(1.0, 0.0, 0.0, 0.0);
        for (std::size_t i = 0; i < last(); ++i) {
            if (lengths_[i] > 0.0)
                turn = glm::normalize(shortestTurn(turn * boneBefore(i), bone(i), chain_.hinge) * turn);
            turns_[i] = turn;
        }
    }

    void turnToPole() {
        const glm::dvec3 line = joints_.back() - root();
        if (glm::length(line) <= kStraight * length_) return;
        const glm::dvec3 along = glm::normalize(line);
        glm::dvec3 bend(0.0);
        for (const glm::dvec3& joint : joints_) bend += acrossOf(joint - root(), along);
        const glm::dvec3 pole = acrossOf(*chain_.pole - root(), along);
        if (glm::length(bend) <= kStraight * length_ || !(glm::length(pole) > 0.0)) return;
        const glm::dquat twist = glm::angleAxis(angleAbout(along, bend, pole), along);
        for (glm::dvec3& joint : joints_) joint = root() + twist * (joint - root());
        for (glm::dquat& turn : turns_) turn = twist * turn;
    }

    // The axis about which inner joint `i` bends, across the bone before it, whose direction is `along`.
    glm::dvec3 bendAxis(std::size_t i, const glm::dquat& turn, const glm::dvec3& along) const {
        const glm::dvec3 axis = -acrossOf(turn * chain_.limits->hinges[i - 1], along);
        return glm::length(axis) > kStraight ? glm::normalize(axis) : perpendicularTo(along);
    }

    // Turns a direction of the first bone into its cone.
    glm::dquat intoCone(const glm::dvec3& direction) const {
        const glm::dvec3& middle = chain_.limits->first_bone;
        const glm::dvec3 axis = glm::cross(direction, middle);
        const double angle = std::atan2(glm::length(axis), glm::dot(direction, middle));
        const double over = angle - glm::radians(kConeOfFirstBone_deg);
        if (!(over > 0.0)) return {1.0, 0.0, 0.0, 0.0};
        return glm::angleAxis(
            over, glm::length(axis) > kStraight ? glm::normalize(axis) : perpendicularTo(direction));
    }

    glm::dquat turnWithin(std::size_t i, const glm::dvec3& end, const glm::dvec3& target) const {
        if (i == 0) {
            const glm::dquat turn = shortestTurn(end, target, chain_.hinge);
            return lengths_[0] > 0.0 ? intoCone(turn * glm::normalize(bone(0))) * turn : turn;
        }
        if (!(lengths_[i - 1] > 0.0)) return {1.0, 0.0, 0.0, 0.0};
        const glm::dvec3 along = glm::normalize(bone(i - 1));
        const glm::dvec3 axis = bendAxis(i, turns_[i - 1], along);
        const double now = angleAbout(axis, along, bone(i));
        const double more = angleAbout(axis, acrossOf(end, axis), acrossOf(target, axis));
        return glm::angleAxis(bendWithin(now + more) - now, axis);
    }

    // Places the joints one after the other from the root, each as near to its wish as limits allow.
    void poseTowards(const std::vector<glm::dvec3>& wishes) {
        joints_[0] = root();
        glm::dvec3 along = glm::normalize(onBone(0, root(), wishes[1]) - root());
        along = intoCone(along) * along;
        glm::dquat turn = shortestTurn(boneBefore(0), along, chain_.hinge);
        joints_[1] = root() + along * lengths_[0];
        // The first bone twists so that the next joint bends towards its wish.
        const glm::dvec3 aside = acrossOf(wishes[2] - joints_[1], along);
        if (glm::length(aside) > kStraight * length_) {
            const glm::dvec3 axis = glm::normalize(glm::cross(along, aside));
            turn = glm::angleAxis(angleAbout(along, bendAxis(1, turn, along), axis), along) * turn;
        }
        turns_[0] = turn;
        for (std::size_t i = 1; i < last(); ++i) {
            const glm::dvec3 axis = bendAxis(i, turns_[i - 1], along);
            const double bend = bendWithin(angleAbout(axis, along, wishes[i + 1] - joints_[i]));
            along = glm::angleAxis(bend, axis) * along;
            turns_[i] = shortestTurn(turns_[i - 1] * boneBefore(i), along, axis) * turns_[i - 1];
            joints_[i + 1] = joints_[i] + along * lengths_[i];
        }
    }

    const IkChain& chain_;
    const IkEffort& effort_;
    IkTrace* trace_;
    std::vector<glm::dvec3> joints_;  // so far
    std::vector<glm::dquat> turns_;   // FABRIK without limits: only at the end
    std::vector<double> lengths_;     // of bones
    double length_ = 0.0;
    ChainSolution solution_;
};

}  // namespace

ChainSolution solveChain(const IkChain& chain, const IkEffort& effort, IkTrace* trace) {
    return ChainSolver(chain, effort, trace).run();
}

}  // namespace phalanx
