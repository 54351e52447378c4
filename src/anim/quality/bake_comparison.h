// Bakes a model with every combination of rate, encoding and lookup, and compares memory and error against
// exact sampling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/switches.h"
#include "anim/pose/model.h"
#include "core/error_tally.h"

namespace phalanx {

struct ComparedBake {
    std::optional<double> rate_hz;  // the requested rate; nullopt: the automatic rate of each clip
    Encoding encoding = Encoding::kRgba32f;
    FrameLookup lookup = FrameLookup::kLinear;

    std::string refused;  // why this combination is not possible; if empty, the fields below are set
    std::uint32_t frames = 0;
    std::uint64_t bytes = 0;  // size of the texels, without the padding of a texture's last row
    // Position errors between the frames, from BakeErrorMeter, scaled to a model 1.8 m tall.
    double mean_mm = 0.0;     // mean over all clips, weighted by duration
    double p99_mm = 0.0;      // largest 99th percentile of a clip
    double max_mm = 0.0;      // maximum over all clips
    bool sampled = false;     // see BakeError
    ErrorSummary turned_deg;  // errors of normals, all clips
    // The longest time between two frames of a clip with steps, in which a step becomes a ramp (or, with the
    // nearer frame, half of it: by which a step is early or late). 0: no clip has steps.
    double step_ms = 0.0;
    std::string worst_clip;     // the clip of p99_mm
    std::string worst_joint;    // the main joint of the vertex with the largest error in worst_clip
    double worst_time_s = 0.0;  // the time of that error since the clip's first key
    // On the Pareto front: no other row is better in bytes or p99_mm and no worse in the other.
    bool on_front = false;
};

struct BakeComparisonOptions {
    std::vector<std::optional<double>> rates{std::nullopt, kBakeRates_hz[0], kBakeRates_hz[1],
                                             kBakeRates_hz[2], kBakeRates_hz[3]};
    std::size_t moments = 12;                       // per clip, at which normals are compared
    unsigned threads = 0;                           // 0: as many as the machine has
    std::function<void(float)> progress;            // 0..1 of the whole comparison; may be empty
    std::function<void(const std::string&)> stage;  // receives the name of the current step; may be empty
    std::function<bool()> cancelled;                // polled often, from any thread; may be empty
};

// Returns rows for rates x encodings x lookups, in this order. Throws Error "cancelled" if `cancelled`
// returns true. Other errors (a limit, a model that trs cannot store) are written to `refused` of the rows
// concerned. The results do not depend on the number of threads.
std::vector<ComparedBake> compareBakes(const Model& model, const BakeComparisonOptions& settings = {});

// Sets on_front. Rows with equal bytes and p99_mm are treated alike.
void markFront(std::span<ComparedBake> rows);

}  // namespace phalanx
