#include "app/measure/result_json.h"

#include <array>
#include <nlohmann/json.hpp>

#include "anim/pose/part_triangles.h"
#include "settings/settings_json.h"

namespace phalanx {
namespace {

nlohmann::json modelJson(const LoadedModel& loaded, const GpuModel& gpu_model, const ClipChoice& choice,
                         double lift_m) {
    const std::vector<BakedClip>& clips = loaded.baked.clips;
    return {{"name", loaded.model.name},
            {"file", loaded.model.source_path},
            {"vertices", loaded.model.vertices.size()},
            {"triangles", trianglesOf(loaded.model.parts)},
            {"joints", loaded.baked.joints},
            {"height_m", loaded.model.height_m},
            {"lift_m", lift_m},
            {"clip_a", clips[static_cast<std::size_t>(choice.a)].name},
            {"clip_b", clips[static_cast<std::size_t>(choice.b)].name},
            {"clip_a_rate_hz", clips[static_cast<std::size_t>(choice.a)].rate_hz},
            {"clip_b_rate_hz", clips[static_cast<std::size_t>(choice.b)].rate_hz},
            {"fetch", nameOf(gpu_model.animation().path())}};
}

}  // namespace

nlohmann::json settingsJson(const std::vector<LoadedModel>& models, const Settings& settings,
                            const Stage& stage) {
    nlohmann::json list = nlohmann::json::array();
    for (std::size_t i = 0; i < models.size(); ++i)
        list.push_back(modelJson(models[i], stage.gpu_models[i], stage.crowd.choices()[i],
                                 stage.crowd.lift_m(static_cast<int>(i))));
    constexpr std::array kGroups{kCrowdGroup,  kVariationGroup, kAnimationGroup,
                                 kGroundGroup, kBakingGroup,    kPosesGroup};
    nlohmann::json json = resultsOf(settings, kGroups);
    json.erase("units");
    json["models"] = list;
    json["spacing_m"] = stage.crowd.spacing_m();
    return json;
}

}  // namespace phalanx
