#include "asset/retarget/motion_goals.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/smooth_step.h"

namespace phalanx {

namespace {

constexpr double kFade_s = 0.07;  // before and after a step

// A step of an ankle, for all cycles of the clip.
struct Planted {
    glm::dvec2 place{0.0};
    double heading_rad = 0.0;
    double first_s = 0.0;
    double last_s = 0.0;

    double awayFrom_s(double time_s) const { return std::max({first_s - time_s, time_s - last_s, 0.0}); }
};

// `b`, or as many whole turns before or after it as bring it nearest to `a`.
double nearestAngle(double a, double b) {
    return a + std::remainder(b - a, 2.0 * std::numbers::pi);
}

// By time; each heading within half a turn of the one before.
std::vector<Planted> plantedSteps(const BodyMotion& motion, int side) {
    const AnklePaths& paths = motion.feet;
    const FootContacts& contacts = motion.contacts;
    const double cycle_s = paths.times_s.back();
    std::vector<Planted> steps;
    for (const FootStep& step : contacts.steps[static_cast<std::size_t>(side)]) {
        Planted planted{placeOf(paths, side, step, contacts.ground_velocity), 0.0,
                        momentOf(paths, step.first).time_s, momentOf(paths, step.last).time_s};
        const double first = motion.frames[momentOf(paths, step.first).index].heading_rad;
        for (std::size_t i = step.first; i <= step.last; ++i) {
            planted.heading_rad += nearestAngle(first, motion.frames[momentOf(paths, i).index].heading_rad) /
                                   static_cast<double>(step.last - step.first + 1);
        }
        steps.push_back(planted);
        if (!contacts.closed) continue;
        // The same step of the cycle before and of the one after this.
        for (const double shift_s : {-cycle_s, cycle_s}) {
            steps.push_back({planted.place - contacts.ground_velocity * shift_s, planted.heading_rad,
                             planted.first_s + shift_s, planted.last_s + shift_s});
        }
    }
    std::sort(steps.begin(), steps.end(),
              [](const Planted& a, const Planted& b) { return a.first_s < b.first_s; });
    for (std::size_t i = 1; i < steps.size(); ++i)
        steps[i].heading_rad = nearestAngle(steps[i - 1].heading_rad, steps[i].heading_rad);
    return steps;
}

double headingAt(const std::vector<Planted>& steps, double time_s, double without_steps) {
    if (steps.empty()) return without_steps;
    if (time_s <= steps.front().last_s) return steps.front().heading_rad;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        if (time_s > steps[i].last_s) continue;
        const double part = smoothStep(steps[i - 1].last_s, steps[i].first_s, time_s);
        return std::lerp(steps[i - 1].heading_rad, steps[i].heading_rad, part);
    }
    return steps.back().heading_rad;
}

// What brings an ankle from its own place to that of its steps.
glm::dvec2 toSteps(const std::vector<Planted>& steps, const glm::dvec2& ground_velocity, double time_s,
                   const glm::dvec2& own) {
    glm::dvec2 sum(0.0);
    double weights = 0.0;
    for (const Planted& step : steps) {
        const glm::dvec2 way = step.place + ground_velocity * time_s - own;
        const double away_s = step.awayFrom_s(time_s);
        if (away_s == 0.0) return way;  // on the ground: the steps before and after do not count
        const double weight = 1.0 - smoothStep(0.0, kFade_s, away_s);
        sum += way * weight;
        weights += weight;
    }
    return weights > 1.0 ? sum / weights : sum;
}

}  // namespace

std::array<std::vector<PlantedAnkle>, 2> plantedAnkles(const BodyMotion& motion) {
    const AnklePaths& paths = motion.feet;
    std::array<std::vector<PlantedAnkle>, 2> ankles;
    for (const int side : {0, 1}) {
        const auto s = static_cast<std::size_t>(side);
        const std::vector<Planted> steps = plantedSteps(motion, side);
        for (std::size_t i = 0; i < paths.times_s.size(); ++i) {
            PlantedAnkle ankle{paths.ankles[s][i],
                               headingAt(steps, paths.times_s[i], motion.frames[i].heading_rad)};
            const glm::dvec2 way = toSteps(steps, motion.contacts.ground_velocity, paths.times_s[i],
                                           {ankle.place.x, ankle.place.z});
            ankle.place.x += way.x;
            ankle.place.z += way.y;
            ankles[s].push_back(ankle);
        }
    }
    return ankles;
}

std::vector<double> gripWeights(const BodyMotion& motion, double arm_length) {
    constexpr double kNear = 0.85;   // of the arm's length: wholly
    constexpr double kFar = 1.1;     // not at all
    constexpr double kStill = 0.12;  // difference to the usual distance, of the arm's length
    constexpr double kMoves = 0.3;
    std::vector<double> distances;
    for (const BodyFrame& frame : motion.frames)
        distances.push_back(glm::length(frame.hands[0] - frame.hands[1]) / arm_length);
    std::vector<double> sorted = distances;
    std::sort(sorted.begin(), sorted.end());
    const double usual = sorted[sorted.size() / 2];
    std::vector<double> weights;
    for (const double distance : distances) {
        weights.push_back((1.0 - smoothStep(kNear, kFar, distance)) *
                          (1.0 - smoothStep(kStill, kMoves, std::abs(distance - usual))));
    }
    return weights;
}

}  // namespace phalanx
