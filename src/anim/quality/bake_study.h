// One model baked in every way that the program has, side by side: what each bake takes in memory, and how
// far it is from exact sampling.
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
#include "anim/quality/error_tally.h"

namespace phalanx {

struct BakeStudyRow {
    std::optional<double> rate_hz;  // as it was asked for; nullopt: what each clip needs
    Encoding encoding = Encoding::kRgba32f;
    FrameLookup lookup = FrameLookup::kLinear;

    std::string refused;  // why it cannot be had; empty where it was measured, and all below is set
    std::uint32_t frames = 0;
    std::uint64_t bytes = 0;  // of texels, without the padding of a texture's last row
    // Places, between the frames, for a model 1.8 m tall: BakeErrorMeter's numbers of the clips.
    double mean_mm = 0.0;       // over the time that all clips last
    double p99_mm = 0.0;        // of the clip where it is largest
    double max_mm = 0.0;        // of all clips
    bool sampled = false;       // see BakeError
    ErrorSummary turned_deg;    // normals, all clips
    std::string worst_clip;     // that p99_mm is of
    std::string worst_joint;    // weighs most in the vertex of that clip that errs most
    double worst_time_s = 0.0;  // when it does, from the clip's first key on
    bool on_front = false;      // no other row has both less memory and a smaller p99_mm
};

struct BakeStudySettings {
    std::vector<std::optional<double>> rates{std::nullopt, kBakeRates_hz[0], kBakeRates_hz[1],
                                             kBakeRates_hz[2], kBakeRates_hz[3]};
    std::size_t moments = 12;                       // of each clip, at which normals are looked at
    unsigned threads = 0;                           // 0: as many as the machine has
    std::function<void(float)> progress;            // 0..1 of everything; may be empty
    std::function<void(const std::string&)> stage;  // what is being done; may be empty
    std::function<bool()> cancelled;                // asked often, from any thread; may be empty
};

// rates x encodings x lookups, in this order. Throws Error "cancelled" when `cancelled` says so; what else is
// thrown on the way (a limit, a model that trs cannot hold) is told in the rows that it concerns. The same
// arguments give the same numbers, whatever the number of threads.
std::vector<BakeStudyRow> studyBakes(const Model& model, const BakeStudySettings& settings = {});

// Sets on_front: of rows that take and err alike, all.
void markFront(std::span<BakeStudyRow> rows);

}  // namespace phalanx
