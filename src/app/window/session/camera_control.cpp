#include "app/window/session/camera_control.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "app/army/framing.h"

namespace phalanx {
namespace {

// Time constant of the movement to the goal: 63 % of the distance in this time. Short enough to feel direct.
constexpr double kGlide_s = 0.07;
constexpr double kArrived = 1e-5;  // radians, or relative to the distance: 1/60 of a pixel of 1080
constexpr double kOrbitPerHeight = glm::pi<double>();  // radians per drag over the window's height
constexpr double kLookGain = 1.5;                      // 1 would keep a point under the cursor
constexpr double kZoomPerStep = 0.88;
// Held arrow keys are as drags, in the window's height per second.
constexpr double kKeyDrag_per_s = 0.4;
constexpr double kKeySteps_per_s = 8.0;  // of the wheel
// Flying speed for an eye up to kFlyHeight_m above the ground. Above, it is proportional to the height.
constexpr double kFlySpeed_m_s = 5.0;
constexpr double kFlyHeight_m = 4.0;
constexpr double kMostFlyGain = 60.0;
constexpr double kFastGain = 5.0;
constexpr double kMostPitch = glm::radians(88.0);
constexpr double kNear_m = 0.1;
constexpr double kFar_m = 4000.0;

}  // namespace

void CameraControl::standOn(const std::shared_ptr<const Terrain>& terrain) {
    if (terrain == terrain_) return;
    const double before = heightAbove(goal_.target);
    terrain_ = terrain;
    carry({0.0, before - heightAbove(goal_.target), 0.0});
}

double CameraControl::heightAbove(const glm::dvec3& point) const {
    return point.y - groundHeight(terrain_.get(), {point.x, point.z});
}

void CameraControl::keepAbove(View& view) const {
    view.target.y += std::max(0.0, kLeastEyeHeight_m - heightAbove(view.eye()));
}

// The smallest pitch of an orbit around the target that keeps the eye above the ground.
double CameraControl::leastPitch(const View& view) const {
    if (terrain_ == nullptr) {
        const double sine = (kLeastEyeHeight_m - view.target.y) / view.distance_m;
        return sine <= -1.0 ? -kMostPitch : std::max(-kMostPitch, std::asin(std::min(sine, 1.0)));
    }
    // Upwards in small steps: the eye may be behind a hill.
    constexpr double kStep = glm::radians(0.5);
    View orbit = view;
    for (orbit.pitch = -kMostPitch; orbit.pitch < kMostPitch; orbit.pitch += kStep) {
        if (heightAbove(orbit.eye()) >= kLeastEyeHeight_m) break;
    }
    return orbit.pitch;
}

glm::dvec3 CameraControl::View::back() const {
    return {std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
}

CameraControl::View CameraControl::viewOf(const Camera& camera) {
    const glm::dvec3 offset = camera.eye - camera.target;
    View view;
    view.target = camera.target;
    view.distance_m = std::max(glm::length(offset), 1e-6);
    view.yaw = std::atan2(offset.x, offset.z);
    view.pitch =
        std::clamp(std::asin(std::clamp(offset.y / view.distance_m, -1.0, 1.0)), -kMostPitch, kMostPitch);
    return view;
}

Camera CameraControl::cameraOf(const View& view) const {
    Camera camera;
    camera.target = view.target;
    camera.eye = view.eye();
    camera.fov_y_deg = fov_y_deg_;
    // A higher eye has no units close to it, so a larger near distance improves the depth resolution.
    camera.near_m = std::clamp(kNear_m * heightAbove(camera.eye) / 5.0, 0.04, 2.0);
    camera.far_m = std::max(kFar_m, 4.0 * view.distance_m);
    return camera;
}

void CameraControl::jumpTo(const Camera& camera) {
    glideTo(camera);
    shown_ = goal_;
}

void CameraControl::glideTo(const Camera& camera) {
    fov_y_deg_ = camera.fov_y_deg;
    goal_ = viewOf(camera);
    keepAbove(goal_);
    about_eye_ = false;
    // Rotates by the smaller of the two possible angles.
    const double turns = std::round((shown_.yaw - goal_.yaw) / glm::two_pi<double>());
    goal_.yaw += turns * glm::two_pi<double>();
}

void CameraControl::focus(const glm::dvec3& point, double distance_m) {
    goal_.target = point;
    goal_.distance_m = std::clamp(distance_m, kLeastDistance_m, kMostDistance_m);
    goal_.pitch = std::max(goal_.pitch, leastPitch(goal_));
    about_eye_ = false;
}

void CameraControl::carry(const glm::dvec3& by) {
    goal_.target += by;
    shown_.target += by;
}

CameraInput CameraControl::withKeys(CameraInput input, double dt_s, double height) {
    // A drag to the right moves the army to the right, and so the camera to the left.
    const double drag = kKeyDrag_per_s * height * dt_s;
    input.orbit += glm::dvec2(-input.turn.x, input.turn.y) * drag;
    input.pan += glm::dvec2(-input.slide.x, input.slide.y) * drag;
    input.look += glm::dvec2(input.glance.x, -input.glance.y) * drag;
    input.wheel += input.approach * kKeySteps_per_s * dt_s;
    return input;
}

void CameraControl::update(const CameraInput& given, double dt_s, double viewport_height) {
    const double height = std::max(1.0, viewport_height);
    const CameraInput input = withKeys(given, dt_s, height);
    const double fov = glm::radians(fov_y_deg_);
    if (input.orbit != glm::dvec2(0.0) || input.wheel != 0.0) {
        about_eye_ = false;
        const double turn = kOrbitPerHeight / height;
        goal_.yaw -= input.orbit.x * turn;
        goal_.distance_m = std::clamp(goal_.distance_m * std::pow(kZoomPerStep, input.wheel),
                                      kLeastDistance_m, kMostDistance_m);
        const double least = leastPitch(goal_);
        goal_.pitch = std::clamp(goal_.pitch + input.orbit.y * turn, least, std::max(least, kMostPitch));
    }
    if (input.look != glm::dvec2(0.0)) {
        about_eye_ = true;
        const glm::dvec3 eye = goal_.eye();
        const double turn = kLookGain * fov / height;
        goal_.yaw -= input.look.x * turn;
        goal_.pitch = std::clamp(goal_.pitch + input.look.y * turn, -kMostPitch, kMostPitch);
        goal_.target = eye - goal_.back() * goal_.distance_m;
    }
    const glm::dvec3 right(std::cos(goal_.yaw), 0.0, -std::sin(goal_.yaw));
    if (input.pan != glm::dvec2(0.0)) {
        const glm::dvec3 up = glm::cross(goal_.back(), right);
        const double metres = 2.0 * goal_.distance_m * std::tan(fov * 0.5) / height;
        goal_.target += (-right * input.pan.x + up * input.pan.y) * metres;
        goal_.target.y += std::max(0.0, -heightAbove(goal_.target));
    }
    if (input.fly != glm::dvec3(0.0)) {
        const double gain = std::clamp(heightAbove(goal_.eye()) / kFlyHeight_m, 1.0, kMostFlyGain);
        const double speed = kFlySpeed_m_s * gain * (input.fast ? kFastGain : 1.0);
        const glm::dvec3 way =
            right * input.fly.x + glm::dvec3(0.0, input.fly.y, 0.0) - goal_.back() * input.fly.z;
        goal_.target += way * (speed * dt_s);
    }
    keepAbove(goal_);
    glide(dt_s);
}

void CameraControl::glide(double dt_s) {
    const double amount = 1.0 - std::exp(-dt_s / kGlide_s);
    const glm::dvec3 eye = glm::mix(shown_.eye(), goal_.eye(), amount);
    shown_.target = glm::mix(shown_.target, goal_.target, amount);
    shown_.yaw = glm::mix(shown_.yaw, goal_.yaw, amount);
    shown_.pitch = glm::mix(shown_.pitch, goal_.pitch, amount);
    // Interpolated as a logarithm, so that zooming looks uniform.
    shown_.distance_m = std::exp(glm::mix(std::log(shown_.distance_m), std::log(goal_.distance_m), amount));
    if (about_eye_) shown_.target = eye - shown_.back() * shown_.distance_m;
    keepAbove(shown_);
    // Ends the movement when it is too small to be seen; otherwise pixels would change for a while longer.
    if (glm::distance(shown_.target, goal_.target) < kArrived * goal_.distance_m &&
        std::abs(shown_.yaw - goal_.yaw) < kArrived && std::abs(shown_.pitch - goal_.pitch) < kArrived &&
        std::abs(shown_.distance_m - goal_.distance_m) < kArrived * goal_.distance_m) {
        shown_ = goal_;
    }
}

}  // namespace phalanx
