// Values of a few bits each, and counts of a few bytes. Little-endian: the first value is in the lowest bits
// of the first byte.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "core/byte_stream.h"

namespace phalanx {

inline constexpr unsigned kMostBits = 32;  // of one value

class BitWriter {
  public:
    // bits: 0 .. kMostBits. The value must fit.
    void put(std::uint32_t value, unsigned bits) {
        pending_ |= std::uint64_t{value} << held_;
        held_ += bits;
        while (held_ >= 8) {
            bytes_.push_back(static_cast<std::uint8_t>(pending_));
            pending_ >>= 8U;
            held_ -= 8;
        }
    }
    std::vector<std::uint8_t> take() {
        if (held_ > 0) bytes_.push_back(static_cast<std::uint8_t>(pending_));
        pending_ = 0;
        held_ = 0;
        return std::move(bytes_);
    }

  private:
    std::vector<std::uint8_t> bytes_;
    std::uint64_t pending_ = 0;
    unsigned held_ = 0;
};

// Bits at any place, for random access.
class BitField {
  public:
    BitField() = default;
    explicit BitField(std::span<const std::uint8_t> bytes) : bytes_(bytes.begin(), bytes.end()) {
        bytes_.resize(bytes_.size() + sizeof(std::uint64_t), 0);  // so that at() may read whole words
    }

    // at + bits must not exceed 8 times the number of bytes.
    std::uint32_t at(std::size_t at, unsigned bits) const {
        const std::uint8_t* const from = bytes_.data() + at / 8;
        std::uint64_t word = 0;
        if constexpr (std::endian::native == std::endian::little) {
            std::memcpy(&word, from, sizeof(word));
        } else {
            for (unsigned i = 0; i < sizeof(word); ++i) word |= std::uint64_t{from[i]} << (8U * i);
        }
        const std::uint64_t mask = (std::uint64_t{1} << bits) - 1U;
        return static_cast<std::uint32_t>((word >> (at % 8)) & mask);
    }

  private:
    std::vector<std::uint8_t> bytes_;
};

// 7 bits per byte; the highest bit says that more follow.
inline void putCount(ByteWriter& out, std::uint32_t value) {
    for (; value >= 0x80U; value >>= 7U) out.integer(static_cast<std::uint8_t>(value | 0x80U));
    out.integer(static_cast<std::uint8_t>(value));
}

inline std::uint32_t takeCount(ByteReader& in) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        const auto byte = in.integer<std::uint8_t>();
        value |= std::uint64_t{byte & 0x7FU} << shift;
        if (byte < 0x80U) break;
    }
    if (value > 0xFFFFFFFFU) in.fail("a count has more than 32 bits");
    return static_cast<std::uint32_t>(value);
}

// Signed numbers as counts: 0, -1, 1, -2 ...
inline void putSigned(ByteWriter& out, std::int32_t value) {
    const auto bits = static_cast<std::uint32_t>(value);
    putCount(out, (bits << 1U) ^ (value < 0 ? 0xFFFFFFFFU : 0U));
}

inline std::int32_t takeSigned(ByteReader& in) {
    const std::uint32_t bits = takeCount(in);
    return static_cast<std::int32_t>((bits >> 1U) ^ ((bits & 1U) != 0 ? 0xFFFFFFFFU : 0U));
}

}  // namespace phalanx
