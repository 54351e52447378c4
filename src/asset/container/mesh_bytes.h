// Parts of meshes that several files of ours have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "anim/pose/model.h"
#include "core/byte_stream.h"

namespace phalanx {

inline constexpr std::size_t kVertexBytes = 12 + 12 + 8 + 8 + 16;  // in the file
inline constexpr std::size_t kBatchBytes = 4 + 4 + 4;

inline void writeVertex(ByteWriter& out, const Vertex& v) {
    out.vector(v.position);
    out.vector(v.normal);
    out.vector(v.uv);
    for (const std::uint16_t joint : v.joints) out.integer(joint);
    for (const float weight : v.weights) out.number(weight);
}

// Does not check the joints.
inline void readVertex(ByteReader& in, Vertex& v) {
    in.vector(v.position);
    in.vector(v.normal);
    in.vector(v.uv);
    for (std::uint16_t& joint : v.joints) joint = in.integer<std::uint16_t>();
    for (float& weight : v.weights) weight = in.number<float>();
}

inline void writeBatches(ByteWriter& out, const std::vector<Batch>& batches) {
    out.list(batches, [&](const Batch& batch) {
        for (const std::uint32_t value : {batch.material, batch.first_index, batch.index_count})
            out.integer(value);
    });
}

// Does not check the ranges.
inline void readBatches(ByteReader& in, std::vector<Batch>& batches) {
    in.list(batches, kBatchBytes, [&](Batch& batch) {
        for (std::uint32_t* value : {&batch.material, &batch.first_index, &batch.index_count})
            *value = in.integer<std::uint32_t>();
    });
}

}  // namespace phalanx
