// Coarser versions of a model's mesh: the same vertices, fewer triangles. No GL.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "anim/bake/clip_bounds.h"
#include "anim/pose/model.h"
#include "render/model/packed_mesh.h"

namespace phalanx {

struct MeshLevel {
    std::vector<std::uint32_t> indices;  // of packed vertices, each run in cache order
    std::vector<Variant> variants;       // as PackedMesh::variants, batches into `indices`
    // Between this surface and the model's own, metres: of points of either that were tried in poses of all
    // clips, 99 % are no farther from the other; and the farthest.
    double error_m = 0.0;
    double max_error_m = 0.0;
    // Joints that move a vertex, 4, 2 or 1: as few as add next to nothing to the error, which is that with so
    // many.
    int weights = 4;

    std::uint64_t triangles(int variant) const;
};

// What drawing a model in many sizes takes, beside its mesh.
struct ModelDetail {
    std::vector<ClipBounds> bounds;  // one a clip
    std::vector<MeshLevel> levels;   // coarser and coarser; the mesh itself is not among them
};

// Each level has some 45 % of the triangles of the one before, down to about kCoarsestTriangles, at most
// kMaxLevels - 3 of them (crowd/selection.h; the last two are for impostors); none for a mesh that is as
// coarse already. The same arguments give the same levels. meshoptimizer's simplifier where it gets that far,
// which keeps the seams of texture coordinates and normals; else edge_collapse.h, and where that gives up
// meshoptimizer's `sloppy` one, which do not. Errors ascend. `cancelled` is asked often, from any thread;
// Error "cancelled" when it says so.
inline constexpr std::uint64_t kCoarsestTriangles = 40;
std::vector<MeshLevel> simplifyMesh(const Model& model, const PackedMesh& packed,
                                    const std::function<bool()>& cancelled = {});

}  // namespace phalanx
