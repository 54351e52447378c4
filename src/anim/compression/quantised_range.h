// The values of a curve as whole numbers of steps, each component in as many bits as its range needs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "anim/compression/bit_stream.h"
#include "anim/compression/curve_store.h"

namespace phalanx {

class QuantisedRange {
  public:
    QuantisedRange() = default;
    // tolerance: the length of the error that a value may have. Steps of this size err by half of it in the
    // mean. They are larger where a component would need more than kMostBits.
    QuantisedRange(const Curve& curve, double tolerance)
        : components_(curve.components()), step_(stepIndex(tolerance)) {
        std::array<double, 4> low{};
        std::array<double, 4> high{};
        for (std::size_t i = 0; i < components_; ++i) low[i] = high[i] = curve.values[i];
        double largest = 0.0;
        for (std::size_t i = 0; i < curve.values.size(); ++i) {
            const std::size_t c = i % components_;
            low[c] = std::min(low[c], curve.values[i]);
            high[c] = std::max(high[c], curve.values[i]);
            largest = std::max(largest, std::abs(curve.values[i]));
        }
        while (largest / stepOf(step_) > kMostSteps && step_ < 255) ++step_;
        size_ = stepOf(step_);
        for (std::size_t c = 0; c < components_; ++c) {
            least_[c] = steps(low[c]);
            bits_[c] =
                static_cast<unsigned>(std::bit_width(static_cast<std::uint32_t>(steps(high[c]) - least_[c])));
        }
    }

    std::size_t components() const { return components_; }
    double step() const { return size_; }
    std::size_t bits() const {
        std::size_t sum = 0;
        for (std::size_t c = 0; c < components_; ++c) sum += bits_[c];
        return sum;
    }

    void put(const double* value, BitWriter& out) const {
        for (std::size_t c = 0; c < components_; ++c)
            out.put(static_cast<std::uint32_t>(steps(value[c]) - least_[c]), bits_[c]);
    }
    void take(const BitField& from, std::size_t at, double* value) const {
        for (std::size_t c = 0; c < components_; ++c) {
            value[c] = (static_cast<double>(least_[c]) + static_cast<double>(from.at(at, bits_[c]))) * size_;
            at += bits_[c];
        }
    }
    // The value as take() gives it back.
    double rounded(double value) const { return static_cast<double>(steps(value)) * step(); }

    friend void putRange(const QuantisedRange& range, ByteWriter& out);
    friend QuantisedRange takeRange(CurveKind kind, ByteReader& in);

  private:
    static constexpr double kMostSteps = 1e9;  // from zero; the difference of two fits into 32 bits

    std::int32_t steps(double value) const {
        return static_cast<std::int32_t>(std::lround(std::clamp(value / size_, -kMostSteps, kMostSteps)));
    }

    std::size_t components_ = 3;
    std::uint8_t step_ = 0;
    double size_ = 1.0;  // of a step
    std::array<std::int32_t, 4> least_{};
    std::array<unsigned, 4> bits_{};
};

inline void putRange(const QuantisedRange& range, ByteWriter& out) {
    out.integer(range.step_);
    for (std::size_t c = 0; c < range.components_; ++c) {
        putSigned(out, range.least_[c]);
        out.integer(static_cast<std::uint8_t>(range.bits_[c]));
    }
}

inline QuantisedRange takeRange(CurveKind kind, ByteReader& in) {
    QuantisedRange range;
    range.components_ = kind == CurveKind::kQuaternion ? 4 : 3;
    range.step_ = in.integer<std::uint8_t>();
    range.size_ = stepOf(range.step_);
    for (std::size_t c = 0; c < range.components_; ++c) {
        range.least_[c] = takeSigned(in);
        range.bits_[c] = in.integer<std::uint8_t>();
        if (range.bits_[c] > kMostBits) in.fail("a component has too many bits");
    }
    return range;
}

}  // namespace phalanx
