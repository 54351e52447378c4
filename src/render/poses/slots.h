// Where units lie in a texture of palettes or poses: 2^shift of them per row of PH_PALETTE_WIDTH texels. The
// shaders do the same (layers.vert, joints_palette.glsl).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "layouts.h"

namespace phalanx {

struct Slots {
    std::uint32_t columns = 0;  // texels per unit
    std::uint32_t shift = 0;

    explicit Slots(std::uint32_t texels) : columns(texels), shift(layout::slotShift(std::max(1U, texels))) {}

    std::size_t rows(std::size_t units) const { return (units + perRow() - 1) >> shift; }
    // The unit's first texel, counted through all rows.
    std::size_t firstTexel(std::size_t unit) const {
        return (unit >> shift) * PH_PALETTE_WIDTH + (unit & (perRow() - 1)) * columns;
    }

  private:
    std::size_t perRow() const { return std::size_t{1} << shift; }
};

}  // namespace phalanx
