// Coarser LODs of a model's mesh: the same vertices, fewer triangles. No GL.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "anim/pose/model.h"
#include "render/model/mesh_lods.h"
#include "render/model/packed_mesh.h"

namespace phalanx {

// Makes coarser LODs, each with about 45 % of the triangles of the one before, down to about
// kCoarsestTriangles. At most kMaxLods - 3 (crowd/selection.h: LOD 0 and two impostor LODs are the other
// three); none for a mesh that is already that coarse. Errors ascend. Deterministic. Uses meshoptimizer's
// simplifier where it gets far enough, which keeps seams of texture coordinates and normals; else
// edge_collapse.h, and where that gives up meshoptimizer's `sloppy` simplifier, which do not. `cancelled` is
// called often, from any thread; if it returns true, throws Error "cancelled".
inline constexpr std::uint64_t kCoarsestTriangles = 40;
std::vector<MeshLod> simplifyMesh(const Model& model, const PackedMesh& packed,
                                  const std::function<bool()>& cancelled = {});

}  // namespace phalanx
