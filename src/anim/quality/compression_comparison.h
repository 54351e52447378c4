// All compression methods on the clips of a model: bytes, error at the surface, time to decode.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "anim/compression/clip_decoder.h"
#include "anim/pose/model.h"

namespace phalanx {

struct CompressedRow {
    CompressionMethod method = CompressionMethod::kTexels;
    bool as_baked = false;    // frames at the rates of the bake; else at those of the clips' keys
    bool in_degrees = false;  // CompressionSettings::in_degrees

    std::string refused;  // why the method cannot store these clips; if empty, the fields below are set
    std::uint32_t frames = 0;
    std::uint64_t bytes = 0;  // of all clips
    // Errors of all vertices against exact poses at the frames and three moments between two of them, scaled
    // to a model 1.8 m tall.
    double p50_mm = 0.0;  // of all clips
    double p99_mm = 0.0;  // of the worst clip
    double max_mm = 0.0;
    std::string worst_clip;  // of p99_mm
    double open_ms = 0.0;    // to open all clips
    double decode_us = 0.0;  // to decode a pose at any phase
};

struct CompressionComparison {
    // 10 floats per joint and frame at the rates of the clips' keys: what ACL's figures are relative to.
    std::uint64_t raw_bytes = 0;
    double seconds = 0.0;  // of all compared clips
    std::size_t clips = 0;
    // Clips that no rate shows within the limit, such as those with steps. They are not compared.
    std::vector<std::string> left_out;
    double p99_mm = 0.0;  // the limits
    double max_mm = 0.0;
    std::vector<CompressedRow> rows;  // the first: texels at the rates of the bake
};

struct CompressionComparisonOptions {
    double p99_mm = 0.2;  // limits of the methods that follow the error
    double max_mm = 0.4;
    bool refine = true;                             // see CompressionSettings
    std::vector<int> clips;                         // into Model::clips; empty: all
    unsigned threads = 0;                           // 0: as many as the machine has
    std::function<void(float)> progress;            // 0..1; may be empty
    std::function<void(const std::string&)> stage;  // receives the name of the current step; may be empty
    std::function<bool()> cancelled;                // polled often, from any thread; may be empty
};

// Throws Error "cancelled" if `cancelled` returns true. Except for the times, the results do not depend on
// the number of threads.
CompressionComparison compareCompression(const Model& model, const CompressionComparisonOptions& options);

// A row's bytes relative to those of texels at the rates of the bake.
double partOfTexels(const CompressionComparison& comparison, const CompressedRow& row);

}  // namespace phalanx
