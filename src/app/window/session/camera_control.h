// A camera that a person moves: orbit, pan, zoom, fly. It glides after the hand, equally at every frame rate,
// and never goes under the ground. No GL and no clock: time comes as an argument.
#pragma once

#include <glm/glm.hpp>

#include "render/frame/camera.h"

namespace phalanx {

// What was asked of the camera since the last frame. Drags in window coordinates, right and down positive.
struct CameraInput {
    glm::dvec2 orbit{0.0};
    glm::dvec2 look{0.0};  // turns about the eye
    glm::dvec2 pan{0.0};
    double wheel = 0.0;   // steps, up positive: nearer
    glm::dvec3 fly{0.0};  // right, up, ahead; -1..1 each while keys are held
    bool fast = false;
};

class CameraControl {
  public:
    static constexpr double kLeastEyeHeight_m = 0.2;
    static constexpr double kLeastDistance_m = 0.4;
    static constexpr double kMostDistance_m = 4000.0;

    explicit CameraControl(const Camera& camera) { jumpTo(camera); }

    // dt_s: since the last call, at least 0. viewport_height: in the same unit as the drags.
    void update(const CameraInput& input, double dt_s, double viewport_height);

    void jumpTo(const Camera& camera);
    void glideTo(const Camera& camera);
    // Glides until `point` is the centre, seen from `distance_m` in the present direction.
    void focus(const glm::dvec3& point, double distance_m);
    // Moves at once, unseen by the gliding: the camera goes along with something.
    void carry(const glm::dvec3& by);

    // What is shown now, and where the gliding leads.
    Camera camera() const { return cameraOf(shown_); }
    Camera goal() const { return cameraOf(goal_); }
    // It does not glide: both are the same, to the last bit.
    bool standing() const { return shown_ == goal_; }

  private:
    struct View {
        glm::dvec3 target{0.0};
        double yaw = 0.0;    // of the eye seen from the target, from +Z towards +X, radians
        double pitch = 0.0;  // above the target, radians
        double distance_m = 10.0;

        glm::dvec3 back() const;  // unit, from the target to the eye
        glm::dvec3 eye() const { return target + back() * distance_m; }
        bool operator==(const View&) const = default;
    };

    Camera cameraOf(const View& view) const;
    static View viewOf(const Camera& camera);
    void glide(double dt_s);

    View goal_;
    View shown_;
    double fov_y_deg_ = 40.0;
    bool about_eye_ = false;  // the last turn was a look: the eye glides straight, not the target
};

}  // namespace phalanx
