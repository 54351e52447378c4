#include "bodies/plan_shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "anim/layers/pose_tree.h"
#include "anim/pose/joint_boxes.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "bodies/plan_joints.h"

namespace phalanx {
namespace {

// Shares of the vertices at each end that may lie outside of a shape: tips, straps, the hem of a cloak.
constexpr double kOutside = 0.03;
// A hull keeps vertices that are this far outside of the shape, in half extents and in metres.
constexpr double kHullMargin = 0.25;
constexpr double kHullMargin_m = 0.02;
constexpr std::size_t kHullClips = 8;  // whose poses a hull has vertices for
constexpr double kLeastHalf_m = 0.015;
constexpr double kLeastTrunk =
    0.03;  // half extent of pelvis and spine, in heights of the model: some joints move little skin
constexpr double kLeastPelvis = 0.12;    // of the mass of all bodies: legs and trunk pull at it
constexpr double kLeastSpine = 0.06;     // each
constexpr double kMostMassRatio = 4.0;   // of neighbours; iterative solvers converge slowly beyond
constexpr double kHeldDensity = 1200.0;  // kg/m^3, of the box around a weapon
constexpr double kLeastHeld_kg = 1.0;
constexpr double kMostHeld_kg = 4.0;

double at(std::vector<double>& values, double share) {
    const auto n = static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)));
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n), values.end());
    return values[n];
}

// The skin of one body in a pose, in joint space.
struct BodySkin {
    std::vector<std::uint32_t> vertices;
    std::vector<glm::dvec3> points;
};

enum class CapsuleOf { kMean, kThinnest };

void setCapsuleOf(BodyShape& shape, CapsuleOf rule = CapsuleOf::kMean) {
    const glm::dvec3& half = shape.half_m;
    const int longest = half.y >= half.x && half.y >= half.z ? 1 : (half.x >= half.z ? 0 : 2);
    const int a = (longest + 1) % 3;
    const int b = (longest + 2) % 3;
    const double mean = 0.45 * (half[a] + half[b]);
    const double thin = std::max(kLeastHalf_m, std::min(half[a], half[b]));
    shape.capsule_m = shape.capsule ? half.x : rule == CapsuleOf::kThinnest ? thin : mean;
    shape.along_m = glm::dvec3(0.0);
    shape.along_m[longest] = std::max(0.0, half[longest] - shape.capsule_m);
}

BodyShape boxAround(const std::vector<glm::dvec3>& points, const glm::dquat& axes) {
    BodyShape shape;
    shape.joint_from_body.turn = axes;
    glm::dvec3 middle(0.0);
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<double> along;
        for (const glm::dvec3& point : points) along.push_back((glm::conjugate(axes) * point)[axis]);
        const double low = at(along, kOutside);
        const double high = at(along, 1.0 - kOutside);
        middle[axis] = 0.5 * (low + high);
        shape.half_m[axis] = std::max(kLeastHalf_m, 0.5 * (high - low));
    }
    shape.joint_from_body.position = axes * middle;
    setCapsuleOf(shape);
    return shape;
}

// `bone`: in joint space.
BodyShape capsuleAround(const std::vector<glm::dvec3>& points, const glm::dvec3& bone) {
    const glm::dvec3 y = glm::normalize(bone);
    std::vector<double> along;
    for (const glm::dvec3& point : points) along.push_back(glm::dot(point, y));
    const double low = at(along, kOutside);
    const double high = at(along, 1.0 - kOutside);
    // The axis passes through the middle of the skin, not through the joint.
    const glm::dvec3 x = perpendicularTo(y);
    const glm::dvec3 z = glm::cross(x, y);
    const auto middleOf = [&](const glm::dvec3& axis) {
        std::vector<double> across;
        for (const glm::dvec3& point : points) across.push_back(glm::dot(point, axis));
        return 0.5 * (at(across, kOutside) + at(across, 1.0 - kOutside));
    };
    const glm::dvec3 centre = middleOf(x) * x + middleOf(z) * z + 0.5 * (low + high) * y;
    std::vector<double> radii;
    for (const glm::dvec3& point : points) {
        const glm::dvec3 offset = point - centre;
        radii.push_back(glm::length(offset - glm::dot(offset, y) * y));
    }
    BodyShape shape;
    shape.capsule = true;
    const double radius = std::max(kLeastHalf_m, at(radii, 0.75));
    shape.half_m = {radius, std::max(radius, 0.5 * (high - low)), radius};
    shape.joint_from_body = {centre, glm::quat_cast(glm::dmat3(x, y, z))};
    setCapsuleOf(shape);
    return shape;
}

