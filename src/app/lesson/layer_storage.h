// What layered poses store and what their shaders fetch, counted from the rig and the record that are in use.
// No GL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "anim/rig/layer_rig.h"
#include "app/lesson/model_storage.h"
#include "render/units/layer_cost.h"
#include "render/units/layer_record.h"
#include "ui/lesson/lesson_facts.h"

namespace phalanx {

// Of the program that runs.
struct LayersInUse {
    const LayerRig& rig;
    const LayerRecord& record;      // of one soldier, as it is on the GPU
    std::size_t table_bytes = 0;    // RigTextures::tableBytes()
    std::size_t mask_bytes = 0;     // of these, RigTextures::maskBytes()
    std::size_t palette_bytes = 0;  // GPU memory held for poses of all soldiers
    bool by_compute = false;        // layersByCompute()
};

// Texels that one soldier's pose takes, as the profiler counts them.
LayerReads fetchesOf(const LayersInUse& layers);

// The rows of the lesson. matrices: of the same model, as the steps without layers store it.
std::vector<StorageRow> storageRows(const LayersInUse& layers, const ModelStorage& matrices);
// joints_per_vertex: that a vertex can follow.
std::vector<StorageRow> fetchRows(const LayersInUse& layers, int joints_per_vertex);

}  // namespace phalanx
