// Stores of every frame in a fixed number of bits: texels, smallest three, and bits by the error.
#include <algorithm>
#include <array>
#include <cmath>

#include "anim/compression/bit_stream.h"
#include "anim/compression/curve_store.h"
#include "anim/compression/quantised_range.h"

namespace phalanx {
namespace {

constexpr double kSnorm16 = 32767.0;
constexpr double kUnorm16 = 65535.0;
constexpr double kThirdRange = 0.7071067811865476;  // of the three smaller components of a unit quaternion

class ExactStore final : public CurveStore {
  public:
    explicit ExactStore(const ClipCurves& curves) : curves_(curves) {}

    void sample(double phase, std::span<glm::dvec4> shown) const override {
        const FramePlace place = placeOf(phase, curves_.intervals);
        for (std::size_t c = 0; c < shown.size(); ++c) {
            const Curve& curve = curves_.curves[c];
            shown[c] = blendShown(curve.kind, shownValue(curve.kind, curve.at(place.frame)),
                                  shownValue(curve.kind, curve.at(place.frame + 1)), place.within);
        }
    }

  private:
    ClipCurves curves_;
};

// Frames of equal length in bits. A derived class reads a curve's value at a place.
class FrameStore : public CurveStore {
  public:
    void sample(double phase, std::span<glm::dvec4> shown) const final {
        const FramePlace place = placeOf(phase, layout_.intervals);
        for (std::size_t c = 0; c < shown.size(); ++c) {
            const std::size_t at = place.frame * frame_bits_ + offsets_[c];
            shown[c] = blendShown(layout_.kinds[c], read(c, at), read(c, at + frame_bits_), place.within);
        }
    }

  protected:
    explicit FrameStore(const CurveLayout& layout) : layout_(layout) {}

    const CurveLayout& layout() const { return layout_; }
    const BitField& bits() const { return bits_; }
    void addCurve(std::size_t curve_bits) {
        offsets_.push_back(frame_bits_);
        frame_bits_ += curve_bits;
    }
    void takeFrames(ByteReader& in) {
        const std::uint64_t needed = std::uint64_t{frame_bits_} * layout_.frames();
        bits_ = BitField(in.raw(static_cast<std::size_t>((needed + 7U) / 8U)));
    }

  private:
    virtual glm::dvec4 read(std::size_t curve, std::size_t at) const = 0;

    CurveLayout layout_;
    std::vector<std::size_t> offsets_;  // of each curve within a frame, bits
    std::size_t frame_bits_ = 0;
    BitField bits_;
};

// Floats: low and size of a curve that is no turn.
struct VectorRange {
    glm::vec3 low{0.0F};
    glm::vec3 size{0.0F};
};

VectorRange rangeOf(const Curve& curve) {
    glm::dvec3 low(curve.at(0)[0], curve.at(0)[1], curve.at(0)[2]);
    glm::dvec3 high = low;
    for (std::size_t i = 0; i < curve.values.size(); i += 3) {
        const glm::dvec3 value(curve.values[i], curve.values[i + 1], curve.values[i + 2]);
        low = glm::min(low, value);
        high = glm::max(high, value);
    }
    VectorRange range;
    range.low = glm::vec3(low);
    range.size = glm::vec3(high - glm::dvec3(range.low));
    return range;
}

void putVector(const double* value, const VectorRange& range, BitWriter& out) {
    for (int i = 0; i < 3; ++i) {
        const auto size = static_cast<double>(range.size[i]);
        const double part = size > 0.0 ? (value[i] - static_cast<double>(range.low[i])) / size : 0.0;
        out.put(static_cast<std::uint32_t>(std::lround(std::clamp(part, 0.0, 1.0) * kUnorm16)), 16);
    }
}

glm::dvec4 vectorAt(const BitField& bits, std::size_t at, const VectorRange& range) {
    glm::dvec4 result(0.0);
    for (int i = 0; i < 3; ++i) {
        const double part = bits.at(at + std::size_t{16} * static_cast<std::size_t>(i), 16) / kUnorm16;
        result[i] = static_cast<double>(range.low[i]) + part * static_cast<double>(range.size[i]);
    }
    return result;
}

void putRanges(const ClipCurves& curves, std::vector<VectorRange>& ranges, ByteWriter& out) {
    for (const Curve& curve : curves.curves) {
        VectorRange& range = ranges.emplace_back();
        if (isTurn(curve.kind)) continue;
        range = rangeOf(curve);
        out.vector(range.low);
        out.vector(range.size);
    }
}

std::vector<VectorRange> takeRanges(const CurveLayout& layout, ByteReader& in) {
    std::vector<VectorRange> ranges(layout.kinds.size());
    for (std::size_t c = 0; c < ranges.size(); ++c) {
        if (isTurn(layout.kinds[c])) continue;
        in.vector(ranges[c].low);
        in.vector(ranges[c].size);
    }
    return ranges;
}

class TexelStore final : public FrameStore {
  public:
    TexelStore(const CurveLayout& layout, ByteReader& in)
        : FrameStore(layout), ranges_(takeRanges(layout, in)) {
        for (std::size_t c = 0; c < layout.kinds.size(); ++c) addCurve(64);
        takeFrames(in);
    }

  private:
    glm::dvec4 read(std::size_t curve, std::size_t at) const override {
        if (!isTurn(layout().kinds[curve])) return vectorAt(bits(), at, ranges_[curve]);
        std::array<double, 4> turn{};
        for (std::size_t i = 0; i < 4; ++i)
            turn[i] = static_cast<std::int16_t>(bits().at(at + 16 * i, 16)) / kSnorm16;
        return shownValue(CurveKind::kQuaternion, turn.data());
    }

