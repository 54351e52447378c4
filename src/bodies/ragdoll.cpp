#include "bodies/ragdoll.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "anim/layers/pose_tree.h"
#include "core/smooth_step.h"
#include "terrain/terrain.h"

namespace phalanx {
namespace {

// Poses of a clip can jump, so the velocities that follow from two of them are limited.
constexpr double kMostStart_m_s = 8.0;
constexpr double kMostStart_rad_s = 15.0;
constexpr double kMostPush_m_s = 4.0;  // of one body; the rest of an impulse goes to its neighbours
constexpr double kLoose_s = 0.25;      // in which a magazine that a hand holds goes back into the rifle

constexpr double kStraighten_Nm = 30.0;
constexpr double kSlowFrom_s = 3.3;
constexpr double kSlowed_m_s = 1.5;
constexpr double kTypical_m = 2.0;  // units up to this height fall in kMostFall_s

glm::dvec3 spinBetween(const glm::dquat& from, const glm::dquat& to, double seconds) {
    glm::dquat q = to * glm::conjugate(from);
    if (q.w < 0.0) q = -q;
    const glm::dvec3 v(q.x, q.y, q.z);
    const double sine = glm::length(v);
    return sine < 1e-9 ? glm::dvec3(0.0) : v * (2.0 * std::atan2(sine, q.w) / (sine * seconds));
}

glm::dvec3 atMost(const glm::dvec3& v, double most) {
    const double length = glm::length(v);
    return length > most ? v * (most / length) : v;
}

Frame product(const Frame& a, const Frame& b) {
    return {a.position + a.turn * b.position, a.turn * b.turn};
}

// The node as a rotation, so that a body can turn it.
Transform& drivenNode(LocalPose& pose, int node) {
    LocalTransform& local = pose.nodes[static_cast<std::size_t>(node)];
    if (!local.driven) {
        local.transform = decompose(local.whole);
        local.driven = true;
    }
    return local.transform;
}

// From body space of `b` to that of its parent in the rest pose.
glm::dquat restTurn(const BodyPlan& plan, std::size_t parent, std::size_t b) {
    const auto world = [&](std::size_t body) {
        return plan.rest_turns[body] * plan.bodies[body].shape.joint_from_body.turn;
    };
    return glm::conjugate(world(parent)) * world(b);
}

// Nodes of what hands hold go back to where they are at rest, by `share`, 0..1: a magazine that is being
// changed would stay beside its rifle.
void putBack(const BodyPlan& plan, double share, LocalPose& pose) {
    if (share <= 0.0) return;
    for (std::size_t n = 0; n < pose.nodes.size(); ++n) {
        const int owner = plan.body_of_node[n];
        if (owner < 0 || !pose.nodes[n].driven) continue;
        const PlanBody& body = plan.bodies[static_cast<std::size_t>(owner)];
        if (body.part != BodyPart::kHeld || body.node == static_cast<int>(n)) continue;
        const Transform rest = decompose(plan.skeleton.nodes[n].parent_from_node_rest);
        Transform& now = pose.nodes[n].transform;
        now.translation = glm::mix(now.translation, rest.translation, share);
        now.rotation = glm::slerp(now.rotation, rest.rotation, share);
    }
}

}  // namespace

Frame Ragdoll::frameOf(const Stand& stand, std::size_t body,
                       const std::vector<glm::dmat4>& model_from_node) const {
    const PlanBody& plan = plan_->bodies[body];
    Stand relative = stand;
    relative.position -= origin_;
    const glm::dmat4 world = toMatrix(relative) * model_from_node[static_cast<std::size_t>(plan.node)];
    Frame joint{glm::dvec3(world[3]), turnOf(world)};
    Frame shape = plan.shape.joint_from_body;
    shape.position *= stand.scale;
    return product(joint, shape);
}

Ragdoll::Ragdoll(const RagdollStart& start, const Terrain* terrain)
    : plan_(start.plan),
      terrain_(terrain),
      stand_(start.stand),
      origin_(start.stand.position),
      base_(start.now),
      range_(start.range),
      powered_(start.powered),
      mistakes_(start.mistakes) {
    const BodyPlan& plan = *plan_;
    const std::size_t count = plan.bodies.size();
    const std::vector<glm::dmat4> nodes = modelFromNode(plan.skeleton, start.now);
    const std::vector<glm::dmat4> nodes_before = modelFromNode(plan.skeleton, start.before);
    LocalPose whole = start.now;
    putBack(plan, 1.0, whole);
    const std::vector<glm::dmat4> bind = modelFromBind(plan.skeleton, whole);
    Stand relative = start.stand;
    relative.position = glm::dvec3(0.0);
    const glm::dmat4 world_from_model = toMatrix(relative);
    const double scale = start.stand.scale;
    std::mt19937 random(start.seed);
    // Not std::uniform_real_distribution, whose numbers depend on the library.
    const auto either = [&] { return static_cast<double>(random()) / 2147483648.0 - 1.0; };

    slowness_ = std::sqrt(std::max(1.0, plan.skeleton.height_m * start.stand.scale / kTypical_m));
    straighten_Nm_ = kStraighten_Nm * (0.7 + 0.3 * either());

    SimStart sim;
    sim.terrain = terrain;
    sim.origin = origin_;
    sim.mistakes = mistakes_;
    sim_of_body_.assign(count, SIZE_MAX);
    std::vector<std::size_t> body_of_sim;
    for (std::size_t b = 0; b < count; ++b) {
        const PlanBody& from = plan.bodies[b];
        const bool left_out = !plan.upper[b] || from.part == BodyPart::kHeld;
        if (range_ == RagdollRange::kFromHips && left_out && b != 0) continue;
        sim_of_body_[b] = sim.bodies.size();
        body_of_sim.push_back(b);
        SimBody body;
        body.world_from_body = frameOf(start.stand, b, nodes);
        const Frame before = frameOf(start.stand, b, nodes_before);
        const double between = std::max(1e-4, start.between_s);
        body.velocity_m_s =
            start.velocity_m_s +
            atMost((body.world_from_body.position - before.position) / between, kMostStart_m_s);
        body.spin_rad_s =
            atMost(spinBetween(before.turn, body.world_from_body.turn, between), kMostStart_rad_s);
        // Without these, a soldier that stands straight falls straight.
        body.spin_rad_s += 0.3 * glm::dvec3(either(), either(), either());
        body.mass_kg = from.mass_kg * scale * scale * scale;
        body.half_m = from.shape.half_m * scale;
        body.capsule_m = from.shape.capsule_m * scale;
        body.along_m = from.shape.along_m * scale;
        body.driven = range_ == RagdollRange::kFromHips && b == 0;
        body.part = from.part;
        body.side = from.side;
        const glm::dquat body_from_world = glm::conjugate(body.world_from_body.turn);
        for (const HullVertex& vertex : from.hull) {
            glm::dvec3 skinned(0.0);
            for (int k = 0; k < kWeightsPerVertex; ++k) {
                const auto weight = static_cast<double>(vertex.weights[static_cast<std::size_t>(k)]);
                if (weight > 0.0)
                    skinned += weight * glm::dvec3(bind[vertex.joints[static_cast<std::size_t>(k)]] *
                                                   glm::dvec4(vertex.position, 1.0));
            }
            const glm::dvec3 world(world_from_model * glm::dvec4(skinned, 1.0));
            body.hull.push_back(body_from_world * (world - body.world_from_body.position));
        }
        if (from.parent >= 0) {
            const auto parent = static_cast<std::size_t>(from.parent);
            body.parent = static_cast<int>(sim_of_body_[parent]);
            const Frame& above = sim.bodies[sim_of_body_[parent]].world_from_body;
            const glm::dvec3 anchor(world_from_model * nodes[static_cast<std::size_t>(from.node)][3]);
            body.anchor_in_parent = glm::conjugate(above.turn) * (anchor - above.position);
            body.anchor_in_body = body_from_world * (anchor - body.world_from_body.position);
            body.parent_from_limit = glm::conjugate(plan.bodies[parent].shape.joint_from_body.turn) *
                                     from.limits.parent_from_limit;
            body.body_from_limit =
                glm::conjugate(from.shape.joint_from_body.turn) * from.limits.joint_from_limit;
            body.straightens = from.part == BodyPart::kSpine || from.part == BodyPart::kThigh ||
                               from.part == BodyPart::kShin;
            body.parent_from_straight = restTurn(plan, parent, b);
            body.twist_rad = from.limits.twist_rad;
            body.swing_y_rad = from.limits.swing_y_rad;
            body.swing_z_rad = from.limits.swing_z_rad;
        }
        sim.bodies.push_back(std::move(body));
    }
    if (start.impulse.node >= 0) {
        // What one body cannot take goes on to the body that it hangs from.
        glm::dvec3 push = start.impulse.push_Ns;
        int b = plan.body_of_node[static_cast<std::size_t>(start.impulse.node)];
        while (b >= 0 && glm::length(push) > 0.0) {
            const auto index = static_cast<std::size_t>(b);
            if (sim_of_body_[index] != SIZE_MAX) {
                SimBody& body = sim.bodies[sim_of_body_[index]];
                const bool last = index == 0;
                const glm::dvec3 taken = last ? push : atMost(push, kMostPush_m_s * body.mass_kg);
                body.velocity_m_s += taken / body.mass_kg;
                push -= taken;
            }
            b = plan.bodies[index].part == BodyPart::kHeld ? nearestHand(plan, nodes, plan.bodies[index].node)
                                                           : plan.bodies[index].parent;
        }
    }
    sim_ = makeRagdollSim(sim);
    for (const SimBody& body : sim.bodies) state_.bodies.push_back(body.world_from_body);
    for (const SimBody& body : sim.bodies)
        state_.speed_m_s = std::max(state_.speed_m_s, glm::length(body.velocity_m_s));
    if (powered_ > 0.0) sim_->setTargets(targetTurns(start.now));
}

SimTone Ragdoll::tone() const {
    const double t = (steps_ - limp_from_) * kRagdollStep_s / slowness_;
    SimTone tone;
    // Stunned rather than dead at first: it does not fold up on its knees. Then it is limp, so that it sinks
    // as far as the ground lets it; at last it loses what speed it has left.
    tone.damping =
        0.1 + 0.5 * smoothStep(1.0, 2.5, t) + 4.0 * smoothStep(3.0, 3.5, t) + 40.0 * smoothStep(3.5, 3.9, t);
    tone.joint_torque_Nm = 1.0 + smoothStep(0.8, 2.0, t) + 200.0 * smoothStep(3.4, 3.9, t);
    tone.iterations = t < 2.7 ? 8 : 24;
    tone.straighten_Nm = straighten_Nm_ * smoothStep(0.2, 0.5, t) * (1.0 - smoothStep(0.9, 1.3, t));
    // Whatever still moves ends slowly: a fall that time stops must not freeze in the middle of a movement.
    if (t > kSlowFrom_s)
        tone.most_speed_m_s = std::lerp(kSlowed_m_s, 0.5 * kRestSpeed_m_s, smoothStep(kSlowFrom_s, 3.8, t));
    tone.power = powered_;
    if (mistakes_.loose_joints) tone.iterations = 1;
    return tone;
}

void Ragdoll::step() {
    if (state_.at_rest) return;
    State next;
    sim_->step(kRagdollStep_s, tone());
    ++steps_;
    // Falls begin when motors end; what is driven or powered does not come to rest.
    if (powered_ > 0.0 || range_ != RagdollRange::kWhole) limp_from_ = steps_;
    for (std::size_t b = 0, s = 0; b < plan_->bodies.size(); ++b) {
        if (sim_of_body_[b] == SIZE_MAX) continue;
        const Frame frame = sim_->frame(s);
        const Frame& last = state_.bodies[s];
        const glm::dvec3 along = plan_->bodies[b].shape.along_m * stand_.scale;
        double moved = glm::length(frame.position - last.position);
        for (const double sign : {-1.0, 1.0}) {
            moved = std::max(moved, glm::length(frame.position + frame.turn * (sign * along) - last.position -
                                                last.turn * (sign * along)));
        }
        next.speed_m_s = std::max(next.speed_m_s, moved / kRagdollStep_s);
        next.bodies.push_back(frame);
        ++s;
    }
    next.joint_gap_m = sim_->jointGap();
    // What stands still at first has not fallen yet.
    constexpr double kLeastFall_s = 0.5;
    const bool slow_now =
        next.speed_m_s < kRestSpeed_m_s && (steps_ - limp_from_) * kRagdollStep_s > kLeastFall_s;
    slow_s_ = slow_now ? slow_s_ + kRagdollStep_s : 0.0;
    constexpr double kRounding_s = 1e-9;
    if (range_ == RagdollRange::kWhole && powered_ <= 0.0 && !mistakes_.never_rest) {
        const bool slow = slow_s_ >= kRestFor_s - kRounding_s;
        const bool late = (steps_ - limp_from_) * kRagdollStep_s >= kMostFall_s * slowness_ - kRounding_s;
        next.at_rest = slow || late;
        stopped_by_time_ = late && next.speed_m_s >= kRestSpeed_m_s;
    }
    state_ = std::move(next);
}

std::vector<glm::dquat> Ragdoll::targetTurns(const LocalPose& pose) const {
    const std::vector<glm::dmat4> nodes = modelFromNode(plan_->skeleton, pose);
    std::vector<glm::dquat> turns;
    for (std::size_t b = 0; b < plan_->bodies.size(); ++b) {
        if (sim_of_body_[b] == SIZE_MAX) continue;
        const int parent = plan_->bodies[b].parent;
        const glm::dquat own = frameOf(stand_, b, nodes).turn;
        turns.push_back(
            parent < 0 ? glm::dquat(1.0, 0.0, 0.0, 0.0)
                       : glm::conjugate(frameOf(stand_, static_cast<std::size_t>(parent), nodes).turn) * own);
    }
    return turns;
}

void Ragdoll::setTarget(const RagdollTarget& target) {
    powered_ = target.powered;
    sim_->setTargets(targetTurns(target.pose));
    if (range_ != RagdollRange::kFromHips) return;
    const std::vector<glm::dmat4> nodes = modelFromNode(plan_->skeleton, target.pose);
    sim_->drive(0, frameOf(target.stand, 0, nodes));
}

RagdollPose Ragdoll::pose(const State& from, const State& to, double blend, double time_s) const {
    const BodyPlan& plan = *plan_;
    const Model& skeleton = plan.skeleton;
    RagdollPose result;
    result.pose = base_;
    result.speed_m_s = to.speed_m_s;
    result.at_rest = to.at_rest;
    const double scale = stand_.scale;
    const glm::dquat yaw = glm::angleAxis(stand_.yaw_rad, glm::dvec3(0.0, 1.0, 0.0));
    const auto frame = [&](std::size_t s) {
        const Frame& a = from.bodies[s];
        const Frame& b = to.bodies[s];
        return Frame{glm::mix(a.position, b.position, blend), glm::slerp(a.turn, b.turn, blend)};
    };
    putBack(plan, smoothStep(0.0, kLoose_s, time_s), result.pose);
    // Rotations, parents first.
    std::vector<glm::dquat> turns(skeleton.nodes.size());  // model space
    const glm::dquat root = turnOf(modelFromFile(skeleton));
    for (std::size_t n = 0; n < skeleton.nodes.size(); ++n) {
        const int parent = skeleton.nodes[n].parent;
        const glm::dquat above = parent < 0 ? root : turns[static_cast<std::size_t>(parent)];
        const int owner = plan.body_of_node[n];
        const bool own = owner >= 0 &&
                         plan.bodies[static_cast<std::size_t>(owner)].node == static_cast<int>(n) &&
                         sim_of_body_[static_cast<std::size_t>(owner)] != SIZE_MAX;
        if (own) {
            const auto b = static_cast<std::size_t>(owner);
            turns[n] = glm::conjugate(yaw) * frame(sim_of_body_[b]).turn *
                       glm::conjugate(plan.bodies[b].shape.joint_from_body.turn);
            drivenNode(result.pose, static_cast<int>(n)).rotation =
                glm::normalize(glm::conjugate(above) * turns[n]);
        } else {
            const LocalTransform& local = result.pose.nodes[n];
            turns[n] =
                glm::normalize(above * (local.driven ? local.transform.rotation : turnOf(local.whole)));
        }
    }
    // The hips: where the bodies are on average where the simulation has them.
    std::vector<glm::dmat4> nodes = modelFromNode(skeleton, result.pose);
    const Frame hips = frame(0);
    const auto bodyInModel = [&](std::size_t b) {
        const auto n = static_cast<std::size_t>(plan.bodies[b].node);
        return glm::dvec3(nodes[n][3]) + turns[n] * plan.bodies[b].shape.joint_from_body.position;
    };
    const auto inModel = [&](const glm::dvec3& world) {
        return glm::conjugate(yaw) * world / scale;
    };  // from the origin
    glm::dvec3 shift(0.0);
    double mass = 0.0;
    for (std::size_t b = 0; b < plan.bodies.size(); ++b) {
        if (sim_of_body_[b] == SIZE_MAX || plan.bodies[b].detached) continue;
        shift += plan.bodies[b].mass_kg * (inModel(frame(sim_of_body_[b]).position) - bodyInModel(b));
        mass += plan.bodies[b].mass_kg;
    }
    shift /= mass;
    if (range_ == RagdollRange::kFromHips || mistakes_.loose_joints)
        shift = inModel(hips.position) - bodyInModel(0);
    const auto pelvis = static_cast<std::size_t>(plan.bodies[0].node);
    const glm::dvec3 hips_model = glm::dvec3(nodes[pelvis][3]) + shift;
    // The stand goes under the hips.
    result.stand = stand_;
    const glm::dvec3 hips_world = origin_ + yaw * (hips_model * scale);
    result.stand.position = {hips_world.x, groundHeight(terrain_, {hips_world.x, hips_world.z}),
                             hips_world.z};
    const glm::dvec3 moved = inModel(origin_ - result.stand.position);  // of the model's origin
    const auto moveNode = [&](std::size_t n, const glm::dvec3& by_model) {
        const int parent = skeleton.nodes[n].parent;
        const glm::dmat3 above(parent < 0 ? modelFromFile(skeleton)
                                          : nodes[static_cast<std::size_t>(parent)]);
        drivenNode(result.pose, static_cast<int>(n)).translation += glm::inverse(above) * by_model;
    };
    moveNode(pelvis, shift + moved);
    if (mistakes_.loose_joints) {
        for (std::size_t b = 1; b < plan.bodies.size(); ++b) {
            if (sim_of_body_[b] == SIZE_MAX) continue;
            nodes = modelFromNode(skeleton, result.pose);  // its parents have been moved
            moveNode(static_cast<std::size_t>(plan.bodies[b].node),
                     inModel(frame(sim_of_body_[b]).position) + moved - bodyInModel(b));
        }
        return result;
    }
    for (std::size_t b = 0; b < plan.bodies.size(); ++b) {
        if (!plan.bodies[b].detached || sim_of_body_[b] == SIZE_MAX) continue;
        glm::dvec3 by = inModel(frame(sim_of_body_[b]).position) - bodyInModel(b);
        const int parent = skeleton.nodes[static_cast<std::size_t>(plan.bodies[b].node)].parent;
        const bool follows = parent >= 0 && plan.body_of_node[static_cast<std::size_t>(parent)] >= 0;
        by += follows ? -shift : moved;  // what hangs from the body has moved with the hips
        moveNode(static_cast<std::size_t>(plan.bodies[b].node), by);
    }
    return result;
}

std::vector<glm::dvec3> Ragdoll::hull(const RagdollPose& pose, std::size_t body) const {
    const std::vector<glm::dmat4> bind = modelFromBind(plan_->skeleton, pose.pose);
    const glm::dmat4 world = toMatrix(pose.stand);
    std::vector<glm::dvec3> points;
    for (const HullVertex& vertex : plan_->bodies[body].hull) {
        glm::dvec3 skinned(0.0);
        for (std::size_t k = 0; k < kWeightsPerVertex; ++k) {
            if (vertex.weights[k] > 0.0F)
                skinned += static_cast<double>(vertex.weights[k]) *
                           glm::dvec3(bind[vertex.joints[k]] * glm::dvec4(vertex.position, 1.0));
        }
        points.emplace_back(world * glm::dvec4(skinned, 1.0));
    }
    return points;
}

LocalPose roundedPose(const LocalPose& pose) {
    constexpr double kMost = 32767.0;
    LocalPose rounded = pose;
    for (LocalTransform& local : rounded.nodes) {
        if (!local.driven) continue;
        glm::dquat& q = local.transform.rotation;
        q = glm::normalize(glm::dquat(std::round(q.w * kMost), std::round(q.x * kMost),
                                      std::round(q.y * kMost), std::round(q.z * kMost)));
    }
    return rounded;
}

}  // namespace phalanx
