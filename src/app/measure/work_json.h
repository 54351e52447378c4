// The work of layered poses in results.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "render/frame/frame_stats.h"

namespace phalanx {

nlohmann::json workJson(const LayerWork& work);

}  // namespace phalanx
