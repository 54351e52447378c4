#include "anim/compression/key_reduction.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace phalanx {
namespace {

class KeyReducer {
  public:
    KeyReducer(const Curve& curve, std::span<const double> rounded, bool closed, KeyShape shape,
               double tolerance)
        : curve_(curve),
          rounded_(rounded),
          wraps_(wraps(curve.kind, closed)),
          shape_(shape),
          tolerance_(tolerance),
          last_(curve.values.size() / curve.components() - 1) {
        for (std::size_t f = 0; f <= last_; ++f) exact_.push_back(shownValue(curve.kind, curve.at(f)));
        for (std::size_t f = 0; f <= last_; ++f) {
            before_.push_back(f == 0 ? kNone : f - 1);
            after_.push_back(f == last_ ? kNone : f + 1);
        }
        version_.assign(last_ + 1, 0);
    }

    std::vector<std::uint32_t> run() {
        for (std::size_t f = 1; f < last_; ++f) offer(f);
        while (!queue_.empty()) {
            const Candidate best = queue_.top();
            queue_.pop();
            if (best.version != version_[best.frame] || after_[best.frame] == kNone) continue;
            remove(best.frame);
        }
        std::vector<std::uint32_t> keys;
        for (std::size_t f = 0; f != kNone; f = after_[f]) keys.push_back(static_cast<std::uint32_t>(f));
        return keys;
    }

  private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    struct Candidate {
        double error = 0.0;
        std::size_t frame = 0;
        std::uint32_t version = 0;

        bool operator<(const Candidate& other) const {  // the smallest error first, then the first frame
            return error != other.error ? error > other.error : frame > other.frame;
        }
    };

    const double* value(std::size_t frame) const { return rounded_.data() + frame * curve_.components(); }

    // The neighbours of a key as if `removed` were none.
    std::size_t keyBefore(std::size_t key, std::size_t removed) const {
        const std::size_t found = before_[key];
        return found != kNone && found == removed ? before_[found] : found;
    }
    std::size_t keyAfter(std::size_t key, std::size_t removed) const {
        const std::size_t found = after_[key];
        return found != kNone && found == removed ? after_[found] : found;
    }

    // The largest error from a key to the next; stops above the tolerance.
    double spanError(std::size_t from, std::size_t removed) const {
        const std::size_t to = keyAfter(from, removed);
        if (to - from == 1) return 0.0;
        KeySpan span;
        span.values = {nullptr, value(from), value(to), nullptr};
        span.frames = {0.0, static_cast<double>(from), static_cast<double>(to), 0.0};
        const auto end = static_cast<double>(last_);
        if (const std::size_t key = keyBefore(from, removed); key != kNone) {
            span.values[0] = value(key);
            span.frames[0] = static_cast<double>(key);
        } else if (wraps_ && keyBefore(last_, removed) != 0) {
            span.values[0] = value(keyBefore(last_, removed));
            span.frames[0] = static_cast<double>(keyBefore(last_, removed)) - end;
        }
        if (const std::size_t key = keyAfter(to, removed); key != kNone) {
            span.values[3] = value(key);
            span.frames[3] = static_cast<double>(key);
        } else if (wraps_ && keyAfter(0, removed) != last_) {
            span.values[3] = value(keyAfter(0, removed));
            span.frames[3] = static_cast<double>(keyAfter(0, removed)) + end;
        }
        double most = 0.0;
        for (std::size_t half = 2 * from + 1; half < 2 * to; ++half) {
            const std::size_t frame = half / 2;
            const glm::dvec4 exact = half % 2 == 0
                                         ? exact_[frame]
                                         : blendShown(curve_.kind, exact_[frame], exact_[frame + 1], 0.5);
            const double t =
                (0.5 * static_cast<double>(half) - span.frames[1]) / (span.frames[2] - span.frames[1]);
            most =
                std::max(most, distanceShown(curve_.kind, exact, shownBetween(curve_.kind, span, shape_, t)));
            if (most > tolerance_) break;
        }
        return most;
    }

    double errorWithout(std::size_t frame) const {
        const std::size_t before = before_[frame];
        double most = spanError(before, frame);
        if (shape_ == KeyShape::kLines || most > tolerance_) return most;
        const std::size_t after = after_[frame];
        if (before_[before] != kNone) most = std::max(most, spanError(before_[before], frame));
        if (after != last_) most = std::max(most, spanError(after, frame));
        if (!wraps_) return most;
        // The slopes at both ends depend on the keys next to them.
        if (before == 0) most = std::max(most, spanError(keyBefore(last_, frame), frame));
        if (after == last_) most = std::max(most, spanError(0, frame));
        return most;
    }

    void offer(std::size_t frame) {
        if (frame == kNone || frame == 0 || frame == last_) return;
        ++version_[frame];
        const double error = errorWithout(frame);
        if (error <= tolerance_) queue_.push({error, frame, version_[frame]});
    }

    void remove(std::size_t frame) {
        const std::size_t before = before_[frame];
        const std::size_t after = after_[frame];
        after_[before] = after;
        before_[after] = before;
        after_[frame] = kNone;
        before_[frame] = kNone;
        // A cubic's error depends on two keys on each side of its span.
        std::size_t left = before;
        std::size_t right = after;
        for (int i = 0; i < (shape_ == KeyShape::kLines ? 1 : 3); ++i) {
            offer(left);
            offer(right);
            if (left != kNone) left = before_[left];
            if (right != kNone) right = after_[right];
            if (!wraps_) continue;
            if (left == kNone) left = before_[last_];
            if (right == kNone) right = after_[0];
        }
    }

    const Curve& curve_;
    std::span<const double> rounded_;
    bool wraps_;
    KeyShape shape_;
    double tolerance_;
    std::size_t last_;
    std::vector<glm::dvec4> exact_;            // per frame
    std::vector<std::size_t> before_, after_;  // the neighbours of a frame that is a key
    std::vector<std::uint32_t> version_;       // of a frame's error
    std::priority_queue<Candidate> queue_;
};

}  // namespace

std::vector<std::uint32_t> neededKeys(const Curve& curve, std::span<const double> rounded, bool closed,
                                      KeyShape shape, double tolerance) {
    return KeyReducer(curve, rounded, closed, shape, tolerance).run();
}

}  // namespace phalanx
