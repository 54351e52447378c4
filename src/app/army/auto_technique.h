// `--technique auto`: what was measured on this machine, level by level, and what came of it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/army/army.h"
#include "render/frame/renderer.h"
#include "render/model/gpu_model.h"
#include "render/techniques/level_techniques.h"

namespace phalanx {

inline constexpr std::string_view kAutoTechnique = "auto";

// Throws Error (kUsage) that names --technique where it is no technique, nor `auto` where that is one of
// them.
void checkTechniqueName(const std::string& name, bool with_auto = true);
// As whyUnavailable() of a technique; `auto` is drawn everywhere.
std::string whyNotDrawn(const std::string& name, const gl::Capabilities& capabilities);

struct AutoTechnique {
    std::vector<LevelTimes> times;  // by model
    LevelTechniques levels;         // `texture` where nothing could be measured
    bool measured = false;
};

// Measures every model with these settings; logs the times and what is drawn by what, or in one line that
// nothing could be measured. Throws Error (kEnvironment). The context must be current.
AutoTechnique measureTechniques(Renderer& renderer, std::span<const GpuModel> gpu_models,
                                const std::vector<LoadedModel>& models, const SkinSettings& skin);

// Nothing could be measured, or something was left out that this context can draw a model by: its shader was
// being edited at that moment, say.
bool isWanting(const AutoTechnique& automatic, std::span<const GpuModel> gpu_models,
               const gl::Capabilities& capabilities);

// "auto: palette; soldier: levels 0 to 3 palette, 4 to 6 texture": one line, without the times.
std::string sentenceOf(const AutoTechnique& automatic, const std::vector<LoadedModel>& models);

// A line a level: microseconds a unit by technique, and what draws it.
std::string tableText(const AutoTechnique& automatic, const std::vector<LoadedModel>& models);

nlohmann::json autoJson(const AutoTechnique& automatic, const std::vector<LoadedModel>& models);

}  // namespace phalanx
