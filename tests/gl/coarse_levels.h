// A small model with the largest possible number of LODs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "anim/bake/clip_bounds.h"
#include "app/army/army.h"
#include "render/lod/mesh_levels.h"
#include "render/model/packed_mesh.h"
#include "synthetic_model.h"

namespace phalanx::test {

// LODs that keep every second, every fourth ... triangle. Their appearance does not matter here.
inline ModelDetail coarseLevels(const LoadedModel& loaded, const PackedMesh& packed) {
    ModelDetail detail;
    detail.bounds = clipBounds(loaded.model, loaded.baked);
    // The largest number of LODs besides the full mesh and both kinds of impostors.
    constexpr std::array<double, kMaxLevels - 3> kErrors_m{0.005, 0.01, 0.02, 0.04, 0.08, 0.15};
    for (const double error_m : kErrors_m) {
        MeshLevel& level = detail.levels.emplace_back();
        level.error_m = error_m;
        level.weights = error_m > 0.01 ? 1 : 4;  // far LODs use another program
        const std::size_t keep = std::size_t{1} << detail.levels.size();
        for (const Variant& variant : packed.variants) {
            Variant& coarse = level.variants.emplace_back(variant);
            for (Batch& batch : coarse.batches) {
                const auto first = static_cast<std::uint32_t>(level.indices.size());
                for (std::size_t i = 0; i < batch.index_count / 3; i += keep) {
                    for (std::size_t corner = 0; corner < 3; ++corner)
                        level.indices.push_back(packed.indices[batch.first_index + 3 * i + corner]);
                }
                batch.first_index = first;
                batch.index_count = static_cast<std::uint32_t>(level.indices.size()) - first;
            }
        }
    }
    return detail;
}

inline LoadedModel smallModel(std::uint32_t seed) {
    LoadedModel loaded;
    loaded.model = makeModel({.joints = 6, .vertices = 90, .seed = seed});
    BakeSettings bake;
    bake.rate_hz = 15.0;
    loaded.baked = bakeAnimation(loaded.model, bake);
    return loaded;
}

}  // namespace phalanx::test
