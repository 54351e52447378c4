// The checks of `phalanx verify`, without their output.
//
// - drawn: the production vertex shader against CPU skinning, both from the same texels and packed vertices
// - packed: the packed vertices (24 bytes per vertex) against the model's vertices, both in exact poses
// - baked: skin matrices blended between two frames against exact sampling, all vertices
// - layers: layered poses, by the passes and the vertex shader that draw them (verify_layers.h)
// - end: the production vertex shader against exact sampling of the model's vertices. The two share nothing
//   but the model. The deviation cannot exceed that of baking and packing together.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "gl/context/capabilities.h"

namespace phalanx {

inline constexpr double kPositionLimit = 1e-5;  // fraction of the model's height
inline constexpr double kNormalLimit_deg = 0.05;

struct VerifyScope {
    int times = 32;       // times per clip
    int crossfades = 7;   // from each clip to the next one, each with a different weight and different times
    int max_clips = 512;  // if there are more clips, this many are selected evenly
    int exact_every = 4;  // `packed` and `end` check one in this many of `times`
    int layered = 24;     // layered poses per operator
};
inline constexpr VerifyScope kQuickScope{4, 2, 8, 2, 3};

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

// The context must be current. `rate_chosen`: the baker chose the rates, so its error limit is checked.
VerifyReport verifyModel(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory,
                         const LoadedModel& loaded, const VerifyScope& scope, bool rate_chosen,
                         const SkinOptions& skin = {});

}  // namespace phalanx
