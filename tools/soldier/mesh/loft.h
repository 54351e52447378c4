// Surfaces by lofting: rings of points joined into tubes, and boxes with bevelled edges.
//
// Each function returns a patch with positions, smoothing groups, chart coordinates and triangles,
// counter-clockwise from outside. PatchList::add adds normals and weights.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <vector>

#include "mesh/patch.h"

namespace phalanx::soldier {

// A closed superellipse: center + x * c(angle) + y * s(angle), where |c|^power + |s|^power = 1. Power 2 is an
// ellipse, larger powers approach a rectangle.
struct Ring {
    glm::vec3 center;
    glm::vec3 x;
    glm::vec3 y;
    float power = 2.2F;
    bool hard = false;  // a hard edge: the normals are split here
};

// A ring in a horizontal plane: half axes rx along X and rz along Z.
Ring levelRing(float y, float x, float z, float rx, float rz, float power = 2.2F, bool hard = false);

struct LoftShape {
    std::vector<Ring> rings;
    int segments = 12;
    float start_deg = 0.0F;  // angle of the chart's seam; angles increase from x to y
    // Angles of the columns if they are not evenly spaced, in degrees, ascending from start_deg by less than
    // 360.
    std::vector<float> angles_deg;
    bool cap_start = false;  // closes the end by a fan to the ring's centre
    bool cap_end = false;
    float cap_start_bulge = 0.0F;  // distance of the fan's middle from the ring's plane, metres
    float cap_end_bulge = 0.0F;
    // Moves a point of a ring after it was computed.
    std::function<glm::vec3(glm::vec3 point, int ring, float angle_deg)> displace;
};
Patch loft(const LoftShape& shape);

struct Station {
    glm::vec3 point;
    float width = 0.0F;   // half axis along cross(up, direction)
    float height = 0.0F;  // half axis perpendicular to it
    float power = 2.2F;
    bool hard = false;
};
// Rings across a path; `up` must not be parallel to it.
std::vector<Ring> ringsAlong(const std::vector<Station>& stations, const glm::vec3& up);

// A box with a front (+Z of `axes`) and four sides but no back, for objects that are attached to a surface.
struct BoxShape {
    glm::vec3 center;
    glm::vec3 half;
    float bevel = 0.006F;
    glm::mat3 axes{1.0F};         // columns: the box's right, up, front
    glm::vec2 front_scale{1.0F};  // size of the front relative to the back
    glm::vec2 front_shift{0.0F};  // offset of the front's middle from the back's, metres
    bool closed = false;          // adds the back
};
Patch box(const BoxShape& shape);

// Axes for BoxShape from the direction that the front faces and an up vector.
glm::mat3 facing(const glm::vec3& front, const glm::vec3& up = {0.0F, 1.0F, 0.0F});

float smooth(float x);  // smoothstep of 0..1, clamped
// smoothstep from a to b
float ramp(float a, float b, float x);
// exp(-x^2), used to shape surfaces
float bump(float x);

}  // namespace phalanx::soldier
