#include "checks/check_body.h"

#include <algorithm>

#include "mesh/rifle.h"

namespace phalanx::soldier {
namespace {

float segmentDistance(const glm::vec3& p0, const glm::vec3& p1, const glm::vec3& q0, const glm::vec3& q1) {
    // Ericson, "Real-Time Collision Detection", 2005, section 5.1.9, in its clamped form.
    const glm::vec3 d1 = p1 - p0, d2 = q1 - q0, r = p0 - q0;
    const float a = glm::dot(d1, d1), e = glm::dot(d2, d2), f = glm::dot(d2, r);
    constexpr float kTiny = 1e-9F;
    float s = 0.0F, t = 0.0F;
    if (a <= kTiny && e <= kTiny) return glm::length(r);
    if (a <= kTiny) {
        t = std::clamp(f / e, 0.0F, 1.0F);
    } else {
        const float c = glm::dot(d1, r);
        if (e <= kTiny) {
            s = std::clamp(-c / a, 0.0F, 1.0F);
        } else {
            const float b = glm::dot(d1, d2);
            const float denominator = a * e - b * b;
            s = denominator > kTiny ? std::clamp((b * f - c * e) / denominator, 0.0F, 1.0F) : 0.0F;
            t = (b * s + f) / e;
            if (t < 0.0F) {
                t = 0.0F;
                s = std::clamp(-c / a, 0.0F, 1.0F);
            } else if (t > 1.0F) {
                t = 1.0F;
                s = std::clamp((b - c) / a, 0.0F, 1.0F);
            }
        }
    }
    return glm::length(p0 + d1 * s - (q0 + d2 * t));
}

void addTrunk(std::vector<Capsule>& out) {
    using enum BodyPart;
    out.push_back({"Hips", kTorso, {-0.065F, 0.94F, -0.005F}, {0.065F, 0.94F, -0.005F}, 0.112F});
    out.push_back({"Spine", kTorso, {-0.055F, 1.08F, 0.0F}, {0.055F, 1.08F, 0.0F}, 0.118F});
    out.push_back({"Chest", kTorso, {-0.055F, 1.20F, 0.005F}, {0.055F, 1.20F, 0.005F}, 0.138F});
    out.push_back({"UpperChest", kTorso, {-0.060F, 1.32F, 0.0F}, {0.060F, 1.32F, 0.0F}, 0.132F});
    out.push_back({"UpperChest", kTorso, {-0.065F, 1.41F, -0.01F}, {0.065F, 1.41F, -0.01F}, 0.088F});
    out.push_back({"Chest", kTorso, {-0.085F, 1.14F, 0.150F}, {0.085F, 1.14F, 0.150F}, 0.040F});
    for (const float x : {-0.075F, 0.075F}) {
        out.push_back({"UpperChest", kPack, {x, 1.19F, -0.225F}, {x, 1.40F, -0.225F}, 0.070F});
    }
    out.push_back({"Neck", kHead, {0.0F, 1.49F, -0.018F}, {0.0F, 1.56F, -0.004F}, 0.056F});
    out.push_back({"Head", kHead, {0.0F, 1.61F, 0.022F}, {0.0F, 1.66F, 0.010F}, 0.070F});
    out.push_back({"Head", kHead, {0.0F, 1.71F, 0.008F}, {0.0F, 1.71F, -0.028F}, 0.106F});
}

void addRifle(const Skeleton& skeleton, std::vector<Capsule>& out) {
    const glm::vec3 origin = skeleton.bones[static_cast<std::size_t>(skeleton.index("Weapon"))].position;
    const auto add = [&](const glm::vec3& from, const glm::vec3& to, float radius) {
        out.push_back({"Weapon", BodyPart::kRifle, origin + from, origin + to, radius});
    };
    out.push_back({"Weapon", BodyPart::kButt, origin + kRifleButt + glm::vec3(0.0F, -0.025F, 0.020F),
                   origin + kRifleButt + glm::vec3(0.0F, 0.025F, 0.020F), 0.017F});
    add({0.0F, -0.012F, -0.20F}, {0.0F, 0.0F, -0.05F}, 0.018F);
    add({0.0F, 0.0F, -0.05F}, {0.0F, 0.0F, 0.15F}, 0.024F);
    add({0.0F, 0.003F, 0.17F}, {0.0F, 0.003F, 0.40F}, kRifleHandguardHalf);
    add({0.0F, 0.003F, 0.40F}, kRifleMuzzle, 0.009F);
    add({0.0F, 0.055F, 0.0F}, {0.0F, 0.055F, 0.09F}, 0.016F);
    out.push_back(
        {"Magazine", BodyPart::kRifle, origin + kRifleMagazineTop, origin + kRifleMagazineBottom, 0.016F});
}

void addLimbs(const Skeleton& skeleton, std::vector<Capsule>& out) {
    using enum BodyPart;
    for (const char* side : {".L", ".R"}) {
        const auto at = [&](const char* name) {
            return skeleton.bones[static_cast<std::size_t>(skeleton.index(std::string(name) + side))]
                .position;
        };
        const auto add = [&](const char* joint, BodyPart part, const glm::vec3& from, const glm::vec3& to,
                             float radius) {
            out.push_back({std::string(joint) + side, part, from, to, radius});
        };
        const glm::vec3 shoulder = at("UpperArm"), elbow = at("LowerArm"), wrist = at("Hand");
        add("UpperArm", kShoulder, shoulder, glm::mix(shoulder, elbow, 0.45F), 0.055F);
        add("UpperArm", kArm, glm::mix(shoulder, elbow, 0.45F), elbow, 0.048F);
        add("LowerArm", kForearm, elbow, wrist, 0.044F);
        add("Hand", kHand, wrist, glm::mix(wrist, at("Fingers1"), 0.9F), 0.030F);
        add("Fingers1", kHand, at("Fingers1"), at("Fingers2"), 0.016F);
        add("Fingers2", kHand, at("Fingers2"), at("Fingers2") + 0.8F * (at("Fingers2") - at("Fingers1")),
            0.014F);
        add("Index1", kHand, at("Index1"), at("Index2"), 0.011F);
        const glm::vec3 hip = at("UpperLeg"), knee = at("LowerLeg"), ankle = at("Foot"), ball = at("Toe");
        add("UpperLeg", kThigh, glm::mix(hip, knee, 0.1F), knee, 0.074F);
        add("LowerLeg", kShin, knee, ankle, 0.056F);
        add("Foot", kFoot, {ankle.x, 0.042F, -0.040F}, {ball.x, 0.040F, 0.110F}, 0.040F);
        add("Toe", kFoot, {ball.x, 0.034F, 0.115F}, {ball.x, 0.032F, 0.175F}, 0.032F);
    }
}

}  // namespace

std::vector<Capsule> bodyCapsules(const Skeleton& skeleton) {
    std::vector<Capsule> capsules;
    addTrunk(capsules);
    addLimbs(skeleton, capsules);
    addRifle(skeleton, capsules);
    return capsules;
}

float capsuleDepth(const glm::vec3& a0, const glm::vec3& a1, float a_radius, const glm::vec3& b0,
                   const glm::vec3& b1, float b_radius) {
    return std::max(0.0F, a_radius + b_radius - segmentDistance(a0, a1, b0, b1));
}

}  // namespace phalanx::soldier
