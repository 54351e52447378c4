#include "app/verify/ik_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

#include "anim/body/ik_limbs.h"
#include "anim/evaluation/lone_chain.h"
#include "anim/evaluation/solve_ik.h"
#include "anim/layers/local_blend.h"
#include "core/error.h"
#include "core/percentile.h"
#include "core/stopwatch.h"

namespace phalanx {
namespace {

constexpr double kMostPoseTurn_rad = std::numbers::pi / 4.0;
constexpr double kMostTargetTurn_rad = std::numbers::pi / 2.0;
constexpr int kTimings = 3;  // the fastest counts

class IkRandom {
  public:
    explicit IkRandom(std::uint32_t seed) : engine_(seed) {}
    // The same numbers everywhere, unlike the distributions of the standard library.
    double between(double low, double high) {
        return low + (high - low) * (static_cast<double>(engine_()) / 4294967296.0);
    }
    std::size_t below(std::size_t count) {
        return static_cast<std::size_t>(between(0.0, static_cast<double>(count)));
    }
    glm::dvec3 direction() {
        const double z = between(-1.0, 1.0);
        const double angle = between(0.0, 2.0 * std::numbers::pi);
        const double level = std::sqrt(1.0 - z * z);
        return {level * std::cos(angle), level * std::sin(angle), z};
    }
    glm::dquat turn(double most_rad) {
        const glm::dvec3 axis = direction();
        return glm::angleAxis(between(-most_rad, most_rad), axis);
    }

  private:
    std::mt19937 engine_;
};

struct IkCase {
    LoneChain chain;
    double out_of_reach = 0.0;  // file units: by which the chain is too short
};

class IkMeasurement {
  public:
    IkMeasurement(const Model& model, const IkComparisonSettings& settings)
        : model_(model), settings_(settings), tree_(fileTree(model)) {}

    std::vector<IkComparisonRow> run() {
        const std::vector<IkLimb> limbs = ikLimbs(model_);
        if (limbs.empty())
            throw inputError(model_.source_path, "has no chain of three joints that move vertices");
        std::vector<std::string_view> names;
        for (const IkLimb& limb : limbs) {
            if (std::ranges::find(names, limb.name) == names.end()) names.push_back(limb.name);
        }
        std::vector<IkComparisonRow> rows;
        for (const std::string_view target : {"reachable", "unreachable", "collinear"}) {
            for (const std::string_view name : names) addRows(limbs, target, name, rows);
        }
        return rows;
    }

  private:
    void addRows(const std::vector<IkLimb>& limbs, std::string_view target, std::string_view name,
                 std::vector<IkComparisonRow>& rows) {
        std::vector<const IkLimb*> of_name;
        for (const IkLimb& limb : limbs) {
            if (limb.name == name) of_name.push_back(&limb);
        }
        IkRandom random(settings_.seed);
        std::vector<IkCase> cases;
        for (int i = 0; i < settings_.chains; ++i)
            cases.push_back(caseOf(of_name[random.below(of_name.size())]->chain, target, random));
        for (const auto& [solver, solver_name] : kIkSolvers) {
            if (solver == IkSolver::kTwoBone && cases.front().chain.ik.chain.size() != kLeastIkJoints)
                continue;
            IkComparisonRow row = measured(cases, solver);
            row.target = target;
            row.limb = name;
            rows.push_back(row);
        }
    }

    IkCase caseOf(const std::vector<int>& chain, std::string_view target, IkRandom& random) const {
        const LocalPose sampled = randomPose(random);
        const std::vector<glm::dmat4> at_rest = fileFromNode(tree_, restPose(model_));
        ResolvedIk ik;
        ik.chain = chain;
        ik.rest_hinge = restHinge(chain[0], chain[1], chain[2], at_rest, glm::dmat3(modelFromFile(model_)));
        IkCase result{loneChain(ik, tree_, sampled)};
        for (const int node : result.chain.ik.chain) {
            LocalTransform& local = result.chain.pose.nodes[static_cast<std::size_t>(node)];
            local = {true, transformOf(local), glm::dmat4(1.0)};
            local.transform.rotation = local.transform.rotation * random.turn(kMostPoseTurn_rad);
        }
        placeTarget(target, random, result);
        return result;
    }

    LocalPose randomPose(IkRandom& random) const {
        if (model_.clips.empty()) return restPose(model_);
        const Clip& clip = model_.clips[random.below(model_.clips.size())];
        return samplePose(model_, clip, random.between(0.0, clip.duration_s));
    }

    static void placeTarget(std::string_view target, IkRandom& random, IkCase& result) {
        LoneChain& chain = result.chain;
        const double length = lengthOf(chain);
        if (target == "reachable") {
            LoneChain other = chain;
            for (const int node : chain.ik.chain) {
                Transform& local = other.pose.nodes[static_cast<std::size_t>(node)].transform;
                local.rotation = local.rotation * random.turn(kMostTargetTurn_rad);
            }
            chain.ik.target = endOf(other);
            return;
        }
        const glm::dvec3 way = random.direction();
        if (target == "unreachable") {
            const double away = length * random.between(1.01, 2.0);
            chain.ik.target = rootOf(chain) + way * away;
            result.out_of_reach = away - length;
            return;
        }
        straighten(chain, way);
        chain.ik.target = rootOf(chain) + way * (length * random.between(0.5, 0.98));
    }

