#include "app/lab/ik_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "anim/evaluation/solve_ik.h"
#include "anim/layers/resolved_pose.h"
#include "app/lab/anatomy.h"
#include "core/printable.h"
#include "core/stopwatch.h"

namespace phalanx {
namespace {

constexpr double kBentReach = 0.8;  // of the bones' length: the first target in reach
constexpr double kFarReach = 1.25;
constexpr double kLineReach = 0.7;
constexpr double kForward = 0.8;     // of the first target's direction, beside that of the chain
constexpr double kTarget_m = 0.001;  // targets have whole millimetres
constexpr auto kTimesShown = std::chrono::milliseconds(250);
constexpr double kLeastTimed_ms = 0.3;  // clocks of browsers are coarse
constexpr int kMostTimed = 1000;
constexpr int kTimings = 3;

std::vector<int> jointOfNode(const Model& model) {
    std::vector<int> joint_of_node(model.nodes.size(), -1);
    for (std::size_t i = model.palette.size(); i-- > 0;)
        joint_of_node[static_cast<std::size_t>(model.palette[i].node)] = static_cast<int>(i);
    return joint_of_node;
}

// Local transforms from the matrices that the soldier is drawn with. Nodes that move no vertices follow as at
// rest.
LocalPose poseFromPalette(const Model& model, std::span<const glm::dmat4> palette) {
    const std::vector<int> joint_of_node = jointOfNode(model);
    const PoseTree tree = fileTree(model);
    const glm::dmat4 file_from_model = glm::inverse(modelFromFile(model));
    LocalPose pose = restPose(model);
    std::vector<glm::dmat4> file_from_node(model.nodes.size(), glm::dmat4(1.0));
    for (const int node : tree.order) {
        const auto n = static_cast<std::size_t>(node);
        const int parent = tree.parents[n];
        const glm::dmat4 above =
            parent < 0 ? glm::dmat4(1.0) : file_from_node[static_cast<std::size_t>(parent)];
        LocalTransform& local = pose.nodes[n];
        if (joint_of_node[n] < 0) {
            file_from_node[n] = above * (local.driven ? toMatrix(local.transform) : local.whole);
            continue;
        }
        const auto joint = static_cast<std::size_t>(joint_of_node[n]);
        file_from_node[n] =
            file_from_model * palette[joint] * glm::inverse(model.palette[joint].joint_from_bind);
        local = {true, decompose(glm::inverse(above) * file_from_node[n]), glm::dmat4(1.0)};
    }
    return pose;
}

std::vector<glm::dmat4> paletteWithoutIk(const Stage& stage, const std::vector<LoadedModel>& models,
                                         std::uint32_t unit, const LayeredLook* look, Ticks now) {
    if (look == nullptr) return drawnPalette(stage, models, unit, nullptr, now);
    RigPose pose = look->pose;
    for (RigIkTarget& ik : pose.iks) ik.weight = 0.0;
    return evaluateRigPose(look->rig->rig(), pose, look->mistakes);
}

// What the form makes of an IK with this chain; its target is not used.
ResolvedIk resolved(const Model& model, const std::vector<int>& chain, bool limits) {
    LayeredPose pose;
    PoseIk& ik = pose.ik.emplace_back();
    ik.joint = nameOfNode(model, chain.back());
    for (const int node : chain) ik.chain.push_back(nameOfNode(model, node));
    ik.solver = IkSolver::kFabrik;
    ik.limits = limits;
    ik.rounds = kLabRounds;
    return resolvePose(model, pose, {}, "lab").iks.front();
}

glm::dvec3 transformed(const glm::dmat4& matrix, const glm::dvec3& point) {
    return glm::dvec3(matrix * glm::dvec4(point, 1.0));
}

// Where `start` puts the target; straightens the chain for kCollinear. File units.
glm::dvec3 firstTarget(const Model& model, IkLabTarget start, LoneChain& chain) {
    const glm::dvec3 root = rootOf(chain);
    const glm::dvec3 line = endOf(chain) - root;
    const glm::dvec3 along = glm::length(line) > 0.0 ? glm::normalize(line) : glm::dvec3(0.0, 1.0, 0.0);
    const double length = lengthOf(chain);
    if (start == IkLabTarget::kCollinear) {
        straighten(chain, along);
        return root + along * (kLineReach * length);
    }
    const glm::dvec3 forward =
        glm::normalize(glm::transpose(glm::dmat3(modelFromFile(model))) * glm::dvec3(0.0, 0.0, 1.0));
    const glm::dvec3 way = glm::normalize(along + kForward * forward);
    return root + way * (length * (start == IkLabTarget::kTooFar ? kFarReach : kBentReach));
}

std::string whyNot(IkSolver solver, const ResolvedIk& ik) {
    if (solver != IkSolver::kTwoBone) return "";
    if (ik.chain.size() != kLeastIkJoints) return fmt::format("is for {} joints", kLeastIkJoints);
    return ik.limits ? "knows no limits" : "";
}

// Microseconds until the end has arrived: the mean of many solves. The fastest of a few counts.
double timed(LoneChain chain, double metres_per_unit) {
    chain.ik.tolerance = 0.001 * kArrived_mm / metres_per_unit;
    double least = HUGE_VAL;
    for (int i = 0; i < kTimings; ++i) {
        const Stopwatch watch;
        int solves = 0;
        while (solves < kMostTimed && (solves == 0 || watch.elapsed_ms() < kLeastTimed_ms)) {
            LocalPose pose = chain.pose;
            solveIk(chain.ik, chain.tree, pose);
            ++solves;
        }
        least = std::min(least, 1000.0 * watch.elapsed_ms() / solves);
    }
    return least;
}

// beyond: by which the target is out of reach, file units.
void addErrors(const IkTrace& trace, double beyond, double metres_per_unit, IkLabRun& run) {
    const double mm = 1000.0 * metres_per_unit;
    run.errors_mm.push_back(std::max(0.0, trace.start.error - beyond) * mm);
    for (const IkRound& round : trace.rounds)
        run.errors_mm.push_back(std::max(0.0, round.error - beyond) * mm);
    const auto arrived = std::ranges::find_if(run.errors_mm, [](double each) { return each <= kArrived_mm; });
    if (arrived != run.errors_mm.end()) run.rounds = static_cast<int>(arrived - run.errors_mm.begin());
}

}  // namespace

bool sameChain(const PoseIk& a, const PoseIk& b) {
    return a.joint == b.joint && a.chain == b.chain;
}

void IkLab::know(const Model& model) {
    if (model_ == &model) return;
    model_ = &model;
    chains_.clear();
    timed_.reset();
    const std::vector<int> joint_of_node = jointOfNode(model);
    for (IkLimb& limb : ikLimbs(model)) {
        const bool drawn = std::ranges::all_of(
            limb.chain, [&](int node) { return joint_of_node[static_cast<std::size_t>(node)] >= 0; });
        if (drawn) chains_.push_back(std::move(limb));
    }
}

void IkLab::solveAll(LoneChain chain, double beyond, double metres_per_unit, const IkLabSettings& settings,
                     IkLabFacts& facts, IkTrace& shown) {
    const auto clock = std::chrono::steady_clock::now();
    const bool time = !timed_ || clock - *timed_ > kTimesShown;
    if (time) timed_ = clock;
    for (std::size_t i = 0; i < kIkSolvers.size(); ++i) {
        IkLabRun& run = facts.runs[i];
        run.solver = chain.ik.solver = kIkSolvers[i].first;
        run.why_not = whyNot(run.solver, chain.ik);
        if (!run.why_not.empty()) continue;
        IkTrace trace;
        LocalPose pose = chain.pose;
        solveIk(chain.ik, chain.tree, pose, &trace);
        addErrors(trace, beyond, metres_per_unit, run);
        if (time) microseconds_[i] = timed(chain, metres_per_unit);
        run.microseconds = microseconds_[i];
        if (run.solver == settings.shown) shown = std::move(trace);
    }
}

IkLabFacts IkLab::look(const Stage& stage, const std::vector<LoadedModel>& models, std::uint32_t unit,
                       const LayeredLook* look, std::span<const PoseIk> army, Ticks now,
                       const AnatomyView& view, IkLabSettings& settings) {
    const Crowd& crowd = stage.crowd;
    const Model& model = models[static_cast<std::size_t>(crowd.modelOf(unit))].model;
    know(model);
    IkLabFacts facts;
    pose_ik_.reset();
    const std::optional<glm::vec2> drag = std::exchange(settings.drag, {});
    const bool place_again = std::exchange(settings.place, false);
    if (chains_.empty()) {
        facts.why_not = "This model has no chain of three joints that move vertices.";
        return facts;
    }
    for (const IkLimb& limb : chains_) {
        facts.chains.push_back(
            fmt::format("{} joints to {}", limb.chain.size(),
                        printable(model.nodes[static_cast<std::size_t>(limb.chain.back())].name)));
    }
    if (settings.chain >= chains_.size()) {
        settings.chain = 0;
        settings.target.reset();
    }
    PoseIk& ik = pose_ik_.emplace();
    const std::vector<int>& nodes = chains_[settings.chain].chain;
    for (const int node : nodes) ik.chain.push_back(nameOfNode(model, node));
    ik.joint = ik.chain.back();
    LoneChain chain = loneChain(resolved(model, nodes, settings.limits), fileTree(model),
                                poseFromPalette(model, paletteWithoutIk(stage, models, unit, look, now)));

    const glm::dmat4 model_from_file = modelFromFile(model);
    const UnitProjection project(view, crowd.stateOf(unit, now), crowd.unit(unit));
    // Straightens the chain also for a target that was dragged.
    const glm::dvec3 first = transformed(model_from_file, firstTarget(model, settings.start, chain));
    const auto in_army = std::ranges::find_if(army, [&](const PoseIk& each) { return sameChain(each, ik); });
    facts.army = in_army != army.end();
    if (facts.army && in_army->target.inModel())
        settings.target = transformed(model_from_file, in_army->target.point);
    if (place_again) settings.target.reset();
    if (drag) settings.target = project.atDepthOf(settings.target.value_or(first), glm::dvec2(*drag));
    const glm::dvec3 target = glm::round(settings.target.value_or(first) / kTarget_m) * kTarget_m;
    facts.moved = drag || place_again;
    chain.ik.target = transformed(glm::inverse(model_from_file), target);
    ik.target = chain.ik.target;
    const double away = glm::distance(rootOf(chain), chain.ik.target);
    const double length = lengthOf(chain);
    if (!std::isfinite(away + length) || !(length > 0.0)) {
        facts.why_not = "The chain has no length in this pose.";
        return facts;
    }
    facts.target_m = away * model.metres_per_unit;
    facts.length_m = length * model.metres_per_unit;
    if (const auto place = project(target)) facts.target = glm::vec2(place->window);

    if (!whyNot(settings.shown, chain.ik).empty()) settings.shown = IkSolver::kFabrik;
    IkTrace shown;
    solveAll(std::move(chain), std::max(0.0, away - length), model.metres_per_unit, settings, facts, shown);
    const auto show = [&](const IkRound& round) {
        std::vector<std::optional<glm::vec2>>& joints = facts.joints.emplace_back();
        for (const glm::dvec3& joint : round.joints) {
            const auto place = project(transformed(model_from_file, joint));
            joints.push_back(place ? std::optional(glm::vec2(place->window)) : std::nullopt);
        }
    };
    show(shown.start);
    for (const IkRound& round : shown.rounds) show(round);
    return facts;
}

}  // namespace phalanx
