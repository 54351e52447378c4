#include "anim/events/clip_markers.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <glm/glm.hpp>
#include <span>

#include "anim/feet/legs.h"
#include "anim/pose/joint_names.h"
#include "anim/pose/pose.h"
#include "anim/pose/pose_sampler.h"

namespace phalanx {
namespace {

constexpr const char* kFootstep = "footstep";

ClipMarker markerAt(std::string name, double phase, bool loops, bool found) {
    if (loops) phase -= std::floor(phase);
    const double cycles = std::round(phase * 0x1p32);
    if (loops && cycles >= 0x1p32) return {std::move(name), 0.0, 0U, found};
    return {std::move(name), phase, static_cast<std::uint32_t>(std::min(cycles, 0x1p32 - 1.0)), found};
}

// A foot has stepped when its ankle, having been lifted by kLifted, is within kDown of its lowest place: both
// of the model's height. Lower than kGround above its place at rest; a clip that flies has no steps.
constexpr double kDown = 0.012;
constexpr double kLifted = 0.03;
constexpr double kGround = 0.05;
constexpr double kStepsPerSecond = 240.0;
constexpr double kMostSteps = 20'000.0;

// Of the ankle, at equal steps over the clip, model space, metres; without the last moment of a loop.
std::vector<std::vector<double>> anklesOver(const Model& model, const Clip& clip,
                                            std::span<const int> ankles) {
    const auto steps =
        static_cast<std::size_t>(std::clamp(std::ceil(clip.duration_s * kStepsPerSecond), 16.0, kMostSteps));
    std::vector<std::vector<double>> heights(ankles.size());
    for (std::size_t i = 0; i < (clip.loops ? steps : steps + 1); ++i) {
        const double time_s = clip.duration_s * static_cast<double>(i) / static_cast<double>(steps);
        const std::vector<glm::dmat4> nodes = modelFromNode(model, samplePose(model, clip, time_s));
        for (std::size_t a = 0; a < ankles.size(); ++a)
            heights[a].push_back(nodes[static_cast<std::size_t>(ankles[a])][3].y);
    }
    return heights;
}

// Phases at which a foot comes down.
std::vector<double> stepsOf(const std::vector<double>& heights, bool loops, double rest_m, double height_m) {
    const double lowest = std::ranges::min(heights);
    std::vector<double> phases;
    if (lowest > rest_m + kGround * height_m) return phases;
    const std::size_t count = heights.size();
    bool lifted = false;
    // A loop is walked twice: what was lifted before its start is known then.
    for (std::size_t i = 0; i < (loops ? 2 * count : count); ++i) {
        const double height = heights[i % count] - lowest;
        if (height > kLifted * height_m) lifted = true;
        if (!lifted || height > kDown * height_m) continue;
        lifted = false;
        if (loops && i < count) continue;
        phases.push_back(static_cast<double>(i % count) / static_cast<double>(loops ? count : count - 1));
    }
    return phases;
}

std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

}  // namespace

std::string footstepName(const Model& model, std::span<const int> ankles, int ankle) {
    const std::string& joint = model.nodes[static_cast<std::size_t>(ankle)].name;
    const BodySide side = ankles.size() == 2 ? sideOf(lowered(joint)) : BodySide::kNone;
    const std::string plain = side == BodySide::kLeft ? "L" : side == BodySide::kRight ? "R" : joint;
    return std::string(kFootstep) + "." + plain;
}

std::vector<ClipMarkers> clipMarkers(const Model& model) {
    const std::vector<int> ankles = anklesOf(model);
    const std::vector<glm::dmat4> rest = modelFromNode(model, restPose(model));
    std::vector<ClipMarkers> result(model.clips.size());
    for (std::size_t c = 0; c < model.clips.size(); ++c) {
        const Clip& clip = model.clips[c];
        ClipMarkers& markers = result[c];
        bool has_steps = false;
        for (const Marker& marker : clip.markers) {
            const double phase = clip.duration_s > 0.0 ? marker.time_s / clip.duration_s : 0.0;
            markers.push_back(markerAt(marker.name, phase, clip.loops, false));
            has_steps = has_steps || marker.name.starts_with(kFootstep);
        }
        if (!has_steps && !ankles.empty() && clip.duration_s > 0.0) {
            const auto heights = anklesOver(model, clip, ankles);
            for (std::size_t a = 0; a < ankles.size(); ++a) {
                const double rest_m = rest[static_cast<std::size_t>(ankles[a])][3].y;
                for (const double phase : stepsOf(heights[a], clip.loops, rest_m, model.height_m))
                    markers.push_back(
                        markerAt(footstepName(model, ankles, ankles[a]), phase, clip.loops, true));
            }
        }
        std::ranges::stable_sort(markers, {}, &ClipMarker::cycles);
    }
    return result;
}

void giveMarkers(const ClipMarkers& markers, Clip& clip) {
    clip.markers.clear();
    for (const ClipMarker& marker : markers)
        clip.markers.push_back({marker.name, std::clamp(marker.phase, 0.0, 1.0) * clip.duration_s});
    std::ranges::stable_sort(clip.markers, {}, &Marker::time_s);
}

std::vector<MarkerTime> markerTimes(const Clip& clip, const ClipMarkers& markers, double from_s,
                                    double to_s) {
    std::vector<MarkerTime> times;
    const bool repeats = clip.loops && clip.duration_s > 0.0;
    const double first = repeats ? std::floor(from_s / clip.duration_s) - 1.0 : 0.0;
    const double last = repeats ? std::ceil(to_s / clip.duration_s) : 0.0;
    for (double cycle = first; cycle <= last; cycle += 1.0) {
        for (std::size_t m = 0; m < markers.size(); ++m) {
            const double seconds = (cycle + markers[m].phase) * clip.duration_s;
            if (seconds >= from_s && seconds < to_s) times.push_back({seconds, m});
        }
    }
    return times;
}

}  // namespace phalanx
