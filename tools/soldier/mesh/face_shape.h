// The shape of the head: a grid of rows and columns that follow the lids and the lips, and where its points
// lie in each expression. Paint uses the same curves. Space: the rest pose, metres; x >= 0, the other side is
// its mirror image.
#pragma once

#include <array>
#include <glm/glm.hpp>

#include "mesh/patch.h"

namespace phalanx::soldier {

// Weights of the morph targets (kMorphNames).
struct Expression {
    float blink = 0.0F;
    float breath = 0.0F;
    float shout = 0.0F;
};

// The patch that `build` makes at rest, with a morph target per expression. `build` must return the same
// triangles for all of them.
Patch withExpressions(const std::function<Patch(const Expression&)>& build);

// The left eyeball.
inline constexpr glm::vec3 kEye{0.0312F, 1.6592F, 0.0690F};
inline constexpr float kEyeRadius = 0.0132F;
inline constexpr float kIrisTilt = 0.455F;  // angle between the axis and the edge of the iris, radians
// The corners of the eye.
inline constexpr float kEyeInner = 0.0168F;
inline constexpr float kEyeOuter = 0.0456F;
// The corner of the mouth, and the height of the line between the lips.
inline constexpr float kMouthCorner = 0.0256F;
inline constexpr float kMouthY = 1.5940F;

// Heights of the edges of the lids; equal at and outside the corners.
float upperLid(float x);
float lowerLid(float x);
// Heights of the line between the lips and of their borders.
float lipLine(float x);
float upperLip(float x);
float lowerLip(float x);

// How far the jaw takes a point along, 0..1, and where it takes it.
float jawShare(const glm::vec3& rest);
glm::vec3 jawMoved(const glm::vec3& rest, float share, const Expression& expression);

// Rows from the throat to the crown, columns from the middle of the face to the nape.
inline constexpr int kFaceRows = 27;
inline constexpr int kFaceColumns = 18;
inline constexpr int kLidRow = 18;      // the lower lid's edge; the upper lid's is the next row
inline constexpr int kLipRow = 7;       // the lower lip's edge; the upper lip's is the next row
inline constexpr int kInnerColumn = 4;  // of the corners of the eye
inline constexpr int kOuterColumn = 10;
inline constexpr int kCornerColumn = 6;      // of the corner of the mouth
inline constexpr int kFirstBackColumn = 14;  // from here on, rows are fewer
// The row that stands for a row at the back of the head.
int rowAtBack(int row);
glm::vec3 facePoint(int row, int column, const Expression& expression);
// The same without features, for charts.
glm::vec3 skullPoint(int row, int column);

}  // namespace phalanx::soldier