double volumeOf(const BodyShape& shape) {
    const glm::dvec3& half = shape.half_m;
    if (!shape.capsule) return 0.75 * 8.0 * half.x * half.y * half.z;  // a rounded box
    const double r = half.x;
    return std::numbers::pi * r * r * (2.0 * (half.y - r) + 4.0 / 3.0 * r);
}

// Directions all around: to the faces, edges and corners of a cube, and between these.
std::vector<glm::dvec3> hullDirections() {
    std::vector<glm::dvec3> directions;
    for (int k = 0; k < 125; ++k) {
        const glm::ivec3 d(k % 5 - 2, k / 5 % 5 - 2, k / 25 - 2);
        const int sum = std::abs(d.x) + std::abs(d.y) + std::abs(d.z);
        const int most = std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)});
        const bool cube = most == 1;
        const bool between = most == 2 && sum == 3;  // such as (2, 1, 0)
        if (cube || between) directions.emplace_back(d);
    }
    return directions;
}

// The farthest vertices in all directions, without those far outside of the shape. Several poses, since a
// fist has other knuckles than a flat hand. skins: of the body, the same vertices in each pose.
std::vector<HullVertex> hullOf(const Model& model, std::span<const BodySkin* const> skins,
                               const BodyShape& shape) {
    static const std::vector<glm::dvec3> directions = hullDirections();
    std::vector<std::uint32_t> chosen;
    for (const BodySkin* skin : skins) {
        std::vector<std::uint32_t> inside;
        std::vector<glm::dvec3> points;
        for (std::size_t i = 0; i < skin->points.size(); ++i) {
            const glm::dvec3 p = glm::conjugate(shape.joint_from_body.turn) *
                                 (skin->points[i] - shape.joint_from_body.position);
            const glm::dvec3 room = (1.0 + kHullMargin) * shape.half_m + kHullMargin_m;
            if (glm::any(glm::greaterThan(glm::abs(p), room))) continue;
            inside.push_back(skin->vertices[i]);
            points.push_back(p / shape.half_m);  // so that long shapes get vertices all around
        }
        if (points.empty()) continue;
        for (const glm::dvec3& direction : directions) {
            std::size_t farthest = 0;
            for (std::size_t i = 1; i < points.size(); ++i) {
                if (glm::dot(points[i], direction) > glm::dot(points[farthest], direction)) farthest = i;
            }
            const bool again = std::ranges::find(chosen, inside[farthest]) != chosen.end();
            if (!again && chosen.size() < kMostHullVertices) chosen.push_back(inside[farthest]);
        }
    }
    std::vector<HullVertex> hull;
    for (const std::uint32_t v : chosen) {
        const Vertex& vertex = model.vertices[v];
        hull.push_back({glm::dvec3(vertex.position), vertex.joints, vertex.weights});
    }
    return hull;
}

// Of each body.
std::vector<BodySkin> skinsOf(const Model& model, const LocalPose& pose, std::span<const int> body_of_node,
                              std::span<const std::uint32_t> vertices, const std::vector<PlanBody>& bodies) {
    const std::vector<SkinnedVertex> skinned = skin(model, pose);
    const std::vector<glm::dmat4> nodes = modelFromNode(model, pose);
    std::vector<Frame> frames;  // joint from model
    for (const PlanBody& body : bodies) {
        const glm::dmat4& matrix = nodes[static_cast<std::size_t>(body.node)];
        frames.push_back({glm::dvec3(matrix[3]), glm::conjugate(turnOf(matrix))});
    }
    std::vector<BodySkin> skins(bodies.size());
    for (const std::uint32_t v : vertices) {
        const int node = model.palette[model.vertices[v].joints[0]].node;
        const int owner = body_of_node[static_cast<std::size_t>(node)];
        if (owner < 0) continue;
        const Frame& frame = frames[static_cast<std::size_t>(owner)];
        BodySkin& own = skins[static_cast<std::size_t>(owner)];
        own.vertices.push_back(v);
        own.points.push_back(frame.turn * (skinned[v].position - frame.position));
    }
    return skins;
}

