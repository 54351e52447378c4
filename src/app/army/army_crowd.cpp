// From loaded models to a crowd of them: bounds, clips, frames of single units.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "anim/bake/own_frames.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "app/army/army.h"
#include "core/error.h"
#include "crowd/clip_names.h"

namespace phalanx {
namespace {

// How far the standing pose reaches from the unit's axis along X or Z, metres. Neighbours need space for a
// unit that stands, not for a fall, not for the rest pose's spread arms, and not for a banner above them.
double standingRadius(const LoadedModel& loaded) {
    const Model& model = loaded.model;
    const Clip* clip = standingClip(model);
    const LocalPose pose = clip == nullptr ? restPose(model) : samplePose(model, *clip, 0.0);
    double reach = 0.0;
    std::vector<SkinnedVertex> shape = skin(model, pose);
    const std::vector<Attachment>& attachments = loaded.equipment.attachments;
    if (!attachments.empty()) shape.resize(attachments.front().first_vertex);
    for (const SkinnedVertex& vertex : shape)
        reach = std::max({reach, std::abs(vertex.position.x), std::abs(vertex.position.z)});
    return reach;
}

// Index of the clip in this model; if the model does not have it, nullopt and the message in `error`.
std::optional<int> tryFindClip(const Model& model, const std::string& wanted, std::string& error) {
    try {
        return findClip(model, wanted);
    } catch (const Error& e) {
        error = e.what();
        return std::nullopt;
    }
}

}  // namespace

OwnFrames ownFramesOf(const LoadedModel& loaded, const BakedAnimation& baked, Encoding encoding) {
    if (loaded.own_frames == 0 || encoding == Encoding::kTrs) return {};
    return {baked.frames, loaded.own_frames, fallingClip(baked.clips).value_or(0)};
}

EncodedAnimation encodedWithOwnFrames(const LoadedModel& loaded, const BakedAnimation& baked,
                                      Encoding encoding, std::vector<ClipBounds>* bounds) {
    EncodedAnimation encoded = encodeAnimation(loaded.model, baked, encoding);
    const OwnFrames own = ownFramesOf(loaded, baked, encoding);
    if (!own.any()) return encoded;
    addOwnFrames(baked.clips, own, encoded);
    if (bounds != nullptr) {
        const auto own_bounds = ownFrameBounds(loaded.model.height_m);
        bounds->insert(bounds->end(), own_bounds.begin(), own_bounds.end());
    }
    return encoded;
}

CrowdModel crowdModelOf(const LoadedModel& loaded) {
    CrowdModel model;
    model.clips = loaded.baked.clips;
    model.own_frames = ownFramesOf(loaded, loaded.baked, loaded.baked.encoding);
    const Equipment& equipment = loaded.equipment;
    model.variants = static_cast<int>(loaded.model.variants.size() >> equipment.every.size());
    model.shares = equipment.shares;
    model.every = equipment.every;
    model.morph_ranges = morphRanges(loaded.model);
    if (loaded.model.height_m > 0.0) model.height_m = loaded.model.height_m;
    model.radius_m = standingRadius(loaded);
    model.lift_m = loaded.ground.lift_m;
    return model;
}

std::vector<ClipChoice> chooseClips(const std::vector<LoadedModel>& models, const ArmySettings& army) {
    std::vector<ClipChoice> choices;
    for (const LoadedModel& loaded : models) choices.push_back(defaultClips(loaded.baked.clips));
    const auto choose = [&](const char* key, const std::optional<std::string>& wanted,
                            int ClipChoice::*slot) {
        if (!wanted) return;
        bool found = false;
        std::string error;
        for (std::size_t i = 0; i < models.size(); ++i) {
            if (const auto index = tryFindClip(models[i].model, *wanted, error)) {
                choices[i].*slot = *index;
                found = true;
            }
        }
        if (!found) throw SettingError(key, error);
    };
    choose("clip", army.clip_a, &ClipChoice::a);
    choose("blend-clip", army.clip_b, &ClipChoice::b);
    return choices;
}

Crowd makeCrowd(const std::vector<LoadedModel>& models, const ArmySettings& army,
                const CrowdSettings& settings, Ticks now) {
    std::vector<CrowdModel> crowd_models;
    for (const LoadedModel& loaded : models) crowd_models.push_back(crowdModelOf(loaded));
    return {std::move(crowd_models), chooseClips(models, army), settings, now};
}

}  // namespace phalanx
