// A small model with the largest possible number of LODs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "anim/bake/clip_bounds.h"
#include "app/army/army.h"
#include "gl/stage_fixture.h"
#include "render/lod/simplify_mesh.h"
#include "render/model/packed_mesh.h"
#include "synthetic_model.h"

namespace phalanx::test {

// LODs that keep every second, every fourth ... triangle. Their appearance does not matter here.
inline ModelDetail coarseLods(const LoadedModel& loaded, const PackedMesh& packed) {
    ModelDetail detail;
    detail.bounds = clipBounds(loaded.model, loaded.baked);
    // The largest number of LODs besides the full mesh and both kinds of impostors.
    constexpr std::array<double, kMaxLods - 3> kErrors_m{0.005, 0.01, 0.02, 0.04, 0.08, 0.15};
    for (const double error_m : kErrors_m) {
        MeshLod& lod = detail.lods.emplace_back();
        lod.error_m = error_m;
        lod.weights = error_m > 0.01 ? 1 : 4;  // far LODs use another program
        const std::size_t keep = std::size_t{1} << detail.lods.size();
        for (const Variant& variant : packed.variants) {
            Variant& coarse = lod.variants.emplace_back(variant);
            for (Batch& batch : coarse.batches) {
                const auto first = static_cast<std::uint32_t>(lod.indices.size());
                for (std::size_t i = 0; i < batch.index_count / 3; i += keep) {
                    for (std::size_t corner = 0; corner < 3; ++corner)
                        lod.indices.push_back(packed.indices[batch.first_index + 3 * i + corner]);
                }
                batch.first_index = first;
                batch.index_count = static_cast<std::uint32_t>(lod.indices.size()) - first;
            }
        }
    }
    return detail;
}

// The same LODs, but heavy where a bit of `prepared` is set (bit l: LOD l) and of two triangles where
// not: `palette` and `compute` prepare poses of the former and draw the latter by `texture`. Level 0 is the
// mesh.
inline ModelDetail preparedLods(const LoadedModel& loaded, const PackedMesh& packed, std::uint32_t prepared) {
    constexpr std::size_t kTimes = 4;  // that each triangle is there: posed vertices then pay
    ModelDetail detail = coarseLods(loaded, packed);
    for (std::size_t l = 0; l < detail.lods.size(); ++l) {
        MeshLod& lod = detail.lods[l];
        const bool heavy = (prepared >> (l + 1) & 1U) != 0;
        lod.weights = heavy ? 4 : 1;
        lod.indices.clear();
        for (std::size_t v = 0; v < packed.variants.size(); ++v) {
            for (std::size_t b = 0; b < packed.variants[v].batches.size(); ++b) {
                const Batch& whole = packed.variants[v].batches[b];
                Batch& batch = lod.variants[v].batches[b];
                batch.first_index = static_cast<std::uint32_t>(lod.indices.size());
                batch.index_count = heavy ? whole.index_count * kTimes : 6;
                for (std::size_t i = 0; i < batch.index_count; ++i)
                    lod.indices.push_back(packed.indices[whole.first_index + i % whole.index_count]);
            }
        }
    }
    return detail;
}

inline LoadedModel smallModel(std::uint32_t seed) {
    return bakedModel(makeModel({.joints = 6, .vertices = 90, .seed = seed}));
}

}  // namespace phalanx::test
