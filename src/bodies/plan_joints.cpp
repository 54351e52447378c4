#include "bodies/plan_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "anim/body/body_parts.h"
#include "anim/feet/legs.h"
#include "anim/layers/pose_tree.h"
#include "anim/pose/pose.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostSpine = 3;  // bodies
constexpr double kRadians = std::numbers::pi / 180.0;
const glm::dvec3 kLeft(1.0, 0.0, 0.0);
const glm::dvec3 kForward(0.0, 0.0, 1.0);

int parentNode(const Model& model, int node) {
    return node < 0 ? -1 : model.nodes[static_cast<std::size_t>(node)].parent;
}

bool isBelow(const Model& model, int node, int ancestor) {
    while (node >= 0 && node != ancestor) node = parentNode(model, node);
    return node == ancestor;
}

int commonAncestor(const Model& model, int a, int b) {
    while (a >= 0 && !isBelow(model, b, a)) a = parentNode(model, a);
    return a;
}

std::string lowerName(const Model& model, int node) {
    std::string name = model.nodes[static_cast<std::size_t>(node)].name;
    std::ranges::transform(name, name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name;
}

// The bone above a joint: its parent, or where several nodes share a bone ("forearm", "forearm.001", twist
// joints), the topmost of them.
int boneAbove(const Model& model, int node) {
    int bone = parentNode(model, node);
    while (bone >= 0) {
        const int above = parentNode(model, bone);
        if (above < 0) break;
        const std::string name = lowerName(model, bone);
        const bool segment = name.starts_with(lowerName(model, above)) || hasAny(name, {"twist", "roll"});
        if (!segment) break;
        bone = above;
    }
    return bone;
}

// From the pelvis (excluded) to the chest (included).
std::vector<int> spineBetween(const Model& model, int pelvis, int chest) {
    std::vector<int> chain;
    for (int node = chest; node >= 0 && node != pelvis; node = parentNode(model, node)) chain.push_back(node);
    std::reverse(chain.begin(), chain.end());
    std::vector<int> chosen;
    const std::size_t count = std::min(chain.size(), kMostSpine);
    for (std::size_t i = 0; i < count; ++i) chosen.push_back(chain[(i + 1) * chain.size() / count - 1]);
    return chosen;
}

// Weapons in a hand or beside the body.
std::vector<int> heldNodes(const Model& model, const JointNames& names, const std::vector<int>& hands) {
    const std::vector<int> found = names.highest([](const std::string& name) {
        return hasAny(name, {"weapon", "rifle", "gun", "sword", "axe", "shield", "spear", "staff", "bow",
                             "dagger", "pistol"}) &&
               !hasAny(name, {"holster", "elbow"});
    });
    std::vector<int> held;
    for (const int node : found) {
        int owner = -1;
        for (const int hand : hands) {
            if (isBelow(model, node, hand)) owner = hand;
        }
        // What hangs from other bodies stays there: a shield on the back.
        bool root = true;
        for (int above = parentNode(model, node); above >= 0; above = parentNode(model, above)) {
            if (!names.plainName(above).empty() && owner < 0 && parentNode(model, above) >= 0) root = false;
        }
        if (owner >= 0 || root) held.push_back(node);
    }
    return held;
}

struct Limb {
    int upper = -1;
    int lower = -1;
    int end = -1;
    BodySide side = BodySide::kNone;
};

Limb limbOf(const Model& model, const JointNames& names, int end) {
    Limb limb;
    limb.end = end;
    limb.lower = boneAbove(model, end);
    limb.upper = boneAbove(model, limb.lower);
    limb.side = sideOf(names.plainName(end));
    return limb;
}

// For feet that do not hang from their shins, as in rigs that were animated by IK.
Limb legByNames(const JointNames& names, int ankle) {
    Limb leg;
    leg.end = ankle;
    leg.side = sideOf(names.plainName(ankle));
    const auto first = [&](const auto& wanted) {
        const std::vector<int> found =
            names.highest([&](const std::string& name) { return sideOf(name) == leg.side && wanted(name); });
        return found.empty() ? -1 : found.front();
    };
    leg.upper = first([](const std::string& name) {
        return hasAny(name, {"thigh", "upperleg", "upper_leg", "upleg"});
    });
    leg.lower = first([](const std::string& name) {
        return hasAny(name, {"shin", "calf", "lowerleg", "lower_leg", "knee"});
    });
    return leg;
}

// Builds limit frames from directions in model space at rest.
class LimitBuilder {
  public:
    LimitBuilder(const glm::dquat& parent, const glm::dquat& joint) : parent_(parent), joint_(joint) {}

    // twist, swing: axes, perpendicular to each other. neutral: the turn from the rest pose to the middle of
    // the range.
    JointLimits make(const glm::dvec3& twist, const glm::dvec3& swing, const glm::dquat& neutral,
                     const glm::dvec3& range_deg) const {
        const glm::dvec3 x = glm::normalize(twist);
        const glm::dvec3 z = glm::normalize(glm::cross(x, swing));
        const glm::dquat axes = glm::quat_cast(glm::dmat3(x, glm::cross(z, x), z));
        JointLimits limits;
        limits.joint_from_limit = glm::conjugate(joint_) * axes;
        limits.parent_from_limit = glm::conjugate(parent_) * neutral * axes;
        limits.twist_rad = range_deg.x * kRadians;
        limits.swing_y_rad = range_deg.y * kRadians;
        limits.swing_z_rad = range_deg.z * kRadians;
        return limits;
    }

  private:
    glm::dquat parent_;
    glm::dquat joint_;
};

glm::dquat turned(double degrees, const glm::dvec3& axis) {
    return glm::angleAxis(degrees * kRadians, glm::normalize(axis));
}

// A direction made perpendicular to another.
glm::dvec3 across(const glm::dvec3& direction, const glm::dvec3& along) {
    const glm::dvec3 rest = direction - glm::dot(direction, along) * along;
    return glm::length(rest) > 1e-3 ? glm::normalize(rest) : perpendicularTo(along);
}

// A knee or an elbow: a hinge about `axis`, about which positive turns bend it by 0 to `most_deg` from the
// straight limb; a little twist along the bone and a little play.
JointLimits hinge(const LimitBuilder& build, const glm::dvec3& upper, const glm::dvec3& lower,
                  glm::dvec3 axis, double most_deg, double along_deg) {
    const glm::dvec3 bend = glm::cross(upper, lower);
    if (glm::length(bend) > 0.17 && glm::dot(bend, axis) > 0.0) axis = bend;  // bent by 10 degrees at rest
    axis = across(axis, lower);
    const double rest_deg =
        std::atan2(glm::dot(glm::cross(upper, lower), axis), glm::dot(upper, lower)) / kRadians;
    constexpr double kBack_deg = 3.0;
    const double middle = 0.5 * (most_deg - kBack_deg);
    return build.make(axis, lower, turned(middle - rest_deg, axis),
                      {0.5 * (most_deg + kBack_deg), along_deg, 4.0});
}

}  // namespace

