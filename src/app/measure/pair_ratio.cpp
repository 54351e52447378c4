#include "app/measure/pair_ratio.h"

#include <algorithm>
#include <cassert>
#include <random>
#include <vector>

#include "app/measure/frame_timer.h"

namespace phalanx {
namespace {

constexpr std::size_t kResamples = 2000;

double medianOf(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

}  // namespace

PairRatio ratioOfPairs(std::span<const double> a, std::span<const double> b) {
    assert(a.size() == b.size() && !a.empty());
    std::vector<double> ratios(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) ratios[i] = b[i] / a[i];
    std::mt19937 random(1);  // NOLINT(cert-msc51-cpp,cert-msc32-c): a fixed seed, for reproducible results
    std::vector<double> medians(kResamples);
    std::vector<double> sample(ratios.size());
    for (double& median : medians) {
        for (double& value : sample) value = ratios[random() % ratios.size()];
        median = medianOf(sample);
    }
    std::sort(medians.begin(), medians.end());
    PairRatio result;
    result.ratio = medianOf(ratios);
    result.low = medians[kResamples / 40];
    result.high = medians[kResamples - 1 - kResamples / 40];
    return result;
}

}  // namespace phalanx
