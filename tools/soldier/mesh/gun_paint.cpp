// Metal and polymer. Surfaces near the joint Weapon also get the details of the rifle: slots, port, ribs,
// glass.
#include <algorithm>
#include <cmath>

#include "mesh/loft.h"
#include "mesh/materials.h"
#include "mesh/noise.h"

namespace phalanx::soldier {
namespace {

constexpr glm::vec3 kWeaponJoint{-0.10F, 1.20F, 0.24F};  // as in makeSkeleton()

float inside(float distance) {
    return ramp(0.0008F, -0.0008F, distance);
}

// Signed distance to a rectangle with rounded corners.
float roundedBox(glm::vec2 p, glm::vec2 half, float radius) {
    const glm::vec2 d = glm::abs(p) - half + radius;
    return glm::length(glm::max(d, 0.0F)) + std::min(std::max(d.x, d.y), 0.0F) - radius;
}

}  // namespace

glm::vec3 paintGun(const Surface& s) {
    const bool metal = s.material == Material::kMetal;
    glm::vec3 color = rgb(metal ? 0x46484a : 0x47453a);
    color *= 0.90F + 0.18F * fractalNoise(s.position * (metal ? 40.0F : 60.0F), metal ? 2U : 5U, 2);
    const glm::vec3 p = s.position - kWeaponJoint;
    if (std::abs(p.x) > 0.03F || p.y < -0.17F || p.y > 0.10F || p.z < -0.29F || p.z > 0.62F) return color;

    const bool beside = std::abs(s.normal.x) > 0.5F;
    if (!metal && p.z > 0.172F && p.z < 0.392F) {  // handguard: a row of slots on each side
        const float along =
            p.z - 0.1945F - 0.036F * std::clamp(std::round((p.z - 0.1945F) / 0.036F), 0.0F, 5.0F);
        const float slot = roundedBox({along, p.y - 0.003F}, {0.0125F, 0.0042F}, 0.004F);
        if (beside) color = glm::mix(color, rgb(0x191a18), inside(slot));
        color *= 1.0F + 0.25F * inside(std::abs(p.y - 0.020F) - 0.0012F);
    }
    if (metal && beside && p.z > -0.08F && p.z < 0.16F && p.y < 0.031F) {
        color *= 1.0F - 0.40F * inside(std::abs(p.y + 0.0005F) - 0.0009F);  // the seam between the halves
        for (const glm::vec2 pin :
             {glm::vec2(-0.055F, -0.008F), glm::vec2(0.142F, -0.006F), glm::vec2(0.030F, -0.012F)}) {
            color *= 1.0F + 0.45F * inside(glm::distance(glm::vec2(p.z, p.y), pin) - 0.0032F);
        }
        if (s.normal.x < 0.0F) {  // the ejection port on the right
            const float port = roundedBox({p.z - 0.062F, p.y - 0.0135F}, {0.034F, 0.0085F}, 0.003F);
            color = glm::mix(color, rgb(0x202122), inside(port));
            color =
                glm::mix(color, rgb(0x77797a),
                         0.8F * inside(roundedBox({p.z - 0.058F, p.y - 0.0135F}, {0.024F, 0.0050F}, 0.002F)));
        } else {
            color = glm::mix(color, rgb(0x2a2b2c),
                             inside(glm::distance(glm::vec2(p.z, p.y), {0.010F, -0.010F}) - 0.0060F));
        }
    }
    if (metal && p.y > 0.0355F && p.y < 0.0425F && s.normal.y > 0.3F && p.z < 0.39F) {  // the rail's teeth
        const float tooth = std::abs(p.z / 0.012F - std::round(p.z / 0.012F)) * 0.012F;
        color *= 1.0F - 0.45F * inside(tooth - 0.0024F);
    }
    if (metal && p.z > 0.560F && p.z < 0.602F) {  // flash hider
        const float slot = std::abs(p.z / 0.014F - std::round(p.z / 0.014F)) * 0.014F;
        color *= 1.0F - 0.5F * inside(slot - 0.0028F);
    }
    if (p.z > 0.6085F && std::hypot(p.x, p.y - 0.003F) < 0.006F) color = rgb(0x0c0c0c);
    if (!metal && p.y < -0.045F && p.z > 0.060F) {  // the magazine's ribs
        const float rib = std::abs(p.y / 0.017F - std::round(p.y / 0.017F)) * 0.017F;
        color *= 1.0F - 0.30F * inside(rib - 0.0016F);
    }
    if (!metal && p.y < -0.04F && p.z < 0.02F && p.z > -0.08F) {  // the grip's checkering
        color *= 1.0F - 0.16F * (std::sin(p.y * 900.0F) > 0.0F ? 1.0F : 0.0F);
    }
    if (!metal && p.z < -0.2625F) color = rgb(0x232321);  // the rubber of the butt
    if (!metal && beside && p.z < -0.17F && p.z > -0.255F) {
        color *= 1.0F -
                 0.35F * inside(std::abs(roundedBox({p.z + 0.215F, p.y + 0.030F}, {0.026F, 0.013F}, 0.006F)) -
                                0.0012F);
    }
    const float lens = std::hypot(p.x, p.y - 0.064F);
    if (std::abs(s.normal.z) > 0.85F && p.y > 0.045F && lens < 0.0145F) {
        const float sky = ramp(0.050F, 0.078F, p.y);
        color = p.z > 0.0F ? glm::mix(rgb(0x5a2f20), rgb(0xd08a50), sky)
                           : glm::mix(rgb(0x1c2a36), rgb(0x6f93a8), sky);
        color *= 1.0F - 0.7F * ramp(0.0125F, 0.0145F, lens);
    }
    return color;
}

}  // namespace phalanx::soldier
