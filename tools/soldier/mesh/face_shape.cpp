#include "mesh/face_shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mesh/loft.h"

namespace phalanx::soldier {
namespace {

constexpr float kDegree = std::numbers::pi_v<float> / 180.0F;

// Outline of the skull at one height: half the width, and the extent to the front and to the back.
struct Level {
    float y, half_width, front, back;
};
constexpr std::array<Level, 16> kLevels{{
    {1.5440F, 0.0350F, 0.0760F, -0.0200F},
    {1.5535F, 0.0425F, 0.0825F, -0.0400F},  // under the chin
    {1.5660F, 0.0505F, 0.0872F, -0.0560F},  // chin
    {1.5790F, 0.0562F, 0.0880F, -0.0620F},  // hollow below the lip
    {1.5880F, 0.0594F, 0.0882F, -0.0655F},  // lower lip
    {1.5945F, 0.0610F, 0.0884F, -0.0695F},  // line between the lips
    {1.6010F, 0.0625F, 0.0886F, -0.0735F},  // upper lip
    {1.6120F, 0.0650F, 0.0888F, -0.0795F},  // under the nose
    {1.6230F, 0.0676F, 0.0890F, -0.0845F},  // tip of the nose
    {1.6400F, 0.0705F, 0.0890F, -0.0900F},  // cheek bones
    {1.6540F, 0.0722F, 0.0885F, -0.0940F},
    {1.6640F, 0.0730F, 0.0888F, -0.0960F},  // eyes
    {1.6800F, 0.0735F, 0.0915F, -0.0980F},  // brows
    {1.7080F, 0.0735F, 0.0920F, -0.0990F},
    {1.7350F, 0.0680F, 0.0820F, -0.0920F},  // always under headgear
    {1.7550F, 0.0580F, 0.0680F, -0.0780F},
}};
constexpr float kSkullPower = 2.25F;

// A row of the grid, in the middle of the face.
struct RowShape {
    float y, z;
    float width;  // how far the middle's depth reaches to the sides
    float power;  // 2: a bell, larger: with steeper flanks
    float inset;  // factor of the outline
};
constexpr std::array<RowShape, kFaceRows> kRows{{
    {1.5560F, 0.0430F, 0.0300F, 2.0F, 0.74F},                                            // throat
    {1.5545F, 0.0680F, 0.0260F, 2.0F, 0.90F}, {1.5562F, 0.0868F, 0.0220F, 2.0F, 1.00F},  // edge of the jaw
    {1.5655F, 0.0948F, 0.0200F, 2.0F, 1.00F},                                            // chin
    {1.5765F, 0.0914F, 0.0210F, 2.0F, 1.00F},  // hollow below the lip
    {1.5842F, 0.0930F, 0.0220F, 2.0F, 1.00F},  // border of the lower lip
    {1.5892F, 0.0966F, 0.0225F, 2.0F, 1.00F}, {1.5940F, 0.0948F, 0.0240F, 2.0F, 1.00F},  // edges of the lips
    {1.5940F, 0.0954F, 0.0240F, 2.0F, 1.00F}, {1.5980F, 0.0982F, 0.0225F, 2.0F, 1.00F},
    {1.6022F, 0.0970F, 0.0210F, 2.0F, 1.00F},  // border of the upper lip
    {1.6082F, 0.0950F, 0.0150F, 2.0F, 1.00F},  // under the nose
    {1.6132F, 0.1050F, 0.0084F, 2.4F, 1.00F}, {1.6200F, 0.1110F, 0.0098F, 2.4F, 1.00F},  // tip of the nose
    {1.6290F, 0.1076F, 0.0088F, 2.2F, 1.00F}, {1.6400F, 0.1012F, 0.0084F, 2.2F, 1.00F},
    {1.6480F, 0.0970F, 0.0082F, 2.2F, 1.00F}, {1.6530F, 0.0945F, 0.0082F, 2.2F, 1.00F},
    {1.6588F, 0.0918F, 0.0085F, 2.0F, 1.00F},  // edges of the lids
    {1.6588F, 0.0918F, 0.0085F, 2.0F, 1.00F}, {1.6612F, 0.0910F, 0.0088F, 2.0F, 1.00F},
    {1.6645F, 0.0906F, 0.0095F, 2.0F, 1.00F},  // crease of the upper lid
    {1.6730F, 0.0927F, 0.0140F, 2.0F, 1.00F}, {1.6815F, 0.0955F, 0.0240F, 2.0F, 1.00F},  // brows
    {1.6935F, 0.0950F, 0.0450F, 2.0F, 1.00F}, {1.7090F, 0.0932F, 0.0600F, 2.0F, 1.00F},
    {1.7350F, 0.0820F, 0.0600F, 2.0F, 1.00F},
}};

// Where the columns of the face are, by height; the others are placed by angle.
constexpr int kPlacedColumns = 13;
struct ColumnShape {
    float y;
    std::array<float, kPlacedColumns> x;
};
constexpr std::array<ColumnShape, 7> kColumns{{
    {1.5480F,
     {0.0F, 0.0040F, 0.0080F, 0.0120F, 0.0160F, 0.0198F, 0.0236F, 0.0272F, 0.0304F, 0.0332F, 0.0356F, 0.0376F,
      0.0392F}},
    {1.5655F,
     {0.0F, 0.0042F, 0.0084F, 0.0128F, 0.0172F, 0.0216F, 0.0258F, 0.0302F, 0.0344F, 0.0382F, 0.0416F, 0.0446F,
      0.0472F}},
    {1.5940F,
     {0.0F, 0.0042F, 0.0086F, 0.0128F, 0.0170F, 0.0214F, kMouthCorner, 0.0306F, 0.0358F, 0.0410F, 0.0460F,
      0.0506F, 0.0548F}},
    {1.6165F,
     {0.0F, 0.0042F, 0.0086F, 0.0130F, 0.0168F, 0.0196F, 0.0250F, 0.0312F, 0.0374F, 0.0434F, 0.0492F, 0.0545F,
      0.0594F}},
    {1.6460F,
     {0.0F, 0.0042F, 0.0084F, 0.0124F, kEyeInner, 0.0208F, 0.0258F, 0.0312F, 0.0366F, 0.0416F, kEyeOuter,
      0.0530F, 0.0605F}},
    {1.6740F,
     {0.0F, 0.0044F, 0.0086F, 0.0126F, kEyeInner, 0.0208F, 0.0258F, 0.0312F, 0.0366F, 0.0416F, kEyeOuter,
      0.0530F, 0.0610F}},
    {1.6935F,
     {0.0F, 0.0050F, 0.0100F, 0.0152F, 0.0206F, 0.0260F, 0.0316F, 0.0370F, 0.0424F, 0.0478F, 0.0530F, 0.0584F,
      0.0636F}},
}};
// Of the angle from the last placed column to the nape.
constexpr std::array<float, kFaceColumns - kPlacedColumns> kAround{0.15F, 0.32F, 0.52F, 0.76F, 1.0F};

// Behind the jaw, the head goes over into the neck.
float insetAt(int row, int column) {
    const float inset = kRows[static_cast<std::size_t>(row)].inset;
    return row > 2 ? inset : inset * glm::mix(1.0F, 0.925F, ramp(12.5F, 15.0F, static_cast<float>(column)));
}

// Cubic Hermite interpolation of the levels.
Level levelAt(float y) {
    const std::size_t last = kLevels.size() - 1;
    if (y <= kLevels.front().y) return kLevels.front();
    if (y >= kLevels[last].y) return kLevels[last];
    std::size_t i = 0;
    while (kLevels[i + 1].y < y) ++i;
    const float span = kLevels[i + 1].y - kLevels[i].y;
    const float t = (y - kLevels[i].y) / span;
    const auto value = [&](float Level::*member) {
        const auto slope = [&](std::size_t k) {
            const Level& a = kLevels[k == 0 ? 0 : k - 1];
            const Level& b = kLevels[std::min(k + 1, last)];
            return (b.*member - a.*member) / (b.y - a.y) * span;
        };
        const float t2 = t * t;
        const float t3 = t2 * t;
        return (2.0F * t3 - 3.0F * t2 + 1.0F) * (kLevels[i].*member) + (t3 - 2.0F * t2 + t) * slope(i) +
               (3.0F * t2 - 2.0F * t3) * (kLevels[i + 1].*member) + (t3 - t2) * slope(i + 1);
    };
    return {y, value(&Level::half_width), value(&Level::front), value(&Level::back)};
}

// Depth of the skull's front.
float skullZ(float x, float y, float inset) {
    const Level level = levelAt(y);
    const float side = std::min(std::abs(x) / (level.half_width * inset), 0.999F);
    const float rise = std::pow(1.0F - std::pow(side, kSkullPower), 1.0F / kSkullPower);
    return 0.5F * (level.front + level.back) + 0.5F * (level.front - level.back) * inset * rise;
}

float columnX(int column, float y) {
    const auto k = static_cast<std::size_t>(column);
    if (y <= kColumns.front().y) return kColumns.front().x[k];
    for (std::size_t i = 0; i + 1 < kColumns.size(); ++i) {
        if (y > kColumns[i + 1].y) continue;
        const float t = (y - kColumns[i].y) / (kColumns[i + 1].y - kColumns[i].y);
        return glm::mix(kColumns[i].x[k], kColumns[i + 1].x[k], t);
    }
    return kColumns.back().x[k];
}

// 0 in the middle, 1 at the corners.
float mouthSide(float x) {
    return std::min(std::abs(x) / kMouthCorner, 1.0F);
}

float fullness(float x) {
    const float side = mouthSide(x);
    return std::sqrt(std::max(0.0F, 1.0F - side * side));
}

// -1 and 1 at the corners of the eye.
float eyeSide(float x) {
    return std::clamp((2.0F * x - kEyeInner - kEyeOuter) / (kEyeOuter - kEyeInner), -1.0F, 1.0F);
}

// The line between the corners, and its continuation.
float eyeLine(float x) {
    return glm::mix(1.6578F, 1.6602F, smooth((x - kEyeInner) / (kEyeOuter - kEyeInner)));
}

// The heights of rows in the middle of the face, where they must follow lids and lips at the side.
float rowY(int row, float x, const Expression& e) {
    const float y = kRows[static_cast<std::size_t>(row)].y;
    const float full = fullness(x);
    const float beside = ramp(0.85F, 1.5F, std::abs(x) / kMouthCorner);  // rows spread out again there
    const auto lip = [&](float at_corner, float in_middle, float away) {
        return lipLine(x) + glm::mix(glm::mix(at_corner, in_middle, full), away, beside);
    };
    switch (row) {
        case 5:
            return lip(-0.0048F, lowerLip(x) - lipLine(x) - 0.0002F, -0.0100F);
        case 6:
            return lip(-0.0022F, 0.52F * (lowerLip(x) - lipLine(x)), -0.0050F);
        case kLipRow:
        case kLipRow + 1:
            return lipLine(x);
        case 9:
            return lip(0.0022F, 0.52F * (upperLip(x) - lipLine(x)), 0.0040F);
        case 10:
            return lip(0.0046F, upperLip(x) - lipLine(x) + 0.0002F, 0.0080F);
        default:
            break;
    }
    if (row < 16 || row > 22) return y;
    const float closed = std::clamp(e.blink + 0.10F * e.shout, 0.0F, 1.0F);
    const float rest_low = lowerLid(x);
    const float rest_high = upperLid(x);
    const float meet = rest_low + 0.15F * (rest_high - rest_low);
    const float low = glm::mix(rest_low, meet, closed);
    const float high = glm::mix(rest_high, meet + 0.0002F * (rest_high > rest_low ? 1.0F : 0.0F), closed);
    const float middle = ramp(kEyeInner, 0.004F, x);  // 1: beside the bridge of the nose
    const float crease = rest_high + 0.0040F - 0.0008F * closed;
    const auto beside_nose = [&](float at_eye) { return glm::mix(at_eye, y, middle); };
    switch (row) {
        case 16:
            return beside_nose(0.5F * (rest_low - 0.0030F + 1.6405F));
        case 17:
            return beside_nose(low - 0.0030F);
        case kLidRow:
            return beside_nose(low);
        case kLidRow + 1:
            return beside_nose(high);
        case 20:
            return beside_nose(glm::mix(high, crease, 0.5F));
        case 21:
            return beside_nose(crease);
        default:
            return beside_nose(0.5F * (crease + 1.6815F));
    }
}

float bell(float x, float y, float cx, float cy, float sx, float sy) {
    return bump((x - cx) / sx) * bump((y - cy) / sy);
}

// What the face has in front of the skull beside its middle line.
float features(float x, float y) {
    float push = 0.0F;
    // Wings of the nose, the crease behind them, the dent of the nostril.
    push += 0.0066F * bell(x, y, 0.0130F, 1.6160F, 0.0052F, 0.0066F);
    push -= 0.0010F * bell(x, y, 0.0195F, 1.6165F, 0.0026F, 0.0075F);
    push -= 0.0030F * bell(x, y, 0.0082F, 1.6122F, 0.0034F, 0.0026F);
    // Socket of the eye, with the flank of the nose.
    push -= 0.0105F * ramp(0.0060F, 0.0178F, x) * ramp(0.0570F, 0.0400F, x) * bump((y - 1.6600F) / 0.0115F);
    // Brow ridge, temple.
    push += 0.0052F * bell(x, y, 0.0290F, 1.6808F, 0.0200F, 0.0066F);
    push += 0.0014F * bell(x, y, 0.0100F, 1.6835F, 0.0070F, 0.0070F);
    push -= 0.0022F * bell(x, y, 0.0600F, 1.6900F, 0.0110F, 0.0160F);
    // Cheek bone, front of the cheek, hollow below, fold from the nose to the mouth.
    push += 0.0046F * bell(x, y, 0.0450F, 1.6400F, 0.0150F, 0.0110F);
    push += 0.0026F * bell(x, y, 0.0310F, 1.6310F, 0.0120F, 0.0110F);
    push -= 0.0040F * bell(x, y, 0.0470F, 1.6040F, 0.0130F, 0.0170F);
    push += 0.0024F * bell(x, y, 0.0330F, 1.6010F, 0.0075F, 0.0140F);
    push -= 0.0014F * bell(x, y, 0.0262F, 1.6060F, 0.0034F, 0.0110F);
    // Corner of the mouth, groove of the upper lip, sides of the chin.
    push -= 0.0022F * bell(x, y, kMouthCorner, 1.5935F, 0.0040F, 0.0040F);
    push -= 0.0009F * bell(x, y, 0.0F, 1.6065F, 0.0022F, 0.0050F);
    push += 0.0007F * bell(x, y, 0.0048F, 1.6065F, 0.0022F, 0.0050F);
    push += 0.0022F * bell(x, y, 0.0150F, 1.5610F, 0.0090F, 0.0070F);
    push -= 0.0010F * bell(x, y, 0.0F, 1.5640F, 0.0032F, 0.0060F);
    return push;
}

// The front of a lid that covers the eyeball; it is farther forward at the inner corner.
float lidZ(float x, float y, float above) {
    const float r = kEyeRadius + above;
    const float dx = x - kEye.x;
    const float dy = y - kEye.y;
    const float ball = std::sqrt(std::max(0.0F, r * r - dx * dx - dy * dy));
    const float corner = x < kEye.x ? 0.0074F : 0.0044F;
    return kEye.z + std::sqrt(ball * ball + corner * corner * smooth(std::abs(eyeSide(x))));
}

glm::vec3 placedPoint(int row, int column, const Expression& e) {
    const RowShape& shape = kRows[static_cast<std::size_t>(row)];
    const float x = columnX(column, shape.y);
    const float y = rowY(row, x, e);
    const float rest_y = rowY(row, x, {});
    const float ridge = shape.z - skullZ(0.0F, shape.y, shape.inset);
    float z = skullZ(x, rest_y, shape.inset) +
              ridge * std::exp(-std::pow(std::abs(x) / shape.width, shape.power)) + features(x, rest_y);
    if (column >= kInnerColumn && column <= kOuterColumn && row >= 17 && row <= 21) {
        const bool edge = row == kLidRow || row == kLidRow + 1;
        const float lid = lidZ(x, y, row == 21 ? 0.0002F : row == 20 ? 0.0016F : 0.0013F);
        z = edge || row == 20 ? lid : std::max(z, lid);
    }
    return {x, y, z};
}

// The sides and the back, which have no features.
glm::vec3 angledPoint(int row, int column, float y) {
    const RowShape& shape = kRows[static_cast<std::size_t>(row)];
    const Level level = levelAt(y);
    const float inset = insetAt(row, column);
    const float first_x = columnX(kPlacedColumns - 1, shape.y);
    const float side = std::min(first_x / (level.half_width * inset), 0.97F);
    const float first = std::acos(std::pow(side, 0.5F * kSkullPower)) / kDegree;
    const float angle = glm::mix(first, -90.0F, kAround[static_cast<std::size_t>(column - kPlacedColumns)]);
    const auto power = [](float v) { return std::copysign(std::pow(std::abs(v), 2.0F / kSkullPower), v); };
    const float c = column == kFaceColumns - 1 ? 0.0F : power(std::cos(angle * kDegree));
    const float s = power(std::sin(angle * kDegree));
    return {level.half_width * inset * c, y,
            0.5F * (level.front + level.back) + 0.5F * (level.front - level.back) * inset * s};
}

// The jaw rises from the chin to the ear.
float risen(float y, int column) {
    constexpr float kAngleOfJaw = 1.5880F;
    constexpr std::array<float, kFaceColumns> kRise{0.00F, 0.00F, 0.00F, 0.01F, 0.03F, 0.06F,
                                                    0.10F, 0.15F, 0.21F, 0.28F, 0.36F, 0.44F,
                                                    0.53F, 0.70F, 0.76F, 0.50F, 0.42F, 0.42F};
    if (y >= kAngleOfJaw) return y;
    return glm::mix(y, kAngleOfJaw, kRise[static_cast<std::size_t>(column)]);
}

}  // namespace

Patch withExpressions(const std::function<Patch(const Expression&)>& build) {
    Patch patch = build({});
    const std::array<Expression, kMorphs> all{{{.blink = 1.0F}, {.breath = 1.0F}, {.shout = 1.0F}}};
    for (std::size_t m = 0; m < kMorphs; ++m) patch.morphed[m] = build(all[m]).positions;
    return patch;
}

float upperLid(float x) {
    const float t = eyeSide(x);
    const float arch = 1.0F - std::pow(std::abs(t), 2.3F);
    return eyeLine(x) + 0.0048F * arch * (1.0F - 0.14F * t);
}

float lowerLid(float x) {
    const float t = eyeSide(x);
    const float arch = 1.0F - std::pow(std::abs(t), 2.1F);
    return eyeLine(x) - 0.0039F * arch * (1.0F + 0.18F * t);
}

float lipLine(float x) {
    const float side = std::abs(x) / kMouthCorner;
    return kMouthY + 0.0004F * bump(side / 0.22F) * -1.0F + 0.0007F * bump((side - 0.45F) / 0.3F) -
           0.0010F * smooth(side - 0.35F);
}

float upperLip(float x) {
    const float bow = 0.0016F * bump(x / 0.0030F);
    return lipLine(x) + 0.0070F * std::pow(fullness(x), 1.5F) - bow;
}

float lowerLip(float x) {
    return lipLine(x) - 0.0086F * std::pow(fullness(x), 1.2F);
}

float jawShare(const glm::vec3& rest) {
    return ramp(1.6280F, 1.5600F, rest.y);
}

glm::vec3 jawMoved(const glm::vec3& rest, float share, const Expression& e) {
    const float angle = share * (15.5F * e.shout + 2.56F * e.breath) * kDegree;
    const glm::vec2 hinge{1.6370F, -0.0040F};  // y, z
    const glm::vec2 arm = glm::vec2(rest.y, rest.z) - hinge;
    const float c = std::cos(angle);
    const float s = std::sin(angle);
    return {rest.x, hinge.x + arm.x * c - arm.y * s, hinge.y + arm.y * c + arm.x * s};
}

int rowAtBack(int row) {
    constexpr std::array<int, 13> kKept{0, 1, 2, 4, 7, 11, 13, 15, 18, 21, 23, 25, 26};
    return *(std::upper_bound(kKept.begin(), kKept.end(), row) - 1);
}

glm::vec3 facePoint(int row, int column, const Expression& e) {
    if (column >= kPlacedColumns) {
        const float y = risen(kRows[static_cast<std::size_t>(row)].y, column);
        const glm::vec3 p = angledPoint(row, column, y);
        return jawMoved(p, jawShare(p) * ramp(-0.04F, 0.02F, p.z), e);
    }
    glm::vec3 p = placedPoint(row, column, e);
    if (const float y = risen(p.y, column); y != p.y) {
        // Nearer to the ear, the outline is that of the height to which the row has risen.
        p.z += skullZ(p.x, y, kRows[static_cast<std::size_t>(row)].inset) -
               skullZ(p.x, p.y, kRows[static_cast<std::size_t>(row)].inset);
        p.y = y;
    }
    // The jaw takes the lower lip along, and leaves the upper lip.
    float share = jawShare(p);
    const float between = 1.0F - std::pow(mouthSide(p.x), 3.0F);
    if (row <= kLipRow) share = glm::mix(share, 1.0F, between * ramp(1.560F, 1.575F, p.y));
    if (row > kLipRow && row <= 11) share *= 1.0F - between;
    if (p.y < 1.60F && std::abs(p.x) < 0.04F)
        share = glm::mix(share, 0.42F, bump((p.x - kMouthCorner) / 0.006F) * bump((p.y - kMouthY) / 0.008F));
    const glm::vec3 rest = p;
    p = jawMoved(p, share, e);
    // Shouting raises the upper lip and the cheeks, draws the brows together; wings of the nose widen.
    const float lip = row > kLipRow && row <= 10 ? between : 0.0F;
    p.y += e.shout * (0.0026F * lip + 0.0018F * bell(rest.x, rest.y, 0.0320F, 1.6330F, 0.0140F, 0.0120F) +
                      0.0010F * bell(rest.x, rest.y, 0.0140F, 1.6160F, 0.0060F, 0.0070F));
    p.z += e.shout * (0.0018F * bell(rest.x, rest.y, 0.0330F, 1.6330F, 0.0140F, 0.0120F) - 0.0012F * lip);
    if (row >= 21) p.y -= e.shout * 0.0026F * bell(rest.x, rest.y, 0.0140F, 1.6800F, 0.0120F, 0.0110F);
    p.x -= e.shout * 0.0018F * bell(rest.x, rest.y, kMouthCorner, kMouthY, 0.0090F, 0.0120F);
    p.x +=
        (0.0016F * e.breath + 0.0008F * e.shout) * bell(rest.x, rest.y, 0.0145F, 1.6155F, 0.0050F, 0.0070F);
    return p;
}

glm::vec3 skullPoint(int row, int column) {
    const RowShape& shape = kRows[static_cast<std::size_t>(row)];
    if (column >= kPlacedColumns) return angledPoint(row, column, shape.y);
    const float x = columnX(column, shape.y);
    return {x, shape.y, skullZ(x, shape.y, shape.inset)};
}

}  // namespace phalanx::soldier