std::vector<glm::dquat> restTurns(const Model& model) {
    std::vector<glm::dquat> turns;
    for (const glm::dmat4& matrix : modelFromNode(model, restPose(model))) turns.push_back(turnOf(matrix));
    return turns;
}

BipedJoints findBipedJoints(const Model& model) {
    BipedJoints result;
    const auto missing = [&](const std::string& why) {
        result.why = why;
        result.bodies.clear();
        return result;
    };
    const JointNames names(model);
    const std::vector<int> ankles = anklesOf(model);
    if (ankles.empty()) return missing("it has no two ankles by name");
    if (ankles.size() != 2) return missing(fmt::format("it stands on {} legs", ankles.size()));
    Limb left = limbOf(model, names, ankles[0]);
    Limb right = limbOf(model, names, ankles[1]);
    if (left.upper < 0 || right.upper < 0 || left.upper == right.upper) {
        left = legByNames(names, ankles[0]);
        right = legByNames(names, ankles[1]);
    }
    if (left.upper < 0 || right.upper < 0 || left.lower < 0 || right.lower < 0 || left.upper == right.upper)
        return missing("its ankles have no thighs of their own");
    const int pelvis = commonAncestor(model, parentNode(model, left.upper), right.upper);
    if (pelvis < 0) return missing("its legs have no pelvis in common");

    std::vector<Limb> arms;
    std::vector<int> hands;
    for (const NamedHand& hand : bodyParts(model).hands) {
        arms.push_back(limbOf(model, names, findNodes(model, hand.joint).front()));
        hands.push_back(arms.back().end);
    }
    if (arms.size() != 2) return missing("it has no two arms by name");
    const int chest = commonAncestor(model, parentNode(model, arms[0].upper), arms[1].upper);
    if (chest < 0 || chest == pelvis || !isBelow(model, chest, pelvis))
        return missing("its arms hang from no spine above the pelvis");

    const std::vector<int> heads = names.highest([](const std::string& name) {
        return hasAny(name, {"head", "neck"}) && !hasAny(name, {"headtop", "necklace"});
    });
    const auto head = std::ranges::find_if(heads, [&](int node) { return isBelow(model, node, chest); });
    if (head == heads.end()) return missing("it has no head by name above the chest");

    const auto add = [&](int node, int parent, BodyPart part, BodySide side) {
        PlanBody body;
        body.joint = nameOfNode(model, node);
        body.node = node;
        body.parent = parent;
        body.part = part;
        const int above = parent < 0 ? -1 : result.bodies[static_cast<std::size_t>(parent)].node;
        body.detached = part == BodyPart::kHeld || (above >= 0 && !isBelow(model, node, above));
        body.side = side;
        result.bodies.push_back(std::move(body));
        return static_cast<int>(result.bodies.size()) - 1;
    };
    int top = add(pelvis, -1, BodyPart::kPelvis, BodySide::kNone);
    for (const int node : spineBetween(model, pelvis, chest))
        top = add(node, top, BodyPart::kSpine, BodySide::kNone);
    add(*head, top, BodyPart::kHead, BodySide::kNone);
    for (const Limb& arm : arms) {
        const int upper = add(arm.upper, top, BodyPart::kUpperArm, arm.side);
        const int lower = add(arm.lower, upper, BodyPart::kLowerArm, arm.side);
        add(arm.end, lower, BodyPart::kHand, arm.side);
    }
    for (const Limb& leg : {left, right}) {
        const int upper = add(leg.upper, 0, BodyPart::kThigh, leg.side);
        const int lower = add(leg.lower, upper, BodyPart::kShin, leg.side);
        add(leg.end, lower, BodyPart::kFoot, leg.side);
    }
    for (const int node : heldNodes(model, names, hands)) add(node, -1, BodyPart::kHeld, BodySide::kNone);
    return result;
}

