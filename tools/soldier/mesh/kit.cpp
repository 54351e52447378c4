// Kit: plate carrier and pouches, backpack, the medic's bag, the officer's gear.
#include <cmath>

#include "mesh/loft.h"
#include "mesh/parts.h"

namespace phalanx::soldier {
namespace {

constexpr glm::vec3 kFront{0.0F, 0.0F, 1.0F};
constexpr glm::vec3 kBack{0.0F, 0.0F, -1.0F};
constexpr glm::vec3 kLeft{1.0F, 0.0F, 0.0F};

WeightRule vestRule(const Rig& rig) {
    // Like the jacket under it, but stiffer: the collar bones hardly move it.
    return [&rig](const glm::vec3& p) {
        return rig.chain(p, {{"Hips", 0.0F}, {"Spine", 0.05F}, {"Chest", 0.07F}, {"UpperChest", 0.07F}});
    };
}

void addVest(PatchList& list, const Rig& rig) {
    list.part = "vest";
    const WeightRule rule = vestRule(rig);
    LoftShape vest;
    vest.segments = 15;
    vest.start_deg = -90.0F;
    vest.rings = {levelRing(1.070F, 0.0F, 0.004F, 0.163F, 0.136F, 2.6F),
                  levelRing(1.240F, 0.0F, 0.009F, 0.180F, 0.156F, 2.7F),
                  levelRing(1.320F, 0.0F, 0.006F, 0.186F, 0.155F, 2.8F),
                  levelRing(1.375F, 0.0F, 0.000F, 0.186F, 0.148F, 2.8F),
                  levelRing(1.428F, 0.0F, -0.008F, 0.176F, 0.131F, 2.8F, true),
                  levelRing(1.424F, 0.0F, -0.010F, 0.150F, 0.098F, 2.6F)};
    // The upper rings are lower under the arms: plates in front and at the back, a band around the ribs.
    vest.displace = [](glm::vec3 p, int ring, float) {
        if (ring < 2) return p;
        const float side = ramp(0.105F, 0.165F, std::abs(p.x));
        const float low = 1.262F + 0.018F * static_cast<float>(std::min(ring, 4) - 2);
        p.y += (low - p.y) * side;
        p.x -= std::copysign(0.006F * side * static_cast<float>(std::min(ring, 4) - 2), p.x);
        if (ring >= 4) p.y -= 0.014F * bump(p.x / 0.05F);  // the neck's cut-out
        return p;
    };
    list.add("vest", Material::kVest, loft(vest), rule, 1.0F);

    const WeightRule strap_rule = [&rig](const glm::vec3& p) {
        BoneWeights w = rig.chain(p, {{"Chest", 0.0F}, {"UpperChest", 0.05F}});
        rig.give(w, "Shoulder.L", 0.45F * ramp(1.43F, 1.48F, p.y));
        return w;
    };
    LoftShape strap;
    strap.segments = 4;
    strap.start_deg = 45.0F;
    strap.rings = ringsAlong({{{0.092F, 1.380F, 0.140F}, 0.0110F, 0.0300F, 5.0F},
                              {{0.096F, 1.434F, 0.092F}, 0.0110F, 0.0310F, 5.0F},
                              {{0.101F, 1.474F, 0.048F}, 0.0120F, 0.0340F, 5.0F},
                              {{0.102F, 1.484F, -0.018F}, 0.0125F, 0.0350F, 5.0F},
                              {{0.100F, 1.464F, -0.085F}, 0.0120F, 0.0340F, 5.0F},
                              {{0.093F, 1.380F, -0.143F}, 0.0110F, 0.0300F, 5.0F}},
                             kLeft);
    list.addPair("strap", Material::kVest, loft(strap), strap_rule, rig.skeleton(), true, 0.8F);

    // Three double magazine pouches with flaps; the outer two follow the curve of the belly.
    for (const float side : {-1.0F, 0.0F, 1.0F}) {
        const glm::mat3 turn = facing({0.34F * side, 0.0F, 1.0F});
        list.add("magpouch", Material::kPouch,
                 box({{side * 0.094F, 1.137F, 0.166F - 0.014F * std::abs(side)},
                      {0.042F, 0.066F, 0.026F},
                      0.008F,
                      turn,
                      {0.94F, 0.96F}}),
                 rule, 1.0F);
    }
    list.add("admin", Material::kPouch,
             box({{0.0F, 1.292F, 0.166F},
                  {0.078F, 0.046F, 0.017F},
                  0.008F,
                  facing({0.0F, 0.05F, 1.0F}),
                  {0.96F, 0.94F}}),
             rule);
    list.add("sidepouch", Material::kPouch,
             box({{-0.178F, 1.125F, 0.040F},
                  {0.052F, 0.055F, 0.024F},
                  0.009F,
                  facing({-1.0F, 0.0F, 0.25F}),
                  {0.92F, 0.92F}}),
             rule, 0.8F);
    // Radio on the left.
    list.add("radio", Material::kPolymer,
             box({{0.178F, 1.140F, 0.042F},
                  {0.030F, 0.072F, 0.022F},
                  0.006F,
                  facing({1.0F, 0.0F, 0.25F}),
                  {0.95F, 0.97F}}),
             rule, 0.8F);

    // Pouches on the belt's sides.
    const WeightRule hip_rule = rig.rigidRule("Hips");
    list.addPair(
        "hippouch", Material::kPouch,
        box({{0.174F, 0.985F, -0.004F}, {0.050F, 0.060F, 0.026F}, 0.010F, facing(kLeft), {0.92F, 0.94F}}),
        hip_rule, rig.skeleton(), true, 0.9F);
}

void addPack(PatchList& list, const Rig& rig) {
    list.part = "pack";
    const WeightRule rule = vestRule(rig);
    list.add("pack", Material::kPack,
             box({{0.0F, 1.270F, -0.192F},
                  {0.148F, 0.190F, 0.082F},
                  0.030F,
                  facing(kBack),
                  {0.90F, 0.93F},
                  {0.0F, -0.010F},
                  true}),
             rule, 0.8F);
    list.add("packlid", Material::kCloth,
             box({{0.0F, 1.437F, -0.196F},
                  {0.140F, 0.044F, 0.094F},
                  0.022F,
                  facing(kBack),
                  {0.95F, 0.90F},
                  {0.0F, -0.004F},
                  true}),
             rule, 0.8F);
    list.add("packpocket", Material::kPack,
             box({{0.0F, 1.205F, -0.290F}, {0.105F, 0.085F, 0.032F}, 0.016F, facing(kBack), {0.92F, 0.90F}}),
             rule, 0.9F);
    list.addPair(
        "packside", Material::kPack,
        box({{0.158F, 1.205F, -0.184F}, {0.052F, 0.090F, 0.030F}, 0.016F, facing(kLeft), {0.9F, 0.9F}}), rule,
        rig.skeleton(), true, 0.8F);
    LoftShape roll;
    roll.segments = 7;
    for (const glm::vec2& s : {glm::vec2{-0.170F, 0.040F}, glm::vec2{-0.160F, 0.052F},
                               glm::vec2{0.160F, 0.052F}, glm::vec2{0.170F, 0.040F}}) {
        roll.rings.push_back({{s.x, 1.045F, -0.194F}, {0.0F, s.y, 0.0F}, {0.0F, 0.0F, s.y}, 2.0F});
    }
    roll.cap_start = roll.cap_end = true;
    list.add("roll", Material::kCamo, loft(roll), rule, 0.7F);
}

void addMedicBag(PatchList& list, const Rig& rig) {
    list.part = "medic";
    const WeightRule rule = [&rig](const glm::vec3& p) {
        return rig.chain(p, {{"Chest", 0.0F}, {"UpperChest", 0.10F}});
    };
    list.add("bag", Material::kMedicBag,
             box({{0.0F, 1.265F, -0.210F}, {0.165F, 0.150F, 0.070F}, 0.030F, facing(kBack), {0.92F, 0.92F}}),
             rule, 0.65F);
    list.add("bagpocket", Material::kMedicBag,
             box({{0.0F, 1.235F, -0.296F}, {0.120F, 0.090F, 0.030F}, 0.016F, facing(kBack), {0.92F, 0.90F}}),
             rule, 0.8F);
    // The green and white band is around the helmet, because it would be hidden on the left forearm.
    LoftShape band;
    band.segments = 18;
    band.start_deg = -90.0F;
    band.rings = {levelRing(1.7050F, 0.0F, -0.0075F, 0.1030F, 0.1268F, 2.15F),
                  levelRing(1.7330F, 0.0F, -0.0080F, 0.0990F, 0.1212F, 2.15F)};
    band.displace = [](glm::vec3 p, int ring, float) {
        p.y += (ring == 0 ? 0.30F : 0.06F) * 0.026F * ramp(0.030F, 0.080F, p.z);
        return p;
    };
    list.add("medicband", Material::kMedicBag, loft(band), rig.rigidRule("Head"), 0.8F);
    const WeightRule hips = rig.rigidRule("Hips");
    list.add(
        "shoulderbag", Material::kMedicBag,
        box({{0.205F, 0.930F, -0.030F},
             {0.085F, 0.070F, 0.036F},
             0.014F,
             facing({1.0F, -0.05F, -0.1F}),
             {0.93F, 0.92F},
             {0.0F, 0.0F},
             true}),
        [&rig](const glm::vec3&) {
            BoneWeights w = rig.rigid("Hips");
            rig.give(w, "UpperLeg.L", 0.25F);
            return w;
        },
        0.75F);
}

void addOfficerGear(PatchList& list, const Rig& rig) {
    list.part = "officer";
    const WeightRule thigh = [&rig](const glm::vec3& p) {
        BoneWeights w = rig.rigid("UpperLeg.R");
        rig.give(w, "Hips", ramp(0.80F, 0.96F, p.y));
        return w;
    };
    // A pistol in a holster on the right thigh.
    list.add("holster", Material::kLeather,
             box({{-0.196F, 0.800F, 0.010F},
                  {0.034F, 0.085F, 0.022F},
                  0.010F,
                  facing({-1.0F, -0.04F, 0.0F}),
                  {0.85F, 0.97F}}),
             thigh, 0.9F);
    list.add("pistol", Material::kMetal,
             box({{-0.200F, 0.898F, -0.008F},
                  {0.022F, 0.034F, 0.014F},
                  0.006F,
                  facing({-1.0F, 0.0F, 0.0F}, {0.0F, 1.0F, -0.35F}),
                  {0.9F, 0.9F}}),
             thigh, 0.7F);
    list.add(
        "mapcase", Material::kLeather,
        box({{0.192F, 0.925F, -0.010F},
             {0.078F, 0.070F, 0.018F},
             0.008F,
             facing({1.0F, -0.05F, 0.0F}),
             {0.97F, 0.97F},
             {0.0F, 0.0F},
             true}),
        [&rig](const glm::vec3&) {
            BoneWeights w = rig.rigid("Hips");
            rig.give(w, "UpperLeg.L", 0.2F);
            return w;
        },
        0.9F);
    // The strap of the map case, over the right shoulder.
    const WeightRule rule = [&rig](const glm::vec3& p) { return torsoWeights(rig, p); };
    LoftShape sash;
    sash.segments = 4;
    sash.start_deg = 45.0F;
    sash.rings = ringsAlong({{{0.172F, 0.990F, 0.020F}, 0.016F, 0.004F, 4.0F},
                             {{0.110F, 1.110F, 0.108F}, 0.016F, 0.004F, 4.0F},
                             {{0.020F, 1.250F, 0.146F}, 0.016F, 0.004F, 4.0F},
                             {{-0.050F, 1.370F, 0.129F}, 0.016F, 0.004F, 4.0F},
                             {{-0.076F, 1.440F, 0.090F}, 0.016F, 0.004F, 4.0F},
                             {{-0.082F, 1.482F, 0.059F}, 0.016F, 0.004F, 4.0F},
                             {{-0.077F, 1.509F, -0.018F}, 0.016F, 0.004F, 4.0F},
                             {{-0.082F, 1.484F, -0.090F}, 0.016F, 0.004F, 4.0F},
                             {{-0.066F, 1.420F, -0.123F}, 0.016F, 0.004F, 4.0F},
                             {{0.020F, 1.250F, -0.132F}, 0.016F, 0.004F, 4.0F},
                             {{0.120F, 1.090F, -0.100F}, 0.016F, 0.004F, 4.0F},
                             {{0.172F, 0.990F, -0.020F}, 0.016F, 0.004F, 4.0F}},
                            {0.6F, 0.8F, 0.0F});
    list.add("sash", Material::kLeather, loft(sash), rule, 0.5F);
    for (const float x : {-0.034F, 0.034F}) {  // binoculars on the chest
        LoftShape barrel;
        barrel.segments = 8;
        barrel.rings = {levelRing(1.168F, x, 0.158F, 0.030F, 0.030F, 2.0F, true),
                        levelRing(1.215F, x, 0.158F, 0.028F, 0.028F, 2.0F),
                        levelRing(1.268F, x, 0.158F, 0.019F, 0.019F, 2.0F, true),
                        levelRing(1.269F, x, 0.158F, 0.010F, 0.010F, 2.0F)};
        barrel.cap_start = barrel.cap_end = true;
        list.add("binoculars", Material::kPolymer, loft(barrel), rule, 0.6F);
    }
    list.add("bridge", Material::kPolymer,
             box({{0.0F, 1.225F, 0.160F}, {0.020F, 0.030F, 0.014F}, 0.005F, facing(kFront)}), rule, 0.5F);
    // Shoulder boards.
    list.addPair("board", Material::kCloth,
                 box({{0.138F, 1.484F, -0.018F},
                      {0.024F, 0.044F, 0.008F},
                      0.004F,
                      facing({0.36F, 1.0F, 0.0F}, {1.0F, -0.36F, 0.0F})}),
                 rule, rig.skeleton(), true, 0.8F);
}

}  // namespace

void addKit(PatchList& list, const Rig& rig) {
    addVest(list, rig);
    addPack(list, rig);
    addMedicBag(list, rig);
    addOfficerGear(list, rig);
}

}  // namespace phalanx::soldier
