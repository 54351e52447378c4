// Weights of morph targets that are set by hand for single units of a group: one row per such unit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace phalanx {

// Weights by morph target (Model::morph_targets). Targets without an entry follow the clips.
using MorphWeights = std::map<std::uint32_t, double>;

class MorphRows {
  public:
    MorphRows() = default;
    explicit MorphRows(std::uint32_t targets) : targets_(targets) {}

    std::uint32_t targets() const { return targets_; }
    std::size_t rows() const { return taken_.size(); }  // also rows that are free again

    // Stores weights in row `row`, or in a free one if it is 0. Returns the number of the row, from 1 on:
    // what the unit's look.z must have above its number. The crowd has at most PH_MORPH_ROWS such units.
    std::uint32_t set(std::uint32_t row, const MorphWeights& weights);
    void free(std::uint32_t row);

    // The weights of a row, by target, PH_WEIGHT_OF_CLIP where the target follows the clips; none for row 0.
    std::span<const float> at(std::uint32_t row) const;

    // The rows that changed since the last upload, [first, last), numbered from 0. Clears them.
    struct Changed {
        std::size_t first = 0;
        std::size_t last = 0;
    };
    Changed takeChanged();

  private:
    std::uint32_t targets_ = 0;
    std::vector<float> weights_;  // row after row
    std::vector<bool> taken_;
    Changed changed_;
};

// Replaces those of the blended weights that a row sets.
void setByHand(std::span<const float> row, std::span<double> weights);

}  // namespace phalanx
