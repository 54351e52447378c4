// Skin: tones, lids, brows, lips, stubble and hair. Positions are those of the rest pose, as in
// face_shape.cpp.
#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "mesh/face_shape.h"
#include "mesh/loft.h"
#include "mesh/materials.h"
#include "mesh/noise.h"

namespace phalanx::soldier {

void Layers::over(float amount, unsigned hex) {
    color_ = glm::mix(color_, rgb(hex), std::clamp(amount, 0.0F, 1.0F));
}

float inside(float distance, float soft) {
    return ramp(soft, -soft, distance);
}

namespace {

// Distance to a polyline.
float distanceTo(const glm::vec2& at, std::initializer_list<glm::vec2> points) {
    float nearest = 1e9F;
    for (const glm::vec2* p = points.begin(); p + 1 != points.end(); ++p) {
        const glm::vec2 way = p[1] - p[0];
        const float t = std::clamp(glm::dot(at - p[0], way) / glm::dot(way, way), 0.0F, 1.0F);
        nearest = std::min(nearest, glm::distance(at, p[0] + t * way));
    }
    return nearest;
}

// A place of the face: |x| and y, and whether it is in front.
struct Place {
    glm::vec3 p;
    float x, y, front;

    float spot(float cx, float cy, float sx, float sy) const {
        return front * bump((x - cx) / sx) * bump((y - cy) / sy);
    }
    float line(float soft, std::initializer_list<glm::vec2> points) const {
        return front * bump(distanceTo({x, y}, points) / soft);
    }
};

void paintTones(Layers& skin, const Place& at) {
    const glm::vec3 mirrored{at.x, at.p.y, at.p.z};
    skin.scale(0.95F + 0.10F * fractalNoise(mirrored * 60.0F, 8));
    skin.scale(0.975F + 0.05F * valueNoise(mirrored * 650.0F, 15));        // pores
    skin.over(0.16F * at.spot(0.0F, 1.700F, 0.045F, 0.016F), 0xd9ad80);    // forehead
    skin.over(0.25F * at.spot(0.041F, 1.633F, 0.019F, 0.014F), 0xb4583f);  // cheeks
    skin.over(0.34F * at.spot(0.0F, 1.620F, 0.013F, 0.010F), 0xb05540);    // nose
    skin.over(0.22F * at.spot(0.0140F, 1.616F, 0.006F, 0.007F), 0xa85040);
    skin.over(0.18F * at.spot(0.0F, 1.563F, 0.014F, 0.008F), 0xb0604a);    // chin
    skin.over(0.20F * at.spot(0.058F, 1.690F, 0.010F, 0.020F), 0x9a6a52);  // temples
    skin.over(0.25F * at.spot(0.049F, 1.605F, 0.012F, 0.018F), 0x94634e);  // hollow cheeks
    skin.over(0.22F * at.spot(0.0F, 1.640F, 0.0045F, 0.018F), 0xe2b48e);   // bridge
    skin.over(0.16F * at.spot(0.0F, 1.6225F, 0.0042F, 0.0038F), 0xe8b898);
    skin.over(0.30F * at.front * bump((at.x - 0.0125F) / 0.0040F) * ramp(1.618F, 1.640F, at.y) *
                  ramp(1.672F, 1.655F, at.y),
              0x80503c);
    skin.over(0.13F * at.spot(0.036F, 1.6455F, 0.010F, 0.003F), 0xe0b090);
}

void paintLids(Layers& skin, const Place& at) {
    const float high = upperLid(at.x);
    const float low = lowerLid(at.x);
    const float eye = at.front * inside(std::max(kEyeInner - at.x, at.x - kEyeOuter), 0.0012F);
    // Sockets: darker towards the nose, and over the lid.
    skin.over(0.42F * at.spot(0.0190F, 1.6630F, 0.0065F, 0.0085F), 0x7c4936);
    skin.over(0.34F * at.spot(0.0310F, 1.6705F, 0.0180F, 0.0050F), 0x84503c);
    skin.over(0.26F * at.spot(0.0280F, 1.6505F, 0.0130F, 0.0035F), 0x8c5648);
    skin.over(
        0.30F * at.line(0.0016F,
                        {{0.0185F, 1.6545F}, {0.0215F, 1.6495F}, {0.0275F, 1.6462F}, {0.0330F, 1.6450F}}),
        0x7d4a3a);
    skin.over(0.18F * at.line(0.0008F, {{0.0215F, 1.6515F}, {0.0290F, 1.6492F}, {0.0400F, 1.6515F}}),
              0x7d4a3a);
    // Crow's feet.
    skin.over(0.14F * at.line(0.0006F, {{0.0480F, 1.6605F}, {0.0545F, 1.6630F}}), 0x7a4a38);
    skin.over(0.14F * at.line(0.0006F, {{0.0480F, 1.6585F}, {0.0545F, 1.6565F}}), 0x7a4a38);
    const float lid = eye * inside(high - at.y, 0.0004F) * inside(at.y - high - 0.0040F, 0.0006F);
    skin.over(0.30F * lid, 0xb0705a);
    const float crease = std::abs(at.y - high - 0.0042F);
    skin.over(0.62F * eye * inside(crease - 0.0003F, 0.0007F), 0x5c3426);
    // The rims, and the red corner at the nose.
    skin.over(eye * inside(std::max(at.y - high, low - at.y) - 0.0001F, 0.0002F), 0xa8604f);
    skin.over(0.8F * at.front *
                  inside(std::hypot(at.x - kEyeInner - 0.0008F, (at.y - 1.6579F) * 1.3F) - 0.0012F, 0.0006F),
              0xa04a40);
    // Lashes.
    const float lash = at.y - high;
    const float outer = ramp(kEyeInner, kEyeInner + 0.008F, at.x);
    skin.over(
        (0.55F + 0.40F * outer) * eye * inside(std::abs(lash - 0.0001F) - 0.0006F - 0.0003F * outer, 0.0004F),
        0x1a110d);
    skin.over(0.45F * outer * eye * inside(std::abs(at.y - low + 0.0003F) - 0.0004F, 0.0004F), 0x3a221a);
}

void paintNose(Layers& skin, const Place& at) {
    // Nostrils and the crease behind the wings.
    const float under = ramp(0.088F, 0.092F, at.p.z) * ramp(1.6165F, 1.6145F, at.y);
    skin.over(0.92F * under * inside(std::hypot((at.x - 0.0083F) / 1.7F, at.y - 1.6120F) - 0.0017F, 0.0008F),
              0x2a130e);
    skin.over(
        0.22F * at.line(0.0016F,
                        {{0.0160F, 1.6095F}, {0.0188F, 1.6130F}, {0.0192F, 1.6185F}, {0.0172F, 1.6230F}}),
        0x6e3d2e);
    skin.over(0.30F * at.spot(0.0F, 1.6090F, 0.0110F, 0.0022F), 0x7a4634);
    // The fold from the nose to the corner of the mouth.
    skin.over(
        0.22F * at.line(0.0023F,
                        {{0.0205F, 1.6180F}, {0.0262F, 1.6090F}, {0.0302F, 1.5980F}, {0.0312F, 1.5900F}}),
        0x70402f);
    // Between the brows, and on the forehead.
    skin.over(0.17F * at.line(0.0014F, {{0.0062F, 1.6750F}, {0.0056F, 1.6790F}, {0.0068F, 1.6845F}}),
              0x74442f);
    for (const float y : {1.6945F, 1.7010F}) {
        const float wave = y + 0.0012F * std::sin(at.x * 130.0F + y * 900.0F);
        skin.over(0.13F * at.front * bump((at.y - wave) / 0.0007F) * ramp(0.046F, 0.030F, at.x), 0x74442f);
    }
}

void paintBeard(Layers& skin, const Place& at) {
    const glm::vec3 mirrored{at.x, at.p.y, at.p.z};
    // Its upper edge falls from the ear to the mouth.
    const float edge = at.y + 0.25F * std::max(0.0F, 0.045F - at.x) - 0.9F * std::max(0.0F, at.x - 0.050F);
    const float jaw = ramp(1.618F, 1.590F, edge + 0.006F * fractalNoise(mirrored * 90.0F, 5));
    const float beard = jaw * ramp(-0.025F, 0.005F, at.p.z) * ramp(1.515F, 1.550F, at.y);
    const float moustache = at.front * bump((at.x - 0.011F) / 0.015F) * bump((at.y - 1.6062F) / 0.0034F);
    const float amount = std::max(beard, 0.80F * moustache);
    const float dots = valueNoise(mirrored * 1500.0F, 4);
    skin.over(amount * (0.21F + 0.16F * dots), 0x4a3e3b);
}

void paintLips(Layers& skin, const Place& at) {
    const float high = upperLip(at.x);
    const float low = lowerLip(at.x);
    const float line = lipLine(at.x);
    const float side = inside(at.x - kMouthCorner, 0.0012F);
    const float lips = at.front * side * inside(std::max(at.y - high, low - at.y) + 0.0003F, 0.0011F);
    const float grain = valueNoise({at.x * 900.0F, at.y * 120.0F, 0.0F}, 23);
    skin.over(0.56F * lips, at.y > line ? 0x8e4a3e : 0xa25a4a);
    skin.over(0.10F * lips * grain, 0x6e3630);
    skin.over(0.20F * at.spot(0.0F, 1.5890F, 0.012F, 0.0020F), 0xd08c78);
    skin.over(0.14F * at.front * side * bump((at.y - high - 0.0006F) / 0.0007F), 0xe0b094);
    skin.over(0.85F * at.front * inside(std::abs(at.y - line) - 0.0004F, 0.0006F) *
                  inside(at.x - kMouthCorner - 0.0004F, 0.0014F),
              0x3a1813);
    skin.over(0.40F * at.spot(kMouthCorner + 0.0010F, kMouthY - 0.0012F, 0.0028F, 0.0030F), 0x5c3024);
    skin.over(0.34F * at.spot(0.0F, 1.5808F, 0.0150F, 0.0026F), 0x6f4434);
    skin.over(0.14F * at.spot(0.0F, 1.6068F, 0.0018F, 0.0040F), 0x7a4838);
}

void paintBrows(Layers& skin, const Place& at) {
    // Thicker at the inner end, sloping down outwards.
    const float along = (at.x - 0.0120F) / 0.0370F;
    const float within = std::clamp(along, 0.0F, 1.0F);
    const float middle = 1.6755F + 0.0068F * std::sin(within * 2.35F) - 0.0032F * within * within;
    const float thick = 0.0042F * (0.85F + 0.35F * within - 1.0F * within * within);
    // Hairs lean outwards.
    const float hair = valueNoise(
        {(at.x + 0.55F * (at.y - middle) * (1.0F - within)) * 1150.0F, (at.y - middle) * 160.0F, 0.0F}, 9);
    const float edge = std::abs(at.y - middle) - thick * (0.78F + 0.25F * hair);
    const float ends = inside(std::abs(along - 0.5F) - 0.5F, 0.06F);
    skin.over(at.front * inside(edge, 0.0015F) * ends * (0.76F + 0.16F * hair), 0x2b1c14);
}

void paintHair(Layers& skin, const Place& at) {
    // Cropped at the sides; the hairline runs over the forehead, in front of the ear and around the nape.
    const glm::vec3& p = at.p;
    const float hairline = p.z > 0.0F ? 1.722F - 0.030F * ramp(0.045F, 0.070F, at.x) -
                                            0.035F * ramp(0.045F, 0.01F, p.z) * ramp(0.05F, 0.07F, at.x)
                                      : 1.657F - 0.050F * ramp(0.0F, -0.05F, p.z);
    const float hair =
        ramp(hairline - 0.005F, hairline + 0.008F, at.y + 0.008F * (fractalNoise(p * 130.0F, 6) - 0.5F));
    skin.over(0.9F * hair * (0.80F + 0.35F * valueNoise(p * glm::vec3(420.0F, 80.0F, 420.0F), 12)), 0x35271d);
}

void paintEar(Layers& skin, const Place& at) {
    // 1: the rim. The groove inside the rim and the shell are dark, the folds between them light.
    const float r = std::hypot((at.y - 1.6370F) / 0.0315F, (at.p.z + 0.0145F) / 0.0175F);
    const float above = ramp(1.618F, 1.628F, at.y);
    skin.over(0.28F, 0xb0604a);
    skin.over(0.50F * bump((r - 0.74F) / 0.09F) * above, 0x6e3828);
    skin.over(0.16F * bump((r - 0.56F) / 0.08F), 0xe0a888);
    skin.over(0.16F * bump((r - 0.96F) / 0.09F), 0xe0a888);
    skin.over(0.62F * bump(std::hypot((at.y - 1.6340F) / 0.0110F, (at.p.z + 0.0100F) / 0.0070F)), 0x5c2c20);
    skin.over(0.22F * ramp(1.620F, 1.608F, at.y), 0xb8604e);
}

}  // namespace

glm::vec3 paintSkin(const Surface& s) {
    const glm::vec3& p = s.position;
    const Place at{p, std::abs(p.x), p.y, ramp(0.02F, 0.05F, p.z)};
    Layers skin(rgb(0xc48d6a));
    paintTones(skin, at);
    if (s.material == Material::kEar) {
        paintEar(skin, at);
        return skin.color();
    }
    paintBeard(skin, at);
    paintNose(skin, at);
    paintLips(skin, at);
    paintBrows(skin, at);
    if (p.z > 0.05F) paintLids(skin, at);
    paintHair(skin, at);
    return skin.color();
}

}  // namespace phalanx::soldier
