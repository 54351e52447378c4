#include "asset/gltf/gltf_clips.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "asset/source/clip_builder.h"
#include "asset/source/directives.h"
#include "core/printable.h"

namespace phalanx {
namespace {

constexpr const char* kMarkersKey = "phalanx_markers";  // extras of an animation

glm::dvec3 valueOf(std::span<const double> v, const glm::dvec3& /*type*/) {
    return {v[0], v[1], v[2]};
}
glm::dquat valueOf(std::span<const double> v, const glm::dquat& /*type*/) {
    return {v[3], v[0], v[1], v[2]};
}

class ClipReader {
  public:
    ClipReader(const GltfFile& file, const GltfNodes& nodes, const GltfMorphs& morphs, Notes& notes)
        : file_(file), nodes_(nodes), morphs_(morphs), notes_(notes), clips_(file.name()) {}

    std::vector<Clip> read() {
        const std::vector<tinygltf::Animation>& animations = file_.model().animations;
        for (std::size_t a = 0; a < animations.size(); ++a) {
            clips_.begin(animations[a].name);
            range_.reset();
            for (const tinygltf::AnimationChannel& channel : animations[a].channels) {
                if (channel.sampler < 0 ||
                    static_cast<std::size_t>(channel.sampler) >= animations[a].samplers.size()) {
                    file_.fail(fmt::format("clip {} uses sampler {} of only {}", a, channel.sampler,
                                           animations[a].samplers.size()));
                }
                add(channel, animations[a].samplers[static_cast<std::size_t>(channel.sampler)], a);
            }
            addMarkers(animations[a].extras, a);
            clips_.end(range_);
        }
        clips_.report(notes_);
        if (without_targets_ > 0) {
            notes_.warn(fmt::format("{} of weights of a node without morph targets; left out",
                                    counted(without_targets_, "channel")));
        }
        return clips_.take();
    }

  private:
    // "fire=0.05, grip=0.7", or [{"name": "fire", "seconds": 0.05}]: in seconds of the file.
    void addMarkers(const tinygltf::Value& extras, std::size_t a) {
        if (!extras.IsObject() || !extras.Has(kMarkersKey)) return;
        std::size_t invalid = 0;
        std::string first;
        const auto complain = [&](const std::string& item) {
            if (invalid++ == 0) first = item;
        };
        readMarkersOf(extras, complain);
        if (invalid > 0) {
            notes_.warn(fmt::format("animations[{}].extras.{} has {}, first \"{}\"; left out", a, kMarkersKey,
                                    counted(invalid, "invalid entry", "invalid entries"), printable(first)));
        }
    }

    void readMarkersOf(const tinygltf::Value& extras,
                       const std::function<void(const std::string&)>& complain) {
        const tinygltf::Value& value = extras.Get(kMarkersKey);
        if (value.IsString()) {
            for (Marker& marker : readMarkers(value.Get<std::string>(), complain))
                clips_.add(std::move(marker));
            return;
        }
        if (!value.IsArray()) return complain("it is no list");
        for (std::size_t i = 0; i < value.ArrayLen(); ++i) {
            const tinygltf::Value& item = value.Get(static_cast<int>(i));
            const bool whole = item.IsObject() && item.Has("name") && item.Get("name").IsString() &&
                               item.Has("seconds") && item.Get("seconds").IsNumber() &&
                               !item.Get("name").Get<std::string>().empty();
            if (whole) {
                clips_.add(Marker{printable(item.Get("name").Get<std::string>(), kMostMarkerName),
                                  item.Get("seconds").GetNumberAsDouble()});
            } else {
                complain(fmt::format("number {}, which needs a name and seconds", i));
            }
        }
    }

    void add(const tinygltf::AnimationChannel& from, const tinygltf::AnimationSampler& sampler,
             std::size_t a) {
        const std::string& path = from.target_path;
        const bool moves = path == "translation" || path == "rotation" || path == "scale";
        // Such channels are reported by checkGltfJson().
        if (from.target_node < 0 || (!moves && path != "weights")) return;
        if (static_cast<std::size_t>(from.target_node) >= nodes_.node_of.size())
            file_.fail(fmt::format("nodes[{}] is used but does not exist", from.target_node));
        if (!moves) return addWeights(from, sampler, a);
        Channel channel;
        channel.node = nodes_.node_of[static_cast<std::size_t>(from.target_node)];
        if (path == "translation") channel.translations = track<glm::dvec3>(sampler, path, a);
        if (path == "rotation") channel.rotations = track<glm::dquat>(sampler, path, a);
        if (path == "scale") channel.scales = track<glm::dvec3>(sampler, path, a);
        clips_.add(std::move(channel));
    }