void setMasses(std::vector<PlanBody>& bodies) {
    for (PlanBody& body : bodies) {
        body.mass_kg = volumeOf(body.shape);
        if (body.part == BodyPart::kHeld)
            body.mass_kg = std::clamp(kHeldDensity * body.mass_kg, kLeastHeld_kg, kMostHeld_kg);
    }
    double volume = 0.0;
    for (const PlanBody& body : bodies) volume += body.part == BodyPart::kHeld ? 0.0 : body.mass_kg;
    for (PlanBody& body : bodies) {
        if (body.part == BodyPart::kPelvis) body.mass_kg = std::max(body.mass_kg, kLeastPelvis * volume);
        if (body.part == BodyPart::kSpine) body.mass_kg = std::max(body.mass_kg, kLeastSpine * volume);
    }
    // Growing light neighbours can make others the light ones.
    for (std::size_t round = 0; round < bodies.size(); ++round) {
        for (PlanBody& child : bodies) {
            if (child.parent < 0) continue;
            PlanBody& parent = bodies[static_cast<std::size_t>(child.parent)];
            child.mass_kg = std::max(child.mass_kg, parent.mass_kg / kMostMassRatio);
            parent.mass_kg = std::max(parent.mass_kg, child.mass_kg / kMostMassRatio);
        }
    }
    double sum = 0.0;
    for (const PlanBody& body : bodies) sum += body.part == BodyPart::kHeld ? 0.0 : body.mass_kg;
    for (PlanBody& body : bodies) {
        if (body.part != BodyPart::kHeld) body.mass_kg *= kRagdollMass_kg / sum;
    }
}

}  // namespace

void fitShapes(const Model& model, std::span<const int> body_of_node, std::span<const std::uint32_t> vertices,
               std::vector<PlanBody>& bodies) {
    const std::vector<glm::dmat4> rest = modelFromNode(model, restPose(model));
    const std::vector<glm::dquat> turns = restTurns(model);
    std::vector<std::vector<BodySkin>> poses{skinsOf(model, restPose(model), body_of_node, vertices, bodies)};
    for (std::size_t c = 0; c < std::min(kHullClips, model.clips.size()); ++c) {
        const LocalPose pose = samplePose(model, model.clips[c], 0.5 * model.clips[c].duration_s);
        poses.push_back(skinsOf(model, pose, body_of_node, vertices, bodies));
    }
    const std::vector<BodySkin>& skins = poses.front();
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        PlanBody& body = bodies[b];
        const auto node = static_cast<std::size_t>(body.node);
        std::vector<glm::dvec3> points = skins[b].points;
        if (points.size() < 4) points = {glm::dvec3(-0.03), glm::dvec3(0.03)};  // no skin of its own
        const glm::dquat upright = glm::conjugate(turns[node]);
        const bool limb = body.part == BodyPart::kUpperArm || body.part == BodyPart::kLowerArm ||
                          body.part == BodyPart::kThigh || body.part == BodyPart::kShin;
        const auto child = std::ranges::find_if(
            bodies, [&](const PlanBody& other) { return other.parent == static_cast<int>(b); });
        if (limb && child != bodies.end()) {
            const glm::dvec3 bone =
                glm::dvec3(rest[static_cast<std::size_t>(child->node)][3] - rest[node][3]);
            body.shape =
                glm::length(bone) > 1e-3 ? capsuleAround(points, upright * bone) : boxAround(points, upright);
        } else {
            body.shape = boxAround(points, upright);
        }
        const bool trunk = body.part == BodyPart::kPelvis || body.part == BodyPart::kSpine;
        if (trunk) {
            body.shape.half_m = glm::max(body.shape.half_m, glm::dvec3(kLeastTrunk * heightOf(model)));
            setCapsuleOf(body.shape);
        }
        // What lies between two bodies is as thick as its thinnest side.
        if (body.part == BodyPart::kHeld) setCapsuleOf(body.shape, CapsuleOf::kThinnest);
        std::vector<const BodySkin*> of_body;
        for (const std::vector<BodySkin>& pose : poses) of_body.push_back(&pose[b]);
        body.hull = hullOf(model, of_body, body.shape);
    }
    setMasses(bodies);
}

}  // namespace phalanx
