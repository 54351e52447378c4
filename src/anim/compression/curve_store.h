// The curves of a compressed clip: one class for each way to store them. Each writes the values of the curves
// as bytes, and reads them back at any phase.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "anim/compression/curves.h"
#include "core/byte_stream.h"

namespace phalanx {

// The curves without their values.
struct CurveLayout {
    std::uint32_t intervals = 1;
    bool closed = false;
    std::vector<CurveKind> kinds;  // per curve
    std::size_t components = 0;    // of all curves

    std::size_t frames() const { return std::size_t{intervals} + 1; }
};

CurveLayout layoutOf(const ClipCurves& curves);

class CurveStore {
  public:
    virtual ~CurveStore() = default;
    // phase: 0..1. Writes a value per curve, as shownValue().
    virtual void sample(double phase, std::span<glm::dvec4> shown) const = 0;
};

// The interval of a phase and the place within it, 0..1.
struct FramePlace {
    std::uint32_t frame = 0;
    double within = 0.0;
};
FramePlace placeOf(double phase, std::uint32_t intervals);

// `tolerances`: the error that a curve may have, in its own units (curves.h). The readers throw Error by
// ByteReader::fail() for bytes that no writer writes.

// The values themselves, in memory only.
std::unique_ptr<CurveStore> exactCurves(const ClipCurves& curves);

// Texels of 4 x 16 bits: turns as quaternions (CurveForm::kTexels), the others in the range of their values.
void writeTexels(const ClipCurves& curves, ByteWriter& out);
std::unique_ptr<CurveStore> readTexels(const CurveLayout& layout, ByteReader& in);

// Quaternions (CurveForm::kQuaternions) without their largest component: `bits` for each of the other three
// and 2 that say which it is; the other curves 3 x 16 bits.
void writeSmallestThree(const ClipCurves& curves, unsigned bits, ByteWriter& out);
std::unique_ptr<CurveStore> readSmallestThree(const CurveLayout& layout, unsigned bits, ByteReader& in);

// Every frame, each component in as many bits as its range needs at the curve's tolerance.
void writeFrameBits(const ClipCurves& curves, std::span<const double> tolerances, ByteWriter& out);
std::unique_ptr<CurveStore> readFrameBits(const CurveLayout& layout, ByteReader& in);

// Only the frames that the tolerance needs, as keys; between them lines or cubic curves.
enum class KeyShape : std::uint8_t { kLines, kCubics };
void writeKeys(const ClipCurves& curves, std::span<const double> tolerances, KeyShape shape, ByteWriter& out);
std::unique_ptr<CurveStore> readKeys(const CurveLayout& layout, KeyShape shape, ByteReader& in);

// Frames in the order of a pyramid, each predicted from those around it; what the prediction misses is coded
// by a range coder. Reading it expands all frames.
void writePredicted(const ClipCurves& curves, std::span<const double> tolerances, ByteWriter& out);
std::unique_ptr<CurveStore> readPredicted(const CurveLayout& layout, ByteReader& in);

// Steps of quantised values are powers of 2^(1/4). The largest step that is not above `most`.
std::uint8_t stepIndex(double most);
double stepOf(std::uint8_t index);

}  // namespace phalanx
