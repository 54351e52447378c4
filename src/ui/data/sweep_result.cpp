#include "ui/data/sweep_result.h"

namespace phalanx {

const SweepInfo& infoOf(SweepKind kind) {
    static constexpr std::array<SweepInfo, kSweepKinds> kInfos{
        SweepInfo{"units", "Sweep over units", "units",
                  "The current technique and static, for 1 to 100,000 units: at least to 10, then while a "
                  "frame takes less than 100 ms. With layers, if the army has any, and without."},
        SweepInfo{"batches", "Sweep over batches", "units per draw",
                  "Technique texture-draws with 1, 4, 16 ... units per draw, for the current army, compared "
                  "with one call for all. With layers if the army has any."},
        SweepInfo{"layers", "Sweep over layers", "layers",
                  "The current army with 0 to 4 layers over its base, with and without an aim, compared with "
                  "two baked clips. Its own base and layers come first; without any, the base is two clips.",
                  true, true},
        SweepInfo{"layered_units", "Sweep over layered units", "units with layers",
                  "The current army, of which 0, 100, 1,000 ... units have layers and the others two baked "
                  "clips. With the army's own layers if it has any.",
                  true, false}};
    return kInfos[static_cast<std::size_t>(kind)];
}

}  // namespace phalanx
