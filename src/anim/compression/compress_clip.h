// Compresses clips so that no more than a given error can be seen at the surface.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "anim/compression/clip_decoder.h"
#include "anim/compression/surface.h"
#include "anim/pose/model.h"

namespace phalanx {

inline constexpr double kLeastCompression_mm = 0.001;  // limits that can be asked for
inline constexpr double kMostCompression_mm = 100.0;
inline constexpr double kMaximumPerP99 = 2.0;  // the limit of the maximum, if only that of p99 is given

struct CompressionSettings {
    CompressionMethod method = CompressionMethod::kPredicted;
    // Limits for all vertices at the frames and between them, for a model 1.8 m tall.
    double p99_mm = 0.2;  // 99th percentile
    double max_mm = 0.4;
    // Whether curves are tried one by one with a larger tolerance. Takes several times as long.
    bool refine = true;
    // A common mistake, for demonstration: one tolerance in degrees for all joints, that of the longest
    // lever, as if degrees were what is seen. Limits hold all the same, `refine` is ignored.
    bool in_degrees = false;
    std::optional<std::uint32_t> intervals;  // nullopt: frameGrid()
    std::function<bool()> cancelled;         // polled often; may be empty
};

// The number of intervals at which frames of this clip, blended linearly, are its poses: one that all keys
// fall on, else the lowest rate of 30 .. 480 Hz that errs by no more than a quarter of the
// limits. nullopt: there is none, as in clips with steps.
std::optional<std::uint32_t> frameGrid(const ModelSurface& surface, const Clip& clip, double p99_mm,
                                       double max_mm);

// The bytes that ClipDecoder reads. nullopt if the limits cannot be kept, or the clip is longer than
// packCurves() permits. Methods with a fixed precision ignore the limits. Throws Error "cancelled" if
// `cancelled` returns true. Morph targets are not part of the bytes.
std::optional<std::vector<std::uint8_t>> compressClip(const ModelSurface& surface, const Clip& clip,
                                                      const CompressionSettings& settings);

// Compressed channels of a clip; empty: they are stored exactly.
using PackedClip = std::vector<std::uint8_t>;
inline constexpr std::uint64_t kMostPackedKeys = std::uint64_t{1} << 23U;  // of all clips together

// All clips of a model with the method that needs the fewest bytes: no vertex moves by more than most_mm at
// the frames and half way between them, on a model 1.8 m tall. Clips that need as many bytes as their keys,
// or for which there is no such form, stay exact. The result does not depend on the number of threads.
std::vector<PackedClip> compressClips(const Model& model, double most_mm, unsigned threads = 0);

}  // namespace phalanx
