// What the passes of layered poses do for the units of a group: joints, and texels that they read and write,
// counted from the rig and the records. A texel that a shader reads several times in a row counts once. Left
// out: what a vertex shader reads once per unit, the rounds of an aim, which read nothing, and the heights of
// hills: nine per foot and unit, and nine below its origin. docs/pose.md has the counts of the soldier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "anim/rig/layer_rig.h"
#include "layers.h"
#include "render/frame/frame_stats.h"

namespace phalanx {

// Texels that are read, by the three parts of the work.
struct LayerReads {
    std::uint64_t blend = 0;  // local transforms: layers/blend.glsl
    std::uint64_t solve = 0;  // feet, aims and IK: layers/solve.glsl
    std::uint64_t rows = 0;   // the product over ancestors: layers/rows.glsl
};

class LayerCost {
  public:
    explicit LayerCost(const LayerRig& rig);

    // A record of the group is there, or no longer.
    void add(const layout::LayerRecord& record) { count(record, 1); }
    void remove(const layout::LayerRecord& record) { count(record, -1); }
    // Whether IK of the group read the kinds of their targets.
    void readIkKinds(bool read) { reads_ik_kinds_ = read; }

    // For so many units with the mean of the group's records. by_compute: by one dispatch, which keeps local
    // transforms in shared memory; else by the fragment passes.
    LayerReads reads(std::size_t units, bool by_compute) const;
    // By the fragment passes:
    LayerWork blend(std::size_t units) const;
    LayerWork solve(std::size_t units) const;
    LayerWork rows(std::size_t units) const;
    LayerWork dispatch(std::size_t units) const;
    // On the CPU: no texels.
    LayerWork onCpu(std::size_t units) const;

    // Means of the group's records.
    double samples() const { return perRecord(samples_); }
    double weights() const { return perRecord(weights_); }

  private:
    // An aim or a limb of the rig.
    struct Solver {
        std::int64_t walk = 0;      // texels of local transforms that the fragment pass reads for it
        int own = -1;               // the joint that reaches for the target; -1: of aims
        std::int64_t acting = 0;    // records in which its weight is above 0, before or after the change
        std::int64_t at_units = 0;  // of these, records in which its target is of a unit after the change
        // For targets that are joints of units: how often a joint is posed by clips, how many of those have
        // a track, and how many walks these are.
        std::int64_t posed = 0;
        std::int64_t tracks = 0;
        std::int64_t walks = 0;
    };

    // Feet that stand on the ground.
    struct Feet {
        std::uint64_t legs = 0;
        std::uint64_t texels = 0;  // LayerRig::feetTexels(); 0: none stand
        std::int64_t walk = 0;     // as Solver::walk
    };

    void count(const layout::LayerRecord& record, std::int64_t by);
    void countTarget(const layout::LayerTarget& target, const layout::TargetKinds& kinds, std::int64_t by,
                     Solver& solver) const;
    double targetReads(const Solver& solver) const;
    double perRecord(std::int64_t sum) const {
        return records_ == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(records_);
    }
    double blendReads() const;
    double feetReads() const;
    double solverReads(bool from_textures) const;
    LayerWork work(std::size_t units, std::uint64_t read, std::uint64_t written_per_unit) const;

    // Of the rig.
    std::uint64_t joints_ = 0;
    std::uint64_t tracks_ = 0;
    std::uint64_t solved_ = 0;
    std::uint64_t palette_ = 0;
    std::uint64_t palette_walk_ = 0;  // joints from each of the palette's to its root, both included
    Feet feet_;
    std::vector<int> parents_;
    std::vector<bool> has_track_;
    std::vector<Solver> aims_;
    std::vector<Solver> iks_;
    // Sums over the records.
    std::int64_t records_ = 0;
    std::int64_t samples_ = 0;
    std::int64_t frames_ = 0;   // of the samples: two of a clip, one of the rest pose
    std::int64_t weights_ = 0;  // of layers and additive clips
    std::int64_t layers_ = 0;   // of layers alone
    bool reads_ik_kinds_ = false;
};

}  // namespace phalanx
