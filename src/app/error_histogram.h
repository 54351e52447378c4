// Mean, 99th percentile and maximum of many distances, in bounded memory.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "anim/bake.h"

namespace phalanx {

// NaN and infinity count as the worst there is.
inline double orHuge(double value) {
    return std::isfinite(value) ? value : 1e30;
}

// Distances in millimetres, counted in bins of a micrometre; the last one takes all that is larger.
class ErrorHistogram {
  public:
    void add(double mm) {
        const auto bin =
            static_cast<std::size_t>(std::min(orHuge(mm) * 1000.0, static_cast<double>(kBins - 1)));
        ++bins_[bin];
        ++count_;
        sum_ += mm;
        max_ = std::max(max_, orHuge(mm));
    }
    void add(const ErrorHistogram& other) {
        for (std::size_t i = 0; i < kBins; ++i) bins_[i] += other.bins_[i];
        count_ += other.count_;
        sum_ += other.sum_;
        max_ = std::max(max_, other.max_);
    }
    BakeError summary() const {
        std::uint64_t seen = 0;
        std::size_t bin = 0;
        while (bin < kBins - 1 && (seen += bins_[bin]) * 100 < count_ * 99) ++bin;
        const double p99 =
            bin == kBins - 1 ? max_ : std::min(max_, (static_cast<double>(bin) + 1.0) / 1000.0);
        return {count_ > 0 ? sum_ / static_cast<double>(count_) : 0.0, p99, max_};
    }

  private:
    static constexpr std::size_t kBins = 8192;
    std::vector<std::uint64_t> bins_ = std::vector<std::uint64_t>(kBins);
    std::uint64_t count_ = 0;
    double sum_ = 0.0;
    double max_ = 0.0;
};

}  // namespace phalanx
