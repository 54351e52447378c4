#include "asset/gltf/gltf_clips.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "asset/scene/clip_tracks.h"

namespace phalanx {
namespace {

glm::dvec3 valueOf(std::span<const double> v, const glm::dvec3& /*type*/) {
    return {v[0], v[1], v[2]};
}
glm::dquat valueOf(std::span<const double> v, const glm::dquat& /*type*/) {
    return {v[3], v[0], v[1], v[2]};
}

class ClipReader {
  public:
    ClipReader(const GltfFile& file, const GltfNodes& nodes, Notes& notes)
        : file_(file), nodes_(nodes), notes_(notes), clips_(file.name()) {}

    std::vector<Clip> read() {
        const std::vector<tinygltf::Animation>& animations = file_.model().animations;
        for (std::size_t a = 0; a < animations.size(); ++a) {
            clips_.begin(animations[a].name);
            range_.reset();
            bool morphs = false;
            for (const tinygltf::AnimationChannel& channel : animations[a].channels) {
                if (channel.sampler < 0 ||
                    static_cast<std::size_t>(channel.sampler) >= animations[a].samplers.size()) {
                    file_.fail(fmt::format("clip {} uses sampler {} of only {}", a, channel.sampler,
                                           animations[a].samplers.size()));
                }
                if (channel.target_path == "weights") {
                    morphs = true;
                } else {
                    add(channel, animations[a].samplers[static_cast<std::size_t>(channel.sampler)], a);
                }
            }
            morphing_ += morphs ? 1U : 0U;
            clips_.end(range_);
        }
        clips_.report(notes_);
        if (aimless_) notes_.info("channels without a node; left out");
        if (morphing_ > 0)
            notes_.info(counted(morphing_, "clip") + " with morph targets, which are not supported");
        return clips_.take();
    }

  private:
    void add(const tinygltf::AnimationChannel& from, const tinygltf::AnimationSampler& sampler,
             std::size_t a) {
        const std::string& path = from.target_path;
        if (from.target_node < 0 || (path != "translation" && path != "rotation" && path != "scale")) {
            aimless_ = true;
            return;
        }
        if (static_cast<std::size_t>(from.target_node) >= nodes_.node_of.size())
            file_.fail(fmt::format("nodes[{}] is used but does not exist", from.target_node));
        Channel channel;
        channel.node = nodes_.node_of[static_cast<std::size_t>(from.target_node)];
        if (path == "translation") channel.translations = track<glm::dvec3>(sampler, path, a);
        if (path == "rotation") channel.rotations = track<glm::dquat>(sampler, path, a);
        if (path == "scale") channel.scales = track<glm::dvec3>(sampler, path, a);
        clips_.add(std::move(channel));
    }

    template <typename Value>
    Track<Value> track(const tinygltf::AnimationSampler& sampler, const std::string& path, std::size_t a) {
        Track<Value> track;
        if (sampler.interpolation == "STEP") track.interpolation = Interpolation::kStep;
        if (sampler.interpolation == "CUBICSPLINE") track.interpolation = Interpolation::kCubic;
        const bool cubic = track.interpolation == Interpolation::kCubic;
        const std::string what = fmt::format("the {} in clip {}", path, a);
        if (file_.accessor(sampler.input, what).componentType != TINYGLTF_COMPONENT_TYPE_FLOAT)
            file_.fail(fmt::format("accessor {} does not have key times", sampler.input));
        const GltfNumbers times =
            file_.read(sampler.input, TINYGLTF_TYPE_SCALAR, fmt::format("the key times of {}", what));
        const int type = sizeof(Value) == sizeof(glm::dquat) ? TINYGLTF_TYPE_VEC4 : TINYGLTF_TYPE_VEC3;
        const GltfNumbers values = file_.read(sampler.output, type, what);
        const std::size_t per_key = cubic ? 3 : 1;
        if (values.count < times.count * per_key) {
            file_.fail(fmt::format("{} has {} key times but {} values", what, times.count, values.count));
        }
        track.keys.reserve(times.count);
        for (std::size_t k = 0; k < times.count; ++k) {
            const double time_s = times.values[k];
            range_ = TimeRange{std::min(range_ ? range_->first_s : time_s, time_s),
                               std::max(range_ ? range_->last_s : time_s, time_s)};
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
    Notes& notes_;
    ClipBuilder clips_;
    std::optional<TimeRange> range_;
    bool aimless_ = false;
    std::size_t morphing_ = 0;
};

}  // namespace

std::vector<Clip> readGltfClips(const GltfFile& file, const GltfNodes& nodes, Notes& notes) {
    return ClipReader(file, nodes, notes).read();
}

}  // namespace phalanx
