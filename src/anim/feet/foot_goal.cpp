#include "anim/feet/foot_goal.h"

#include <algorithm>
#include <cmath>

namespace phalanx {

FootGoal::FootGoal(const glm::dvec3& flat, double contact, const GroundAt& ground, const LegStretch& leg,
                   const glm::dvec3& up)
    : up_(up), height_(ground.height) {
    const double above = glm::dot(flat, up);
    const double low = std::min(above, kLiftBegins * leg.length);
    on_ground_ = flat + up * (ground.height - above) + ground.normal * low +
                 up * ((above - low) / glm::dot(up, ground.normal));
    const double x =
        std::clamp((above - kLiftBegins * leg.length) / ((kLiftEnds - kLiftBegins) * leg.length), 0.0, 1.0);
    lift_ = (1.0 - contact) * kMostLift * x * x * (3.0 - 2.0 * x);

    const glm::dvec3 way = on_ground_ - leg.hip;
    const double down = -glm::dot(way, up);
    const glm::dvec3 across = way + up * down;
    const double most_down = std::sqrt(std::max(0.0, leg.reach * leg.reach - glm::dot(across, across)));
    need_ = (down - most_down + lift_ * height_) / (1.0 - lift_);
}

}  // namespace phalanx