    // A sampler's output has the weights of all targets for the first key, then for the second; for a spline
    // all tangents before the key, all weights and all tangents after it.
    void addWeights(const tinygltf::AnimationChannel& from, const tinygltf::AnimationSampler& sampler,
                    std::size_t a) {
        const int node = nodes_.node_of[static_cast<std::size_t>(from.target_node)];
        const GltfMorphs::Range range = morphs_.of_node[static_cast<std::size_t>(node)];
        if (range.count == 0) {
            ++without_targets_;
            return;
        }
        const std::string what = fmt::format("the weights in clip {}", a);
        const GltfNumbers times = keyTimes(sampler, what);
        const GltfNumbers values = file_.read(sampler.output, TINYGLTF_TYPE_SCALAR, what);
        const Interpolation interpolation = interpolationOf(sampler, what);
        const bool cubic = interpolation == Interpolation::kCubic;
        const std::size_t per_key = range.count * (cubic ? 3 : 1);
        if (values.count != times.count * per_key) {
            file_.fail(fmt::format("{} has {} key times and {}, but {} values", what, times.count,
                                   counted(range.count, "morph target"), values.count));
        }
        for (std::size_t t = 0; t < range.count; ++t) {
            MorphTrack track;
            track.target = static_cast<int>(range.first + t);
            track.weights.interpolation = interpolation;
            for (std::size_t k = 0; k < times.count; ++k) {
                const double* of_key = values.values.data() + k * per_key + t;
                track.weights.keys.push_back({times.values[k], of_key[cubic ? range.count : 0]});
                if (cubic) track.weights.tangents.push_back({of_key[0], of_key[2 * range.count]});
            }
            clips_.add(std::move(track));
        }
    }

    Interpolation interpolationOf(const tinygltf::AnimationSampler& sampler, const std::string& what) const {
        if (sampler.interpolation == "LINEAR") return Interpolation::kLinear;
        if (sampler.interpolation == "STEP") return Interpolation::kStep;
        if (sampler.interpolation == "CUBICSPLINE") return Interpolation::kCubic;
        file_.fail(fmt::format("the interpolation of {} is \"{}\", not LINEAR, STEP or CUBICSPLINE", what,
                               printable(sampler.interpolation, 40)));
    }

    // Also extends the range of the clip.
    GltfNumbers keyTimes(const tinygltf::AnimationSampler& sampler, const std::string& what) {
        if (file_.accessor(sampler.input, what).componentType != TINYGLTF_COMPONENT_TYPE_FLOAT)
            file_.fail(fmt::format("accessor {} does not have key times", sampler.input));
        GltfNumbers times =
            file_.read(sampler.input, TINYGLTF_TYPE_SCALAR, fmt::format("the key times of {}", what));
        for (const double time_s : times.values) {
            range_ = TimeRange{std::min(range_ ? range_->first_s : time_s, time_s),
                               std::max(range_ ? range_->last_s : time_s, time_s)};
        }
        return times;
    }

    template <typename Value>
    Track<Value> track(const tinygltf::AnimationSampler& sampler, const std::string& path, std::size_t a) {
        Track<Value> track;
        const std::string what = fmt::format("the {} in clip {}", path, a);
        track.interpolation = interpolationOf(sampler, what);
        const bool cubic = track.interpolation == Interpolation::kCubic;
        const GltfNumbers times = keyTimes(sampler, what);
        const int type = sizeof(Value) == sizeof(glm::dquat) ? TINYGLTF_TYPE_VEC4 : TINYGLTF_TYPE_VEC3;
        const GltfNumbers values = file_.read(sampler.output, type, what);
        const std::size_t per_key = cubic ? 3 : 1;
        if (values.count != times.count * per_key) {
            file_.fail(fmt::format("{} has {} key times but {} values", what, times.count, values.count));
        }
        track.keys.reserve(times.count);
        for (std::size_t k = 0; k < times.count; ++k) {
            const double time_s = times.values[k];
            track.keys.push_back({time_s, valueOf(values.at(k * per_key + (cubic ? 1 : 0)), Value{})});
            if (cubic) {
                track.tangents.push_back(
                    {valueOf(values.at(k * 3), Value{}), valueOf(values.at(k * 3 + 2), Value{})});
            }
        }
        return track;
    }

    const GltfFile& file_;
    const GltfNodes& nodes_;
    const GltfMorphs& morphs_;
    Notes& notes_;
    ClipBuilder clips_;
    std::optional<TimeRange> range_;
    std::size_t without_targets_ = 0;  // channels of weights whose node has no morph targets
};

}  // namespace

std::vector<Clip> readGltfClips(const GltfFile& file, const GltfNodes& nodes, const GltfMorphs& morphs,
                                Notes& notes) {
    return ClipReader(file, nodes, morphs, notes).read();
}

}  // namespace phalanx
