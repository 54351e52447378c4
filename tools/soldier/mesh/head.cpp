// The head: one loft whose columns are placed where the features need them, shaped into a face. Eyes and ears
// are separate patches.
#include <array>
#include <cmath>
#include <numbers>

#include "mesh/loft.h"
#include "mesh/parts.h"

namespace phalanx::soldier {
namespace {

// Outline of the head at one height: half the width, and the extent to the front and to the back.
struct Level {
    float y, half_width, front, back;
};
constexpr std::array<Level, 14> kLevels{{
    {1.5535F, 0.0345F, 0.0835F, -0.028F},  // under the chin
    {1.5660F, 0.0465F, 0.0905F, -0.058F},  // chin
    {1.5790F, 0.0545F, 0.0885F, -0.070F},  // hollow below the lip
    {1.5875F, 0.0595F, 0.0890F, -0.075F},  // lower lip
    {1.5945F, 0.0615F, 0.0885F, -0.078F},  // line between the lips
    {1.6010F, 0.0630F, 0.0893F, -0.081F},  // upper lip
    {1.6120F, 0.0655F, 0.0890F, -0.079F},  // under the nose
    {1.6230F, 0.0680F, 0.0890F, -0.084F},  // tip of the nose
    {1.6400F, 0.0705F, 0.0890F, -0.090F},  // cheek bones
    {1.6540F, 0.0720F, 0.0880F, -0.094F},
    {1.6640F, 0.0730F, 0.0885F, -0.096F},  // eyes
    {1.6800F, 0.0738F, 0.0930F, -0.098F},  // brows
    {1.7080F, 0.0745F, 0.0930F, -0.099F},
    {1.7550F, 0.0580F, 0.0680F, -0.078F},  // always under headgear
}};

float gauss(const glm::vec3& p, float x, float y, float sx, float sy) {
    return bump((std::abs(p.x) - x) / sx) * bump((p.y - y) / sy);
}

// Shapes the face by moving points of the front along Z.
glm::vec3 sculpt(glm::vec3 p, int, float) {
    const float front = ramp(0.025F, 0.055F, p.z);
    float push = 0.0F;
    // Nose: the bridge rises from the brows to the tip and drops steeply under it.
    const float bridge = ramp(1.672F, 1.622F, p.y) * ramp(1.6040F, 1.6150F, p.y);
    const float slope = 0.004F + 0.0180F * ramp(1.672F, 1.620F, p.y);
    const float half = 0.0075F + 0.0055F * ramp(1.65F, 1.618F, p.y);
    push += bridge * slope * bump(p.x / half);
    push += 0.0065F * gauss(p, 0.0150F, 1.6175F, 0.0060F, 0.0065F);  // wings
    push += 0.0030F * gauss(p, 0.0F, 1.664F, 0.009F, 0.014F);
    // Sockets, brow ridge, cheek bones.
    push -= 0.0105F * gauss(p, 0.0290F, 1.6590F, 0.0150F, 0.0110F);
    push -= 0.0040F * gauss(p, 0.0160F, 1.6600F, 0.0060F, 0.0090F);
    push += 0.0050F * gauss(p, 0.0290F, 1.6800F, 0.0220F, 0.0075F);
    push += 0.0045F * gauss(p, 0.0430F, 1.6400F, 0.0160F, 0.0110F);
    push -= 0.0035F * gauss(p, 0.0470F, 1.6020F, 0.0140F, 0.0170F);  // hollow of the cheek
    // Lips and chin.
    push += 0.0042F * gauss(p, 0.0F, 1.6010F, 0.0180F, 0.0045F);
    push += 0.0042F * gauss(p, 0.0F, 1.5875F, 0.0170F, 0.0050F);
    push += 0.0012F * gauss(p, 0.0F, 1.5945F, 0.0230F, 0.0022F);
    push -= 0.0035F * gauss(p, 0.0F, 1.5790F, 0.0200F, 0.0050F);
    push += 0.0060F * gauss(p, 0.0F, 1.5640F, 0.0200F, 0.0090F);
    p.z += push * front;
    return p;
}

void addSkull(PatchList& list, const Rig& rig) {
    // Columns by features of the face: middle, nose, wing, corners of the eye, cheek, temple, ear, back.
    constexpr std::array<float, 8> kSide{6.5F, 13.5F, 22.0F, 33.0F, 47.0F, 67.0F, 96.0F, 138.0F};
    LoftShape head;
    // Angles increase from +X to +Z; the middle of the face is at 90, the seam at the back at -90.
    head.angles_deg.push_back(-90.0F);
    for (const float side : {1.0F, -1.0F}) {
        for (std::size_t k = 0; k < kSide.size(); ++k) {
            const std::size_t pick = side > 0.0F ? kSide.size() - 1 - k : k;
            head.angles_deg.push_back(90.0F - side * kSide[pick]);
        }
        if (side > 0.0F) head.angles_deg.push_back(90.0F);
    }
    for (const Level& level : kLevels) {
        const float z = 0.5F * (level.front + level.back);
        const float reach = 0.5F * (level.front - level.back);
        head.rings.push_back(levelRing(level.y, 0.0F, z, level.half_width, reach, 2.25F));
    }
    head.cap_start = head.cap_end = true;
    head.cap_end_bulge = 0.021F;
    head.displace = sculpt;
    // The back and the crown are plain hair: their columns and rows get fewer texels than the face's.
    Patch skull = loft(head);
    glm::vec2 low(1e9F);
    glm::vec2 high(-1e9F);
    for (const glm::vec2& c : skull.chart) {
        low = glm::min(low, c);
        high = glm::max(high, c);
    }
    const float middle = 0.5F * (low.x + high.x);
    float brow_row = low.y;  // height in the chart at which the hair begins
    for (std::size_t v = 0; v < skull.chart.size(); ++v) {
        if (skull.positions[v].y < 1.709F) brow_row = std::max(brow_row, skull.chart[v].y);
    }
    for (std::size_t v = 0; v < skull.chart.size(); ++v) {
        constexpr float kFace = 0.095F;  // half the width of the part that keeps its size
        constexpr float kShrink = 0.40F;
        glm::vec2& c = skull.chart[v];
        const float out = std::abs(c.x - middle) - kFace;
        if (out > 0.0F) c.x = middle + std::copysign(kFace + out * kShrink, c.x - middle);
        const float over = skull.positions[v].y - 1.708F;
        if (over > 0.0F) c.y -= (c.y - brow_row) * (1.0F - kShrink);
    }
    list.add(
        "head", Material::kSkin, skull,
        [&](const glm::vec3& p) {
            BoneWeights w = rig.rigid("Head");
            rig.give(w, "Neck", 0.5F * ramp(0.0F, -0.05F, p.z) * ramp(1.60F, 1.56F, p.y));
            return w;
        },
        2.4F);

    LoftShape neck;
    neck.segments = 10;
    neck.start_deg = -90.0F;
    neck.rings = {levelRing(1.488F, 0.0F, -0.019F, 0.060F, 0.061F),
                  levelRing(1.540F, 0.0F, -0.008F, 0.0550F, 0.0580F),
                  levelRing(1.600F, 0.0F, -0.004F, 0.0560F, 0.0600F)};
    list.add("neck", Material::kSkin, loft(neck),
             rig.chainRule({{"UpperChest", 0.0F}, {"Neck", 0.020F}, {"Head", 0.020F}}), 0.8F);
}

void addEyes(PatchList& list, const Rig& rig) {
    // A shallow dome for lids and eyeball; the white of the eye is painted.
    Patch eye;
    const glm::vec3 middle{kEyeX, kEyeY, 0.0745F};
    constexpr float kRadius = 0.0135F;
    eye.positions.push_back(middle + glm::vec3(0.0F, 0.0F, kRadius));
    eye.chart.emplace_back(0.0F, 0.0F);
    constexpr int kSpokes = 9;
    for (int ring = 1; ring <= 2; ++ring) {
        const float tilt = ring == 1 ? 0.70F : 1.35F;
        for (int k = 0; k < kSpokes; ++k) {
            const float turn = 2.0F * std::numbers::pi_v<float> * static_cast<float>(k) / kSpokes;
            const glm::vec3 way{std::cos(turn) * std::sin(tilt) * 1.22F,
                                std::sin(turn) * std::sin(tilt) * 0.86F, std::cos(tilt)};
            eye.positions.push_back(middle + way * kRadius);
            eye.chart.emplace_back(way.x * kRadius, -way.y * kRadius);
        }
    }
    for (int k = 0; k < kSpokes; ++k) {
        const auto a = static_cast<std::uint32_t>(1 + k);
        const auto b = static_cast<std::uint32_t>(1 + (k + 1) % kSpokes);
        const std::uint32_t c = a + kSpokes;
        const std::uint32_t d = b + kSpokes;
        eye.indices.insert(eye.indices.end(), {0, a, b, a, c, d, a, d, b});
    }
    // The outer corner is farther back, as the face curves there.
    for (glm::vec3& p : eye.positions) p.z -= 0.22F * std::max(0.0F, p.x - kEyeX);
    eye.groups.assign(eye.positions.size(), 0);
    list.addPair("eye", Material::kSkin, eye, rig.rigidRule("Head"), rig.skeleton(), false, 3.0F);
}

void addEars(PatchList& list, const Rig& rig) {
    LoftShape ear;
    ear.segments = 7;
    const auto ring = [](float x, float r, float push) {
        return Ring{
            {x, 1.641F, -0.012F - push}, {0.0F, 1.32F * r, -0.25F * r}, {0.0F, 0.2F * r, r * 0.80F}, 2.2F};
    };
    ear.rings = {ring(0.064F, 0.019F, 0.0F), ring(0.0785F, 0.024F, 0.006F)};
    ear.cap_end = true;
    ear.cap_end_bulge = -0.006F;
    list.addPair("ear", Material::kEar, loft(ear), rig.rigidRule("Head"), rig.skeleton(), true, 1.2F);
}

}  // namespace

void addHead(PatchList& list, const Rig& rig) {
    list.part = "body";
    addSkull(list, rig);
    addEyes(list, rig);
    addEars(list, rig);
}

}  // namespace phalanx::soldier
