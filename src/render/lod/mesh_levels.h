// Coarser LODs of a model's mesh: the same vertices, fewer triangles. No GL.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "anim/bake/clip_bounds.h"
#include "anim/pose/model.h"
#include "render/model/packed_mesh.h"

namespace phalanx {

struct MeshLevel {
    std::vector<std::uint32_t> indices;  // packed vertices, each run in cache order
    std::vector<Variant> variants;       // as PackedMesh::variants; batches refer to `indices`
    // Distance between this surface and the full mesh, metres, over sample points of both in poses of the
    // clips: the 99th percentile, and the maximum.
    double error_m = 0.0;
    double max_error_m = 0.0;
    // Joints per vertex: 4, 2 or 1. As few as add almost nothing to the error; error_m is the error with that
    // many.
    int weights = 4;

    std::uint64_t triangles(int variant) const;
};

// What LOD selection and culling need besides the mesh.
struct ModelDetail {
    std::vector<ClipBounds> bounds;  // one per clip
    std::vector<MeshLevel> levels;   // LOD 1 and up, coarser each time
};

// Makes coarser LODs, each with about 45 % of the triangles of the one before, down to about
// kCoarsestTriangles. At most kMaxLevels - 3 (crowd/selection.h: LOD 0 and two impostor levels are the other
// three); none for a mesh that is already that coarse. Errors ascend. Deterministic. Uses meshoptimizer's
// simplifier where it gets far enough, which keeps seams of texture coordinates and normals; else
// edge_collapse.h, and where that gives up meshoptimizer's `sloppy` simplifier, which do not. `cancelled` is
// called often, from any thread; if it returns true, throws Error "cancelled".
inline constexpr std::uint64_t kCoarsestTriangles = 40;
std::vector<MeshLevel> simplifyMesh(const Model& model, const PackedMesh& packed,
                                    const std::function<bool()>& cancelled = {});

}  // namespace phalanx
