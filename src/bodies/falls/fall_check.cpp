#include "bodies/falls/fall_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>
#include <set>

#include "anim/rig/own_pose.h"
#include "bodies/shot.h"
#include "core/parallel.h"
#include "core/percentile.h"
#include "core/stopwatch.h"
#include "terrain/terrain.h"

namespace phalanx {
namespace {

constexpr int kPoseEvery = 10;          // steps between the shown poses that are measured during a fall
constexpr double kField_m = 150.0;      // falls begin within this distance of the origin along x and z
constexpr double kLeastShot_Ns = 10.0;  // a rifle's bullet has about 3 to 10 N s; games exaggerate
constexpr double kMostShot_Ns = 60.0;

// The vertices of a variant, in the world.
class ShownSkin {
  public:
    ShownSkin(const Model& model, std::size_t variant) : model_(model) {
        std::set<std::uint32_t> used;
        for (const Batch& batch : model.variants[variant].batches) {
            for (std::uint32_t i = 0; i < batch.index_count; ++i)
                used.insert(model.indices[batch.first_index + i]);
        }
        vertices_.assign(used.begin(), used.end());
    }

    std::vector<glm::dvec3> at(const LocalPose& pose, const Stand& stand) const {
        std::vector<glm::dmat4> bind = modelFromBind(model_, pose);
        const glm::dmat4 world = toMatrix(stand);
        for (glm::dmat4& matrix : bind) matrix = world * matrix;
        std::vector<glm::dvec3> points;
        points.reserve(vertices_.size());
        for (const std::uint32_t v : vertices_) {
            const Vertex& vertex = model_.vertices[v];
            const glm::dvec4 position(vertex.position, 1.0);
            glm::dvec3 point(0.0);
            for (std::size_t k = 0; k < kWeightsPerVertex && vertex.weights[k] > 0.0F; ++k)
                point +=
                    static_cast<double>(vertex.weights[k]) * glm::dvec3(bind[vertex.joints[k]] * position);
            points.push_back(point);
        }
        return points;
    }

