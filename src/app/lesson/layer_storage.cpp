#include "app/lesson/layer_storage.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "layouts.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr std::uint64_t kTexelBytes = sizeof(glm::vec4);
constexpr std::uint64_t kMatrixTexels = PH_PALETTE_TEXELS;

std::string counted(std::uint64_t number, std::string_view what) {
    return fmt::format("{} {}{}", grouped(number), what, number == 1 ? "" : "s");
}

}  // namespace

LayerReads fetchesOf(const LayersInUse& layers) {
    LayerCost cost(layers.rig);
    cost.add(layers.record);
    return cost.reads(1, layers.by_compute);
}

std::vector<StorageRow> storageRows(const LayersInUse& layers, const ModelStorage& matrices) {
    const LayerRig& rig = layers.rig;
    const std::uint64_t matrix_bytes = matrices.joints * matrices.joint_bytes;
    const std::uint64_t frame_bytes = rig.texelsPerFrame() * kTexelBytes;
    const std::uint64_t palette = rig.palette.size() * kMatrixTexels * kTexelBytes;
    return {
        {"Before: matrices", counted(matrices.joints, "joint"), grouped(matrix_bytes) + " B",
         bytesText(matrix_bytes * matrices.frames)},
        {"Local transforms", counted(rig.texelsPerFrame(), "texel"), grouped(frame_bytes) + " B",
         bytesText(frame_bytes * rig.frames)},
        {"Joints, aims, limbs", fmt::format("{} B per texel", kTexelBytes), "",
         bytesText(layers.table_bytes - layers.mask_bytes)},
        {"Masks", counted(rig.masks.size(), "mask"), "", bytesText(layers.mask_bytes)},
        {"Record", fmt::format("{} B per soldier", sizeof(LayerRecord)), "", ""},
        {"Palette", grouped(palette) + " B per soldier", "", bytesText(layers.palette_bytes)},
    };
}

std::vector<StorageRow> fetchRows(const LayersInUse& layers, int joints_per_vertex) {
    const LayerReads fetches = fetchesOf(layers);
    const LayerRig& rig = layers.rig;
    const std::uint64_t per_vertex = kMatrixTexels * static_cast<std::uint64_t>(joints_per_vertex);
    std::vector<StorageRow> rows{
        {"Blend", fmt::format("{} joints x {}", rig.joints.size(), counted(layers.record.head.y, "clip")), "",
         grouped(fetches.blend)},
    };
    if (!rig.solved.empty())
        rows.push_back({"Feet, aims, IK", counted(rig.solved.size(), "joint"), "", grouped(fetches.solve)});
    rows.push_back({"Matrices", counted(rig.palette.size(), "joint"), "", grouped(fetches.rows)});
    rows.push_back({"Then each vertex", fmt::format("{} joints x {}", joints_per_vertex, kMatrixTexels), "",
                    grouped(per_vertex)});
    return rows;
}

}  // namespace phalanx
