// Skin: tones, eyes, brows, lips, stubble and hair. Positions are those of the rest pose, as in head.cpp.
#include <algorithm>
#include <cmath>

#include "mesh/loft.h"
#include "mesh/materials.h"
#include "mesh/noise.h"
#include "mesh/parts.h"

namespace phalanx::soldier {
namespace {

class Layers {
  public:
    explicit Layers(glm::vec3 base) : color_(base) {}
    void over(float amount, unsigned hex) {
        color_ = glm::mix(color_, rgb(hex), std::clamp(amount, 0.0F, 1.0F));
    }
    void scale(float factor) { color_ *= factor; }
    glm::vec3 color() const { return color_; }

  private:
    glm::vec3 color_;
};

// 1 inside a curve with the signed distance `distance`, with an edge of `soft` metres.
float inside(float distance, float soft) {
    return ramp(soft, -soft, distance);
}

void paintEyes(Layers& skin, float x, float y) {
    // An almond shape: two arcs that meet at the corners, the outer corner slightly higher.
    const float u = (x - kEyeX) / 0.0128F;
    const float tilt = 0.0008F * u;
    const float arch = std::max(0.0F, 1.0F - u * u);
    const float upper = kEyeY + tilt + 0.0046F * arch;
    const float lower = kEyeY + tilt - 0.0040F * arch;
    const float open = std::max(y - upper, lower - y);
    if (std::abs(u) < 1.15F) {
        const float white = inside(open, 0.0005F) * inside(std::abs(u) - 1.0F, 0.05F);
        skin.over(white, 0xe6e0d6);
        const float r = std::hypot(x - kEyeX, y - kEyeY - 0.0006F);
        skin.over(white * inside(r - 0.0057F, 0.0005F), 0x3e3020);
        skin.over(white * inside(r - 0.0044F, 0.0009F), 0x5f4a2e);
        skin.over(white * inside(r - 0.0025F, 0.0005F), 0x15100c);
        skin.over(white * inside(std::hypot(x - kEyeX - 0.0016F, y - kEyeY - 0.0026F) - 0.0011F, 0.0004F),
                  0xffffff);
        skin.over(white * 0.40F * ramp(upper - 0.0030F, upper, y), 0x2a1c14);  // the shadow of the lid
    }
    const float lash = std::abs(y - upper - 0.0006F) - 0.0011F;
    skin.over(0.92F * inside(lash, 0.0005F) * inside(std::abs(u) - 1.02F, 0.08F), 0x1e140f);
    skin.over(
        0.45F * inside(std::abs(y - lower + 0.0004F) - 0.0005F, 0.0006F) * inside(std::abs(u) - 0.95F, 0.1F),
        0x5a3828);
    skin.over(
        0.40F * inside(std::abs(y - upper - 0.0042F) - 0.0004F, 0.0007F) * inside(std::abs(u) - 0.9F, 0.15F),
        0x6f4632);
}

}  // namespace

glm::vec3 paintSkin(const Surface& s) {
    const glm::vec3& p = s.position;
    const float x = std::abs(p.x);
    const float y = p.y;
    const float front = ramp(0.02F, 0.05F, p.z);
    const auto spot = [&](float cx, float cy, float sx, float sy) {
        return front * bump((x - cx) / sx) * bump((y - cy) / sy);
    };
    Layers skin(rgb(0xc48d6a));
    skin.scale(0.97F + 0.06F * fractalNoise(p * 45.0F, 8));
    skin.over(0.22F * spot(0.043F, 1.633F, 0.020F, 0.014F), 0xb8604a);
    skin.over(0.20F * spot(0.0F, 1.620F, 0.014F, 0.011F), 0xb4604a);
    skin.over(0.30F * spot(0.075F, 1.645F, 0.012F, 0.030F), 0xb0604a);
    skin.over(0.50F * spot(0.029F, 1.668F, 0.020F, 0.008F), 0x7a4c38);
    skin.over(0.30F * spot(0.027F, 1.6495F, 0.013F, 0.004F), 0x8a5a48);
    skin.over(0.22F * front * bump((x - 0.0145F) / 0.004F) * ramp(1.615F, 1.65F, y) * ramp(1.68F, 1.66F, y),
              0x7a4c38);
    skin.over(0.18F * spot(0.0F, 1.640F, 0.0045F, 0.016F), 0xf0c8a8);
    skin.over(0.20F * spot(0.0F, 1.705F, 0.03F, 0.012F), 0xdcae8c);
    // Stubble.
    const float jaw = ramp(1.612F, 1.600F, y + 0.25F * std::max(0.0F, 0.040F - x)) +
                      ramp(0.050F, 0.064F, x) * ramp(1.655F, 1.635F, y);
    const float beard = std::min(1.0F, jaw) * ramp(-0.02F, 0.01F, p.z) * ramp(1.535F, 1.550F, y);
    const float moustache = spot(0.008F, 1.6065F, 0.016F, 0.0040F);
    skin.over(0.17F * std::max(beard, 0.6F * moustache) * (0.85F + 0.3F * valueNoise(p * 260.0F, 4)),
              0x55423a);
    // Lips.
    const float wide = 0.0235F;
    const float taper = std::max(0.0F, 1.0F - (x / wide) * (x / wide));
    const float upper = 1.5948F + 0.0062F * taper * (1.0F - 0.22F * bump(x / 0.004F));
    const float lower = 1.5940F - 0.0082F * taper;
    skin.over(0.62F * front * inside(std::max(y - upper, lower - y), 0.0008F) * inside(x - wide, 0.001F),
              0x9c5648);
    const float corner = 1.5942F + 0.0010F * (x / wide) * (x / wide);
    skin.over(0.60F * front * inside(std::abs(y - corner) - 0.0007F, 0.0006F) * inside(x - wide, 0.0012F),
              0x47231d);
    skin.over(0.22F * spot(0.0F, 1.5815F, 0.014F, 0.0025F), 0x6f4434);
    // Nostrils.
    skin.over(0.55F * front * inside(std::hypot((x - 0.0075F) / 1.5F, y - 1.6095F) - 0.0014F, 0.0010F),
              0x4a2a20);
    skin.over(0.25F * spot(0.0190F, 1.616F, 0.003F, 0.006F), 0x7a4838);
    // Brows: thicker at the inner end, sloping down outwards.
    const float along = (x - 0.0125F) / 0.0350F;
    const float middle = 1.6740F + 0.0060F * std::sin(std::clamp(along, 0.0F, 1.0F) * 2.6F) - 0.0015F;
    const float thick = 0.0034F * (1.05F - 0.75F * along);
    skin.over(0.88F * front * inside(std::abs(y - middle) - thick, 0.0009F) *
                  inside(std::abs(along - 0.5F) - 0.5F, 0.03F) *
                  (0.75F + 0.35F * valueNoise(p * glm::vec3(500.0F, 150.0F, 150.0F), 9)),
              0x33231a);
    if (p.z > 0.05F) paintEyes(skin, x, y);
    // Short hair, cropped at the sides; the hairline runs over the forehead, in front of the ear and around
    // the nape.
    const float hairline = p.z > 0.0F ? 1.722F - 0.030F * ramp(0.045F, 0.070F, x) -
                                            0.035F * ramp(0.045F, 0.01F, p.z) * ramp(0.05F, 0.07F, x)
                                      : 1.657F - 0.050F * ramp(0.0F, -0.05F, p.z);
    const float hair =
        ramp(hairline - 0.004F, hairline + 0.006F, y + 0.006F * (fractalNoise(p * 130.0F, 6) - 0.5F));
    const bool ear = s.material == Material::kEar;
    if (!ear)
        skin.over(0.9F * hair * (0.85F + 0.3F * valueNoise(p * glm::vec3(300.0F, 60.0F, 300.0F), 12)),
                  0x35271d);
    if (ear) skin.over(0.35F * bump(std::hypot(y - 1.642F, p.z + 0.016F) / 0.012F), 0x7a4030);
    return skin.color();
}

}  // namespace phalanx::soldier
