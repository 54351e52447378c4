// Eyeballs, the inside of the mouth, teeth. Positions are those of the rest pose.
#include <algorithm>
#include <cmath>

#include "mesh/face_shape.h"
#include "mesh/loft.h"
#include "mesh/materials.h"
#include "mesh/noise.h"

namespace phalanx::soldier {

glm::vec3 paintEye(const Surface& s) {
    const glm::vec3& p = s.position;
    const float side = p.x > 0.0F ? 1.0F : -1.0F;
    const glm::vec2 at{p.x - side * kEye.x, p.y - kEye.y};
    const float r = glm::length(at) / (kEyeRadius * std::sin(kIrisTilt));  // 1: the edge of the iris
    const float turn = std::atan2(at.y, at.x);
    Layers eye(rgb(0xd6cdc4));
    // The white is redder towards the corners.
    eye.over(0.40F * ramp(1.2F, 2.2F, r), 0xb98878);
    eye.over(0.16F * ramp(1.2F, 1.7F, r) * ramp(0.62F, 0.75F, valueNoise({turn * 7.0F, r * 2.0F, side}, 31)),
             0xb0544a);
    const float iris = inside(r - 1.0F, 0.07F);
    eye.over(iris, 0x2a2018);
    const float fibres = valueNoise({turn * 9.0F, r * 1.5F, side}, 41);
    eye.over(iris * inside(r - 0.84F, 0.12F), 0x5f4c34);
    eye.over(iris * 0.6F * inside(r - 0.80F, 0.14F) * fibres * ramp(0.35F, 0.6F, r), 0x8f7448);
    // Light enters above and leaves below.
    eye.over(iris * 0.45F * inside(r - 0.80F, 0.1F) * ramp(0.1F, -0.9F, at.y / 0.0058F), 0xa08050);
    eye.over(inside(r - 0.42F, 0.05F), 0x0b0908);
    // The shadow of the upper lid and its lashes.
    const float below = upperLid(std::abs(p.x)) - p.y;
    eye.over(0.62F * ramp(0.0038F, 0.0004F, below), 0x1c1410);
    eye.over(0.20F * ramp(0.0016F, 0.0F, p.y - lowerLid(std::abs(p.x))), 0x7a4a40);
    // What the wet cornea reflects: the sky, from the same side in both eyes.
    const float gleam = std::hypot((at.x + 0.0019F) / 1.0F, (at.y - 0.0021F) / 1.15F);
    eye.over(0.95F * inside(gleam - 0.0010F, 0.0004F), 0xffffff);
    eye.over(0.30F * inside(std::hypot(at.x - 0.0018F, at.y + 0.0020F) - 0.0008F, 0.0006F), 0xdfe6ee);
    return eye.color();
}

glm::vec3 paintMouth(const Surface& s) {
    Layers mouth(rgb(0x1a0907));
    mouth.over(ramp(0.070F, 0.092F, s.position.z), 0x5c2620);
    // The tongue.
    mouth.over(0.35F * ramp(0.055F, 0.075F, s.position.z) * ramp(1.592F, 1.588F, s.position.y) *
                   inside(std::abs(s.position.x) - 0.013F, 0.004F),
               0x5c2620);
    return mouth.color();
}

glm::vec3 paintTeeth(const Surface& s) {
    const float x = std::abs(s.position.x);
    const bool upper = s.position.y > kMouthY - 0.002F;
    Layers teeth(rgb(0xcfc3ac));
    // Gaps: the front teeth are wider.
    const float width = upper ? 0.0078F : 0.0058F;
    const float within = std::abs(x / width - std::floor(x / width) - 0.5F);
    teeth.over(0.55F * ramp(0.38F, 0.5F, within), 0x6b5644);
    // Gums, and the shadow towards the cheeks.
    const float gum = upper ? ramp(1.5985F, 1.6005F, s.position.y) : ramp(1.5875F, 1.5855F, s.position.y);
    teeth.over(0.85F * gum, 0x7d3d36);
    teeth.over(0.75F * ramp(0.006F, 0.021F, x), 0x2a1712);
    return teeth.color();
}

}  // namespace phalanx::soldier