  private:
    const Model& model_;
    std::vector<std::uint32_t> vertices_;
};

// Along the normal, of the deepest point below the ground; negative: all are above it.
double signedDepth(const std::vector<glm::dvec3>& points, const Terrain* terrain) {
    double most = -std::numeric_limits<double>::infinity();
    for (const glm::dvec3& point : points) {
        const glm::dvec2 place(point.x, point.z);
        if (terrain == nullptr) {
            most = std::max(most, -point.y);
        } else if (const double below = terrain->height_m(place) - point.y; below > most) {
            most = std::max(most, below * terrain->normal(place).y);
        }
    }
    return most;
}

// 0: all are above the ground.
double depthOf(const std::vector<glm::dvec3>& points, const Terrain* terrain) {
    return std::max(0.0, signedDepth(points, terrain));
}

FallResult measureFall(const Model& model, const std::vector<ShownSkin>& skins,
                       const std::vector<std::shared_ptr<const BodyPlan>>& plans, const Terrain* terrain,
                       std::uint32_t seed, int fall) {
    FallResult result;
    const RagdollStart start = randomFall(model, plans, terrain, seed, fall);
    result.variant = static_cast<std::size_t>(std::ranges::find(plans, start.plan) - plans.begin());
    const ShownSkin& skin = skins[result.variant];
    Ragdoll ragdoll(start, terrain);
    const auto hullDepth = [&](const RagdollPose& pose) {
        double most = 0.0;
        for (std::size_t b = 0; b < start.plan->bodies.size(); ++b)
            most = std::max(most, depthOf(ragdoll.hull(pose, b), terrain));
        return most;
    };
    result.start_depth_m = depthOf(skin.at(start.now, start.stand), terrain);
    while (!ragdoll.state().at_rest) {
        const Stopwatch watch;
        ragdoll.step();
        result.step_ms += watch.elapsed_ms();
        result.fastest_m_s = std::max(result.fastest_m_s, ragdoll.state().speed_m_s);
        result.gap_m = std::max(result.gap_m, ragdoll.state().joint_gap_m);
        if (std::abs(ragdoll.time_s() - kLate_s) < 0.5 * kRagdollStep_s)
            result.late_m_s = ragdoll.state().speed_m_s;
        if (ragdoll.steps() % kPoseEvery == 0 && ragdoll.time_s() >= kRisen_s) {
            const RagdollPose pose = ragdoll.pose();
            result.hull_depth_m = std::max(result.hull_depth_m, hullDepth(pose));
            result.skin_depth_m =
                std::max(result.skin_depth_m, depthOf(skin.at(pose.pose, pose.stand), terrain));
        }
    }
    const RagdollPose last = ragdoll.pose();
    const std::vector<glm::dvec3> shown = skin.at(last.pose, last.stand);
    const std::vector<glm::dvec3> corpse = skin.at(roundedPose(last.pose), last.stand);
    for (std::size_t i = 0; i < shown.size(); ++i)
        result.corpse_mm = std::max(result.corpse_mm, 1e3 * glm::length(corpse[i] - shown[i]));
    result.rest_gap_m = ragdoll.state().joint_gap_m;
    result.rest_hull_depth_m = hullDepth(last);
    result.rest_skin_depth_m = depthOf(corpse, terrain);
    result.rest_float_m = std::max(0.0, -signedDepth(corpse, terrain));
    for (std::size_t b = 0; b < start.plan->bodies.size(); ++b) {
        const BodyPart part = start.plan->bodies[b].part;
        const double above = std::max(0.0, -signedDepth(ragdoll.hull(last, b), terrain));
        if (part == BodyPart::kPelvis) result.rest_hips_m = above;
        if (part == BodyPart::kHead || part == BodyPart::kHand || part == BodyPart::kFoot)
            result.rest_limb_m = std::max(result.rest_limb_m, above);
    }
    result.rest_s = ragdoll.time_s();
    result.steps = ragdoll.steps();
    result.last_m_s = ragdoll.state().speed_m_s;
    result.stopped = ragdoll.stoppedByTime();
    return result;
}

}  // namespace

RagdollStart randomFall(const Model& model, const std::vector<std::shared_ptr<const BodyPlan>>& plans,
                        const Terrain* terrain, std::uint32_t seed, int fall) {
    std::seed_seq sequence{seed, static_cast<std::uint32_t>(fall)};
    std::mt19937 random(sequence);
    // Not std::uniform_real_distribution, whose numbers depend on the library.
    const auto unit = [&] { return static_cast<double>(random()) / 4294967296.0; };
    const auto between = [&](double low, double high) { return low + (high - low) * unit(); };
    RagdollStart start;
    start.plan = plans[static_cast<std::size_t>(unit() * static_cast<double>(plans.size()))];
    start.seed = static_cast<std::uint32_t>(random());
    start.stand.yaw_rad = between(0.0, 2.0 * std::numbers::pi);
    start.stand.position = {between(-kField_m, kField_m), 0.0, between(-kField_m, kField_m)};
    start.stand.position.y = groundHeight(terrain, {start.stand.position.x, start.stand.position.z});
    const glm::dvec3 ahead(std::sin(start.stand.yaw_rad), 0.0, std::cos(start.stand.yaw_rad));
    // Of clips that begin lying no one falls.
    const auto hipsOf = [&](const LocalPose& pose) {
        return modelFromNode(model, pose)[static_cast<std::size_t>(start.plan->bodies.front().node)][3].y;
    };
    const double upright = 0.5 * hipsOf(restPose(model));
    std::vector<const Clip*> clips;
    for (const Clip& clip : model.clips) {
        if (hipsOf(samplePose(model, clip, 0.0)) > upright) clips.push_back(&clip);
    }
    if (clips.empty()) {
        start.now = restPose(model);
        start.before = start.now;
    } else {
        const Clip& clip = *clips[static_cast<std::size_t>(unit() * static_cast<double>(clips.size()))];
        const double time_s = between(start.between_s, std::max(start.between_s, clip.duration_s));
        start.now = samplePose(model, clip, time_s);
        start.before = samplePose(model, clip, time_s - start.between_s);
        start.velocity_m_s = ahead * clip.stride_speed;
    }
    // A shot from the side, at a random place between knees and head.
    const double angle = between(0.0, 2.0 * std::numbers::pi);
    const glm::dvec3 direction =
        glm::normalize(glm::dvec3(std::sin(angle), between(-0.2, 0.1), std::cos(angle)));
    const double height = model.height_m > 0.0 ? model.height_m : 1.8;
    const glm::dvec3 aim =
        start.stand.position +
        glm::dvec3(between(-0.15, 0.15), between(0.3, 0.95) * height, between(-0.15, 0.15));
    const double push = between(kLeastShot_Ns, kMostShot_Ns);
    const auto hit = hitBody(*start.plan, start.now, start.stand, aim - 20.0 * direction, direction);
    start.impulse.node = hit ? hit->node : start.plan->bodies[1].node;
    start.impulse.push_Ns = push * direction;
    return start;
}

FallReport measureFalls(const Model& model, const Terrain* terrain, const FallPlan& plan) {
    FallReport report;
    const std::vector<std::shared_ptr<const BodyPlan>> plans = plansOfVariants(model);
    std::vector<ShownSkin> skins;
    for (std::size_t v = 0; v < model.variants.size(); ++v) skins.emplace_back(model, v);
    report.falls.resize(static_cast<std::size_t>(plan.count));
    parallelFor(report.falls.size(), plan.threads, [&](std::size_t i) {
        report.falls[i] =
            measureFall(model, skins, plans, terrain, plan.seed, plan.first + static_cast<int>(i));
    });
    const BodyPlan& first = *plans.front();
    report.bodies = first.bodies.size();
    report.frame_bytes = ownPoseBytes(ownPoseRig(model, movedNodes(first)));
    return report;
}

FallSpread spreadOf(const FallReport& report, double FallResult::*value) {
    std::vector<double> values;
    for (const FallResult& fall : report.falls) values.push_back(fall.*value);
    return {percentile(values, 0.5), percentile(values, 0.99), *std::ranges::max_element(values)};
}

double stepMilliseconds(const FallReport& report) {
    double ms = 0.0;
    double steps = 0.0;
    for (const FallResult& fall : report.falls) {
        ms += fall.step_ms;
        steps += fall.steps;
    }
    return steps > 0.0 ? ms / steps : 0.0;
}

namespace {

struct FallRow {
    const char* name;
    const char* key;
    double FallResult::*value;
    double factor;  // to the unit of the name
};

constexpr std::array kFallRows{
    FallRow{"fastest part, m/s", "fastest_m_s", &FallResult::fastest_m_s, 1.0},
    FallRow{"joint gap in the fall, mm", "gap_m", &FallResult::gap_m, 1e3},
    FallRow{"joint gap at rest, mm", "rest_gap_m", &FallResult::rest_gap_m, 1e3},
    FallRow{"deepest vertex at the start, mm", "start_depth_m", &FallResult::start_depth_m, 1e3},
    FallRow{"deepest shape after 0.5 s, mm", "hull_depth_m", &FallResult::hull_depth_m, 1e3},
    FallRow{"deepest shape at rest, mm", "rest_hull_depth_m", &FallResult::rest_hull_depth_m, 1e3},
    FallRow{"deepest vertex after 0.5 s, mm", "skin_depth_m", &FallResult::skin_depth_m, 1e3},
    FallRow{"deepest vertex at rest, mm", "rest_skin_depth_m", &FallResult::rest_skin_depth_m, 1e3},
    FallRow{"lowest vertex above, at rest, mm", "rest_float_m", &FallResult::rest_float_m, 1e3},
    FallRow{"hips above, at rest, mm", "rest_hips_m", &FallResult::rest_hips_m, 1e3},
    FallRow{"highest limb above, at rest, mm", "rest_limb_m", &FallResult::rest_limb_m, 1e3},
    FallRow{"time to rest, s", "rest_s", &FallResult::rest_s, 1.0},
    FallRow{"speed after 3 s, m/s", "late_m_s", &FallResult::late_m_s, 1.0},
    FallRow{"speed in the last step, m/s", "last_m_s", &FallResult::last_m_s, 1.0},
    FallRow{"frame at rest moves by, mm", "corpse_mm", &FallResult::corpse_mm, 1.0},
};

std::ptrdiff_t stoppedOf(const FallReport& report) {
    return std::ranges::count_if(report.falls, &FallResult::stopped);
}

std::ptrdiff_t lateOf(const FallReport& report) {
    return std::ranges::count_if(report.falls,
                                 [](const FallResult& fall) { return fall.late_m_s >= kRestSpeed_m_s; });
}

}  // namespace

std::string fallText(const FallReport& report) {
    std::string text = fmt::format("{:<34}{:>10}{:>10}{:>10}\n", "", "median", "p99", "most");
    for (const FallRow& row : kFallRows) {
        const FallSpread s = spreadOf(report, row.value);
        text += fmt::format("{:<34}{:>10.2f}{:>10.2f}{:>10.2f}\n", row.name, row.factor * s.median,
                            row.factor * s.p99, row.factor * s.most);
    }
    text += fmt::format(
        "stopped after {:g} s while faster than {:g} cm/s: {} of {}; faster than that after {:g} s: {}\n",
        kMostFall_s, 100.0 * kRestSpeed_m_s, stoppedOf(report), report.falls.size(), kLate_s, lateOf(report));
    text += fmt::format("{} bodies, {} bytes per ragdoll and frame, {:.3f} ms per ragdoll and step\n",
                        report.bodies, report.frame_bytes, stepMilliseconds(report));
    return text;
}

nlohmann::json fallJson(const FallReport& report) {
    nlohmann::json json{{"falls", report.falls.size()},
                        {"stopped", stoppedOf(report)},
                        {"late", lateOf(report)},
                        {"bodies", report.bodies},
                        {"frame_bytes", report.frame_bytes},
                        {"step_ms", stepMilliseconds(report)}};
    for (const FallRow& row : kFallRows) {
        const FallSpread s = spreadOf(report, row.value);
        json[row.key] = {{"median", s.median}, {"p99", s.p99}, {"most", s.most}};
    }
    return json;
}

}  // namespace phalanx
