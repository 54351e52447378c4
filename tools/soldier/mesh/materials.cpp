#include "mesh/materials.h"

#include <algorithm>
#include <cmath>

#include "mesh/loft.h"
#include "mesh/noise.h"

namespace phalanx::soldier {
namespace {

constexpr float kTau = 6.2831853F;

// A line of the half width `half`, metres, at 0, with a soft edge of about a texel.
float line(float distance, float half, float soft = 0.0008F) {
    return ramp(half + soft, half - soft, std::abs(distance));
}

// Distance to the nearest of parallel lines with the spacing `step`.
float toGrid(float x, float step) {
    return (x / step - std::round(x / step)) * step;
}

glm::vec3 camouflage(const glm::vec3& p) {
    // Spots of two sizes, distorted so that they do not look like clouds, with hard edges as in print.
    const glm::vec3 warp =
        0.018F * glm::vec3(valueNoise(p * 26.0F, 41) - 0.5F, valueNoise(p * 26.0F, 42) - 0.5F,
                           valueNoise(p * 26.0F, 43) - 0.5F);
    const glm::vec3 q = (p + warp) * glm::vec3(1.0F, 1.35F, 1.0F);
    glm::vec3 color = rgb(0x7f7c58);
    const auto blot = [&](float noise, float level, unsigned hex) {
        color = glm::mix(color, rgb(hex), ramp(level - 0.006F, level + 0.006F, noise));
    };
    blot(fractalNoise(q * 8.0F, 3, 2), 0.54F, 0x5c6543);
    blot(fractalNoise(q * 9.5F, 17, 2), 0.61F, 0x6d5a41);
    blot(fractalNoise(q * 11.0F, 23, 2), 0.64F, 0x9d9672);
    blot(fractalNoise(q * 17.0F, 31, 2), 0.69F, 0x3f4332);
    return color;
}

// The brightness of folds in cloth at `p`: creases around limbs and trunk, deeper at joints, lit from above.
float folds(const glm::vec3& p) {
    const float x = std::abs(p.x);
    // The sleeves are slanted in the rest pose.
    const bool sleeve = x > 0.19F && p.y > 1.0F;
    const glm::vec3 along =
        sleeve ? glm::vec3(std::copysign(0.69F, p.x), -0.72F, 0.0F) : glm::vec3(0.0F, -1.0F, 0.0F);
    const float down = glm::dot(p, along);
    const glm::vec3 warp =
        0.03F * glm::vec3(valueNoise(p * 9.0F, 81) - 0.5F, valueNoise(p * 9.0F, 82) - 0.5F, 0.0F);
    const auto height = [&](float shift) {
        return fractalNoise((p + warp) * 13.0F + along * (30.0F * (down + shift)), 83, 2);
    };
    float depth = 0.45F;
    const auto near = [](float at, float middle, float width) { return bump((at - middle) / width); };
    if (sleeve) {
        depth += 0.8F * bump((x - 0.375F) / 0.075F) + 0.5F * ramp(0.47F, 0.54F, x);
    } else {
        depth += 0.7F * near(p.y, 0.50F, 0.10F) + 0.7F * near(p.y, 0.27F, 0.05F) +
                 0.5F * near(p.y, 0.88F, 0.06F) + 0.4F * near(p.y, 1.08F, 0.06F);
    }
    return std::clamp(2.6F * depth * (height(0.004F) - height(-0.004F)), -0.30F, 0.24F);
}

// A seam with stitches along the edge of a box.
void sewEdge(glm::vec3& color, const Surface& s, float inset) {
    const glm::vec2 d = s.face - glm::abs(s.chart);
    const float edge = std::min(d.x, d.y) - inset;
    if (std::min(d.x, d.y) < -0.004F) return;
    const float along = d.x < d.y ? s.chart.y : s.chart.x;
    const float stitch = std::sin(along * kTau / 0.008F) > -0.2F ? 1.0F : 0.0F;
    color *= 1.0F - 0.16F * line(edge, 0.0016F) + 0.22F * line(edge, 0.0007F) * stitch;
}

// Rows of webbing, as on plate carriers and packs: ribbons with a shadow below each and a stitch every 40 mm.
void ribbons(glm::vec3& color, float across, float along, float step) {
    const float d = toGrid(across, step);
    const float ribbon = line(d, step * 0.30F, 0.001F);
    color *= 1.0F + 0.09F * ribbon - 0.26F * line(d + step * 0.36F, step * 0.07F, 0.0015F);
    color *= 1.0F - 0.13F * ribbon * line(toGrid(along, 0.040F), 0.0022F);
}

Paint paintPouch(const Surface& s, glm::vec3 base) {
    glm::vec3 color = base;
    const bool front = std::abs(s.chart.x) < s.face.x && std::abs(s.chart.y) < s.face.y;
    sewEdge(color, s, 0.005F);
    if (front && s.face.y > 0.04F) {  // a strap with its end down the middle
        const float d = std::abs(s.chart.x) - 0.011F;
        const float flap = s.chart.y + 0.30F * s.face.y;  // its lower edge
        color *= 1.0F + 0.06F * ramp(0.001F, -0.001F, flap) -
                 0.42F * ramp(-0.001F, 0.0005F, flap) * ramp(0.006F, 0.0F, flap);
        if (s.chart.y < s.face.y * 0.45F)
            color *= 1.0F + 0.10F * line(s.chart.x, 0.011F) - 0.32F * line(d, 0.0010F);
        color *= 1.0F - 0.30F * line(s.chart.y - s.face.y * 0.45F, 0.0012F) * line(s.chart.x, 0.011F);
    }
    if (front && s.face.y < 0.03F)
        color *= 1.0F - 0.25F * line(std::hypot(s.chart.x, s.chart.y) - 0.006F, 0.0015F);
    return {color, 0.0F};
}

Paint paintVest(const Surface& s) {
    glm::vec3 color = rgb(0x706a4c);
    if (std::abs(s.normal.y) < 0.75F)
        ribbons(color, s.position.y - 1.004F, s.position.x + 0.4F * s.position.z, 0.040F);
    float team = 0.75F;
    // A name tag of cloth, high on the chest.
    if (s.position.z > 0.09F && s.position.y > 1.352F && s.position.y < 1.396F &&
        std::abs(s.position.x) < 0.062F) {
        color = rgb(0xa3a099);
        team = 1.0F;
    }
    return {color, team};
}

Paint paintPack(const Surface& s) {
    glm::vec3 color = rgb(0x6a6549);
    sewEdge(color, s, 0.007F);
    const bool front = std::abs(s.chart.x) < s.face.x && std::abs(s.chart.y) < s.face.y;
    if (front) {
        ribbons(color, s.chart.y, s.chart.x, 0.045F);
        for (const float x : {-0.55F, 0.55F}) {
            const float d = s.chart.x - x * s.face.x;
            color = glm::mix(color, rgb(0x4d4833), 0.85F * line(d, 0.0095F));
            color *= 1.0F - 0.25F * line(std::abs(d) - 0.0095F, 0.0012F);
        }
    }
    return {color, 0.70F};
}

Paint paintMedicBag(const Surface& s) {
    glm::vec3 color = rgb(0x5f6b4c);
    sewEdge(color, s, 0.007F);
    const bool box = s.face.x > 0.0F;
    if (!box) {  // the band around the helmet: white between green edges
        const float y = s.position.y - 1.7195F - 0.17F * 0.026F * ramp(0.030F, 0.080F, s.position.z);
        return {glm::mix(rgb(0x3f7a4c), rgb(0xe9e7df), line(y, 0.0088F)), 0.0F};
    }
    const bool front = std::abs(s.chart.x) < s.face.x && std::abs(s.chart.y) < s.face.y;
    // A white band with a green stripe, which is not a protected emblem.
    const float d = s.chart.y + 0.10F * s.face.y;
    color = glm::mix(color, rgb(0xe2e0d6), line(d, 0.020F));
    color = glm::mix(color, rgb(0x3f7a4c), line(d, 0.0065F));
    if (front) color *= 1.0F - 0.30F * line(s.chart.y + 0.62F * s.face.y, 0.0016F);
    return {color, 0.0F};
}

Paint paintHelmet(const Surface& s) {
    glm::vec3 color = camouflage(s.position * 1.15F + glm::vec3(0.3F)) * 0.98F;
    // A band of the team's colour around the shell, and the seams of the cover.
    const float lift = 0.17F * 0.026F * ramp(0.030F, 0.080F, s.position.z);
    const float band = s.position.y - 1.7195F - lift;
    const float on = line(band, 0.0135F);
    color = glm::mix(color, rgb(0xa3a099), on);
    color *= 1.0F - 0.28F * line(std::abs(band) - 0.0140F, 0.0010F);
    if (s.position.y > 1.735F) color *= 1.0F - 0.18F * line(std::abs(s.position.x) - 0.040F, 0.0012F);
    return {color, std::max(on, 0.60F)};
}

Paint paintBoot(const Surface& s) {
    glm::vec3 color = rgb(0x665440);
    const glm::vec3& p = s.position;
    const float x = std::abs(p.x) - 0.1135F;
    color *= 0.93F + 0.14F * fractalNoise(p * 40.0F, 55);
    // Laces over the instep: a tongue, crossings and eyelets.
    if (p.z > 0.0F && p.y > 0.085F) {
        const float tongue = line(x, 0.017F);
        color = glm::mix(color, rgb(0x4b3d2e), 0.7F * tongue);
        const float cross =
            std::min(std::abs(toGrid(p.y + 0.55F * x, 0.022F)), std::abs(toGrid(p.y - 0.55F * x, 0.022F)));
        color = glm::mix(color, rgb(0x97835c), tongue * line(cross, 0.0017F));
        color *= 1.0F - 0.35F * line(std::abs(x) - 0.0185F, 0.0014F);
    }
    color *=
        1.0F - 0.22F * line(p.y - 0.088F - 0.30F * std::max(0.0F, 0.03F - p.z), 0.0014F);  // quarter's seam
    color *= 1.0F - 0.25F * (p.y < 0.08F ? line(p.z - 0.118F, 0.0014F) : 0.0F);            // toe cap
    if (p.y > 0.245F) color *= 0.85F;                                                      // padded collar
    return {color, 0.0F};
}

Paint paintGlove(const Surface& s) {
    const glm::vec3& p = s.position;
    glm::vec3 color = rgb(0x4b4735);
    const bool back = s.normal.x * (p.x > 0.0F ? 1.0F : -1.0F) > 0.15F;
    if (!back) color = rgb(0x6a5c42);  // leather palm
    color *= 0.94F + 0.12F * fractalNoise(p * 90.0F, 77);
    // Adjacent fingers are one shape, separated by dark lines.
    if (p.y < 0.998F && p.z < 0.036F) {
        for (const float z : {0.0185F, -0.0015F}) color *= 1.0F - 0.55F * line(p.z - z, 0.0012F, 0.0014F);
    }
    if (back && p.y > 0.985F && p.y < 1.018F)
        color = glm::mix(color, rgb(0x35332a), 0.6F * line(toGrid(p.z - 0.008F, 0.021F), 0.0075F));
    color *= 1.0F - 0.25F * line(p.y - 1.062F, 0.0030F);
    return {color, 0.0F};
}

Paint paintLens(const Surface& s) {
    const float y = s.position.y - 1.7400F;
    const bool glass = std::abs(y) < 0.0140F && std::abs(s.position.x) < 0.074F && s.normal.z > 0.25F;
    glm::vec3 color = rgb(0x25251f);
    if (glass) {
        const float sky = ramp(-0.016F, 0.016F, y + 0.10F * s.position.x);
        color = glm::mix(rgb(0x3a3226), rgb(0xc08a45), sky * sky);
        color += 0.28F * line(y - 0.006F - 0.12F * s.position.x, 0.0022F, 0.002F);
    }
    return {color, 0.0F};
}

Paint paintCamo(const Surface& s) {
    glm::vec3 color = camouflage(s.position);
    const glm::vec3& p = s.position;
    if (s.face.x > 0.0F) {  // a cargo pocket with its flap
        sewEdge(color, s, 0.006F);
        color *= 1.0F - 0.30F * line(s.chart.y + 0.45F * s.face.y, 0.0018F);
        return {color, 0.0F};
    }
    const float x = std::abs(p.x);
    if (x < 0.19F && p.y > 0.85F && p.z > 0.04F && p.y < 1.49F) {
        color *= 1.0F - 0.25F * line(p.x - 0.010F, 0.0014F);         // the jacket's front edge
        if (p.y > 1.24F && p.y < 1.36F && x > 0.04F && x < 0.13F) {  // chest pockets
            const glm::vec2 d{std::abs(x - 0.085F) - 0.044F, std::abs(p.y - 1.300F) - 0.058F};
            color *= 1.0F - 0.28F * line(std::max(d.x, d.y), 0.0014F) -
                     0.25F * line(p.y - 1.330F, 0.0014F) * (d.x < 0.0F ? 1.0F : 0.0F);
        }
    }
    if (p.y < 0.60F && p.y > 0.43F) {  // the straps of the knee's pad
        const float strap = std::max(line(p.y - 0.572F, 0.0085F), line(p.y - 0.455F, 0.0085F));
        color = glm::mix(color, rgb(0x4b4735), strap);
    }
    if (p.y < 0.95F && p.y > 0.24F && s.normal.x * p.x > 0.0F && std::abs(s.normal.z) < 0.35F && x > 0.12F) {
        color *= 1.0F - 0.20F * line(p.z, 0.0012F);  // side seam of the trousers
    }
    color *= 1.0F + folds(p);
    return {color, 0.0F};
}

Paint paintPlain(Material material, const Surface& s) {
    const glm::vec3& p = s.position;
    switch (material) {
        case Material::kWebbing: {
            glm::vec3 color = rgb(0x57523b);
            const glm::vec2 d{std::abs(p.x) - 0.027F, std::abs(p.y - 1.009F) - 0.019F};
            if (p.z > 0.10F && p.y < 1.04F) {  // the belt's buckle
                const float edge = std::max(d.x, d.y);
                color = glm::mix(color, rgb(0x3b3a33), ramp(0.001F, -0.001F, edge));
                color *= 1.0F + 0.35F * line(edge + 0.004F, 0.0016F) - 0.30F * line(edge - 0.001F, 0.0016F);
            }
            return {color, 0.0F};
        }
        case Material::kPad: {
            glm::vec3 color = rgb(0x46443a) * (0.93F + 0.12F * fractalNoise(p * 50.0F, 61));
            color *= 1.0F - 0.22F * line(toGrid(p.y - 0.505F, 0.030F), 0.0015F);
            return {color, 0.0F};
        }
        case Material::kSole:
            return {rgb(0x2a2622) *
                        (p.y > 0.004F && p.y < 0.024F && std::sin(p.z * 520.0F) > 0.3F ? 0.75F : 1.0F),
                    0.0F};
        case Material::kLeather: {
            glm::vec3 color = rgb(0x59422c) * (0.90F + 0.18F * fractalNoise(p * 55.0F, 13));
            if (s.face.x > 0.0F) sewEdge(color, s, 0.005F);
            return {color, 0.0F};
        }
        case Material::kBeret: {
            const bool band =
                p.y < 1.7185F + 0.006F * ramp(0.0F, 0.08F, p.z) && p.y > 1.69F && std::abs(p.x) < 0.084F;
            if (band) return {rgb(0x2b2b28), 0.0F};
            return {rgb(0x94928d) * (0.93F + 0.12F * fractalNoise(p * 160.0F, 19)), 1.0F};
        }
        default: {  // cloth of the team's colour
            glm::vec3 color = rgb(0xa3a099);
            if (s.face.x > 0.0F) sewEdge(color, s, 0.008F);
            return {color, 1.0F};
        }
    }
}

Paint paintBase(const Surface& s) {
    switch (s.material) {
        case Material::kCamo:
            return paintCamo(s);
        case Material::kSkin:
        case Material::kEar:
            return {paintSkin(s), 0.0F};
        case Material::kEye:
            return {paintEye(s), 0.0F};
        case Material::kMouth:
            return {paintMouth(s), 0.0F};
        case Material::kTeeth:
            return {paintTeeth(s), 0.0F};
        case Material::kHelmet:
            return paintHelmet(s);
        case Material::kVest:
            return paintVest(s);
        case Material::kPouch: {
            Paint pouch = paintPouch(s, rgb(0x676043));
            pouch.team = 0.30F;
            return pouch;
        }
        case Material::kPack:
            return paintPack(s);
        case Material::kMedicBag:
            return paintMedicBag(s);
        case Material::kBoot:
            return paintBoot(s);
        case Material::kGlove:
            return paintGlove(s);
        case Material::kLens:
            return paintLens(s);
        case Material::kMetal:
        case Material::kPolymer:
            return {paintGun(s), 0.0F};
        default:
            return paintPlain(s.material, s);
    }
}

bool isCloth(Material m) {
    return m == Material::kCamo || m == Material::kCloth || m == Material::kVest || m == Material::kPouch ||
           m == Material::kPack || m == Material::kMedicBag || m == Material::kHelmet;
}

}  // namespace

glm::vec3 rgb(unsigned hex) {
    const auto part = [hex](unsigned shift) { return static_cast<float>((hex >> shift) & 255U) / 255.0F; };
    return {part(16), part(8), part(0)};
}

Paint paint(const Surface& s) {
    Paint result = paintBase(s);
    const glm::vec3& p = s.position;
    if (isCloth(s.material)) {
        // Wear: soft variations of brightness, as in washed cloth.
        result.color *= 0.94F + 0.12F * fractalNoise(p * 14.0F, 71, 2);
    }
    // Occlusion, with a warmer tone where light is reflected between cloth.
    // The mouth is closed at rest, so what is computed there says nothing about an open one.
    const bool in_mouth = s.material == Material::kMouth || s.material == Material::kTeeth;
    const float open = in_mouth ? 1.0F : s.openness;
    // Skin is translucent: its hollows stay red and never become black.
    const bool skin = s.material == Material::kSkin || s.material == Material::kEar;
    const glm::vec3 dark = skin                           ? glm::vec3(0.66F, 0.52F, 0.48F)
                           : s.material == Material::kEye ? glm::vec3(0.55F, 0.50F, 0.48F)
                                                          : glm::vec3(0.36F, 0.33F, 0.32F);
    result.color *= dark + (1.0F - dark) * open;
    // Dust from the ground: boots, then the trousers' legs.
    const float height = ramp(0.34F, 0.0F, p.y);
    const float dust = height * ramp(0.30F, 0.75F, fractalNoise(p * 16.0F, 51)) * 0.55F;
    result.color = glm::mix(result.color, rgb(0x8d7f63) * (0.5F + 0.5F * open), dust);
    result.color = glm::clamp(result.color, 0.0F, 1.0F);
    return result;
}

}  // namespace phalanx::soldier
