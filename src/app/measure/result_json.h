// All settings of a measurement, so that it can be repeated.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "app/army/stage.h"
#include "settings/settings.h"

namespace phalanx {

// Models, bake, fetch path, poses, formation and playback. Each command adds units, technique and image
// itself.
nlohmann::json settingsJson(const std::vector<LoadedModel>& models, const Settings& settings,
                            const Stage& stage);

}  // namespace phalanx
