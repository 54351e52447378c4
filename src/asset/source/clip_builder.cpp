#include "asset/source/clip_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "anim/pose/finite.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

// In a shorter clip no frame shows more than one pose.
constexpr double kLeastClip_s = 0.001;

}  // namespace

void ClipBuilder::begin(std::string name) {
    clip_ = Clip{};
    clip_.name = std::move(name);
    channel_of_.clear();
    has_track_.clear();
}

template <typename Value>
void ClipBuilder::check(const Track<Value>& track) const {
    for (const Key<Value>& key : track.keys) {
        if (!std::isfinite(key.time_s)) {
            throw inputError(file_, "clip " + printable(clip_.name) +
                                        " has a key whose time is not a number; the file is broken");
        }
        if (isFinite(key.value)) continue;
        throw inputError(file_,
                         "clip " + printable(clip_.name) +
                             " has a key that is not a number; the file is broken or its key format is "
                             "not supported");
    }
    for (const Tangents<Value>& tangents : track.tangents) {
        if (!isFinite(tangents.in) || !isFinite(tangents.out))
            throw inputError(file_, "clip " + printable(clip_.name) + " has a tangent that is not a number");
    }
}

template <typename Value>
void ClipBuilder::sort(Track<Value>& track) {
    const auto earlier = [](const Key<Value>& a, const Key<Value>& b) { return a.time_s < b.time_s; };
    if (std::ranges::is_sorted(track.keys, earlier)) return;
    ++unordered_;
    std::vector<std::size_t> order(track.keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return earlier(track.keys[a], track.keys[b]); });
    Track<Value> sorted;
    sorted.interpolation = track.interpolation;
    for (const std::size_t from : order) {
        sorted.keys.push_back(track.keys[from]);
        if (!track.tangents.empty()) sorted.tangents.push_back(track.tangents[from]);
    }
    track = std::move(sorted);
}

void ClipBuilder::normalize(Track<glm::dquat>& track) {
    constexpr double kShortest = 1e-6;
    constexpr double kTolerance = 1e-3;
    for (std::size_t k = 0; k < track.keys.size(); ++k) {
        glm::dquat& value = track.keys[k].value;
        const double length = glm::length(value);
        if (length < kShortest) {
            ++zero_;
            value = glm::dquat(1.0, 0.0, 0.0, 0.0);
            continue;
        }
        if (std::abs(length - 1.0) > kTolerance) ++unnormalised_;
        value /= length;
        if (track.tangents.empty()) continue;
        track.tangents[k].in /= length;
        track.tangents[k].out /= length;
    }
}

// Splines are interpolated by component: a key with the opposite sign would be another curve.
void ClipBuilder::takeShorterArcs(Track<glm::dquat>& track) {
    if (track.interpolation == Interpolation::kCubic) return;
    bool negated = false;  // whether the previous key was flipped to the other hemisphere
    for (std::size_t i = 1; i < track.keys.size(); ++i) {
        glm::dquat& value = track.keys[i].value;
        const bool opposite = glm::dot(track.keys[i - 1].value, negated ? -value : value) < 0.0;
        if (opposite) ++flipped_;
        negated = negated != opposite;
        if (negated) value = -value;
    }
}

void ClipBuilder::add(Channel channel) {
    if (channel.empty()) return;
    eachTrack(channel, [&](auto& track) {
        check(track);
        sort(track);
    });
    normalize(channel.rotations);
    takeShorterArcs(channel.rotations);
    const auto node = static_cast<std::size_t>(channel.node);
    if (channel_of_.size() <= node) channel_of_.resize(node + 1, 0);
    if (channel_of_[node] == 0) {
        clip_.channels.push_back(std::move(channel));
        channel_of_[node] = clip_.channels.size();
        return;
    }
    Channel& known = clip_.channels[channel_of_[node] - 1];
    bool taken = false;
    const auto complete = [&taken](auto& track, auto& other) {
        if (other.keys.empty()) return;
        taken = taken || !track.keys.empty();
        if (track.keys.empty()) track = std::move(other);
    };
    complete(known.translations, channel.translations);
    complete(known.rotations, channel.rotations);
    complete(known.scales, channel.scales);
    if (taken) ++repeated_;
}

