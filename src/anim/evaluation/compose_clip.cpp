#include "anim/evaluation/compose_clip.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "anim/evaluation/evaluate_pose.h"
#include "core/error.h"

namespace phalanx {
namespace {

constexpr double kKeys_hz = 60.0;

const Clip& clipAt(const Model& model, const WeightedClip& mixed) {
    return model.clips[static_cast<std::size_t>(mixed.clip)];
}

// Of one cycle of the base, or else of the first layer.
struct Cycle {
    double seconds = 0.0;
    bool loops = false;
    bool in_step = false;
};

Cycle cycleOf(const Model& model, const ResolvedPose& pose) {
    const ClipMix& first = pose.base.empty() && !pose.layers.empty() ? pose.layers.front().clips : pose.base;
    if (first.empty()) return {1.0 / kKeys_hz, true, false};
    const Clip& heaviest = clipAt(model, heaviestFirst(first).front());
    if (pose.cycle.in_step && pose.cycle.rate_hz > 0.0) return {1.0 / pose.cycle.rate_hz, true, true};
    return {std::max(heaviest.duration_s, 1.0 / kKeys_hz), heaviest.loops, false};
}

// The time of a clip when a share of the cycle has passed.
double timeAt(const Clip& clip, double begin_s, double share, const Cycle& cycle) {
    if (!clip.loops) return std::min(begin_s + share * cycle.seconds, clip.duration_s);
    const double cycles =
        cycle.in_step ? 1.0 : std::max(1.0, std::round(cycle.seconds / std::max(clip.duration_s, 1e-9)));
    return begin_s + share * cycles * clip.duration_s;
}

void setTimes(const Model& model, const ClipMix& begin, ClipMix& mix, double share, const Cycle& cycle) {
    for (std::size_t i = 0; i < mix.size(); ++i)
        mix[i].time_s = timeAt(clipAt(model, begin[i]), begin[i].time_s, share, cycle);
}

ResolvedPose poseAt(const Model& model, const ResolvedPose& pose, double share, const Cycle& cycle) {
    Cycle of_layers = cycle;
    of_layers.in_step = false;
    ResolvedPose now = pose;
    setTimes(model, pose.base, now.base, share, cycle);
    for (std::size_t i = 0; i < pose.layers.size(); ++i)
        setTimes(model, pose.layers[i].clips, now.layers[i].clips, share, of_layers);
    for (std::size_t i = 0; i < pose.additive.size(); ++i)
        setTimes(model, pose.additive[i].clips, now.additive[i].clips, share, of_layers);
    return now;
}

void addMarkers(const Model& model, const ClipMix& mix, const Cycle& cycle, bool in_step, Clip& composed) {
    if (mix.empty()) return;
    const Clip& clip = clipAt(model, mix.front());
    Cycle of_mix = cycle;
    of_mix.in_step = in_step;
    const double length_s = timeAt(clip, 0.0, 1.0, of_mix);  // of the clip's time that passes
    for (const Marker& marker : clip.markers) {
        const double begin_s = mix.front().time_s;
        const double after_s =
            clip.loops ? std::fmod(std::fmod(marker.time_s - begin_s, clip.duration_s) + clip.duration_s,
                                   clip.duration_s)
                       : marker.time_s - begin_s;
        if (after_s < 0.0 || length_s <= 0.0) continue;
        const double step_s = clip.loops ? clip.duration_s : length_s + 1.0;
        for (double at_s = after_s; at_s < length_s; at_s += step_s)
            composed.markers.push_back({marker.name, at_s / length_s * cycle.seconds});
    }
}

// Relative to the parents that the nodes have in the file.
LocalPose inFileTree(const Model& model, const EvaluatedPose& pose) {
    LocalPose local = pose.local;
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        const int parent = model.nodes[n].parent;
        if (pose.parents[n] == parent) continue;
        const glm::dmat4& whole = pose.file_from_node[n];
        const glm::dmat4 relative =
            parent < 0 ? whole : glm::inverse(pose.file_from_node[static_cast<std::size_t>(parent)]) * whole;
        local.nodes[n].driven = true;
        local.nodes[n].transform = decompose(relative);
    }
    return local;
}

void checkTargets(const ResolvedPose& pose, const std::string& where) {
    const auto needs_army = [](const ResolvedTarget& target) { return target.in_world || target.unit; };
    if (std::ranges::any_of(pose.aims, needs_army) || std::ranges::any_of(pose.iks, needs_army))
        throw usageError(where, "a clip has no places in the world and no units: give a point of the model");
}

}  // namespace

Clip composeClip(const Model& model, const ComposedClip& composed, const BlendSpaces& spaces) {
    BlendSpaces all = composed.pose.spaces;
    all.spaces.insert(all.spaces.end(), spaces.spaces.begin(), spaces.spaces.end());
    const ResolvedPose pose = resolvePose(model, composed.pose.pose, all, composed.where);
    checkTargets(pose, composed.where);
    const Cycle cycle = cycleOf(model, pose);
    Clip clip;
    clip.name = composed.name;
    clip.duration_s = cycle.seconds;
    clip.loops = cycle.loops;
    const bool ahead = std::abs(pose.cycle.stride_m.x) <= 1e-9;
    if (clip.loops && ahead) clip.stride_speed = pose.cycle.stride_m.y / cycle.seconds;
    for (std::size_t n = 0; n < model.nodes.size(); ++n)
        clip.channels.emplace_back().node = static_cast<int>(n);
    for (std::size_t t = 0; t < model.morph_targets.size(); ++t)
        clip.morph_tracks.emplace_back().target = static_cast<int>(t);
    std::vector<bool> driven(model.nodes.size(), false);  // the others keep their rest matrix
    const int steps = std::max(1, static_cast<int>(std::lround(cycle.seconds * kKeys_hz)));
    for (int i = 0; i <= steps; ++i) {
        const double share = static_cast<double>(i) / steps;
        // The last key closes the loop.
        const ResolvedPose now = poseAt(model, pose, clip.loops && i == steps ? 0.0 : share, cycle);
        const LocalPose local = inFileTree(model, evaluatePose(model, now));
        const double time_s = share * cycle.seconds;
        for (std::size_t n = 0; n < model.nodes.size(); ++n) {
            if (!local.nodes[n].driven) continue;
            driven[n] = true;
            const Transform& at = local.nodes[n].transform;
            Channel& channel = clip.channels[n];
            glm::dquat rotation = at.rotation;
            if (!channel.rotations.keys.empty() &&
                glm::dot(rotation, channel.rotations.keys.back().value) < 0.0)
                rotation = -rotation;
            channel.translations.keys.push_back({time_s, at.translation});
            channel.rotations.keys.push_back({time_s, rotation});
            channel.scales.keys.push_back({time_s, at.scale});
        }
        for (std::size_t t = 0; t < model.morph_targets.size(); ++t)
            clip.morph_tracks[t].weights.keys.push_back({time_s, local.morph_weights[t]});
    }
    std::erase_if(clip.channels,
                  [&](const Channel& channel) { return !driven[static_cast<std::size_t>(channel.node)]; });
    addMarkers(model, pose.base, cycle, cycle.in_step, clip);
    for (const ResolvedLayer& layer : pose.layers) addMarkers(model, layer.clips, cycle, false, clip);
    std::ranges::stable_sort(clip.markers, {}, &Marker::time_s);
    return clip;
}

}  // namespace phalanx
