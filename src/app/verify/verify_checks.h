// The checks of `phalanx verify`, without their output.
//
// - drawn: the production vertex shader against CPU skinning, both from the same texels and packed vertices
// - packed: the packed vertices (24 bytes per vertex) against the model's vertices, both in exact poses
// - baked: skin matrices blended between two frames against exact sampling, all vertices
// - layers: layered poses, by the passes and the vertex shader that draw them (verify_layers.h)
// - end: the production vertex shader against exact sampling of the model's vertices. The two share nothing
//   but the model. The deviation cannot exceed that of baking and packing together.
#pragma once

#include <filesystem>
#include <string_view>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "app/verify/verify_report.h"
#include "gl/context/capabilities.h"

namespace phalanx {

struct VerifyScope {
    int times = 32;       // times per clip
    int crossfades = 7;   // from each clip to the next one, each with a different weight and different times
    int max_clips = 512;  // if there are more clips, this many are selected evenly
    int exact_every = 4;  // `packed` and `end` check one in this many of `times`
    int layered = 24;     // layered poses per operator
    std::string_view technique = {};  // only this one, and no layers; empty: all
};
inline constexpr VerifyScope kQuickScope{4, 2, 8, 2, 3};

// The context must be current. `rate_chosen`: the baker chose the rates, so its error limit is checked.
VerifyReport verifyModel(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory,
                         const LoadedModel& loaded, const VerifyScope& scope, bool rate_chosen,
                         const SkinOptions& skin = {});

}  // namespace phalanx
