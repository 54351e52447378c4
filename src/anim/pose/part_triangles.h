// How many triangles a model has.
#pragma once

#include <cstdint>
#include <span>

#include "anim/pose/model.h"

namespace phalanx {

// Of all parts at full detail. Model::indices may also hold LODs that the file brings.
inline std::uint64_t trianglesOf(std::span<const Part> parts) {
    std::uint64_t indices = 0;
    for (const Part& part : parts) indices += part.index_count;
    return indices / 3;
}

}  // namespace phalanx
