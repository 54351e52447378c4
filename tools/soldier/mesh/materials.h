// The look of the soldier's surfaces: colour as a function of the position in the rest pose.
#pragma once

#include <glm/glm.hpp>

#include "mesh/patch.h"

namespace phalanx::soldier {

struct Surface {
    glm::vec3 position{0.0F};  // at rest, model space, metres
    glm::vec3 normal{0.0F};
    glm::vec2 chart{0.0F};  // metres, y down; for a box the origin is the middle of its front
    glm::vec2 face{0.0F};   // half the size of a box's front; 0 for lofts
    Material material = Material::kCamo;
    float openness = 1.0F;  // ambient occlusion; 1: not occluded
};

struct Paint {
    glm::vec3 color{0.0F};  // sRGB, 0..1
    float team = 0.0F;      // amount of the team's colour, 0..1
};

Paint paint(const Surface& surface);

// The face, hair and neck (face_paint.cpp).
glm::vec3 paintSkin(const Surface& surface);
// Eyeballs, the inside of the mouth, teeth (eye_paint.cpp).
glm::vec3 paintEye(const Surface& surface);
glm::vec3 paintMouth(const Surface& surface);
glm::vec3 paintTeeth(const Surface& surface);

// A colour onto which others are laid.
class Layers {
  public:
    explicit Layers(glm::vec3 base) : color_(base) {}
    void over(float amount, unsigned hex);  // 0xRRGGBB
    void scale(float factor) { color_ *= factor; }
    const glm::vec3& color() const { return color_; }

  private:
    glm::vec3 color_;
};

// 1 inside a curve with the signed distance `distance`, with an edge of `soft` metres.
float inside(float distance, float soft);

// Metal and polymer, and the rifle's details (gun_paint.cpp).
glm::vec3 paintGun(const Surface& surface);

glm::vec3 rgb(unsigned hex);  // 0xRRGGBB

}  // namespace phalanx::soldier
