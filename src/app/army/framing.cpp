#include "app/army/framing.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "crowd/hosts.h"

namespace phalanx {

namespace {

// Up to this many units are all in view. Of more, each would be some pixels high: the camera stays near the
// front rank, and the others recede to the horizon.
constexpr std::uint32_t kMostInView = 60;
// Of more units, the circle around their formation is in view: measuring each takes too long.
constexpr std::uint32_t kMostMeasured = 20'000;
// Part of the view, from its centre to its edge, that units may take. The rest is for limbs and weapons that
// reach beyond the standing pose.
constexpr double kFilled = 0.88;
// A single unit takes no more of the view than its height divided by this.
constexpr double kPortrait = 1.5;

// Distance from the middle of the formation to its foremost unit, along `forward`, metres.
double frontRank(const Crowd& crowd, const glm::dvec3& forward) {
    double front = 0.0;
    for (const UnitGroup& group : crowd.groups()) {
        for (const UnitInstance& unit : group.units) {
            front = std::max(front, glm::dot(glm::dvec3(glm::vec3(unit.placement)), forward));
        }
    }
    return front;
}

// The larger of height and half width of the largest model, metres.
double largestSize(const Crowd& crowd) {
    double size = 0.0;
    for (const CrowdModel& model : crowd.models()) size = std::max({size, model.height_m, model.radius_m});
    return size;
}

// A range of tangents: of the directions between two opposite edges of a part of the view.
struct Tangents {
    double low = 0.0;
    double high = 0.0;
};

// The eye's coordinate along an axis, and the points' along this axis and towards the eye: where it must be
// so that all points are between the two edges.
class EdgePair {
  public:
    explicit EdgePair(const Tangents& tangents) : tangents_(tangents) {}

    void add(double x, double z) {
        low_ = std::min(low_, x + tangents_.low * z);
        high_ = std::max(high_, x + tangents_.high * z);
    }
    // The nearest eye, towards itself.
    double least() const { return (high_ - low_) / (tangents_.high - tangents_.low); }
    // With the points in the middle, for an eye at `z`, at least least().
    double middle(double z) const { return 0.5 * (low_ + high_ - (tangents_.low + tangents_.high) * z); }

  private:
    Tangents tangents_;
    double low_ = std::numeric_limits<double>::max();
    double high_ = std::numeric_limits<double>::lowest();
};

// Places an eye of a given direction as near as possible to points that must be in view.
class Fit {
  public:
    // back: unit vector from the points to the eye, not vertical.
    Fit(const glm::dvec3& back, const Tangents& across, const Tangents& upwards)
        : back_(back),
          right_(glm::normalize(glm::cross(glm::dvec3(0.0, 1.0, 0.0), back))),
          up_(glm::cross(back, right_)),
          across_(across),
          upwards_(upwards) {}

    void add(const glm::dvec3& point) {
        const double z = glm::dot(point, back_);
        across_.add(glm::dot(point, right_), z);
        upwards_.add(glm::dot(point, up_), z);
        nearest_ = std::max(nearest_, z);
        farthest_ = std::min(farthest_, z);
    }

    // least_m: the smallest distance from the middle of the points, along the view.
    Camera camera(double least_m, double fov_y_deg) const {
        const double middle = 0.5 * (nearest_ + farthest_);
        const double eye = std::max({across_.least(), upwards_.least(), middle + least_m});
        const glm::dvec3 axis = right_ * across_.middle(eye) + up_ * upwards_.middle(eye);
        Camera camera;
        camera.eye = axis + back_ * eye;
        camera.target = axis + back_ * middle;
        camera.fov_y_deg = fov_y_deg;
        return camera;
    }

    const glm::dvec3& right() const { return right_; }