void ClipBuilder::add(MorphTrack track) {
    if (track.weights.keys.empty()) return;
    check(track.weights);
    sort(track.weights);
    const auto target = static_cast<std::size_t>(track.target);
    if (has_track_.size() <= target) has_track_.resize(target + 1, false);
    if (has_track_[target]) {
        ++repeated_;
        return;
    }
    has_track_[target] = true;
    clip_.morph_tracks.push_back(std::move(track));
}

// Shifts the first key to 0 and sets the duration.
void ClipBuilder::setTimes(const std::optional<TimeRange>& given) {
    TimeRange several{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    TimeRange any = several;
    eachTrackOf(std::as_const(clip_), [&](const auto& track) {
        if (track.keys.empty()) return;
        for (TimeRange* range : {&any, track.keys.size() > 1 ? &several : &any}) {
            range->first_s = std::min(range->first_s, track.keys.front().time_s);
            range->last_s = std::max(range->last_s, track.keys.back().time_s);
        }
    });
    const TimeRange range = given.value_or(several.first_s <= several.last_s ? several : any);
    if (!(range.first_s <= range.last_s)) return;
    clip_.duration_s = range.last_s - range.first_s;
    if (std::abs(range.first_s) > 1e-6) {
        ++late_;
        latest_first_key_s_ = std::max(latest_first_key_s_, range.first_s);
    }
    if (clip_.duration_s > 0.0 && clip_.duration_s < kLeastClip_s) {
        if (short_++ == 0)
            first_short_ = fmt::format("{}: {:.3g} s", printable(clip_.name), clip_.duration_s);
        keepFirstPose();
    }
    // A key before the range was inserted by an importer; it is the only key of its track, so its time has no
    // effect.
    eachTrackOf(clip_, [&](auto& track) {
        for (auto& key : track.keys)
            key.time_s = std::clamp(key.time_s - range.first_s, 0.0, clip_.duration_s);
    });
    for (Marker& marker : clip_.markers) marker.time_s -= range.first_s;
}

void ClipBuilder::keepFirstPose() {
    clip_.duration_s = 0.0;
    eachTrackOf(clip_, [](auto& track) {
        track.keys.resize(std::min<std::size_t>(track.keys.size(), 1));
        track.tangents.resize(std::min<std::size_t>(track.tangents.size(), 1));
    });
}

void ClipBuilder::end(const std::optional<TimeRange>& range) {
    if (clip_.empty()) {
        ++empty_;
        return;
    }
    for (const Channel& channel : clip_.channels) {
        if (channel.translations.keys.empty() || channel.rotations.keys.empty() ||
            channel.scales.keys.empty()) {
            ++partial_;
        }
    }
    setTimes(range);
    clip_.name = names_.take(clip_.name.empty() ? fmt::format("clip {}", clips_.size()) : clip_.name);
    clips_.push_back(std::move(clip_));
}

void ClipBuilder::report(Notes& notes) const {
    if (empty_ > 0) notes.info(counted(empty_, "clip") + " without a node of this file; left out");
    if (flipped_ > 0) {
        notes.info(counted(flipped_, "neighbouring rotation key") + (flipped_ == 1 ? " was" : " were") +
                   " in opposite hemispheres; flipped to the shorter arc");
    }
    if (unnormalised_ > 0)
        notes.info(counted(unnormalised_, "rotation key") + " not of unit length; normalized");
    if (zero_ > 0) notes.warn(counted(zero_, "rotation key") + " of zero length; replaced by the identity");
    if (unordered_ > 0) notes.warn(counted(unordered_, "track") + " with keys out of order; sorted by time");
    if (partial_ > 0) {
        notes.info(counted(partial_, "channel") +
                   " without translation, rotation or scale; the node's own is used");
    }
    if (repeated_ > 0)
        notes.info(
            counted(repeated_, "channel") +
            " for a node or morph target that already has one; only the tracks that the first lacks are "
            "played");
    if (late_ > 0) {
        notes.info(fmt::format("{} after 0 s (at up to {:.4g} s); played from the first key",
                               counted(late_, "clip") + (late_ == 1 ? " starts" : " start"),
                               latest_first_key_s_));
    }
    if (short_ > 0) {
        notes.warn(fmt::format("{} shorter than {:g} s ({}); only the first pose is played",
                               counted(short_, "clip is", "clips are"), kLeastClip_s, first_short_));
    }
    if (!lost_.empty()) {
        notes.warn(fmt::format("channels for {} not in the file ({}); left out",
                               counted(lost_.size(), "node"), printable(*lost_.begin())));
    }
}

}  // namespace phalanx
