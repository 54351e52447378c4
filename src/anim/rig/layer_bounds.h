// Bounds that hold for every layered pose of some clips: whatever is blended, masked, added, aimed and
// solved.
#pragma once

#include <cstdint>
#include <set>

#include "anim/bake/clip_bounds.h"
#include "anim/rig/layer_rig.h"

namespace phalanx {

// What units play, at any weights.
struct PlayedClips {
    std::set<std::uint32_t> shown;  // clips of base and layers, into LayerRig::clips
    std::set<std::uint32_t> added;  // additive clips and their references
    bool rest = false;              // the base is the rest pose
    double additive = 0.0;          // the most that a unit's additive clips weigh together, without sign
};

// Joints whose rotation no clip and no solver changes are where their translations put them; everything below
// the first joint that turns is within the sum of the bones' lengths of it. Translations blend within the box
// of their frames; additive clips leave it by their differences.
ClipBounds layerBounds(const LayerRig& rig, const PlayedClips& played);

}  // namespace phalanx
