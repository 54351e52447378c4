// Whole numbers that are mostly near 0, coded bit by bit with adaptive probabilities: a binary arithmetic
// coder (G. N. N. Martin, "Range encoding", 1979) and Exp-Golomb codes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/byte_stream.h"

namespace phalanx {

// The probability that a bit is 1. It follows the first bits fast and later ones slowly.
class AdaptiveBit {
  public:
    std::uint32_t probability() const { return probability_; }  // of 65536
    void see(bool bit) {
        const std::uint32_t divisor = kDivisors[seen_];
        if (seen_ + 1U < kDivisors.size()) ++seen_;
        const std::uint32_t target = bit ? 65535U - kLeast : kLeast;
        if (target > probability_) {
            probability_ += (target - probability_) / divisor;
        } else {
            probability_ -= (probability_ - target) / divisor;
        }
    }

  private:
    static constexpr std::uint32_t kLeast = 48;
    static constexpr std::array<std::uint8_t, 13> kDivisors{2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40};

    std::uint32_t probability_ = 32768;
    std::uint8_t seen_ = 0;
};

class RangeEncoder {
  public:
    void put(bool bit, AdaptiveBit& model);
    void putEven(bool bit);  // a bit with the probability 1/2
    std::vector<std::uint8_t> take();

  private:
    void narrow(bool bit, std::uint32_t probability);

    std::uint32_t low_ = 0;
    std::uint32_t high_ = 0xFFFFFFFFU;
    std::vector<std::uint8_t> bytes_;
};

// Any bytes decode to some bits: after the end follow zeros.
class RangeDecoder {
  public:
    explicit RangeDecoder(std::span<const std::uint8_t> bytes);
    bool take(AdaptiveBit& model);
    bool takeEven();

  private:
    bool narrow(std::uint32_t probability);
    std::uint8_t next() { return at_ < bytes_.size() ? bytes_[at_++] : std::uint8_t{0}; }

    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    std::uint32_t low_ = 0;
    std::uint32_t high_ = 0xFFFFFFFFU;
    std::uint32_t value_ = 0;
};

inline constexpr unsigned kMostNumberBits = 40;  // of a coded number

// The models of numbers of one context.
class NumberModel {
  public:
    // |value| < 2^kMostNumberBits - 1.
    void put(std::int64_t value, RangeEncoder& out);
    std::int64_t take(RangeDecoder& in);

  private:
    AdaptiveBit zero_;
    AdaptiveBit negative_;
    std::array<AdaptiveBit, kMostNumberBits> longer_{};
    std::array<AdaptiveBit, kMostNumberBits> second_{};  // the bit after the leading one, by length
};

}  // namespace phalanx
