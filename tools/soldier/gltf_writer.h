// Writes the soldier as a binary glTF 2.0 file (https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html).
//
// The file contains a mesh node per part, all with one skin, one material and the atlas as an embedded PNG
// whose alpha is the mask of the team's colour (alphaMode is OPAQUE); a joint node per bone; an animation per
// clip with one time accessor. Parts of the head have morph targets, with their names in extras.targetNames.
// Node "Root" has extras that are flat strings, because importers pass on only those:
//   phalanx_variants   "rifleman=body,vest,helmet,pack,rifle;officer=..."
//   phalanx_stride     "Walk=1.35;Run=3.6": metres per second at which a planted foot stands still; only
//                      clips with a stride
//   phalanx_loops      "Idle,Walk,Run": the clips whose last frame equals their first
//   phalanx_markers    "Fire: fire=0.06, fire=0.16; Hit: hit=0": what happens when, seconds
//   phalanx_tint_mask  "alpha"
//
// A file of clips has the joint nodes and animations only, and of these strings phalanx_stride and
// phalanx_loops.
#pragma once

#include <cstdint>
#include <vector>

#include "soldier.h"

namespace phalanx::soldier {

std::vector<std::uint8_t> writeGlb(const Skeleton& skeleton, const SoldierMesh& mesh,
                                   const std::vector<Clip>& clips);

std::vector<std::uint8_t> writeClipsGlb(const Skeleton& skeleton, const std::vector<Clip>& clips);

// The PNG of the atlas, as embedded in the file.
std::vector<std::uint8_t> writePng(const Atlas& atlas);

}  // namespace phalanx::soldier
