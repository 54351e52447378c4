#include "anim/bake/encode.h"

#include <cassert>

#include "anim/bake/bake_error.h"
#include "anim/bake/clip_encoder.h"
#include "anim/bake/entry_codec.h"
#include "anim/bake/frame_lookup.h"

namespace phalanx {

EncodedAnimation encodeAnimation(const Model& model, const BakedAnimation& baked, Encoding encoding) {
    SpaceMeter meter(model, encoding);
    for (const BakedClip& clip : baked.clips) meter.add(framesOf(baked, clip));

    EncodedAnimation result;
    result.encoding = encoding;
    result.joints = baked.joints;
    result.frames = baked.frames;
    result.texels_per_entry = encoding == Encoding::kTrs ? 2 : kTexelsPerEntry;
    result.space = meter.space(0.0);
    result.morphs = baked.morphs;
    result.bind_origins = bindOrigins(model, encoding);
    const ClipEncoder encoder(model, EntryCodec(encoding, result.space, result.bind_origins));
    result.data.reserve(std::size_t{baked.frames} * baked.joints * encoder.codec().entryBytes());
    for (const BakedClip& clip : baked.clips) {
        const std::vector<std::byte> bytes = encoder.encode(clip.name, framesOf(baked, clip));
        result.data.insert(result.data.end(), bytes.begin(), bytes.end());
    }
    return result;
}

std::span<const std::byte> bytesOf(const EncodedAnimation& animation, const BakedClip& clip) {
    const std::size_t frame_bytes = animation.data.size() / animation.frames;
    return std::span(animation.data)
        .subspan(clip.first_frame * frame_bytes, (clip.intervals + 1) * frame_bytes);
}

std::span<const float> weightsOf(const MorphFrames& morphs, const BakedClip& clip) {
    return std::span(morphs.weights)
        .subspan(std::size_t{clip.first_frame} * morphs.targets,
                 (std::size_t{clip.intervals} + 1) * morphs.targets);
}

std::vector<glm::dmat4> encodedPalette(const EncodedAnimation& animation, std::span<const BakedClip> clips,
                                       const BakedPose& pose, const PoseSwitches& switches) {
    const EntryCodec codec(animation.encoding, animation.space, animation.bind_origins);
    const FramePair a = lookUpFrames(clips, pose.clip_a, pose.phase_a, switches.lookup);
    const FramePair b = lookUpFrames(clips, pose.clip_b, pose.phase_b, switches.lookup);
    const double weight = shownWeight(pose.weight, switches);
    std::vector<glm::dmat4> palette;
    palette.reserve(animation.joints);
    for (std::size_t joint = 0; joint < animation.joints; ++joint) {
        const auto read = [&](std::uint32_t frame) {
            const std::size_t entry = std::size_t{frame} * animation.joints + joint;
            return codec.read(animation.data.data() + entry * codec.entryBytes());
        };
        const auto inClip = [&](const FramePair& pair) {
            return EntryCodec::blendFrames(read(pair.before), read(pair.after), pair.within);
        };
        palette.push_back(codec.modelFromBind(codec.blendClips(inClip(a), inClip(b), weight), joint));
    }
    return palette;
}

BakeError encodedBakeError(const Model& model, const EncodedAnimation& animation,
                           std::span<const BakedClip> clips, int clip) {
    if (model.clips.empty()) return {};
    const auto index = static_cast<std::size_t>(clip);
    const BakedClip& entry = clips[index];
    const EntryCodec codec(animation.encoding, animation.space, animation.bind_origins);
    return BakeErrorMeter(model).measure(
        model.clips.at(index),
        {codec, bytesOf(animation, entry), weightsOf(animation.morphs, entry), entry.intervals});
}

std::vector<Vertex> withWeights(std::span<const Vertex> vertices, int count) {
    assert(count == 1 || count == 2 || count == kWeightsPerVertex);
    std::vector<Vertex> result(vertices.begin(), vertices.end());
    if (count == kWeightsPerVertex) return result;
    for (Vertex& vertex : result) {
        float sum = 0.0F;
        for (int k = 0; k < count; ++k) sum += vertex.weights[static_cast<std::size_t>(k)];
        for (int k = 0; k < kWeightsPerVertex; ++k) {
            const auto i = static_cast<std::size_t>(k);
            vertex.weights[i] = k < count ? vertex.weights[i] / sum : 0.0F;
            if (k >= count) vertex.joints[i] = vertex.joints[0];
        }
    }
    return result;
}

}  // namespace phalanx
