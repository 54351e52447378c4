// The end of a hash of 32 bits, in integer arithmetic, so that it is the same on every machine.
#pragma once

#include <cstdint>

namespace phalanx {

constexpr std::uint32_t scrambled(std::uint32_t h) {
    h = (h ^ (h >> 15U)) * 0x2C1B3C6DU;
    h = (h ^ (h >> 12U)) * 0x297A2D39U;
    return h ^ (h >> 15U);
}

}  // namespace phalanx
