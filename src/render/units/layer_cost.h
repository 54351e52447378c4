// What the passes of layered poses do for the units of a group: joints, and texels that they read and write,
// counted from the rig and the records. Left out: what a vertex shader reads once per unit, and the rounds of
// an aim, which read nothing. docs/pose.md has the counts of the soldier.
#pragma once

#include <cstddef>
#include <cstdint>

#include "anim/rig/layer_rig.h"
#include "layers.h"
#include "render/frame/frame_stats.h"

namespace phalanx {

class LayerCost {
  public:
    explicit LayerCost(const LayerRig& rig);

    // A record of the group is there, or no longer.
    void add(const layout::LayerRecord& record);
    void remove(const layout::LayerRecord& record);

    // For so many units with the mean of the group's records. By the fragment passes:
    LayerWork blend(std::size_t units) const;
    LayerWork solve(std::size_t units) const;
    LayerWork rows(std::size_t units) const;
    // By one dispatch, which keeps local transforms in shared memory.
    LayerWork dispatch(std::size_t units) const;
    // On the CPU: no texels.
    LayerWork onCpu(std::size_t units) const;

    // Means of the group's records.
    double samples() const { return perRecord(samples_); }
    double weights() const { return perRecord(weights_); }

  private:
    double perRecord(std::uint64_t sum) const {
        return records_ == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(records_);
    }
    double blendReads() const;
    double solverReads(bool from_textures) const;
    LayerWork work(std::size_t units, double read, double written) const;

    // Of the rig.
    std::uint64_t joints_ = 0;
    std::uint64_t tracks_ = 0;
    std::uint64_t solved_ = 0;
    std::uint64_t palette_ = 0;
    std::uint64_t palette_walk_ = 0;  // joints from each of the palette's to its root, both included
    std::uint64_t aim_walk_ = 0;      // the same for all that aims ask for
    std::uint64_t ik_walk_ = 0;
    std::uint64_t aims_in_rig_ = 0;
    std::uint64_t iks_in_rig_ = 0;
    // Sums over the records.
    std::uint64_t records_ = 0;
    std::uint64_t samples_ = 0;
    std::uint64_t weights_ = 0;
    std::uint64_t aims_ = 0;  // whose weight is above 0, before or after the change
    std::uint64_t iks_ = 0;
};

}  // namespace phalanx