    IkComparisonRow measured(std::vector<IkCase>& cases, IkSolver solver) const {
        const double mm = 1000.0 * model_.metres_per_unit;
        std::vector<double> rounds;
        std::vector<double> errors;
        int arrived = 0;
        for (IkCase& each : cases) {
            ResolvedIk& ik = each.chain.ik;
            ik.solver = solver;
            ik.rounds = std::max(settings_.rounds, kIkRounds);
            ik.tolerance = 0.0;
            LocalPose pose = each.chain.pose;
            IkTrace trace;
            solveIk(ik, each.chain.tree, pose, &trace);
            const auto beyond = [&](const IkRound& round) { return (round.error - each.out_of_reach) * mm; };
            double needed = HUGE_VAL;
            for (std::size_t i = 0; i < trace.rounds.size() && i < static_cast<std::size_t>(settings_.rounds);
                 ++i) {
                if (beyond(trace.rounds[i]) > kArrived_mm) continue;
                needed = static_cast<double>(i + 1);
                ++arrived;
                break;
            }
            rounds.push_back(needed);
            errors.push_back(std::max(
                0.0, beyond(trace.rounds[std::min(trace.rounds.size(), std::size_t{kIkRounds}) - 1])));
        }
        IkComparisonRow row;
        row.solver = solver;
        row.joints = cases.front().chain.ik.chain.size();
        row.rounds_median = nearest(rounds, 0.5);
        row.rounds_p95 = nearest(rounds, 0.95);
        row.arrived = static_cast<double>(arrived) / static_cast<double>(cases.size());
        row.error_median_mm = percentile(errors, 0.5);
        row.error_p95_mm = percentile(errors, 0.95);
        row.microseconds = timed(cases);
        return row;
    }

    // A value that occurs: between a round and none there is no mean.
    static double nearest(std::vector<double> values, double fraction) {
        const auto at = std::lround(fraction * static_cast<double>(values.size() - 1));
        std::nth_element(values.begin(), values.begin() + at, values.end());
        return values[static_cast<std::size_t>(at)];
    }

    double timed(std::vector<IkCase>& cases) const {
        for (IkCase& each : cases) {
            each.chain.ik.rounds = settings_.rounds;
            each.chain.ik.tolerance = 0.001 * kArrived_mm / model_.metres_per_unit;
        }
        double least_ms = HUGE_VAL;
        for (int i = 0; i < kTimings; ++i) {
            std::vector<LocalPose> poses;
            for (const IkCase& each : cases) poses.push_back(each.chain.pose);
            const Stopwatch watch;
            for (std::size_t c = 0; c < cases.size(); ++c)
                solveIk(cases[c].chain.ik, cases[c].chain.tree, poses[c]);
            least_ms = std::min(least_ms, watch.elapsed_ms());
        }
        return 1000.0 * least_ms / static_cast<double>(cases.size());
    }

    const Model& model_;
    const IkComparisonSettings& settings_;
    PoseTree tree_;
};

std::string roundsShown(double rounds, const IkComparisonSettings& settings) {
    return std::isfinite(rounds) ? fmt::format("{:.0f}", rounds) : fmt::format(">{}", settings.rounds);
}

nlohmann::json numberOrNull(double value) {
    return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
}

}  // namespace

std::vector<IkComparisonRow> compareIk(const Model& model, const IkComparisonSettings& settings) {
    return IkMeasurement(model, settings).run();
}

std::string ikComparisonText(const std::vector<IkComparisonRow>& rows, const IkComparisonSettings& settings) {
    std::string text =
        "target        limb             joints   solver     rounds to 1 mm: median    p95   arrive %   error "
        "mm "
        "after 10: median      p95   us per solve\n";
    for (const IkComparisonRow& row : rows) {
        text += fmt::format(
            "{:<11}   {:<14}   {:6}   {:<8}   {:>22}   {:>4}   {:8.2f}   {:>23.3f}   {:>6.2f}   {:12.2f}\n",
            row.target, row.limb, row.joints, nameOf(row.solver), roundsShown(row.rounds_median, settings),
            roundsShown(row.rounds_p95, settings), 100.0 * row.arrived, row.error_median_mm, row.error_p95_mm,
            row.microseconds);
    }
    return text;
}

nlohmann::json ikComparisonJson(const std::vector<IkComparisonRow>& rows,
                                const IkComparisonSettings& settings) {
    nlohmann::json list = nlohmann::json::array();
    for (const IkComparisonRow& row : rows) {
        list.push_back(
            {{"target", row.target},
             {"limb", row.limb},
             {"joints", row.joints},
             {"solver", nameOf(row.solver)},
             {"rounds_to_1_mm",
              {{"median", numberOrNull(row.rounds_median)}, {"p95", numberOrNull(row.rounds_p95)}}},
             {"arrived", row.arrived},
             {"error_mm_after_10", {{"median", row.error_median_mm}, {"p95", row.error_p95_mm}}},
             {"us_per_solve", row.microseconds}});
    }
    return {
        {"chains", settings.chains}, {"rounds", settings.rounds}, {"seed", settings.seed}, {"rows", list}};
}

}  // namespace phalanx
