#include "app/lesson/motion_detail.h"

#include <fmt/format.h>

#include <string>

#include "ui/toolkit/format.h"

namespace phalanx {

std::vector<StorageRow> motionRows(const std::vector<LodMotion>& lods, std::uint32_t texels_per_entry) {
    constexpr std::uint64_t kClips = 2;
    constexpr std::uint64_t kFrames = 2;
    std::vector<StorageRow> rows;
    std::uint64_t soldiers = 0;
    std::uint64_t fetched = 0;  // by one vertex of each soldier
    for (std::size_t lod = 0; lod < lods.size(); ++lod) {
        const LodMotion& of = lods[lod];
        soldiers += of.soldiers;
        if (of.impostor) {
            rows.push_back({"Impostors", "none", "", grouped(of.soldiers)});
            continue;
        }
        const std::uint64_t texels =
            static_cast<std::uint64_t>(of.joints) * texels_per_entry * kClips * kFrames;
        fetched += texels * of.soldiers;
        rows.push_back({fmt::format("LOD {}: {} joint{}{}", lod, of.joints, of.joints == 1 ? "" : "s",
                                    of.morphs ? ", targets" : ""),
                        fmt::format("{} texels", texels), "", grouped(of.soldiers)});
    }
    if (soldiers > 0) {
        rows.push_back(
            {"Mean of all soldiers",
             fmt::format("{:.1f} texels", static_cast<double>(fetched) / static_cast<double>(soldiers)), "",
             grouped(soldiers)});
    }
    return rows;
}

}  // namespace phalanx
