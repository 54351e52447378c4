// The store of keys: of each curve the frames that its tolerance needs.
#include <algorithm>
#include <array>

#include "anim/compression/bit_stream.h"
#include "anim/compression/curve_store.h"
#include "anim/compression/key_reduction.h"
#include "anim/compression/quantised_range.h"

namespace phalanx {
namespace {

// Of a curve's tolerance: the step of the keys' values. The rest is for what lies between the keys.
constexpr double kStepPart = 0.5;

struct KeyCurve {
    QuantisedRange range;
    std::vector<std::uint32_t>
        frames;                 // of the keys, ascending; the first is 0, the last the number of intervals
    std::size_t values_at = 0;  // bits
};

class KeyStore final : public CurveStore {
  public:
    KeyStore(const CurveLayout& layout, KeyShape shape, ByteReader& in) : layout_(layout), shape_(shape) {
        std::vector<std::uint32_t> counts;
        std::vector<unsigned> gap_bits;
        std::uint64_t bits = 0;
        for (const CurveKind kind : layout.kinds) {
            KeyCurve& curve = curves_.emplace_back();
            curve.range = takeRange(kind, in);
            counts.push_back(takeCount(in));
            gap_bits.push_back(in.integer<std::uint8_t>());
            if (counts.back() < 2 || counts.back() > layout.frames())
                in.fail("a curve has too few or many keys");
            if (gap_bits.back() > kMostBits) in.fail("a gap has too many bits");
            bits += std::uint64_t{counts.back() - 1} * gap_bits.back() +
                    std::uint64_t{counts.back()} * curve.range.bits();
        }
        bits_ = BitField(in.raw(static_cast<std::size_t>((bits + 7U) / 8U)));
        std::size_t at = 0;
        for (std::size_t c = 0; c < curves_.size(); ++c) {
            KeyCurve& curve = curves_[c];
            std::uint64_t frame = 0;
            curve.frames.push_back(0);
            for (std::uint32_t key = 1; key < counts[c]; ++key, at += gap_bits[c]) {
                frame += std::uint64_t{bits_.at(at, gap_bits[c])} + 1;
                if (frame > layout.intervals) in.fail("a key is after the last frame");
                curve.frames.push_back(static_cast<std::uint32_t>(frame));
            }
            if (frame != layout.intervals) in.fail("the last key is not the last frame");
            curve.values_at = at;
            at += counts[c] * curve.range.bits();
        }
    }

    void sample(double phase, std::span<glm::dvec4> shown) const override {
        const FramePlace place = placeOf(phase, layout_.intervals);
        for (std::size_t c = 0; c < shown.size(); ++c) {
            const KeyCurve& curve = curves_[c];
            const auto next = std::upper_bound(curve.frames.begin(), curve.frames.end(), place.frame);
            shown[c] = between(c, static_cast<std::size_t>(next - curve.frames.begin()), place);
        }
    }

  private:
    // next: the key after the place; at least 1.
    glm::dvec4 between(std::size_t c, std::size_t next, const FramePlace& place) const {
        const KeyCurve& curve = curves_[c];
        const CurveKind kind = layout_.kinds[c];
        std::array<std::array<double, 4>, 4> values{};
        KeySpan span;
        const auto take = [&](std::size_t i, std::size_t key, double frame) {
            curve.range.take(bits_, curve.values_at + key * curve.range.bits(), values[i].data());
            span.values[i] = values[i].data();
            span.frames[i] = frame;
        };
        const std::vector<std::uint32_t>& frames = curve.frames;
        take(1, next - 1, frames[next - 1]);
        take(2, next, frames[next]);
        if (shape_ == KeyShape::kCubics && frames[next] - frames[next - 1] > 1) {
            const std::size_t last = frames.size() - 1;
            const bool goes_on = wraps(kind, layout_.closed) && last > 1;
            const double end = layout_.intervals;
            if (next > 1) {
                take(0, next - 2, frames[next - 2]);
            } else if (goes_on) {
                take(0, last - 1, frames[last - 1] - end);
            }
            if (next < last) {
                take(3, next + 1, frames[next + 1]);
            } else if (goes_on) {
                take(3, 1, frames[1] + end);
            }
        }
        const double t = (place.frame - span.frames[1] + place.within) / (span.frames[2] - span.frames[1]);
        return shownBetween(kind, span, shape_, t);
    }

    CurveLayout layout_;
    KeyShape shape_;
    std::vector<KeyCurve> curves_;
    BitField bits_;
};

}  // namespace

void writeKeys(const ClipCurves& curves, std::span<const double> tolerances, KeyShape shape,
               ByteWriter& out) {
    BitWriter bits;
    for (std::size_t c = 0; c < curves.curves.size(); ++c) {
        const Curve& curve = curves.curves[c];
        const QuantisedRange range(curve, tolerances[c] * kStepPart);
        std::vector<double> rounded;
        for (const double value : curve.values) rounded.push_back(range.rounded(value));
        const std::vector<std::uint32_t> keys =
            neededKeys(curve, rounded, curves.closed, shape, tolerances[c]);
        std::uint32_t longest = 0;
        for (std::size_t k = 1; k < keys.size(); ++k) longest = std::max(longest, keys[k] - keys[k - 1] - 1);
        const auto gap_bits = static_cast<unsigned>(std::bit_width(longest));
        putRange(range, out);
        putCount(out, static_cast<std::uint32_t>(keys.size()));
        out.integer(static_cast<std::uint8_t>(gap_bits));
        for (std::size_t k = 1; k < keys.size(); ++k) bits.put(keys[k] - keys[k - 1] - 1, gap_bits);
        for (const std::uint32_t key : keys) range.put(curve.at(key), bits);
    }
    out.raw(bits.take());
}

std::unique_ptr<CurveStore> readKeys(const CurveLayout& layout, KeyShape shape, ByteReader& in) {
    return std::make_unique<KeyStore>(layout, shape, in);
}

}  // namespace phalanx
