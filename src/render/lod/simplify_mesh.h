// Coarser LODs of a model's mesh: fewer triangles, and vertices of their own. No GL.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "anim/pose/model.h"
#include "render/model/lod_vertex.h"
#include "render/model/mesh_lods.h"
#include "render/model/packed_mesh.h"

namespace phalanx {

struct SimplifiedMesh {
    std::vector<MeshLod> lods;
    // For packMesh(): what indices of LODs from packed.vertices.size() on refer to, those of the coarsest LOD
    // first. Positions and texture coordinates are in the boxes of the packed mesh.
    std::vector<LodVertex> vertices;
};

// Makes coarser LODs, each with about 45 % of the triangles of the one before, down to about
// kCoarsestTriangles. At most kMaxLods - 3 (crowd/selection.h: LOD 0 and two impostor LODs are the other
// three); none for a mesh that is already that coarse. Errors ascend. Deterministic. `cancelled` is called
// often, from any thread; if it returns true, throws Error "cancelled".
inline constexpr std::uint64_t kCoarsestTriangles = 40;
SimplifiedMesh simplifyMesh(const Model& model, const PackedMesh& packed,
                            const std::function<bool()>& cancelled = {});

}  // namespace phalanx
