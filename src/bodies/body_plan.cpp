#include "bodies/body_plan.h"

#include <fmt/format.h>

#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <numeric>
#include <set>

#include "anim/layers/pose_tree.h"
#include "bodies/plan_joints.h"
#include "bodies/plan_shapes.h"
#include "core/error.h"
#include "core/parallel.h"

namespace phalanx {
namespace {

// Of a variant, or of all; ascending.
std::vector<std::uint32_t> verticesOf(const Model& model, int variant) {
    if (variant < 0) {
        std::vector<std::uint32_t> all(model.vertices.size());
        std::iota(all.begin(), all.end(), 0U);
        return all;
    }
    std::set<std::uint32_t> used;
    for (const Batch& batch : model.variants[static_cast<std::size_t>(variant)].batches) {
        const auto first = model.indices.begin() + static_cast<std::ptrdiff_t>(batch.first_index);
        used.insert(first, first + static_cast<std::ptrdiff_t>(batch.index_count));
    }
    return {used.begin(), used.end()};
}

// Per node: the body of itself or its nearest ancestor; -1: none.
std::vector<int> ownersOf(const Model& model, const std::vector<PlanBody>& bodies) {
    std::vector<int> owners(model.nodes.size(), -1);
    for (std::size_t b = 0; b < bodies.size(); ++b)
        owners[static_cast<std::size_t>(bodies[b].node)] = static_cast<int>(b);
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        const int parent = model.nodes[n].parent;
        if (owners[n] < 0 && parent >= 0) owners[n] = owners[static_cast<std::size_t>(parent)];
    }
    return owners;
}

// Drops what hands hold if none of `vertices` belongs to it, and all that is more than kMostBodies.
void dropUnseen(const Model& model, const std::vector<int>& owners,
                const std::vector<std::uint32_t>& vertices, std::vector<PlanBody>& bodies) {
    std::vector<bool> seen(bodies.size(), false);
    for (const std::uint32_t v : vertices) {
        const int node = model.palette[model.vertices[v].joints[0]].node;
        if (const int owner = owners[static_cast<std::size_t>(node)]; owner >= 0)
            seen[static_cast<std::size_t>(owner)] = true;
    }
    // Held bodies are the last ones, so the numbers of the others do not change.
    for (std::size_t b = bodies.size(); b-- > 0;) {
        if (bodies[b].part == BodyPart::kHeld && !seen[b])
            bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(b));
    }
    if (bodies.size() > kMostBodies) bodies.resize(kMostBodies);
}

}  // namespace

BodyPlan makeBodyPlan(const Model& model, int variant) {
    BipedJoints joints = findBipedJoints(model);
    if (!joints.why.empty())
        throw inputError(model.source_path, fmt::format("there are no bodies for a ragdoll: {}", joints.why));
    const std::vector<std::uint32_t> vertices = verticesOf(model, variant);
    BodyPlan plan;
    plan.bodies = std::move(joints.bodies);
    dropUnseen(model, ownersOf(model, plan.bodies), vertices, plan.bodies);
    plan.body_of_node = ownersOf(model, plan.bodies);
    for (const PlanBody& body : plan.bodies) {
        const bool below = body.parent >= 0 && (body.part == BodyPart::kSpine ||
                                                plan.upper[static_cast<std::size_t>(body.parent)]);
        plan.upper.push_back(below || body.part == BodyPart::kHeld);
    }
    fitShapes(model, plan.body_of_node, vertices, plan.bodies);
    setLimits(model, plan.bodies);
    const std::vector<glm::dquat> turns = restTurns(model);
    for (const PlanBody& body : plan.bodies)
        plan.rest_turns.push_back(turns[static_cast<std::size_t>(body.node)]);
    plan.skeleton.name = model.name;
    plan.skeleton.nodes = model.nodes;
    plan.skeleton.palette = model.palette;
    plan.skeleton.metres_per_unit = model.metres_per_unit;
    plan.skeleton.z_up = model.z_up;
    plan.skeleton.height_m = model.height_m;
    return plan;
}

std::string whyNoBodies(const Model& model) {
    return findBipedJoints(model).why;
}

glm::dmat4 toMatrix(const Stand& stand) {
    glm::dmat4 world = glm::translate(glm::dmat4(1.0), stand.position);
    world = glm::rotate(world, stand.yaw_rad, glm::dvec3(0.0, 1.0, 0.0));
    return glm::scale(world, glm::dvec3(stand.scale));
}

glm::dquat turnOf(const glm::dmat4& matrix) {
    return decompose(matrix).rotation;
}

std::vector<std::shared_ptr<const BodyPlan>> plansOfVariants(const Model& model) {
    std::vector<std::shared_ptr<const BodyPlan>> plans(model.variants.size());
    parallelFor(plans.size(), 0, [&](std::size_t v) {
        plans[v] = std::make_shared<const BodyPlan>(makeBodyPlan(model, static_cast<int>(v)));
    });
    return plans;
}

std::vector<int> movedNodes(const BodyPlan& plan) {
    std::vector<int> nodes;
    for (const PlanBody& body : plan.bodies) {
        if (body.parent < 0 || body.detached) nodes.push_back(body.node);
    }
    return nodes;
}

int nearestHand(const BodyPlan& plan, const std::vector<glm::dmat4>& model_from_node, int node) {
    int nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t b = 0; b < plan.bodies.size(); ++b) {
        if (plan.bodies[b].part != BodyPart::kHand) continue;
        const double distance =
            glm::distance(originOf(model_from_node, plan.bodies[b].node), originOf(model_from_node, node));
        if (distance >= least) continue;
        least = distance;
        nearest = static_cast<int>(b);
    }
    return nearest;
}

}  // namespace phalanx