    std::vector<VectorRange> ranges_;
};

class SmallestThreeStore final : public FrameStore {
  public:
    SmallestThreeStore(const CurveLayout& layout, unsigned component_bits, ByteReader& in)
        : FrameStore(layout), component_bits_(component_bits), ranges_(takeRanges(layout, in)) {
        for (const CurveKind kind : layout.kinds) addCurve(isTurn(kind) ? 2 + 3 * component_bits : 48);
        takeFrames(in);
    }

  private:
    glm::dvec4 read(std::size_t curve, std::size_t at) const override {
        if (!isTurn(layout().kinds[curve])) return vectorAt(bits(), at, ranges_[curve]);
        const auto largest = static_cast<int>(bits().at(at, 2));
        const double most = (std::uint32_t{1} << component_bits_) - 1U;
        at += 2;
        glm::dvec4 turn(0.0);
        double square = 0.0;
        for (int i = 0; i < 4; ++i) {
            if (i == largest) continue;
            turn[i] = (bits().at(at, component_bits_) / most * 2.0 - 1.0) * kThirdRange;
            square += turn[i] * turn[i];
            at += component_bits_;
        }
        turn[largest] = std::sqrt(std::max(0.0, 1.0 - square));
        return glm::normalize(turn);
    }

    unsigned component_bits_;
    std::vector<VectorRange> ranges_;
};

class FrameBitsStore final : public FrameStore {
  public:
    FrameBitsStore(const CurveLayout& layout, ByteReader& in) : FrameStore(layout) {
        for (const CurveKind kind : layout.kinds) {
            ranges_.push_back(takeRange(kind, in));
            addCurve(ranges_.back().bits());
        }
        takeFrames(in);
    }

  private:
    glm::dvec4 read(std::size_t curve, std::size_t at) const override {
        std::array<double, 4> value{};
        ranges_[curve].take(bits(), at, value.data());
        return shownValue(layout().kinds[curve], value.data());
    }

    std::vector<QuantisedRange> ranges_;
};

}  // namespace

std::unique_ptr<CurveStore> exactCurves(const ClipCurves& curves) {
    return std::make_unique<ExactStore>(curves);
}

void writeTexels(const ClipCurves& curves, ByteWriter& out) {
    std::vector<VectorRange> ranges;
    putRanges(curves, ranges, out);
    BitWriter bits;
    for (std::size_t frame = 0; frame < curves.frames(); ++frame) {
        for (std::size_t c = 0; c < ranges.size(); ++c) {
            const Curve& curve = curves.curves[c];
            const double* const value = curve.at(frame);
            if (!isTurn(curve.kind)) {
                putVector(value, ranges[c], bits);
                bits.put(0, 16);
                continue;
            }
            for (std::size_t i = 0; i < 4; ++i) {
                const auto part =
                    static_cast<std::int16_t>(std::lround(std::clamp(value[i], -1.0, 1.0) * kSnorm16));
                bits.put(static_cast<std::uint16_t>(part), 16);
            }
        }
    }
    out.raw(bits.take());
}

std::unique_ptr<CurveStore> readTexels(const CurveLayout& layout, ByteReader& in) {
    return std::make_unique<TexelStore>(layout, in);
}

void writeSmallestThree(const ClipCurves& curves, unsigned bits, ByteWriter& out) {
    std::vector<VectorRange> ranges;
    putRanges(curves, ranges, out);
    const double most = (std::uint32_t{1} << bits) - 1U;
    BitWriter stream;
    for (std::size_t frame = 0; frame < curves.frames(); ++frame) {
        for (std::size_t c = 0; c < ranges.size(); ++c) {
            const Curve& curve = curves.curves[c];
            if (!isTurn(curve.kind)) {
                putVector(curve.at(frame), ranges[c], stream);
                continue;
            }
            glm::dvec4 turn = shownValue(curve.kind, curve.at(frame));
            int largest = 0;
            for (int i = 1; i < 4; ++i) {
                if (std::abs(turn[i]) > std::abs(turn[largest])) largest = i;
            }
            if (turn[largest] < 0.0) turn = -turn;
            stream.put(static_cast<std::uint32_t>(largest), 2);
            for (int i = 0; i < 4; ++i) {
                if (i == largest) continue;
                const double part = std::clamp(turn[i] / kThirdRange, -1.0, 1.0) * 0.5 + 0.5;
                stream.put(static_cast<std::uint32_t>(std::lround(part * most)), bits);
            }
        }
    }
    out.raw(stream.take());
}

std::unique_ptr<CurveStore> readSmallestThree(const CurveLayout& layout, unsigned bits, ByteReader& in) {
    return std::make_unique<SmallestThreeStore>(layout, bits, in);
}

void writeFrameBits(const ClipCurves& curves, std::span<const double> tolerances, ByteWriter& out) {
    std::vector<QuantisedRange> ranges;
    for (std::size_t c = 0; c < curves.curves.size(); ++c) {
        ranges.emplace_back(curves.curves[c], tolerances[c]);
        putRange(ranges.back(), out);
    }
    BitWriter bits;
    for (std::size_t frame = 0; frame < curves.frames(); ++frame) {
        for (std::size_t c = 0; c < ranges.size(); ++c) ranges[c].put(curves.curves[c].at(frame), bits);
    }
    out.raw(bits.take());
}

std::unique_ptr<CurveStore> readFrameBits(const CurveLayout& layout, ByteReader& in) {
    return std::make_unique<FrameBitsStore>(layout, in);
}

}  // namespace phalanx
