#include "asset/assimp/clips.h"

#include <assimp/anim.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <unordered_map>

#include "asset/assimp/convert.h"
#include "asset/import_limits.h"
#include "asset/steps/unique_names.h"
#include "core/error.h"

namespace phalanx {
namespace {

constexpr double kUnknownTicksPerSecond = 25.0;

class ClipReader {
  public:
    ClipReader(const NodeTree& tree, std::optional<double> ticks_per_second, const std::string& file)
        : tree_(tree), file_(file), known_rate_(ticks_per_second) {}

    Clip read(const aiAnimation& animation, const TimeRange* range) {
        Clip clip;
        clip.name = toString(animation.mName);
        name_ = clip.name;
        const double rate = known_rate_.value_or(animation.mTicksPerSecond);
        seconds_per_tick_ = 1.0 / (rate > 0.0 ? rate : kUnknownTicksPerSecond);
        if (!(rate > 0.0)) ++without_rate_;
        if (animation.mNumMorphMeshChannels > 0 || animation.mNumMeshChannels > 0) ++morphed_;
        std::unordered_map<int, std::size_t> channel_of;
        for (unsigned c = 0; c < animation.mNumChannels; ++c) {
            const aiNodeAnim& from = *animation.mChannels[c];
            const int node = tree_.find(toString(from.mNodeName));
            if (node < 0) {
                lost_.insert(toString(from.mNodeName));
                continue;
            }
            Channel channel;
            channel.node = node;
            channel.translations.keys = vectors(std::span(from.mPositionKeys, from.mNumPositionKeys));
            channel.rotations.keys = rotations(std::span(from.mRotationKeys, from.mNumRotationKeys));
            channel.scales.keys = vectors(std::span(from.mScalingKeys, from.mNumScalingKeys));
            if (channel.empty()) continue;
            if (channel.translations.keys.empty() || channel.rotations.keys.empty() ||
                channel.scales.keys.empty())
                ++partial_;
            const auto [entry, fresh] = channel_of.try_emplace(node, clip.channels.size());
            if (fresh) {
                clip.channels.push_back(std::move(channel));
            } else {
                complete(clip.channels[entry->second], std::move(channel));
            }
        }
        setRange(clip, range);
        return clip;
    }

    void report(Notes& notes) const {
        if (without_rate_ > 0)
            notes.info(counted(without_rate_, "clip") + " without ticks per second; 25 assumed");
        if (flipped_ > 0) {
            notes.info(counted(flipped_, "neighbouring rotation key") + (flipped_ == 1 ? " was" : " were") +
                       " in opposite hemispheres; flipped to the shorter arc");
        }
        if (unnormalised_ > 0)
            notes.info(counted(unnormalised_, "rotation key") + " not of unit length; normalized");
        if (zero_ > 0)
            notes.warn(counted(zero_, "rotation key") + " of zero length; replaced by the identity");
        if (unordered_ > 0)
            notes.warn(counted(unordered_, "track") + " with keys out of order; sorted by time");
        if (partial_ > 0) {
            notes.info(counted(partial_, "channel") +
                       " without translation, rotation or scale; the node's own is used");
        }
        if (repeated_ > 0)
            notes.info(counted(repeated_, "channel") +
                       " for a node that already has one; only the tracks that the first lacks are played");
        if (late_ > 0) {
            notes.info(fmt::format("{} after 0 s (at up to {:.4g} s); played from the first key",
                                   counted(late_, "clip") + (late_ == 1 ? " starts" : " start"),
                                   latest_first_key_s_));
        }
        if (morphed_ > 0)
            notes.info(counted(morphed_, "clip") + " with morph targets, which are not supported");
        if (!lost_.empty()) {
            notes.warn(fmt::format("channels for {} not in the file ({}); left out",
                                   counted(lost_.size(), "node"), *lost_.begin()));
        }
    }

  private:
    template <typename Keys>
    void checkTime(const Keys& key) const {
        if (!std::isfinite(key.mTime)) {
            throw inputError(file_,
                             "clip " + name_ + " has a key whose time is not a number; the file is broken");
        }
    }

    std::vector<Key<glm::dvec3>> vectors(std::span<const aiVectorKey> from) {
        std::vector<Key<glm::dvec3>> keys;
        keys.reserve(from.size());
        for (const aiVectorKey& key : from) {
            checkTime(key);
            const glm::dvec3 value = toGlm(key.mValue);
            if (!isFinite(value)) refuseValue();
            keys.push_back({key.mTime * seconds_per_tick_, value});
        }
        sort(keys);
        return keys;
    }

