#include "app/army/layered_army.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "anim/layers/blend_space_json.h"
#include "anim/layers/layer_rig.h"
#include "core/error.h"
#include "render/techniques/technique.h"

namespace phalanx {

PoseFile readPoseFor(const Model& model, const std::string& file) {
    PoseFile result = readPose(file);
    // A space of the pose's own file comes before one of that name beside the model.
    for (BlendSpace& space : spacesBeside(model.source_path).spaces)
        result.spaces.spaces.push_back(std::move(space));
    return result;
}

std::string whyNoLayers(const Model& model) {
    if (model.morph_targets.empty()) return "";
    return "has morph targets, which layers do not blend on the GPU; `pose --exact` does";
}

void requireLayers(const Model& model) {
    if (const std::string why = whyNoLayers(model); !why.empty()) throw inputError(model.source_path, why);
}

void requireLayerTechnique(std::string_view name) {
    std::string others;
    for (const Technique& technique : techniques()) {
        if (technique.no_layers.empty())
            others += fmt::format("{}{}", others.empty() ? "" : ", ", technique.name);
    }
    for (const Technique& technique : techniques()) {
        if (technique.name != name || technique.no_layers.empty()) continue;
        throw usageError("--technique",
                         fmt::format("{} {}; for --pose use one of {}", name, technique.no_layers, others));
    }
}

LayeredArmy::LayeredArmy(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models,
                         const Crowd& crowd, const std::string& file) {
    struct Posed {
        std::shared_ptr<const RigTextures> rig;
        LayerRecord record{};
    };
    std::vector<Posed> posed;
    for (const LoadedModel& loaded : models) {
        requireLayers(loaded.model);
        const PoseFile form = readPoseFor(loaded.model, file);
        const ResolvedPose pose = resolvePose(loaded.model, form.pose, form.spaces, file);
        const LayerRig rig = bakeLayerRig(loaded.model, loaded.baked.clips, pose);
        posed.push_back({std::make_shared<const RigTextures>(capabilities, rig),
                         recordOf(loaded.model, rig, pose, file, 1.0)});
    }
    std::vector<std::size_t> first;  // place of each group's first unit in u_target_units
    std::size_t units = 0;
    for (const UnitGroup& group : crowd.groups()) {
        first.push_back(units);
        units += group.units.size();
    }
    for (std::size_t g = 0; g < first.size(); ++g) {
        const UnitGroup& group = crowd.groups()[g];
        const Posed& model = posed[static_cast<std::size_t>(group.model)];
        std::vector<LayerRecord> records(std::max<std::size_t>(1, group.units.size()), model.record);
        for (std::size_t a = 0; a < std::size(model.record.aims); ++a) {
            const layout::LayerAim& aim = model.record.aims[a];
            if (aim.kind.x != PH_TARGET_IS_UNIT) continue;
            if (aim.kind.y >= crowd.size()) {
                throw usageError(
                    file, fmt::format("aim[{}].target.unit is {}; the last of the army's {} units is {}", a,
                                      aim.kind.y, crowd.size(), crowd.size() - 1));
            }
            const UnitPlace target = crowd.placeOf(aim.kind.y);
            const auto target_group = static_cast<std::size_t>(target.group);
            for (LayerRecord& record : records)
                record.aims[a].kind.y = static_cast<std::uint32_t>(first[target_group] + target.index);
            if (target_group == g) records[target.index].aims[a].target.w = 0.0F;
        }
        groups_.emplace_back(capabilities, model.rig, records);
    }
}

std::vector<const LayeredUnits*> LayeredArmy::groups() const {
    std::vector<const LayeredUnits*> result;
    for (const LayeredUnits& group : groups_) result.push_back(&group);
    return result;
}

}  // namespace phalanx
