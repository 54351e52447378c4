#include "anim/compression/range_coder.h"

#include <bit>

namespace phalanx {
namespace {

constexpr std::uint32_t kHalf = 32768;

// The last value of the part of the range that stands for 1.
std::uint32_t border(std::uint32_t low, std::uint32_t high, std::uint32_t probability) {
    const std::uint64_t range = std::uint64_t{high} - low;
    return low + static_cast<std::uint32_t>((range * probability) >> 16U);
}

bool sameLeadingByte(std::uint32_t low, std::uint32_t high) {
    return ((low ^ high) & 0xFF000000U) == 0;
}

}  // namespace

void RangeEncoder::narrow(bool bit, std::uint32_t probability) {
    const std::uint32_t middle = border(low_, high_, probability);
    if (bit) {
        high_ = middle;
    } else {
        low_ = middle + 1;
    }
    while (sameLeadingByte(low_, high_)) {
        bytes_.push_back(static_cast<std::uint8_t>(high_ >> 24U));
        low_ <<= 8U;
        high_ = (high_ << 8U) | 0xFFU;
    }
}

void RangeEncoder::put(bool bit, AdaptiveBit& model) {
    narrow(bit, model.probability());
    model.see(bit);
}

void RangeEncoder::putEven(bool bit) {
    narrow(bit, kHalf);
}

std::vector<std::uint8_t> RangeEncoder::take() {
    // The fewest bytes that, followed by zeros, are within the range.
    for (unsigned dropped = 24;; dropped -= 8) {
        const std::uint64_t mask = (std::uint64_t{1} << dropped) - 1U;
        const std::uint64_t value = (std::uint64_t{low_} + mask) & ~mask;
        if (value > high_) continue;
        for (unsigned shift = 24; shift + 8 > dropped; shift -= 8) {
            bytes_.push_back(static_cast<std::uint8_t>(value >> shift));
            if (shift == 0) break;
        }
        break;
    }
    while (!bytes_.empty() && bytes_.back() == 0) bytes_.pop_back();
    return std::move(bytes_);
}

RangeDecoder::RangeDecoder(std::span<const std::uint8_t> bytes) : bytes_(bytes) {
    for (int i = 0; i < 4; ++i) value_ = (value_ << 8U) | next();
}

bool RangeDecoder::narrow(std::uint32_t probability) {
    const std::uint32_t middle = border(low_, high_, probability);
    const bool bit = value_ <= middle;
    if (bit) {
        high_ = middle;
    } else {
        low_ = middle + 1;
    }
    while (sameLeadingByte(low_, high_)) {
        low_ <<= 8U;
        high_ = (high_ << 8U) | 0xFFU;
        value_ = (value_ << 8U) | next();
    }
    return bit;
}

bool RangeDecoder::take(AdaptiveBit& model) {
    const bool bit = narrow(model.probability());
    model.see(bit);
    return bit;
}

bool RangeDecoder::takeEven() {
    return narrow(kHalf);
}

void NumberModel::put(std::int64_t value, RangeEncoder& out) {
    out.put(value == 0, zero_);
    if (value == 0) return;
    out.put(value < 0, negative_);
    // |value| = 1, 2 - 3, 4 - 7 ...: the length, then the bits after the leading one.
    const auto size = static_cast<std::uint64_t>(value < 0 ? -value : value);
    const auto length = static_cast<unsigned>(std::bit_width(size)) - 1U;
    for (unsigned i = 0; i < length; ++i) out.put(true, longer_[i]);
    out.put(false, longer_[length]);
    for (unsigned i = length; i-- > 0;) {
        const bool bit = ((size >> i) & 1U) != 0;
        if (i + 1 == length) {
            out.put(bit, second_[length]);
        } else {
            out.putEven(bit);
        }
    }
}

std::int64_t NumberModel::take(RangeDecoder& in) {
    if (in.take(zero_)) return 0;
    const bool negative = in.take(negative_);
    unsigned length = 0;
    while (length + 1 < kMostNumberBits && in.take(longer_[length])) ++length;
    std::int64_t size = 1;
    for (unsigned i = length; i-- > 0;) {
        const bool bit = i + 1 == length ? in.take(second_[length]) : in.takeEven();
        size = 2 * size + (bit ? 1 : 0);
    }
    return negative ? -size : size;
}

}  // namespace phalanx