    std::vector<Key<glm::dquat>> rotations(std::span<const aiQuatKey> from) {
        std::vector<Key<glm::dquat>> keys;
        keys.reserve(from.size());
        for (const aiQuatKey& key : from) {
            checkTime(key);
            const glm::dquat value = toGlm(key.mValue);
            if (!isFinite(value)) refuseValue();
            const double length = glm::length(value);
            constexpr double kShortest = 1e-6;
            constexpr double kTolerance = 1e-3;
            if (length < kShortest) {
                ++zero_;
            } else if (std::abs(length - 1.0) > kTolerance) {
                ++unnormalised_;
            }
            keys.push_back({key.mTime * seconds_per_tick_,
                            length < kShortest ? glm::dquat(1.0, 0.0, 0.0, 0.0) : value / length});
        }
        sort(keys);
        bool negated = false;  // whether the previous key was flipped to the other hemisphere
        for (std::size_t i = 1; i < keys.size(); ++i) {
            const bool opposite = glm::dot(keys[i - 1].value, negated ? -keys[i].value : keys[i].value) < 0.0;
            if (opposite) ++flipped_;
            negated = negated != opposite;
            if (negated) keys[i].value = -keys[i].value;
        }
        return keys;
    }

    template <typename Value>
    void sort(std::vector<Key<Value>>& keys) {
        const auto earlier = [](const Key<Value>& a, const Key<Value>& b) { return a.time_s < b.time_s; };
        if (std::is_sorted(keys.begin(), keys.end(), earlier)) return;
        ++unordered_;
        std::stable_sort(keys.begin(), keys.end(), earlier);
    }

    [[noreturn]] void refuseValue() const {
        throw inputError(file_,
                         "clip " + name_ +
                             " has a key that is not a number; the file is broken or its key format is not "
                             "supported");
    }

    void complete(Channel& channel, Channel other) {
        ++repeated_;
        if (channel.translations.keys.empty()) channel.translations = std::move(other.translations);
        if (channel.rotations.keys.empty()) channel.rotations = std::move(other.rotations);
        if (channel.scales.keys.empty()) channel.scales = std::move(other.scales);
    }

    // Shifts the first key to 0 and sets the duration.
    void setRange(Clip& clip, const TimeRange* given) {
        TimeRange several{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
        TimeRange any = several;
        const auto forEachTrack = [&clip](const auto& visit) {
            for (Channel& channel : clip.channels)
                eachTrack(channel, [&](auto& track) { visit(track.keys); });
        };
        forEachTrack([&](auto& keys) {
            if (keys.empty()) return;
            for (TimeRange* range : {&any, keys.size() > 1 ? &several : &any}) {
                range->first_s = std::min(range->first_s, keys.front().time_s);
                range->last_s = std::max(range->last_s, keys.back().time_s);
            }
        });
        TimeRange range = several.first_s <= several.last_s ? several : any;
        if (given != nullptr) range = *given;
        if (!(range.first_s <= range.last_s)) return;
        clip.duration_s = range.last_s - range.first_s;
        if (std::abs(range.first_s) > 1e-6) {
            ++late_;
            latest_first_key_s_ = std::max(latest_first_key_s_, range.first_s);
        }
        // A key before the range was inserted by the importer; it is the only key of its track, so its time
        // has no effect.
        forEachTrack([&](auto& keys) {
            for (auto& key : keys) key.time_s = std::clamp(key.time_s - range.first_s, 0.0, clip.duration_s);
        });
    }

    const NodeTree& tree_;
    const std::string& file_;
    std::optional<double> known_rate_;
    std::string name_;
    double seconds_per_tick_ = 1.0 / kUnknownTicksPerSecond;
    std::size_t without_rate_ = 0;
    std::size_t flipped_ = 0;
    std::size_t unnormalised_ = 0;
    std::size_t zero_ = 0;
    std::size_t unordered_ = 0;
    std::size_t partial_ = 0;
    std::size_t repeated_ = 0;
    std::size_t late_ = 0;
    std::size_t morphed_ = 0;
    double latest_first_key_s_ = 0.0;
    std::set<std::string> lost_;
};

}  // namespace

std::vector<Clip> readClips(const aiScene& scene, const NodeTree& tree, const ClipTiming& timing,
                            const std::string& file, Notes& notes) {
    if (scene.mNumAnimations > kMaxClips)
        throw inputError(file, fmt::format("has {} clips; the limit is {}", scene.mNumAnimations, kMaxClips));
    std::vector<Clip> clips;
    ClipReader reader(tree, timing.ticks_per_second, file);
    UniqueNames names;
    std::size_t empty = 0;
    for (unsigned i = 0; i < scene.mNumAnimations; ++i) {
        const auto range = timing.ranges.find(i);
        Clip clip =
            reader.read(*scene.mAnimations[i], range == timing.ranges.end() ? nullptr : &range->second);
        if (clip.channels.empty()) {
            ++empty;
            continue;
        }
        clip.name = names.take(clip.name.empty() ? fmt::format("clip {}", clips.size()) : clip.name);
        clips.push_back(std::move(clip));
    }
    if (empty > 0) notes.info(counted(empty, "clip") + " without a node of this file; left out");
    reader.report(notes);
    return clips;
}

}  // namespace phalanx
