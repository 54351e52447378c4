// Makes the items of a DrawList from the visible units of a view. Prepares no poses and issues no GL calls.
#pragma once

#include "render/poses/draw_list.h"
#include "render/poses/near_units.h"
#include "render/poses/pose_source.h"

namespace phalanx {

// What draws units without layers, and with them.
struct DrawnBy {
    const Technique& technique;
    const Technique& layered;
};

// Whether a run is drawn with the layers of its group.
bool drawnWithLayers(const UnitScene& scene, const UnitRun& run);

class KeptPoses;

// Units that the CPU knows. LODs without prepared poses are drawn by technique `texture`. The poses lie side
// by side if they all fit; otherwise the list is not resident: its items are pieces that fit, each from the
// start of the storage. Throws Error (kEnvironment) if the poses of one unit do not fit.
DrawList makeDrawList(const UnitScene& scene, AllUnits visible, const DrawnBy& by, PoseSources& sources);
DrawList makeDrawList(const UnitScene& scene, UnitsListedByCpu visible, const DrawnBy& by,
                      PoseSources& sources, const KeptPoses* kept);  // nullptr: no poses stay

// Units that only the GPU knows, for the scene's technique. near: where poses are prepared, the result of
// NearUnits::split() of the same list.
DrawList makeDrawList(const UnitScene& scene, UnitsListedByGpu visible, const NearUnits& near);

}  // namespace phalanx
