// Jacket, trousers, belt, pads and boots.
#include <algorithm>
#include <cmath>

#include "mesh/loft.h"
#include "mesh/parts.h"

namespace phalanx::soldier {
namespace {

void addJacket(PatchList& list, const Rig& rig) {
    const WeightRule rule = [&rig](const glm::vec3& p) { return torsoWeights(rig, p); };
    LoftShape jacket;
    jacket.segments = 14;
    jacket.start_deg = -90.0F;
    jacket.rings = {
        levelRing(0.860F, 0.0F, -0.004F, 0.150F, 0.108F),
        levelRing(0.840F, 0.0F, -0.005F, 0.178F, 0.138F),
        levelRing(0.910F, 0.0F, -0.006F, 0.174F, 0.132F),
        levelRing(0.990F, 0.0F, -0.004F, 0.157F, 0.120F),
        levelRing(1.060F, 0.0F, 0.002F, 0.149F, 0.117F),
        levelRing(1.270F, 0.0F, 0.008F, 0.168F, 0.134F),
        levelRing(1.365F, 0.0F, -0.001F, 0.177F, 0.128F, 2.3F),
        levelRing(1.415F, 0.0F, -0.010F, 0.190F, 0.112F, 2.3F),
        levelRing(1.452F, 0.0F, -0.015F, 0.197F, 0.093F, 2.3F),
        levelRing(1.482F, 0.0F, -0.018F, 0.148F, 0.078F),
        levelRing(1.501F, 0.0F, -0.019F, 0.084F, 0.071F, 2.1F, true),
        levelRing(1.535F, 0.0F, -0.014F, 0.0670F, 0.0705F, 2.1F, true),
        levelRing(1.524F, 0.0F, -0.014F, 0.0575F, 0.0610F),
    };
    // The collar is higher at the back and open in front.
    jacket.displace = [](glm::vec3 p, int ring, float) {
        if (ring >= 10) p.y -= 0.024F * ramp(0.0F, 0.07F, p.z + 0.01F);
        if (ring == 11 && p.z > 0.04F && std::abs(p.x) < 0.02F) p.y -= 0.012F;
        return p;
    };
    list.add("jacket", Material::kCamo, loft(jacket), rule);

    LoftShape seat;
    seat.segments = 10;
    seat.start_deg = -90.0F;
    seat.rings = {levelRing(0.800F, 0.0F, -0.006F, 0.075F, 0.070F),
                  levelRing(0.845F, 0.0F, -0.006F, 0.140F, 0.106F)};
    seat.cap_start = true;
    seat.cap_start_bulge = 0.018F;
    list.add("seat", Material::kCamo, loft(seat), rule, 0.6F);

    LoftShape belt;
    belt.segments = 15;
    belt.start_deg = -90.0F;
    belt.rings = {levelRing(0.988F, 0.0F, -0.003F, 0.1625F, 0.1265F),
                  levelRing(1.032F, 0.0F, -0.001F, 0.1570F, 0.1235F)};
    list.add("belt", Material::kWebbing, loft(belt), rule, 0.7F);
}

void addSleeves(PatchList& list, const Rig& rig) {
    const glm::vec3 shoulder = rig.joint("UpperArm.L");
    const glm::vec3 elbow = rig.joint("LowerArm.L");
    const glm::vec3 wrist = rig.joint("Hand.L");
    const glm::vec3 along = glm::normalize(elbow - shoulder);
    // Across the upper arm: over the deltoid in the rest pose.
    const glm::vec3 out = glm::normalize(glm::cross(glm::vec3(0.0F, 0.0F, 1.0F), along));
    const auto upper = [&](float t, float shift) { return glm::mix(shoulder, elbow, t) + out * shift; };
    const auto lower = [&](float t) { return glm::mix(elbow, wrist, t); };
    const WeightRule rule = [&rig, shoulder, along](const glm::vec3& p) {
        BoneWeights w = rig.chain(
            p,
            {{"UpperArm.L", 0.0F}, {"LowerArm.L", 0.050F}, {"LowerArmTwist.L", 0.080F}, {"Hand.L", 0.025F}});
        // Only the part inside the jacket follows the collar bone; if the ball were blended with it, it would
        // shrink when the arm is raised.
        rig.give(w, "Shoulder.L", ramp(-0.008F, -0.045F, glm::dot(p - shoulder, along)));
        return w;
    };
    // A capsule whose round end is the deltoid: it rotates in the jacket's shoulder like a ball joint.
    LoftShape sleeve;
    sleeve.segments = 10;
    sleeve.start_deg = 180.0F;
    sleeve.rings = ringsAlong({{upper(-0.128F, -0.010F), 0.020F, 0.024F},
                               {upper(-0.085F, -0.006F), 0.040F, 0.046F},
                               {upper(0.010F, 0.001F), 0.0580F, 0.0620F},
                               {upper(0.200F, 0.003F), 0.0630F, 0.0660F},
                               {upper(0.600F, 0.000F), 0.0550F, 0.0570F},
                               {upper(0.850F, 0.000F), 0.0530F, 0.0550F},
                               {elbow, 0.0515F, 0.0530F},
                               {lower(0.140F), 0.0535F, 0.0540F},
                               {lower(0.320F), 0.0520F, 0.0525F},
                               {lower(0.620F), 0.0455F, 0.0455F},
                               {lower(0.920F), 0.0410F, 0.0395F}},
                              {0.0F, 0.0F, 1.0F});
    sleeve.cap_start = true;
    sleeve.cap_start_bulge = 0.008F;
    list.addPair("sleeve", Material::kCamo, loft(sleeve), rule, rig.skeleton(), false);

    // The band of the team's colour is a separate strip around the arm; painted on the sleeve, it would slip.
    LoftShape band;
    band.segments = 10;
    band.start_deg = 180.0F;
    band.rings =
        ringsAlong({{upper(0.360F, 0.002F), 0.0645F, 0.0670F}, {upper(0.620F, 0.000F), 0.0590F, 0.0610F}},
                   {0.0F, 0.0F, 1.0F});
    list.addPair("armband", Material::kCloth, loft(band), rule, rig.skeleton(), true, 0.7F);

    // The elbow pad is at the back (-Z at rest).
    const glm::vec3 back{0.0F, 0.0F, -1.0F};
    LoftShape pad;
    pad.segments = 6;
    pad.rings = ringsAlong({{upper(0.87F, 0.004F) + back * 0.043F, 0.028F, 0.012F, 2.6F},
                            {elbow + back * 0.049F + out * 0.004F, 0.038F, 0.018F, 2.6F},
                            {lower(0.15F) + back * 0.042F + out * 0.004F, 0.027F, 0.012F, 2.6F}},
                           {0.0F, 0.0F, 1.0F});
    pad.cap_start = pad.cap_end = true;
    list.addPair("elbowpad", Material::kPad, loft(pad), rule, rig.skeleton(), true, 0.8F);
}

void addLegs(PatchList& list, const Rig& rig) {
    const WeightRule rule = [&rig](const glm::vec3& p) {
        BoneWeights w = rig.chain(p, {{"UpperLeg.L", 0.0F}, {"LowerLeg.L", 0.065F}, {"Foot.L", 0.03F}});
        // The hip bends higher on the outside than in the groin.
        const float rise = 0.05F * ramp(0.02F, 0.16F, p.x);
        rig.give(w, "Hips", ramp(0.79F + rise, 0.96F + rise, p.y));
        return w;
    };
    LoftShape leg;
    leg.segments = 11;
    leg.start_deg = 180.0F;
    leg.rings = {
        levelRing(0.955F, 0.084F, -0.006F, 0.074F, 0.100F),
        levelRing(0.890F, 0.091F, -0.007F, 0.086F, 0.111F),
        levelRing(0.810F, 0.095F, -0.004F, 0.0885F, 0.106F),
        levelRing(0.700F, 0.099F, 0.003F, 0.0820F, 0.094F),
        levelRing(0.590F, 0.103F, 0.011F, 0.0685F, 0.077F),
        levelRing(0.535F, 0.104F, 0.013F, 0.0640F, 0.072F),
        levelRing(0.480F, 0.105F, 0.008F, 0.0610F, 0.069F),
        levelRing(0.400F, 0.108F, -0.008F, 0.0670F, 0.077F),
        levelRing(0.268F, 0.111F, -0.014F, 0.0690F, 0.074F),
        levelRing(0.238F, 0.112F, -0.014F, 0.0630F, 0.067F),
        levelRing(0.228F, 0.112F, -0.014F, 0.0470F, 0.050F),
    };
    list.addPair("trouser", Material::kCamo, loft(leg), rule, rig.skeleton(), false);

    list.addPair(
        "cargo", Material::kCamo,
        box({{0.183F, 0.712F, 0.0F}, {0.058F, 0.072F, 0.016F}, 0.010F, facing({1.0F, -0.03F, 0.0F})}), rule,
        rig.skeleton(), false);

    // The knee pad: a shell in front; its straps are painted on the trousers.
    const WeightRule pad_rule = [&rig](const glm::vec3& p) {
        return rig.chain(p, {{"UpperLeg.L", 0.0F}, {"LowerLeg.L", 0.06F}});
    };
    LoftShape pad;
    pad.segments = 8;
    pad.start_deg = -90.0F;
    pad.rings = {levelRing(0.586F, 0.104F, 0.068F, 0.042F, 0.015F, 2.6F),
                 levelRing(0.540F, 0.105F, 0.071F, 0.051F, 0.029F, 2.6F),
                 levelRing(0.490F, 0.105F, 0.066F, 0.050F, 0.028F, 2.6F),
                 levelRing(0.440F, 0.106F, 0.056F, 0.038F, 0.014F, 2.6F)};
    pad.cap_start = pad.cap_end = true;
    list.addPair("kneepad", Material::kPad, loft(pad), pad_rule, rig.skeleton(), true, 0.9F);
}

void addBoots(PatchList& list, const Rig& rig) {
    const WeightRule rule = [&rig](const glm::vec3& p) {
        // The weights of the shin depend on the height, those of the toes on the length: a boot does not bend
        // along a polyline.
        BoneWeights w = rig.rigid("Foot.L");
        rig.give(w, "LowerLeg.L", ramp(0.085F, 0.165F, p.y + 0.35F * std::min(0.0F, 0.0F - p.z)));
        rig.give(w, "Toe.L", ramp(0.085F, 0.145F, p.z) * ramp(0.12F, 0.09F, p.y));
        return w;
    };
    // Horizontal rings from the sole upwards: the outline of a foot at the bottom, a shaft above.
    struct Outline {
        float y, heel, toe, width;
    };
    const Outline outlines[] = {{0.020F, -0.085F, 0.197F, 0.0515F}, {0.046F, -0.085F, 0.196F, 0.0505F},
                                {0.067F, -0.087F, 0.179F, 0.0490F}, {0.086F, -0.085F, 0.128F, 0.0460F},
                                {0.108F, -0.081F, 0.074F, 0.0425F}, {0.140F, -0.076F, 0.044F, 0.0410F},
                                {0.262F, -0.071F, 0.040F, 0.0490F}};
    LoftShape boot;
    boot.segments = 10;
    boot.start_deg = -90.0F;
    for (const Outline& o : outlines) {
        boot.rings.push_back(
            levelRing(o.y, 0.1135F, 0.5F * (o.heel + o.toe), o.width, 0.5F * (o.toe - o.heel), 2.2F));
    }
    const auto footprint = [](glm::vec3 p) {
        // Narrow at the heel and the instep, wide at the ball; the toes point slightly inwards.
        const float low = ramp(0.13F, 0.07F, p.y);
        const float width = 0.80F + 0.24F * ramp(-0.03F, 0.10F, p.z);
        p.x =
            0.1135F + (p.x - 0.1135F) * (1.0F + (width - 1.0F) * low) + 0.004F * low * ramp(0.0F, 0.15F, p.z);
        return p;
    };
    boot.displace = [&](glm::vec3 p, int ring, float) {
        p = footprint(p);
        if (ring <= 3) p.y += 0.010F * ramp(0.12F, 0.20F, p.z);
        return p;
    };
    list.addPair("boot", Material::kBoot, loft(boot), rule, rig.skeleton(), true, 1.0F);

    LoftShape sole;
    sole.segments = 10;
    sole.start_deg = -90.0F;
    const auto outline = [](float y, float grow, bool hard) {
        return levelRing(y, 0.1135F, 0.056F, 0.0510F + grow, 0.1415F + grow, 2.25F, hard);
    };
    sole.rings = {outline(0.0F, -0.002F, true), outline(0.027F, 0.002F, true)};
    sole.cap_start = true;
    sole.displace = [&](glm::vec3 p, int, float) {
        p = footprint(p);
        p.y += 0.012F * ramp(0.14F, 0.205F, p.z);  // toe spring
        return p;
    };
    list.addPair("sole", Material::kSole, loft(sole), rule, rig.skeleton(), true, 0.45F);
}

}  // namespace

BoneWeights torsoWeights(const Rig& rig, const glm::vec3& p) {
    BoneWeights w = rig.chain(
        p, {{"Hips", 0.0F}, {"Spine", 0.05F}, {"Chest", 0.055F}, {"UpperChest", 0.055F}, {"Neck", 0.022F}});
    const std::string side = p.x > 0.0F ? ".L" : ".R";
    // The hem follows the thighs, the top of the shoulders follows the collar bones.
    rig.give(w, "UpperLeg" + side, 0.78F * ramp(1.0F, 0.84F, p.y) * ramp(0.0F, 0.08F, std::abs(p.x)));
    rig.give(w, "Shoulder" + side, 0.8F * ramp(1.30F, 1.42F, p.y) * ramp(0.075F, 0.16F, std::abs(p.x)));
    rig.give(w, "UpperArm" + side, 0.35F * ramp(1.40F, 1.45F, p.y) * ramp(0.13F, 0.20F, std::abs(p.x)));
    return w;
}

void addBody(PatchList& list, const Rig& rig) {
    list.part = "body";
    addJacket(list, rig);
    addSleeves(list, rig);
    addLegs(list, rig);
    addBoots(list, rig);
}

}  // namespace phalanx::soldier
