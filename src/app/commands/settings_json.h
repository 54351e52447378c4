// Every setting that a measurement was made with, so that another can repeat it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "app/army/stage.h"
#include "settings/settings.h"

namespace phalanx {

// Models, how they are baked and fetched, how they are posed, how the crowd stands and plays. Units,
// technique and picture are the command's own to tell.
nlohmann::json settingsJson(const std::vector<LoadedModel>& models, const Settings& settings,
                            const Stage& stage);

}  // namespace phalanx
