// The LODs of a model's mesh as they are drawn, and what LOD selection and culling need besides. No GL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "anim/bake/clip_bounds.h"
#include "anim/pose/model.h"

namespace phalanx {

inline std::uint64_t trianglesOf(const Variant& variant) {
    std::uint64_t indices = 0;
    for (const Batch& batch : variant.batches) indices += batch.index_count;
    return indices / 3;
}

// What the program of a LOD reads of each vertex.
struct VertexNeeds {
    int weights = 4;     // joints
    bool morphs = true;  // morph targets

    friend bool operator==(const VertexNeeds&, const VertexNeeds&) = default;
};

struct MeshLod {
    std::vector<std::uint32_t> indices;  // packed vertices, each run in cache order
    std::vector<Variant> variants;       // as PackedMesh::variants; batches refer to `indices`
    // Distance between this surface and the full mesh, metres, over sample points of both in poses of the
    // clips: the 99th percentile, and the maximum.
    double error_m = 0.0;
    double max_error_m = 0.0;
    // Joints per vertex: 4, 2 or 1. As few as add almost nothing to the error; error_m is the error with that
    // many.
    int weights = 4;
    // false: drawn without morph targets, since they move too little; errors do not count them. Vertices that
    // only such LODs use have no deltas. No effect in models without targets.
    bool morphs = true;

    std::uint64_t triangles(int variant) const {
        return trianglesOf(variants.at(static_cast<std::size_t>(variant)));
    }
};

// What LOD selection and culling need besides the mesh.
struct ModelDetail {
    std::vector<ClipBounds> bounds;  // one per clip
    std::vector<MeshLod> lods;       // LOD 1 and up, coarser each time
};

}  // namespace phalanx
