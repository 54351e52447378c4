#include "asset/assimp/clips.h"

#include <assimp/anim.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <span>

#include "asset/assimp/convert.h"
#include "asset/common/import_limits.h"
#include "asset/source/clip_builder.h"
#include "core/error.h"

namespace phalanx {
namespace {

constexpr double kUnknownTicksPerSecond = 25.0;

template <typename Value, typename Keys>
std::vector<Key<Value>> keysOf(std::span<const Keys> from, double seconds_per_tick) {
    std::vector<Key<Value>> keys;
    keys.reserve(from.size());
    for (const Keys& key : from) keys.push_back({key.mTime * seconds_per_tick, toGlm(key.mValue)});
    return keys;
}

Channel channelOf(const aiNodeAnim& from, int node, double seconds_per_tick) {
    Channel channel;
    channel.node = node;
    channel.translations.keys = keysOf<glm::dvec3>(
        std::span<const aiVectorKey>(from.mPositionKeys, from.mNumPositionKeys), seconds_per_tick);
    channel.rotations.keys = keysOf<glm::dquat>(
        std::span<const aiQuatKey>(from.mRotationKeys, from.mNumRotationKeys), seconds_per_tick);
    channel.scales.keys = keysOf<glm::dvec3>(
        std::span<const aiVectorKey>(from.mScalingKeys, from.mNumScalingKeys), seconds_per_tick);
    return channel;
}

// A key has the weights of some of the node's targets. `targets`: in Assimp's order.
std::vector<MorphTrack> weightTracks(const aiMeshMorphAnim& from, const std::vector<std::size_t>& targets,
                                     double seconds_per_tick) {
    std::vector<MorphTrack> tracks(targets.size());
    for (std::size_t t = 0; t < targets.size(); ++t) tracks[t].target = static_cast<int>(targets[t]);
    for (const aiMeshMorphKey& key : std::span(from.mKeys, from.mNumKeys)) {
        for (unsigned i = 0; i < key.mNumValuesAndWeights; ++i) {
            if (key.mValues[i] >= tracks.size()) continue;
            tracks[key.mValues[i]].weights.keys.push_back({key.mTime * seconds_per_tick, key.mWeights[i]});
        }
    }
    return tracks;
}

}  // namespace

std::vector<Clip> readClips(const aiScene& scene, const NodeTree& tree, const AssimpMorphs& morphs,
                            std::optional<double> ticks_per_second, const std::string& file, Notes& notes) {
    if (scene.mNumAnimations > kMaxClips)
        throw inputError(file, fmt::format("has {} clips; the limit is {}", scene.mNumAnimations, kMaxClips));
    ClipBuilder clips(file);
    std::size_t without_rate = 0;
    std::size_t by_vertex = 0;
    for (unsigned i = 0; i < scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *scene.mAnimations[i];
        const double rate = ticks_per_second.value_or(animation.mTicksPerSecond);
        const double seconds_per_tick = 1.0 / (rate > 0.0 ? rate : kUnknownTicksPerSecond);
        if (!(rate > 0.0)) ++without_rate;
        if (animation.mNumMeshChannels > 0) ++by_vertex;
        clips.begin(toString(animation.mName));
        for (unsigned c = 0; c < animation.mNumChannels; ++c) {
            const aiNodeAnim& from = *animation.mChannels[c];
            const std::string name = toString(from.mNodeName);
            const int node = tree.find(name);
            if (node < 0) {
                clips.lose(name);
            } else {
                clips.add(channelOf(from, node, seconds_per_tick));
            }
        }
        for (unsigned c = 0; c < animation.mNumMorphMeshChannels; ++c) {
            const aiMeshMorphAnim& from = *animation.mMorphMeshChannels[c];
            const std::string name = from.mName.C_Str();  // its length is wrong in some versions
            const int node = morphedNode(morphs, tree, name);
            if (node < 0) {
                clips.lose(name);
                continue;
            }
            for (MorphTrack& track : weightTracks(from, morphs.of_node.at(node), seconds_per_tick))
                clips.add(std::move(track));
        }
        clips.end();
    }
    if (without_rate > 0) notes.info(counted(without_rate, "clip") + " without ticks per second; 25 assumed");
    clips.report(notes);
    if (by_vertex > 0)
        notes.info(counted(by_vertex, "clip") + " with animated vertices, which are not supported");
    return clips.take();
}

}  // namespace phalanx
