#include "asset/retarget/foot_contacts.h"

#include <algorithm>
#include <cmath>

namespace phalanx {
namespace {

constexpr double kLow = 0.04;         // of the leg's length, above the level
constexpr double kSlow = 0.35;        // difference to the ground's speed, of that speed
constexpr double kSlowAtRest = 0.35;  // legs per second, if the ground hardly moves
constexpr double kShortest_s = 0.08;
constexpr double kStanding = 0.5;  // of the leg's length, the hips above the ankles' level
constexpr double kClosed = 0.03;   // of the leg's length

glm::dvec2 flat(const glm::dvec3& v) {
    return {v.x, v.z};
}

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Between a moment and the next one.
glm::dvec2 velocity(const AnklePaths& paths, int side, std::size_t i) {
    const std::vector<glm::dvec3>& path = paths.ankles[static_cast<std::size_t>(side)];
    return flat(path[i + 1] - path[i]) / (paths.times_s[i + 1] - paths.times_s[i]);
}

bool isLow(const AnklePaths& paths, int side, std::size_t i) {
    const double height = paths.ankles[static_cast<std::size_t>(side)][i].y - paths.level;
    const bool stands = paths.hips[i] - paths.level > kStanding * paths.leg_length;
    return stands && height < kLow * paths.leg_length;
}

glm::dvec2 groundVelocity(const AnklePaths& paths) {
    std::vector<double> x;
    std::vector<double> z;
    for (const int side : {0, 1}) {
        for (std::size_t i = 0; i + 1 < paths.times_s.size(); ++i) {
            if (!isLow(paths, side, i) || !isLow(paths, side, i + 1)) continue;
            const glm::dvec2 v = velocity(paths, side, i);
            x.push_back(v.x);
            z.push_back(v.y);
        }
    }
    if (x.empty()) return glm::dvec2(0.0);
    const glm::dvec2 found(median(x), median(z));
    constexpr double kStands = 0.2;  // legs per second
    return glm::length(found) < kStands * paths.leg_length ? glm::dvec2(0.0) : found;
}

}  // namespace

StepMoment momentOf(const AnklePaths& paths, std::size_t counted) {
    const std::size_t count = paths.times_s.size();
    if (counted < count) return {counted, paths.times_s[counted]};
    const std::size_t index = counted - (count - 1);  // the last moment is the first
    return {index, paths.times_s[index] + paths.times_s.back()};
}

FootContacts findContacts(const AnklePaths& paths) {
    FootContacts contacts;
    const std::size_t count = paths.times_s.size();
    if (count < 3) return contacts;
    contacts.ground_velocity = groundVelocity(paths);
    contacts.closed = std::ranges::all_of(paths.ankles, [&](const std::vector<glm::dvec3>& path) {
        return glm::length(path.front() - path.back()) < kClosed * paths.leg_length;
    });
    const double allowed =
        std::max(kSlow * glm::length(contacts.ground_velocity), kSlowAtRest * paths.leg_length);
    for (const int side : {0, 1}) {
        const auto stands = [&](std::size_t interval) {
            return isLow(paths, side, interval) && isLow(paths, side, interval + 1) &&
                   glm::length(velocity(paths, side, interval) - contacts.ground_velocity) < allowed;
        };
        std::vector<FootStep> runs;
        for (std::size_t i = 0; i + 1 < count; ++i) {
            if (!stands(i)) continue;
            if (!runs.empty() && runs.back().last == i)
                runs.back().last = i + 1;
            else
                runs.push_back({i, i + 1});
        }
        const bool wraps =
            contacts.closed && runs.size() > 1 && runs.front().first == 0 && runs.back().last == count - 1;
        if (wraps) {
            runs.back().last = count - 1 + runs.front().last;
            runs.erase(runs.begin());
        }
        std::vector<FootStep>& steps = contacts.steps[static_cast<std::size_t>(side)];
        for (const FootStep& run : runs) {
            if (momentOf(paths, run.last).time_s - momentOf(paths, run.first).time_s >= kShortest_s)
                steps.push_back(run);
        }
    }
    return contacts;
}

glm::dvec2 placeOf(const AnklePaths& paths, int side, const FootStep& step,
                   const glm::dvec2& ground_velocity) {
    glm::dvec2 sum(0.0);
    for (std::size_t i = step.first; i <= step.last; ++i) {
        const StepMoment moment = momentOf(paths, i);
        sum += flat(paths.ankles[static_cast<std::size_t>(side)][moment.index]) -
               ground_velocity * moment.time_s;
    }
    return sum / static_cast<double>(step.last - step.first + 1);
}

double slideOf(const AnklePaths& paths, int side, const FootStep& step, const glm::dvec2& ground_velocity) {
    const auto place = [&](std::size_t i) {
        const StepMoment moment = momentOf(paths, i);
        return flat(paths.ankles[static_cast<std::size_t>(side)][moment.index]) -
               ground_velocity * moment.time_s;
    };
    double farthest = 0.0;
    for (std::size_t i = step.first; i <= step.last; ++i)
        farthest = std::max(farthest, glm::length(place(i) - place(step.first)));
    return farthest;
}

}  // namespace phalanx
