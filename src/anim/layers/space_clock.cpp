#include "anim/layers/space_clock.h"

#include <algorithm>
#include <cmath>

namespace phalanx {
namespace {

constexpr double kTwoPow64 = 18446744073709551616.0;

double smoothstep(double u) {
    return u * u * (3.0 - 2.0 * u);
}
// Integrals of smoothstep and of its square from 0 to u.
double smoothstepArea(double u) {
    return u * u * u * (1.0 - 0.5 * u);
}
double smoothstepSquareArea(double u) {
    return u * u * u * u * u * (9.0 / 5.0 + u * (-2.0 + u * 4.0 / 7.0));
}
// The u in 0..1 whose smoothstep is s.
double inverseSmoothstep(double s) {
    return 0.5 - std::sin(std::asin(1.0 - 2.0 * s) / 3.0);
}

// Parameters, 0..1, at which the weights may change their slope along a path, ascending, with both ends.
std::vector<double> breaksOf(const SpaceGrid& grid, const BlendPath& path) {
    std::vector<double> result{0.0, 1.0};
    const glm::dvec2 way = path.to - path.from;
    // Where the path crosses the line through `a` with that normal.
    const auto crossLine = [&](const glm::dvec2& a, const glm::dvec2& normal) {
        const double speed = glm::dot(way, normal);
        if (speed == 0.0) return;
        const double s = glm::dot(a - path.from, normal) / speed;
        if (s > 0.0 && s < 1.0) result.push_back(s);
    };
    for (const auto& [a, b] : grid.edges()) {
        const glm::dvec2 along = grid.place(b) - grid.place(a);
        crossLine(grid.place(a), {-along.y, along.x});
        // Outside of the hull, the nearest point reaches the edge's ends where these lines are.
        crossLine(grid.place(a), along);
        crossLine(grid.place(b), along);
    }
    std::sort(result.begin(), result.end());
    constexpr double kSame = 1e-12;
    std::vector<double> distinct{0.0};
    for (const double s : result) {
        if (s - distinct.back() > kSame) distinct.push_back(s);
    }
    distinct.back() = 1.0;
    return distinct;
}

}  // namespace

FinePhase finePhase(double cycles) {
    const double rest = cycles - std::floor(cycles);
    const double parts = std::round(rest * kTwoPow64);
    return parts >= kTwoPow64 ? 0 : static_cast<FinePhase>(parts);
}

SpaceClock::SpaceClock(const SpaceClips& clips, const BlendPath& path, FinePhase phase)
    : path_(path), phase_(phase) {
    end_rate_ = clips.rateAt(path.to);
    end_stride_ = clips.strideAt(path.to);
    rate_ = finePhase(end_rate_ / kClockTicksPerSecond);
    if (path.duration == 0) return;
    const std::vector<double> breaks = breaksOf(clips.grid(), path);
    for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
        // Two points inside of the piece: at its ends, another one may count.
        const double third = (breaks[i + 1] - breaks[i]) / 3.0;
        const double low = breaks[i] + third;
        const double high = breaks[i + 1] - third;
        const glm::dvec2 low_at = path.from + low * (path.to - path.from);
        const glm::dvec2 high_at = path.from + high * (path.to - path.from);
        Piece piece;
        piece.from_s = breaks[i];
        piece.from_u = i == 0 ? 0.0 : inverseSmoothstep(breaks[i]);
        piece.rate_slope = (clips.rateAt(high_at) - clips.rateAt(low_at)) / third;
        piece.rate = clips.rateAt(low_at) - low * piece.rate_slope;
        piece.stride_slope = (clips.strideAt(high_at) - clips.strideAt(low_at)) / third;
        piece.stride = clips.strideAt(low_at) - low * piece.stride_slope;
        if (!pieces_.empty()) {
            const Advance before = advanceIn(pieces_.back(), piece.from_u);
            piece.cycles = pieces_.back().cycles + before.cycles;
            piece.travel = pieces_.back().travel + before.travel;
        }
        pieces_.push_back(piece);
    }
    end_ = advanceAt(1.0);
}

SpaceClock::Advance SpaceClock::advanceIn(const Piece& piece, double u) const {
    const double seconds = static_cast<double>(path_.duration) / kClockTicksPerSecond;
    const double time = u - piece.from_u;
    const double area = smoothstepArea(u) - smoothstepArea(piece.from_u);
    const double square = smoothstepSquareArea(u) - smoothstepSquareArea(piece.from_u);
    // rate * stride = (a + b s) (c + d s)
    return {seconds * (piece.rate * time + piece.rate_slope * area),
            seconds * (piece.rate * time * piece.stride +
                       area * (piece.rate * piece.stride_slope + piece.rate_slope * piece.stride) +
                       square * piece.rate_slope * piece.stride_slope)};
}

SpaceClock::Advance SpaceClock::advanceAt(double u) const {
    const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), u,
                                        [](double at, const Piece& piece) { return at < piece.from_u; });
    const Piece& piece = after == pieces_.begin() ? pieces_.front() : *(after - 1);
    const Advance in = advanceIn(piece, u);
    return {piece.cycles + in.cycles, piece.travel + in.travel};
}

double SpaceClock::unitTime(std::uint32_t now) const {
    const std::uint32_t elapsed = now - path_.start;
    return elapsed >= path_.duration ? 1.0
                                     : static_cast<double>(elapsed) / static_cast<double>(path_.duration);
}

glm::dvec2 SpaceClock::pointAt(std::uint32_t now) const {
    const double u = unitTime(now);
    return u >= 1.0 ? path_.to : path_.from + smoothstep(u) * (path_.to - path_.from);
}

FinePhase SpaceClock::phaseAt(std::uint32_t now) const {
    const double u = unitTime(now);
    if (u < 1.0) return phase_ + finePhase(advanceAt(u).cycles);
    const std::uint32_t after = now - path_.start - path_.duration;
    return phase_ + finePhase(end_.cycles) + rate_ * after;
}

glm::dvec2 SpaceClock::travelAt(std::uint32_t now) const {
    const double u = unitTime(now);
    if (u < 1.0) return advanceAt(u).travel;
    const double after_s = static_cast<double>(now - path_.start - path_.duration) / kClockTicksPerSecond;
    return end_.travel + end_rate_ * after_s * end_stride_;
}

}  // namespace phalanx
