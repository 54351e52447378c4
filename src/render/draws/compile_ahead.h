// Has programs built before they are needed: a driver takes up to a third of a second for one, which would
// stall the frame in which a distant shadow map, a coarser LOD or the first impostor is drawn.
#pragma once

#include <span>

#include "render/poses/draw_list.h"
#include "render/units/unit_programs.h"

namespace phalanx {

struct AheadOf {
    bool at_once = true;  // waits for the programs; false: requests them (UnitPrograms::buildSome())
    bool shadows = true;
    CoveragePlaces coverage = CoveragePlaces::kOneSample;  // of impostors in the picture
    bool clouds = false;                                   // RenderSettings::clouds
    bool keeps_poses = false;                              // KeptPoses::possible()
};

// The programs of all LODs, visible or not. Cheap once all exist. visible: only who culled matters. Throws
// Error (kEnvironment) if a shader does not compile, unless it only requests.
void compileLods(UnitPrograms& programs, const UnitScene& scene, const VisibleUnits& visible,
                 const AheadOf& ahead);

// The programs of impostors. Returns whether all exist. Throws as compileLods() does.
bool compileImpostors(UnitPrograms& programs, std::span<const GpuModel> models, const AheadOf& ahead);
// Those that draw near impostors in the picture, the largest of all. Throws as compileLods() does.
void compileNearImpostors(UnitPrograms& programs, std::span<const GpuModel> models, const AheadOf& ahead);

}  // namespace phalanx
