// What the switches, the encodings and posed vertices instead of joints change against the full setting
// (joints as floats, frames blended linearly, four weights): how far vertices move and normals turn.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/pose/model.h"
#include "anim/quality/error_tally.h"

namespace phalanx {

struct SwitchError {
    std::string setting;      // nearest, weights 2, weights 1, rgba16f, trs, vertices unorm16, vertices half
    std::string refused;      // why it cannot be had; empty where it was measured
    ErrorSummary moved_mm;    // vertices, scaled to a model 1.8 m tall
    ErrorSummary turned_deg;  // normals; those of surfaces that are flattened to nothing are left out
};

struct SwitchErrorSettings {
    int moments = 24;      // of every clip: spread evenly, between frames as well as on them
    unsigned threads = 0;  // 0: as many as the machine has
};

// Every setting differs from the full one in one thing, and plays the same frames: those of `baked`. All
// clips, all vertices. The same arguments give the same numbers, whatever the number of threads.
std::vector<SwitchError> measureSwitches(const Model& model, const BakedAnimation& baked,
                                         const SwitchErrorSettings& settings = {});

}  // namespace phalanx
