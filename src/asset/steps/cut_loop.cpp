#include "asset/steps/cut_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "anim/pose/key_track.h"
#include "asset/steps/pose_probe.h"
#include "asset/steps/root_motion.h"
#include "core/printable.h"
#include "core/smooth_step.h"

namespace phalanx {
namespace {

constexpr double kShortest_s = 0.5;
constexpr double kLongest_s = 4.0;
constexpr double kAlike = 0.08;      // of the clip's motion
constexpr double kBlend_s = 0.3;     // at most
constexpr double kBlendPart = 0.25;  // of the loop

// Without where the model is on the ground.
ProbePoints standing(ProbePoints points) {
    glm::dvec3 middle(0.0);
    for (const glm::dvec3& point : points) middle += point / static_cast<double>(points.size());
    middle.y = 0.0;
    for (glm::dvec3& point : points) point -= middle;
    return points;
}

struct Range {
    double first_s = 0.0;
    double last_s = 0.0;
};

std::optional<Range> bestRange(const PoseProbe& probe, const Clip& clip) {
    constexpr double kStep_s = 1.0 / 30.0;
    constexpr double kLongestSearch_s = 300.0;  // from the beginning; poses take some 7 kB each
    std::vector<ProbePoints> poses;
    const int moments = static_cast<int>(std::min(clip.duration_s, kLongestSearch_s) / kStep_s) + 1;
    for (int i = 0; i < moments; ++i) poses.push_back(standing(probe.at(clip, i * kStep_s)));
    double motion = 0.0;
    for (const ProbePoints& pose : poses) motion = std::max(motion, PoseProbe::distance(poses.front(), pose));
    std::optional<Range> best;
    double least = kAlike * motion;
    for (std::size_t i = 0; i + 1 < poses.size(); ++i) {
        for (std::size_t j = i + 1; j + 1 < poses.size(); ++j) {
            const double length_s = static_cast<double>(j - i) * kStep_s;
            if (length_s < kShortest_s || length_s > kLongest_s) continue;
            const double here = PoseProbe::distance(poses[i], poses[j]);
            if (here >= least) continue;
            // One step later they must be alike, too: the same pose on the way back is another moment.
            const double unlike = std::max(here, PoseProbe::distance(poses[i + 1], poses[j + 1]));
            if (unlike >= least) continue;
            least = unlike;
            best = Range{static_cast<double>(i) * kStep_s, static_cast<double>(j) * kStep_s};
        }
    }
    return best;
}

template <typename Value>
Value added(const Value& value, const Value& from, const Value& to, double part) {
    if constexpr (std::is_same_v<Value, glm::dquat>) {
        const glm::dquat whole = glm::conjugate(from) * to;
        return glm::normalize(
            value * glm::slerp(glm::dquat(1.0, 0.0, 0.0, 0.0), whole.w < 0.0 ? -whole : whole, part));
    } else {
        return value + (to - from) * part;
    }
}

// The keys within the range, and one at each end.
template <typename Value>
void cut(Track<Value>& track, const Range& range) {
    if (track.keys.empty()) return;
    std::set<double> times{range.first_s, range.last_s};
    for (const auto& key : track.keys) {
        if (key.time_s > range.first_s && key.time_s < range.last_s) times.insert(key.time_s);
    }
    if (track.interpolation == Interpolation::kCubic) {
        constexpr double kStep_s = 1.0 / 60.0;  // splines become short lines
        const int steps = static_cast<int>((range.last_s - range.first_s) / kStep_s);
        for (int i = 0; i < steps; ++i) times.insert(range.first_s + i * kStep_s);
    }
    Track<Value> result;
    if (track.interpolation == Interpolation::kStep) result.interpolation = Interpolation::kStep;
    TrackMoment moment;
    for (const double time : times) {
        moment.time_s = time;
        Value value = sampleTrack(track, moment);
        if constexpr (std::is_same_v<Value, glm::dquat>) {
            if (!result.keys.empty() && glm::dot(result.keys.back().value, value) < 0.0) value = -value;
        }
        result.keys.push_back({time - range.first_s, value});
    }
    track = std::move(result);
}

template <typename Value>
void close(Track<Value>& track, double length_s) {
    if (track.keys.size() < 2) return;
    const double blend_s = std::min(kBlend_s, kBlendPart * length_s);
    const Value from = track.keys.back().value;
    const Value to = track.keys.front().value;
    for (auto& key : track.keys)
        key.value = added(key.value, from, to, smoothStep(length_s - blend_s, length_s, key.time_s));
}

}  // namespace

void cutLoop(const Model& model, Clip& clip, Notes& notes) {
    const PoseProbe probe(model);
    const std::string name = printable(clip.name);
    const ProbePoints first = standing(probe.at(clip, 0.0));
    if (PoseProbe::distance(first, standing(probe.at(clip, clip.duration_s))) <= 1e-3 * probe.size()) return;
    const std::optional<Range> range = bestRange(probe, clip);
    if (!range) {
        notes.warn(fmt::format("{} was not cut to a loop: no two of its moments are alike", name));
        return;
    }
    Clip loop = clip;
    loop.duration_s = range->last_s - range->first_s;
    eachTrackOf(loop, [&](auto& track) { cut(track, *range); });
    std::erase_if(loop.markers, [&](const Marker& marker) {
        return marker.time_s < range->first_s || marker.time_s >= range->last_s;
    });
    for (Marker& marker : loop.markers) marker.time_s -= range->first_s;
    // The way over the ground is no gap.
    const std::optional<Drift> drift = findDrift(model, loop, probe.size());
    if (drift) removeDrift(loop, *drift);
    eachTrackOf(loop, [&](auto& track) { close(track, loop.duration_s); });
    if (drift) {
        Drift back = *drift;
        back.local_per_s = -back.local_per_s;
        removeDrift(loop, back);
    }
    notes.info(
        fmt::format("{} cut to its loop from {:.2f} to {:.2f} s", name, range->first_s, range->last_s));
    clip = std::move(loop);
}

}  // namespace phalanx
