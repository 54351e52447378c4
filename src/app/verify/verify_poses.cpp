#include "app/verify/verify_poses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/draws/gpu_skinner.h"

namespace phalanx {
namespace {

// Multiples of the golden ratio, modulo 1: any number of them fills 0..1 evenly. The first is 0.
double evenFraction(int i) {
    const double value = i * std::numbers::phi;
    return value - std::floor(value);
}

}  // namespace

double singlePhase(int i, int times) {
    return i == times - 1 ? 1.0 : evenFraction(i);
}

std::vector<int> chooseClips(std::size_t count, int limit) {
    std::vector<int> chosen;
    const auto clips = static_cast<int>(count);
    const int taken = std::min(clips, limit);
    for (int i = 0; i < taken; ++i) chosen.push_back(static_cast<int>(std::int64_t{i} * clips / taken));
    return chosen;
}

Poses choosePoses(const std::vector<int>& clips, const VerifyScope& scope) {
    Poses result;
    for (const int clip : clips) {
        for (int i = 0; i < scope.times; ++i) {
            result.poses.push_back(asHeld({clip, singlePhase(i, scope.times), clip, 0.0, 0.0}));
        }
    }
    result.singles = result.poses.size();
    for (std::size_t i = 0; i < clips.size() && clips.size() > 1; ++i) {
        const int next = clips[(i + 1) % clips.size()];
        for (int k = 0; k < scope.crossfades; ++k) {
            const double weight = (k + 1.0) / (scope.crossfades + 1.0);
            result.poses.push_back(
                asHeld({clips[i], evenFraction(3 * k + 1), next, evenFraction(5 * k + 2), weight}));
        }
    }
    return result;
}

std::string placeOf(const BakedAnimation& baked, const BakedPose& pose, std::uint32_t vertex) {
    const auto moment = [&](int clip, double phase) {
        const BakedClip& c = baked.clips[static_cast<std::size_t>(clip)];
        return fmt::format("{} at {:.4f} s", c.name, phase * c.duration_s);
    };
    std::string text = moment(pose.clip_a, pose.phase_a);
    if (pose.weight > 0.0)
        text +=
            fmt::format(" blended with weight {:.3f} of {}", pose.weight, moment(pose.clip_b, pose.phase_b));
    return text + fmt::format(", vertex {}", vertex);
}

}  // namespace phalanx
