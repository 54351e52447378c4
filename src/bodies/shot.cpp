#include "bodies/shot.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phalanx {
namespace {

// All in body space, `half` of the box. (The slab method.)
std::optional<double> hitBox(const glm::dvec3& from, const glm::dvec3& direction, const glm::dvec3& half) {
    double near = 0.0;
    double far = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 3; ++k) {
        if (std::abs(direction[k]) < 1e-12) {
            if (std::abs(from[k]) > half[k]) return std::nullopt;
            continue;
        }
        const double a = (-half[k] - from[k]) / direction[k];
        const double b = (half[k] - from[k]) / direction[k];
        near = std::max(near, std::min(a, b));
        far = std::min(far, std::max(a, b));
    }
    return near <= far ? std::optional(near) : std::nullopt;
}

std::optional<double> hitBall(const glm::dvec3& from, const glm::dvec3& direction, double radius) {
    const double b = glm::dot(from, direction);
    const double c = glm::dot(from, from) - radius * radius;
    if (c <= 0.0) return 0.0;
    const double root = b * b - c;
    if (root < 0.0 || b > 0.0) return std::nullopt;
    return -b - std::sqrt(root);
}

// Along Y; `end`: from the middle to the centre of its end.
std::optional<double> hitCapsule(const glm::dvec3& from, const glm::dvec3& direction, double end,
                                 double radius) {
    std::optional<double> first;
    const auto take = [&](std::optional<double> hit) {
        if (hit && (!first || *hit < *first)) first = hit;
    };
    take(hitBall(from - glm::dvec3(0.0, end, 0.0), direction, radius));
    take(hitBall(from + glm::dvec3(0.0, end, 0.0), direction, radius));
    const double a = direction.x * direction.x + direction.z * direction.z;
    const double b = from.x * direction.x + from.z * direction.z;
    const double c = from.x * from.x + from.z * from.z - radius * radius;
    if (c <= 0.0 && std::abs(from.y) <= end) take(0.0);
    const double root = b * b - a * c;
    if (a > 1e-12 && root >= 0.0) {
        const double distance = (-b - std::sqrt(root)) / a;
        if (distance >= 0.0 && std::abs(from.y + distance * direction.y) <= end) take(distance);
    }
    return first;
}

}  // namespace

std::optional<ShotHit> hitBody(const BodyPlan& plan, const LocalPose& pose, const Stand& stand,
                               const glm::dvec3& from, const glm::dvec3& direction) {
    const std::vector<glm::dmat4> nodes = modelFromNode(plan.skeleton, pose);
    const glm::dmat4 world_from_model = toMatrix(stand);
    std::optional<ShotHit> first;
    for (std::size_t b = 0; b < plan.bodies.size(); ++b) {
        const PlanBody& body = plan.bodies[b];
        const glm::dmat4 world = world_from_model * nodes[static_cast<std::size_t>(body.node)];
        const glm::dquat joint = turnOf(world);
        const BodyShape& shape = body.shape;
        const glm::dvec3 centre =
            glm::dvec3(world[3]) + joint * (stand.scale * shape.joint_from_body.position);
        const glm::dquat body_from_world = glm::conjugate(joint * shape.joint_from_body.turn);
        const glm::dvec3 at = body_from_world * (from - centre);
        const glm::dvec3 along = body_from_world * direction;
        const glm::dvec3 half = stand.scale * shape.half_m;
        const std::optional<double> hit =
            shape.capsule ? hitCapsule(at, along, half.y - half.x, half.x) : hitBox(at, along, half);
        if (hit && (!first || *hit < first->distance_m)) first = ShotHit{b, body.node, *hit};
    }
    return first;
}

}  // namespace phalanx
