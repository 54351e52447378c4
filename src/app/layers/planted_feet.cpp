#include "app/layers/planted_feet.h"

#include "anim/feet/legs.h"
#include "anim/layers/resolved_pose.h"
#include "app/layers/layered_army.h"
#include "core/log.h"
#include "render/techniques/technique.h"

namespace phalanx {
namespace {

// nullptr: its feet cannot be planted.
std::shared_ptr<const RigTextures> rigOf(const gl::Capabilities& capabilities, const LoadedModel& loaded) {
    const Model& model = loaded.model;
    if (model.clips.empty() || !whyNoLayers(model).empty() || anklesOf(model).empty()) return nullptr;
    // Paws are not feet: knees of a fox would move three times as fast as in its clips.
    if (model.ankles.empty() && anklesOf(model).size() > 2) {
        info("{}: the feet of four legs are left to the clips; --legs plants those that it names",
             model.name);
        return nullptr;
    }
    LayeredPose pose;
    pose.ground.emplace();
    try {
        const ResolvedPose resolved = resolvePose(model, pose, spacesFor(model, {}), "feet");
        return std::make_shared<const RigTextures>(capabilities,
                                                   bakeLayerRig(model, loaded.baked.clips, resolved));
    } catch (const Error& error) {
        info("feet are not planted: {}", error.what());
        return nullptr;
    }
}

}  // namespace

PlantedFeet::PlantedFeet(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models,
                         const Crowd& crowd) {
    std::vector<std::shared_ptr<const RigTextures>> rigs;
    for (const LoadedModel& loaded : models) rigs.push_back(rigOf(capabilities, loaded));
    for (const UnitGroup& group : crowd.groups()) {
        const std::shared_ptr<const RigTextures>& rig = rigs[static_cast<std::size_t>(group.model)];
        if (rig == nullptr) {
            groups_.push_back(nullptr);
            continue;
        }
        LayerUse use;
        for (std::uint32_t clip = 0; clip < rig->rig().clips.size(); ++clip) use.played.shown.insert(clip);
        groups_.push_back(std::make_unique<LayeredUnits>(capabilities, rig, recordOfPlayback(), use));
        groups_.back()->limitLods(kFeetLods);
    }
}

std::vector<LayeredUnits*> PlantedFeet::groups() {
    std::vector<LayeredUnits*> result;
    for (const std::unique_ptr<LayeredUnits>& group : groups_) result.push_back(group.get());
    return result;
}

bool plantsFeet(const Stage& stage) {
    const TerrainSettings& terrain = stage.crowd.settings().terrain;
    return terrain.feet && terrain.ground != kGroundFlat &&
           findTechnique(stage.render.technique).no_layers.empty();
}

std::unique_ptr<PlantedFeet> plantFeet(Stage& stage, const std::vector<LoadedModel>& models) {
    if (!plantsFeet(stage)) return nullptr;
    auto feet = std::make_unique<PlantedFeet>(stage.renderer.capabilities(), models, stage.crowd);
    stage.renderer.setLayers(feet->groups());
    return feet;
}

}  // namespace phalanx
