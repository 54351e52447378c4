// The store of predicted frames. A pyramid of frames: first the ends, then the frames in the middle between
// those that are known, down to neighbours. Each is predicted by a cubic through the four known frames around
// it; what is coded is the number of steps by which that is off, mostly 0 where the motion is smooth. The
// prediction uses decoded values, so errors do not add up.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "anim/compression/bit_stream.h"
#include "anim/compression/curve_store.h"
#include "anim/compression/key_spans.h"
#include "anim/compression/range_coder.h"

namespace phalanx {
namespace {

// A prediction that is off by no more than this many steps is taken as it is. More than half a step: zeros
// cost little.
constexpr double kDeadZone = 0.6;
// Steps of the tolerance: a value is off by at most kDeadZone steps.
constexpr double kStepsPerTolerance = 1.0;
constexpr double kMostSteps = 5e11;  // below 2^kMostNumberBits

constexpr unsigned kSizes = 14;  // contexts by the size of the numbers before

// The contexts of the coded numbers. The sizes of numbers of one component and its neighbours in time
// predict the size of the next.
struct NumberContexts {
    std::array<std::array<NumberModel, 3>, kSizes> by_size;
    NumberModel first;  // values of the first frame

    // recent: mean size in 1/256; others: numbers of the same frame before this one that are not 0.
    NumberModel& at(std::uint64_t recent, unsigned others) {
        const auto size = static_cast<unsigned>(std::bit_width(recent >> 4U));
        return by_size[std::min(size, kSizes - 1U)][std::min(others, 2U)];
    }
};

// Visits the frames of a pyramid and predicts their components.
class FramePyramid {
  public:
    FramePyramid(CurveKind kind, std::uint32_t intervals, bool closed)
        : components_(kind == CurveKind::kQuaternion ? 4 : 3),
          intervals_(intervals),
          wraps_(wraps(kind, closed)),
          values_((std::size_t{intervals} + 1) * components_),
          sizes_(values_.size(), 0) {}

    // code(frame, component, predicted, whether it is the first frame, recent and others of
    // NumberContexts::at()) returns the value that is decoded and the number that was coded.
    template <typename Code>
    void run(const Code& code) {
        visit(
            0, 0, [&](std::size_t) { return 0.0; }, code, true);
        if (wraps_) {
            for (std::size_t c = 0; c < components_; ++c) value(intervals_, c) = value(0, c);
        } else {
            visit(
                intervals_, 0, [&](std::size_t c) { return value(0, c); }, code, false);
        }
        const std::uint32_t top = std::bit_floor(std::max(intervals_ - 1U, 1U));
        for (std::uint32_t stride = top; stride > 0; stride /= 2) {
            for (std::uint32_t& recent : recent_) recent /= 2;  // finer frames are predicted better
            for (std::uint64_t frame = stride; frame < intervals_; frame += 2ULL * stride) {
                visit(
                    static_cast<std::uint32_t>(frame), stride,
                    [&](std::size_t c) { return predicted(static_cast<std::uint32_t>(frame), stride, c); },
                    code, false);
            }
        }
    }

    std::vector<double> take() { return std::move(values_); }

  private:
    double& value(std::uint32_t frame, std::size_t c) { return values_[frame * components_ + c]; }
    std::uint32_t& size(std::uint32_t frame, std::size_t c) { return sizes_[frame * components_ + c]; }

    template <typename Predict, typename Code>
    void visit(std::uint32_t frame, std::uint32_t stride, const Predict& predict, const Code& code,
               bool first) {
        unsigned others = 0;
        for (std::size_t c = 0; c < components_; ++c) {
            std::uint64_t recent = recent_[c];
            if (stride > 0) {
                const std::uint32_t right = std::min(frame + stride, intervals_);
                recent += 32ULL * (std::uint64_t{size(frame - stride, c)} + size(right, c));
            }
            const std::pair<double, std::int64_t> coded = code(frame, c, predict(c), first, recent, others);
            value(frame, c) = coded.first;
            if (first) continue;
            const auto large = static_cast<std::uint64_t>(std::abs(coded.second));
            const auto capped = static_cast<std::uint32_t>(std::min<std::uint64_t>(large, 65535));
            size(frame, c) = capped;
            recent_[c] = (3U * recent_[c] + 256U * capped) / 4U;
            if (capped > 0) ++others;
        }
    }

