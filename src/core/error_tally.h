// Mean, 99th percentile and maximum of very many non-negative numbers, in bounded memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace phalanx {

struct ErrorSummary {
    double mean = 0.0;
    double p99 = 0.0;
    double max = 0.0;
};

// A histogram of floats by their leading bits: bins of 0.8 % width over the whole range, without a logarithm.
// NaN and values beyond the range of float count as the largest float.
class ErrorTally {
  public:
    void add(double value) {
        constexpr auto kWorst = static_cast<double>(std::numeric_limits<float>::max());
        const double counted = value <= kWorst ? std::max(value, 0.0) : kWorst;
        ++bins_[std::bit_cast<std::uint32_t>(static_cast<float>(counted)) >> kDropped];
        ++count_;
        sum_ += counted;
        max_ = std::max(max_, counted);
    }

    void add(const ErrorTally& other) {
        for (std::size_t i = 0; i < bins_.size(); ++i) bins_[i] += other.bins_[i];
        count_ += other.count_;
        sum_ += other.sum_;
        max_ = std::max(max_, other.max_);
    }

    // Adds values only to the bins, for quantile(). They must be finite and not negative.
    void count(std::span<const float> values) {
        for (const float value : values) ++bins_[std::bit_cast<std::uint32_t>(value) >> kDropped];
        count_ += values.size();
    }

    // The maximum of the values passed to add().
    double max() const { return max_; }

    ErrorSummary summary() const {
        if (count_ == 0) return {};
        return {sum_ / static_cast<double>(count_), std::min(quantile(0.99), max_), max_};
    }

    // The middle of the bin that contains the quantile q.
    double quantile(double q) const {
        const auto wanted = static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(count_)));
        std::uint64_t seen = 0;
        for (std::size_t bin = 0; bin < bins_.size(); ++bin) {
            seen += bins_[bin];
            if (seen >= wanted && seen > 0) {
                // The first bin is exactly zero, a common value.
                if (bin == 0) return 0.0;
                return std::bit_cast<float>((static_cast<std::uint32_t>(bin) << kDropped) |
                                            (1U << (kDropped - 1U)));
            }
        }
        return 0.0;
    }

  private:
    static constexpr unsigned kDropped = 16;
    std::vector<std::uint64_t> bins_ = std::vector<std::uint64_t>(std::size_t{1} << (32U - kDropped - 1U));
    std::uint64_t count_ = 0;
    double sum_ = 0.0;
    double max_ = 0.0;
};

}  // namespace phalanx
