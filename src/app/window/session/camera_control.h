// The camera of the window: orbit, pan, zoom, fly. It moves smoothly to its goal, independently of the frame
// rate, and stays above the ground. No GL and no clock: the time step is an argument.
#pragma once

#include <glm/glm.hpp>
#include <memory>

#include "render/frame/camera.h"
#include "terrain/terrain.h"

namespace phalanx {

// Camera input since the last frame. Drags are in window coordinates, right and down positive.
struct CameraInput {
    glm::dvec2 orbit{0.0};
    glm::dvec2 look{0.0};  // rotation about the eye
    glm::dvec2 pan{0.0};
    double wheel = 0.0;   // steps; positive (up) moves nearer
    glm::dvec3 fly{0.0};  // right, up, forward; -1 .. 1 each while keys are held
    bool fast = false;    // fly at kFastGain times the speed
    // Right and up, -1 .. 1 each while arrow keys are held: the camera orbits, pans and looks this way.
    glm::dvec2 turn{0.0};
    glm::dvec2 slide{0.0};
    glm::dvec2 glance{0.0};
    double approach = 0.0;  // -1 .. 1: away, nearer

    bool operator==(const CameraInput&) const = default;
};

class CameraControl {
  public:
    static constexpr double kLeastDistance_m = 0.4;
    static constexpr double kMostDistance_m = 4000.0;

    explicit CameraControl(const Camera& camera) { jumpTo(camera); }

    // The ground that the eye stays above; nullptr: flat. If the ground under the target rises, so does the
    // camera.
    void standOn(const std::shared_ptr<const Terrain>& terrain);

    // dt_s: time since the last call, >= 0. viewport_height: in the same unit as the drags.
    void update(const CameraInput& given, double dt_s, double viewport_height);

    void jumpTo(const Camera& camera);
    void glideTo(const Camera& camera);
    // Glides until `point` is in the centre at `distance_m`. The viewing direction is kept.
    void focus(const glm::dvec3& point, double distance_m);
    // Translates the camera and its goal immediately, to move along with an object.
    void carry(const glm::dvec3& by);

    // The camera shown now, and the goal of its movement.
    Camera camera() const { return cameraOf(shown_); }
    Camera goal() const { return cameraOf(goal_); }
    // Whether the camera has reached its goal; both are exactly equal then.
    bool standing() const { return shown_ == goal_; }

  private:
    struct View {
        glm::dvec3 target{0.0};
        double yaw = 0.0;    // direction from the target to the eye, from +Z towards +X, radians
        double pitch = 0.0;  // elevation of the eye above the target, radians
        double distance_m = 10.0;

        glm::dvec3 back() const;  // unit vector from the target to the eye
        glm::dvec3 eye() const { return target + back() * distance_m; }
        bool operator==(const View&) const = default;
    };

    // With the drags that held arrow keys are.
    static CameraInput withKeys(CameraInput input, double dt_s, double height);
    Camera cameraOf(const View& view) const;
    static View viewOf(const Camera& camera);
    void glide(double dt_s);
    double heightAbove(const glm::dvec3& point) const;  // of the ground
    void keepAbove(View& view) const;
    double leastPitch(const View& view) const;

    std::shared_ptr<const Terrain> terrain_;
    View goal_;
    View shown_;
    double fov_y_deg_ = 40.0;
    bool about_eye_ = false;  // the last rotation was about the eye: the eye moves straight, not the target
};

}  // namespace phalanx
