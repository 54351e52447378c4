// Headgear: a helmet with cover, goggles and chin strap, or a beret.
#include <array>
#include <cmath>

#include "mesh/face_shape.h"
#include "mesh/loft.h"
#include "mesh/parts.h"

namespace phalanx::soldier {
namespace {

void addHelmet(PatchList& list, const Rig& rig) {
    list.part = "helmet";
    const WeightRule rule = rig.rigidRule("Head");
    LoftShape shell;
    shell.segments = 16;
    shell.start_deg = -90.0F;
    shell.rings = {levelRing(1.690F, 0.0F, -0.006F, 0.074F, 0.094F),
                   levelRing(1.665F, 0.0F, -0.006F, 0.1035F, 0.1295F, 2.15F, true),
                   levelRing(1.700F, 0.0F, -0.007F, 0.1015F, 0.1255F, 2.15F),
                   levelRing(1.735F, 0.0F, -0.008F, 0.0970F, 0.1190F, 2.15F),
                   levelRing(1.770F, 0.0F, -0.009F, 0.0820F, 0.1000F),
                   levelRing(1.800F, 0.0F, -0.009F, 0.0500F, 0.0620F)};
    shell.cap_end = true;
    shell.cap_end_bulge = 0.009F;
    // The rim is above the brows in front and lower over the ears and the nape, with a small peak.
    shell.displace = [](glm::vec3 p, int ring, float) {
        if (ring > 2) return p;
        const float fade = ring == 2 ? 0.35F : 1.0F;
        const float front = ramp(0.030F, 0.080F, p.z);
        p.y += fade * (0.026F * front - 0.014F * ramp(0.05F, 0.0F, std::abs(p.z + 0.035F)));
        if (ring == 1) p.z += 0.007F * ramp(0.06F, 0.11F, p.z);
        return p;
    };
    list.add("helmet", Material::kHelmet, loft(shell), rule, 1.1F);

    list.add("mount", Material::kMetal,
             box({{0.0F, 1.742F, 0.114F},
                  {0.017F, 0.020F, 0.008F},
                  0.004F,
                  facing({0.0F, 0.35F, 1.0F}),
                  {0.8F, 0.9F}}),
             rule, 0.6F);

    // Goggles, raised onto the shell.
    LoftShape goggles;
    goggles.segments = 6;
    goggles.start_deg = 180.0F;
    struct Station3 {
        float x, z, height, depth;
    };
    for (const Station3& s :
         {Station3{-0.092F, 0.055F, 0.012F, 0.004F}, Station3{-0.074F, 0.088F, 0.0185F, 0.011F},
          Station3{-0.038F, 0.112F, 0.0215F, 0.014F}, Station3{0.0F, 0.117F, 0.0190F, 0.014F},
          Station3{0.038F, 0.112F, 0.0215F, 0.014F}, Station3{0.074F, 0.088F, 0.0185F, 0.011F},
          Station3{0.092F, 0.055F, 0.012F, 0.004F}}) {
        const float turn = s.x * 8.0F;
        goggles.rings.push_back({{s.x, 1.7400F + 0.004F * bump(s.x / 0.05F), s.z},
                                 {0.0F, s.height, 0.30F * -s.height},
                                 {std::sin(turn) * s.depth, 0.2F * s.depth, std::cos(turn) * s.depth},
                                 3.2F});
    }
    goggles.cap_start = goggles.cap_end = true;
    list.add("goggles", Material::kLens, loft(goggles), rule, 0.9F);

    // Chin strap: from the ears under the chin.
    LoftShape strap;
    strap.segments = 4;
    strap.start_deg = 45.0F;
    // Points of the left half, on the skin.
    constexpr std::array<glm::vec3, 6> kHalf{{{0.0000F, 1.5490F, 0.0710F},
                                              {0.0240F, 1.5535F, 0.0640F},
                                              {0.0440F, 1.5680F, 0.0480F},
                                              {0.0600F, 1.5920F, 0.0330F},
                                              {0.0690F, 1.6200F, 0.0240F},
                                              {0.0790F, 1.6720F, 0.0120F}}};
    std::vector<Station> stations;
    for (std::size_t k = kHalf.size(); k-- > 1;)
        stations.push_back({{-kHalf[k].x, kHalf[k].y, kHalf[k].z}, 0.0022F, 0.0080F, 4.0F});
    for (const glm::vec3& p : kHalf) stations.push_back({p, 0.0022F, 0.0080F, 4.0F});
    strap.rings = ringsAlong(stations, {0.0F, 0.25F, 1.0F});
    list.add("chinstrap", Material::kWebbing, withExpressions([&](const Expression& e) {
                 LoftShape moved = strap;
                 moved.displace = [&e](const glm::vec3& p, int, float) {
                     // It does not press into the throat.
                     const glm::vec3 moved_with_jaw = jawMoved(p, jawShare(p), e);
                     return glm::vec3(p.x, moved_with_jaw.y, glm::mix(p.z, moved_with_jaw.z, 0.4F));
                 };
                 return loft(moved);
             }),
             rule, 0.5F);
}

void addBeret(PatchList& list, const Rig& rig) {
    list.part = "beret";
    const WeightRule rule = rig.rigidRule("Head");
    LoftShape beret;
    beret.segments = 15;
    beret.start_deg = -90.0F;
    beret.rings = {levelRing(1.706F, 0.0F, -0.003F, 0.0740F, 0.0940F),
                   levelRing(1.702F, 0.0F, -0.003F, 0.0785F, 0.0985F, 2.2F, true),
                   levelRing(1.718F, 0.0F, -0.004F, 0.0800F, 0.0995F, 2.2F, true),
                   levelRing(1.744F, -0.012F, -0.006F, 0.0970F, 0.1110F),
                   levelRing(1.768F, -0.016F, -0.008F, 0.0960F, 0.1080F),
                   levelRing(1.786F, -0.010F, -0.008F, 0.0660F, 0.0780F)};
    beret.cap_end = true;
    beret.cap_end_bulge = 0.006F;
    // Pulled down over the right ear, and raised over the left eye, where the badge is.
    beret.displace = [](glm::vec3 p, int ring, float) {
        if (ring <= 2) {
            p.y += 0.006F * ramp(0.0F, 0.08F, p.z);
            return p;
        }
        p.y -= 0.046F * ramp(0.0F, -0.12F, p.x) * (ring == 3 ? 1.0F : ring == 4 ? 0.75F : 0.35F);
        p.y += 0.010F * ramp(0.0F, 0.07F, p.x) * ramp(-0.02F, 0.08F, p.z);
        return p;
    };
    list.add("beret", Material::kBeret, loft(beret), rule, 0.9F);
    list.add("badge", Material::kMetal,
             box({{0.030F, 1.736F, 0.1010F}, {0.012F, 0.015F, 0.004F}, 0.003F, facing({0.35F, 0.0F, 1.0F})}),
             rule, 1.5F);
}

}  // namespace

void addHeadgear(PatchList& list, const Rig& rig) {
    addHelmet(list, rig);
    addBeret(list, rig);
}

}  // namespace phalanx::soldier
