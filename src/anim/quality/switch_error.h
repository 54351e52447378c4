// Measures what the switches, the encodings and baked vertices change in positions and normals, against the
// reference setting: joints as floats, frames blended linearly, four weights.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/pose/model.h"
#include "core/error_tally.h"

namespace phalanx {

struct SwitchError {
    std::string setting;      // nearest, weights 2, weights 1, rgba16f, trs, vertices unorm16, vertices half
    std::string refused;      // why the setting is not possible; empty if it was measured
    ErrorSummary moved_mm;    // position errors, scaled to a model 1.8 m tall
    ErrorSummary turned_deg;  // errors of normals; normals of zero length are left out
};

struct SwitchErrorSettings {
    int moments = 24;      // per clip, spread evenly and independent of the frames
    unsigned threads = 0;  // 0: as many as the machine has
};

// Every setting differs from the reference setting in one option, and plays the same frames, those of
// `baked`. All clips and all vertices are measured. The results do not depend on the number of threads.
std::vector<SwitchError> measureSwitches(const Model& model, const BakedAnimation& baked,
                                         const SwitchErrorSettings& settings = {});

}  // namespace phalanx
