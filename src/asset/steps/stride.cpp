#include "asset/steps/stride.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "asset/steps/loops.h"
#include "asset/steps/pose_probe.h"
#include "asset/steps/soles.h"

namespace phalanx {
namespace {

constexpr int kSamples = 48;  // per cycle
constexpr std::size_t kMaxSolePoints = 64;
constexpr double kSlowest = 0.08;   // heights per second: slower feet shuffle, they do not walk
constexpr double kAgreement = 0.4;  // of the planted moments must be within 50 % of the median speed

// At most kMaxSolePoints of the soles, evenly chosen.
Surface thinnedSoles(const Model& model, double height) {
    const std::vector<std::uint32_t> soles = soleVertices(model, height);
    const std::size_t stride = (soles.size() + kMaxSolePoints - 1) / kMaxSolePoints;
    std::vector<std::uint32_t> chosen;
    for (std::size_t i = 0; i < soles.size(); i += stride) chosen.push_back(soles[i]);
    return surfaceOf(model, chosen);
}

// The clip with linear tracks instead of steps: a foot that is moved in steps has no speed.
Clip withoutSteps(Clip clip) {
    const auto smooth = [](auto& track) {
        if (track.interpolation == Interpolation::kStep) track.interpolation = Interpolation::kLinear;
    };
    eachTrackOf(clip, smooth);
    return clip;
}

// The walking speed in file units per second along +Z; 0 if the feet do not walk.
double plantedSpeed(const Model& model, const Clip& clip, const Surface& soles, double height) {
    struct Moment {
        double y;
        double velocity_z;
        double velocity_x;
    };
    std::vector<Moment> moments;
    const double half_s = clip.duration_s / (4.0 * kSamples);
    double ground = 0.0;
    for (int i = 0; i < kSamples; ++i) {
        const double time_s = clip.duration_s * (i + 0.5) / kSamples;
        const ProbePoints before = skinPoints(model, soles.vertices, soles.targets, &clip, time_s - half_s);
        const ProbePoints after = skinPoints(model, soles.vertices, soles.targets, &clip, time_s + half_s);
        std::size_t lowest = 0;
        for (std::size_t p = 1; p < before.size(); ++p) {
            if (before[p].y + after[p].y < before[lowest].y + after[lowest].y) lowest = p;
        }
        const glm::dvec3 velocity = (after[lowest] - before[lowest]) / (2.0 * half_s);
        moments.push_back({(before[lowest].y + after[lowest].y) / 2.0, velocity.z, velocity.x});
        ground = i == 0 ? moments.back().y : std::min(ground, moments.back().y);
    }
    std::vector<double> planted;
    double sideways = 0.0;
    for (const Moment& moment : moments) {
        if (moment.y > ground + kPlantedHeight * height) continue;
        planted.push_back(moment.velocity_z);
        sideways += std::abs(moment.velocity_x);
    }
    std::nth_element(planted.begin(), planted.begin() + static_cast<std::ptrdiff_t>(planted.size() / 2),
                     planted.end());
    const double median = planted[planted.size() / 2];
    if (std::abs(median) < kSlowest * height) return 0.0;
    if (sideways / static_cast<double>(planted.size()) > 2.0 * std::abs(median)) return 0.0;
    const auto agree = std::count_if(planted.begin(), planted.end(), [median](double v) {
        return std::abs(v - median) <= 0.5 * std::abs(median);
    });
    if (static_cast<double>(agree) < kAgreement * static_cast<double>(planted.size())) return 0.0;
    return -median;
}

}  // namespace

void measureStrides(Model& model, const Directives& directives, Notes& notes) {
    if (model.clips.empty() || !(model.height_m > 0.0)) return;
    const double height = model.height_m / model.metres_per_unit;
    Surface soles;
    std::size_t measured = 0;
    for (Clip& clip : model.clips) {
        const auto given = directives.stride_speeds.find(clip.name);
        if (given != directives.stride_speeds.end()) {
            clip.stride_speed = given->second * model.metres_per_unit;
            continue;
        }
        if (!clip.loops || clip.stride_speed != 0.0 || clip.duration_s <= 0.0) continue;
        if (hintOfName(clip.name) == NameHint::kEvent)
            continue;  // an attack or a throw includes a step, but the model stays in place
        if (soles.vertices.empty()) soles = thinnedSoles(model, height);
        if (soles.vertices.empty()) return;  // the pose is not finite; the baker refuses it with the reason
        const double speed = plantedSpeed(model, hasSteps(clip) ? withoutSteps(clip) : clip, soles, height);
        clip.stride_speed = speed * model.metres_per_unit;
        if (clip.stride_speed != 0.0) ++measured;
    }
    if (measured > 0)
        notes.info(fmt::format("the stride of {} measured at the planted foot", counted(measured, "clip")));
}

}  // namespace phalanx
