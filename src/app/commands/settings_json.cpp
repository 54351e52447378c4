#include "app/commands/settings_json.h"

#include <nlohmann/json.hpp>

namespace phalanx {
namespace {

nlohmann::json modelJson(const LoadedModel& loaded, const GpuModel& gpu_model, const ClipChoice& choice) {
    const std::vector<BakedClip>& clips = loaded.baked.clips;
    return {{"name", loaded.model.name},
            {"file", loaded.model.source_path},
            {"vertices", loaded.model.vertices.size()},
            {"triangles", loaded.model.indices.size() / 3},
            {"joints", loaded.baked.joints},
            {"height_m", loaded.model.height_m},
            {"clip_a", clips[static_cast<std::size_t>(choice.a)].name},
            {"clip_b", clips[static_cast<std::size_t>(choice.b)].name},
            {"clip_a_rate_hz", clips[static_cast<std::size_t>(choice.a)].rate_hz},
            {"clip_b_rate_hz", clips[static_cast<std::size_t>(choice.b)].rate_hz},
            {"fetch", nameOf(gpu_model.animation().path())}};
}

}  // namespace

nlohmann::json settingsJson(const std::vector<LoadedModel>& models, const ArmyOptions& army,
                            const CrowdOptions& crowd, const Stage& stage) {
    nlohmann::json list = nlohmann::json::array();
    for (std::size_t i = 0; i < models.size(); ++i)
        list.push_back(modelJson(models[i], stage.gpu_models[i], stage.crowd.choices()[i]));
    const CrowdSettings& s = stage.crowd.settings();
    const SkinSettings& skin = crowd.skin.settings;
    return {{"models", list},
            {"rate_hz", army.rate_hz ? nlohmann::json(*army.rate_hz) : nlohmann::json("auto")},
            {"encoding", nameOf(army.encoding)},
            {"lookup", nameOf(skin.switches.lookup)},
            {"weights", skin.switches.weights},
            {"single_clip", skin.switches.single_clip},
            {"batch", skin.batch},
            {"multi_draw", skin.multi_draw},
            {"vertex_format", nameOf(crowd.skin.vertex_format)},
            {"formation", nameOf(s.formation)},
            {"spacing_m", stage.crowd.spacing_m()},
            {"march", s.march},
            {"crossfade_s", s.crossfade_s},
            {"blend", s.blend},
            {"speed", s.speed},
            {"speed_spread", s.speed_spread},
            {"offset", s.offset},
            {"offset_spread", s.offset_spread},
            {"seed", s.seed}};
}

}  // namespace phalanx
