#include "crowd/morph_rows.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "layouts.h"

namespace phalanx {

std::uint32_t MorphRows::set(std::uint32_t row, const MorphWeights& weights) {
    if (row == 0) {
        const auto free = std::ranges::find(taken_, false);
        row = static_cast<std::uint32_t>(free - taken_.begin()) + 1;
        if (free == taken_.end()) {
            taken_.push_back(false);
            weights_.resize(taken_.size() * targets_);
        }
        taken_[row - 1] = true;
    }
    const std::size_t index = row - 1;
    const std::span<float> values = std::span(weights_).subspan(index * targets_, targets_);
    std::ranges::fill(values, PH_WEIGHT_OF_CLIP);
    for (const auto& [target, weight] : weights) {
        assert(target < targets_);
        values[target] = static_cast<float>(weight);
    }
    if (changed_.first == changed_.last) changed_ = {index, index};
    changed_ = {std::min(changed_.first, index), std::max(changed_.last, index + 1)};
    return row;
}

void MorphRows::free(std::uint32_t row) {
    if (row > 0) taken_[row - 1] = false;
}

std::span<const float> MorphRows::at(std::uint32_t row) const {
    if (row == 0) return {};
    return std::span(weights_).subspan(std::size_t{row - 1} * targets_, targets_);
}

MorphRows::Changed MorphRows::takeChanged() {
    return std::exchange(changed_, {});
}

void setByHand(std::span<const float> row, std::span<double> weights) {
    for (std::size_t t = 0; t < row.size(); ++t) {
        if (row[t] < PH_WEIGHT_OF_CLIP) weights[t] = static_cast<double>(row[t]);
    }
}

}  // namespace phalanx
