// How much of a pose distant soldiers read: joints per vertex, and texels of matrices, by LOD. No GL.
#pragma once

#include <cstdint>
#include <vector>

#include "ui/lesson/lesson_facts.h"

namespace phalanx {

// A LOD that is drawn.
struct LodMotion {
    int joints = 0;         // per vertex, at most
    bool morphs = false;    // its vertices have morph targets
    bool impostor = false;  // an image of a baked pose, without vertices to be moved
    std::uint32_t soldiers = 0;
};

// The rows of the lesson, LOD 0 first, then the mean over all soldiers. texels_per_entry: of a joint in a
// frame. A vertex reads two clips, each between two frames.
std::vector<StorageRow> motionRows(const std::vector<LodMotion>& lods, std::uint32_t texels_per_entry);

}  // namespace phalanx