void setLimits(const Model& model, std::vector<PlanBody>& bodies) {
    const std::vector<glm::dmat4> rest = modelFromNode(model, restPose(model));
    const std::vector<glm::dquat> turns = restTurns(model);
    const auto origin = [&](const PlanBody& body) { return originOf(rest, body.node); };
    const auto spine_count = static_cast<double>(
        std::ranges::count_if(bodies, [](const PlanBody& body) { return body.part == BodyPart::kSpine; }));
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        PlanBody& body = bodies[b];
        if (body.parent < 0) continue;
        const PlanBody& parent = bodies[static_cast<std::size_t>(body.parent)];
        const LimitBuilder build(turns[static_cast<std::size_t>(parent.node)],
                                 turns[static_cast<std::size_t>(body.node)]);
        const auto child = std::ranges::find_if(
            bodies, [&](const PlanBody& other) { return other.parent == static_cast<int>(b); });
        const bool inner = child != bodies.end();
        const glm::dvec3 from_parent = origin(body) - origin(parent);
        const glm::dvec3 to_child = inner ? origin(*child) - origin(body) : from_parent;
        const glm::dvec3 along =
            glm::length(to_child) > 1e-6 ? glm::normalize(to_child) : glm::dvec3(0.0, 1.0, 0.0);
        const glm::dvec3 upper = glm::length(from_parent) > 1e-6 ? glm::normalize(from_parent) : along;
        const double sign = body.side == BodySide::kRight ? -1.0 : 1.0;
        switch (body.part) {
            case BodyPart::kSpine: {
                const glm::dvec3 up(0.0, 1.0, 0.0);
                body.limits = build.make(up, kLeft, turned(10.0 / spine_count, kLeft),
                                         glm::dvec3(35.0, 32.0, 30.0) / spine_count);
                break;
            }
            case BodyPart::kHead:
                body.limits = build.make({0.0, 1.0, 0.0}, kLeft, turned(5.0, kLeft), {55.0, 40.0, 30.0});
                break;
            case BodyPart::kUpperArm: {
                // From here the arm reaches up, down, ahead, across the chest, and a little behind.
                const glm::dvec3 middle = glm::normalize(glm::dvec3(0.65 * sign, -0.45, 0.65));
                const glm::dquat neutral = shortestTurn(along, middle, kForward);
                body.limits = build.make(along, across(kForward, along), neutral, {60.0, 85.0, 85.0});
                break;
            }
            case BodyPart::kLowerArm:
                body.limits = hinge(build, upper, along, glm::cross(upper, kForward), 140.0, 35.0);
                break;
            case BodyPart::kHand:
                body.limits = build.make(upper, across(kForward, upper), glm::dquat(1.0, 0.0, 0.0, 0.0),
                                         {15.0, 45.0, 45.0});
                break;
            case BodyPart::kThigh:
                // Forward by 75 degrees, back by 20; outward by 40, inward by 16. Those and the knees' are
                // less than living ones have: folded up, a body would stay on its knees.
                body.limits =
                    build.make(along, across(-kLeft, along),
                               turned(27.5, -kLeft) * turned(12.0 * sign, kForward), {30.0, 47.5, 28.0});
                break;
            case BodyPart::kShin:
                body.limits = hinge(build, upper, along, glm::cross(upper, -kForward), 110.0, 8.0);
                break;
            case BodyPart::kFoot:
                body.limits =
                    build.make(upper, across(kLeft, upper), turned(10.0, kLeft), {12.0, 32.0, 15.0});
                break;
            case BodyPart::kPelvis:
            case BodyPart::kHeld:
                break;
        }
    }
}

}  // namespace phalanx