  private:
    glm::dvec3 back_;
    glm::dvec3 right_;
    glm::dvec3 up_;
    EdgePair across_;
    EdgePair upwards_;
    double nearest_ = std::numeric_limits<double>::lowest();
    double farthest_ = std::numeric_limits<double>::max();
};

}  // namespace

void raiseAboveHills(Camera& camera, const Crowd& crowd) {
    const Terrain* const terrain = crowd.terrain().get();
    if (terrain == nullptr) return;
    const double least = terrain->height_m({camera.eye.x, camera.eye.z}) + kLeastEyeHeight_m;
    if (camera.eye.y >= least) return;
    camera.target.y += least - camera.eye.y;
    camera.eye.y = least;
}

Camera cameraOf(const CameraTake& take, const Crowd& crowd, Ticks now) {
    Camera camera = cameraAt(take, static_cast<double>(now) / PH_TICKS_PER_SECOND);
    if (const Terrain* const terrain = crowd.terrain().get(); terrain != nullptr) {
        for (glm::dvec3* const point : {&camera.eye, &camera.target})
            point->y += terrain->height_m({point->x, point->z});
    }
    camera.far_m = std::max(camera.far_m, 5.0 * crowd.formationRadius_m());
    return camera;
}

glm::dvec3 marchOffset(const Crowd& crowd, Ticks now) {
    // Of the first one that marches on; of an army that has fallen, where its first soldier lies.
    std::uint32_t first = 0;
    while (crowd.anyAside() && first + 1 < crowd.size() && crowd.isAside(first)) ++first;
    if (crowd.isAside(first)) first = 0;
    const UnitInstance& laid = crowd.unitBeforeFall(first);
    const std::uint32_t mode = laid.fade.w;
    // Units that travel freely go each its own way.
    if (mode >> PH_FADE_MODE_SHIFT == PH_FADE_STRIDE && (mode & PH_FLAG_MARCH) == 0U) return glm::dvec3(0.0);
    const glm::vec4 now_at = crowd.stateOf(first, now).placement;
    const glm::vec4& laid_at = laid.placement;
    const double climbed = groundHeight(crowd.terrain().get(), {laid_at.x, laid_at.z});
    return glm::dvec3(glm::vec3(now_at) - glm::vec3(laid_at)) - glm::dvec3(0.0, climbed, 0.0);
}

Camera cameraOfAll(const Crowd& crowd, Ticks now, const FreeView& view, const glm::dvec3& back,
                   double fov_y_deg) {
    const double half_tan = std::tan(glm::radians(fov_y_deg) * 0.5);
    const double half_width = half_tan * view.aspect;
    const double middle = view.covered_left - view.covered_right;
    const double free = kFilled * (1.0 - view.covered_left - view.covered_right);
    Fit fit(back, {half_width * (middle - free), half_width * (middle + free)},
            {-kFilled * half_tan, kFilled * half_tan});
    if (crowd.size() > kMostMeasured) {
        const double radius = crowd.formationRadius_m() + largestSize(crowd);
        const glm::dvec3 center = marchOffset(crowd, now);  // formations are laid out around the origin
        constexpr int kSides = 64;
        for (int side = 0; side < kSides; ++side) {
            const double angle = glm::two_pi<double>() * side / kSides;
            glm::dvec3 edge = center + radius * glm::dvec3(std::cos(angle), 0.0, std::sin(angle));
            edge.y = groundHeight(crowd.terrain().get(), {edge.x, edge.z});
            for (const double height : {0.0, largestSize(crowd)})
                fit.add(edge + glm::dvec3(0.0, crowd.feet_m(0) + height, 0.0));
        }
        return fit.camera(0.0, fov_y_deg);
    }
    const glm::dvec3 ahead = glm::cross(fit.right(), glm::dvec3(0.0, 1.0, 0.0));
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
        const CrowdModel& model = crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))];
        const double scale = std::bit_cast<float>(crowd.unit(unit).look.y);
        const glm::dvec3 feet = crowd.feetOf(unit, now);
        for (const double side : {-1.0, 1.0}) {
            for (const double depth : {-1.0, 1.0}) {
                const glm::dvec3 edge = scale * model.radius_m * (side * fit.right() + depth * ahead);
                for (const double height : {0.0, scale * model.height_m})
                    fit.add(feet + edge + glm::dvec3(0.0, height, 0.0));
            }
        }
    }
    return fit.camera(0.5 * kPortrait * largestSize(crowd) / half_tan, fov_y_deg);
}

namespace {

// From behind a flank of the first host, along its front and over to the other.
Camera cameraOfHosts(const Crowd& crowd) {
    const double facing = glm::radians(crowd.settings().facing_deg);
    double flank_m = 0.0;
    for (const Company& company : hostCompanies(crowd.size(), crowd.spacing_m())) {
        const double half_m = 0.5 * company.files * crowd.spacing_m();
        flank_m = std::max(flank_m, std::abs(company.front_m.x) + half_m);
    }
    // Nearer to small hosts, and for soldiers of other sizes in proportion.
    constexpr double kLargeFlank_m = 24.0;
    constexpr double kSoldier_m = 1.8;
    const double scale =
        std::clamp(flank_m / kLargeFlank_m, 0.55, 1.0) * std::max(0.2, largestSize(crowd) / kSoldier_m);
    constexpr double kBehind_m = 17.0;
    constexpr double kAbove_m = 9.0;
    const glm::dvec2 eye =
        turned({-flank_m, -0.5 * betweenHosts_m(crowd.size()) - kBehind_m * scale}, facing);
    const glm::dvec2 target = turned({0.15 * flank_m, -12.0}, facing);
    const Terrain* const terrain = crowd.terrain().get();
    Camera camera;
    camera.eye = {eye.x, groundHeight(terrain, eye) + kAbove_m * scale, eye.y};
    camera.target = {target.x, groundHeight(terrain, target) + 1.0, target.y};
    return camera;
}

}  // namespace

Camera defaultCamera(const Crowd& crowd, Ticks now, const FreeView& view) {
    if (crowd.settings().formation == Formation::kBattle) return cameraOfHosts(crowd);
    const double height = crowd.models().front().height_m;
    const double radius = crowd.formationRadius_m();
    const double size = largestSize(crowd);
    Camera camera;
    const double facing = glm::radians(crowd.settings().facing_deg);
    const double azimuth = facing + glm::radians(27.0);
    const double elevation = glm::radians(radius < height ? 6.0 : 9.0);
    const glm::dvec3 back(std::sin(azimuth) * std::cos(elevation), std::sin(elevation),
                          std::cos(azimuth) * std::cos(elevation));
    if (crowd.size() <= kMostInView) return cameraOfAll(crowd, now, view, back, camera.fov_y_deg);
    const glm::dvec3 center = marchOffset(crowd, now);
    const double distance = 5.6 * std::max(size, crowd.spacing_m());
    const glm::dvec3 forward(std::sin(facing), 0.0, std::cos(facing));
    camera.target = center + forward * std::max(0.0, frontRank(crowd, forward) - 0.25 * distance);
    const auto groundAt = [&](const glm::dvec3& at) {
        return groundHeight(crowd.terrain().get(), {at.x, at.z});
    };
    camera.target.y = groundAt(camera.target) + 0.75 * height + std::max(0.0, crowd.feet_m(0));
    camera.eye = camera.target + distance * back;
    camera.eye.y = std::max(camera.eye.y, groundAt(camera.eye) + 0.75 * height);
    return camera;
}

}  // namespace phalanx