    double predicted(std::uint32_t frame, std::uint32_t stride, std::size_t c) {
        const double left = value(frame - stride, c);
        if (frame + stride > intervals_) {
            const double t = static_cast<double>(stride) / (stride + (intervals_ - frame));
            return left + (value(intervals_, c) - left) * t;
        }
        const double right = value(frame + stride, c);
        const std::uint64_t far = 3ULL * stride;
        const bool regular = wraps_ && intervals_ % (2ULL * stride) == 0;
        const double* before = nullptr;
        const double* after = nullptr;
        if (frame >= far) {
            before = &value(static_cast<std::uint32_t>(frame - far), c);
        } else if (regular && intervals_ + std::uint64_t{frame} >= far) {
            before = &value(static_cast<std::uint32_t>(intervals_ + std::uint64_t{frame} - far), c);
        }
        if (frame + far <= intervals_) {
            after = &value(static_cast<std::uint32_t>(frame + far), c);
        } else if (regular && frame + far <= 2ULL * intervals_) {
            after = &value(static_cast<std::uint32_t>(frame + far - intervals_), c);
        }
        if (before != nullptr && after != nullptr) return (9.0 * (left + right) - *before - *after) / 16.0;
        if (before != nullptr) return (3.0 * right + 6.0 * left - *before) / 8.0;
        if (after != nullptr) return (3.0 * left + 6.0 * right - *after) / 8.0;
        return 0.5 * (left + right);
    }

    std::size_t components_;
    std::uint32_t intervals_;
    bool wraps_;
    std::vector<double> values_;        // decoded
    std::vector<std::uint32_t> sizes_;  // of the coded numbers
    std::array<std::uint32_t, 4> recent_{};
};

class PredictedStore final : public CurveStore {
  public:
    PredictedStore(const CurveLayout& layout, ByteReader& in) : layout_(layout) {
        std::vector<std::uint8_t> steps;
        for (std::size_t c = 0; c < layout.kinds.size(); ++c) steps.push_back(in.integer<std::uint8_t>());
        const std::uint32_t bytes = takeCount(in);
        RangeDecoder decoder(in.raw(bytes));
        NumberContexts contexts;
        shown_.resize(layout.frames() * layout.kinds.size());
        for (std::size_t c = 0; c < layout.kinds.size(); ++c) {
            const double step = stepOf(steps[c]);
            FramePyramid pyramid(layout.kinds[c], layout.intervals, layout.closed);
            pyramid.run([&](std::uint32_t, std::size_t, double predicted, bool first, std::uint64_t recent,
                            unsigned others) {
                NumberModel& model = first ? contexts.first : contexts.at(recent, others);
                const std::int64_t number = model.take(decoder);
                return std::pair(predicted + static_cast<double>(number) * step, number);
            });
            const std::vector<double> values = pyramid.take();
            const std::size_t components = values.size() / layout.frames();
            for (std::size_t f = 0; f < layout.frames(); ++f)
                shown_[f * layout.kinds.size() + c] =
                    shownValue(layout.kinds[c], values.data() + f * components);
        }
    }

    void sample(double phase, std::span<glm::dvec4> shown) const override {
        const FramePlace place = placeOf(phase, layout_.intervals);
        const glm::dvec4* const from = shown_.data() + place.frame * shown.size();
        const glm::dvec4* const to = from + shown.size();
        for (std::size_t c = 0; c < shown.size(); ++c)
            shown[c] = blendShown(layout_.kinds[c], from[c], to[c], place.within);
    }

  private:
    CurveLayout layout_;
    std::vector<glm::dvec4> shown_;  // frame * curves + curve
};

}  // namespace

void writePredicted(const ClipCurves& curves, std::span<const double> tolerances, ByteWriter& out) {
    RangeEncoder encoder;
    NumberContexts contexts;
    for (std::size_t c = 0; c < curves.curves.size(); ++c) {
        const Curve& curve = curves.curves[c];
        double largest = 0.0;
        for (const double value : curve.values) largest = std::max(largest, std::abs(value));
        const std::uint8_t index =
            stepIndex(std::max(tolerances[c] / kStepsPerTolerance, largest / kMostSteps));
        const double step = stepOf(index);
        out.integer(index);
        FramePyramid pyramid(curve.kind, curves.intervals, curves.closed);
        pyramid.run([&](std::uint32_t frame, std::size_t component, double predicted, bool first,
                        std::uint64_t recent, unsigned others) {
            const double off = (curve.at(frame)[component] - predicted) / step;
            const bool taken = !first && std::abs(off) <= kDeadZone;
            const std::int64_t number = taken ? 0 : std::llround(std::clamp(off, -kMostSteps, kMostSteps));
            NumberModel& model = first ? contexts.first : contexts.at(recent, others);
            model.put(number, encoder);
            return std::pair(predicted + static_cast<double>(number) * step, number);
        });
    }
    const std::vector<std::uint8_t> bytes = encoder.take();
    putCount(out, static_cast<std::uint32_t>(bytes.size()));
    out.raw(bytes);
}

std::unique_ptr<CurveStore> readPredicted(const CurveLayout& layout, ByteReader& in) {
    return std::make_unique<PredictedStore>(layout, in);
}

}  // namespace phalanx
