// What the checks of `phalanx verify` found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "anim/bake/bake.h"

namespace phalanx {

inline constexpr double kPositionLimit = 1e-5;  // fraction of the model's height
inline constexpr double kNormalLimit_deg = 0.05;

// The largest deviation, and where it was found.
struct Worst {
    double value = 0.0;
    std::string where;  // "Walk at 0.4313 s, vertex 17"; "" if nothing deviates
};

struct DrawnReport {
    std::string technique;
    std::string unavailable;  // why the technique was not checked; "": it was checked
    std::size_t poses = 0;    // poses of a single clip
    std::size_t crossfades = 0;
    std::uint64_t vertices = 0;  // number of compared vertices
    Worst position;              // distance / model height
    Worst normal_deg;
    // Normals not compared: a degenerate blended matrix flattens the surface there, and its normal is
    // rounding noise.
    std::uint64_t flattened = 0;
    Worst end_mm;               // for a model scaled to 1.8 m
    double end_limit_mm = 0.0;  // the limit at the place of end_mm
    bool end_passed = true;
    double seconds = 0.0;

    bool passed() const {
        return end_passed && position.value <= kPositionLimit && normal_deg.value <= kNormalLimit_deg;
    }
};

// For a model scaled to 1.8 m. The limit of a vertex in a pose: verify_packing.h.
struct PackedReport {
    BakeError error;
    double used = 0.0;      // the largest error / limit
    double limit_mm = 0.0;  // there
    Worst worst;            // the error there, mm

    bool passed() const { return used <= 1.0; }
};

struct BakedReport {
    std::string clip;
    double rate_hz = 0.0;
    std::uint32_t frames = 0;
    BakeError error;
    double packed_max_mm = 0.0;  // largest error that packing adds, at the checked times
    // The error exceeds the baker's limit although a higher rate was available.
    bool failed = false;
};

struct LayersReport {
    struct Operator {
        std::string name;
        int poses = 0;
        Worst position;  // distance / model height, limit kPositionLimit
    };
    std::vector<Operator> operators;
    std::string left_out;    // why no pose was checked; "": they were
    std::size_t texels = 0;  // of the rig's frames, 16 bytes each
    double seconds = 0.0;

    double worst() const;
    bool passed() const { return worst() <= kPositionLimit; }
};

struct VerifyReport {
    std::string model;
    std::string file;
    std::size_t vertices = 0;
    std::size_t joints = 0;
    std::size_t clips = 0;
    double height_m = 0.0;
    PackedReport packed;
    std::vector<DrawnReport> drawn;
    LayersReport layers;
    std::vector<BakedReport> baked;
    double seconds = 0.0;

    // One line per failed check; empty if all passed.
    std::vector<std::string> failures() const;
};

}  // namespace phalanx
