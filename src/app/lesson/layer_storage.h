// What layered poses store and what their shaders fetch, counted from the rig and the record that are in use.
// No GL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "anim/rig/layer_rig.h"
#include "app/lesson/model_storage.h"
#include "render/units/layer_record.h"
#include "ui/lesson/lesson_facts.h"

namespace phalanx {

// Of the program that runs.
struct LayersInUse {
    const LayerRig& rig;
    const LayerRecord& record;      // of one soldier
    std::size_t table_bytes = 0;    // RigTextures::tableBytes()
    std::size_t mask_bytes = 0;     // of these, RigTextures::maskBytes()
    std::size_t palette_bytes = 0;  // GPU memory held for poses of all soldiers
    bool by_compute = false;        // layersByCompute()
};

// Texels that one soldier's pose takes. Where a shader reads one texel several times, as all elements of a
// chain, it counts once per invocation.
struct LayerFetches {
    std::uint64_t blend = 0;  // local transforms: blend.glsl
    std::uint64_t solve = 0;  // aims and IK: solve.glsl
    std::uint64_t rows = 0;   // the product over ancestors: rows.glsl
};
LayerFetches fetchesOf(const LayersInUse& layers);

// The rows of the lesson. matrices: of the same model, as the steps without layers store it.
std::vector<StorageRow> storageRows(const LayersInUse& layers, const ModelStorage& matrices);
// joints_per_vertex: that a vertex can follow.
std::vector<StorageRow> fetchRows(const LayersInUse& layers, int joints_per_vertex);

}  // namespace phalanx
