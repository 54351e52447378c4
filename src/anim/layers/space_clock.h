// The common phase of a blend space and its travel over the ground, while the blend point stays or moves
// along a straight path. Closed forms of the clock: nothing is summed from frame to frame, and a GPU can
// evaluate the same record.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "anim/layers/space_clips.h"

namespace phalanx {

// As the clock of the army: it counts 1/4096 s and wraps after twelve days.
inline constexpr double kClockTicksPerSecond = 4096.0;

// The blend point moves from `from` to `to` by smoothstep, as weights of crossfades do. Before `start` it is
// at `from`, afterwards at `to`.
struct BlendPath {
    glm::dvec2 from{0.0};
    glm::dvec2 to{0.0};
    std::uint32_t start = 0;     // ticks
    std::uint32_t duration = 0;  // ticks; 0: it is at `to` from the start
};

// A phase in cycles * 2^64, which wraps. The rate of a point at rest is rounded to 2^-64 cycles per tick:
// after a day the phase is still within 1e-11 cycles of the exact one. The upper 32 bits are the phase of
// playback.h.
using FinePhase = std::uint64_t;

class SpaceClock {
  public:
    // Decided at path.start, where the common phase is `phase`. `clips` must outlive it.
    //
    // The weights are linear in the point within a triangle of the space, and outside of the hull between
    // the lines where its nearest feature changes. So the path is cut into pieces in which rate and stride
    // are linear in the path's parameter, and their integrals over smoothstep are polynomials.
    SpaceClock(const SpaceClips& clips, const BlendPath& path, FinePhase phase);

    // At the tick `now`, which is at or after path.start and less than 2^31 ticks (six days) after it.
    glm::dvec2 pointAt(std::uint32_t now) const;
    FinePhase phaseAt(std::uint32_t now) const;
    // Metres since path.start in model space, x and z: the integral of rate * stride. The heading is another
    // matter: it does not follow from the travel.
    glm::dvec2 travelAt(std::uint32_t now) const;

    // Between the ends of the path, by its parameter 0..1. Plain data for a record.
    struct Piece {
        double from_u = 0.0;  // of the path's duration
        double from_s = 0.0;  // smoothstep of from_u
        double rate = 0.0;    // Hz, at parameter 0 if the piece were the whole path
        double rate_slope = 0.0;
        glm::dvec2 stride{0.0};  // metres per cycle, in the same way
        glm::dvec2 stride_slope{0.0};
        double cycles = 0.0;     // since the path's start, at from_u
        glm::dvec2 travel{0.0};  // metres, the same
    };
    const std::vector<Piece>& pieces() const { return pieces_; }

  private:
    struct Advance {
        double cycles = 0.0;
        glm::dvec2 travel{0.0};
    };
    // Within a piece, from its beginning.
    Advance advanceIn(const Piece& piece, double u) const;
    Advance advanceAt(double u) const;
    double unitTime(std::uint32_t now) const;

    BlendPath path_;
    FinePhase phase_;
    std::vector<Piece> pieces_;
    Advance end_;            // of the path
    FinePhase rate_ = 0;     // per tick, after the path
    double end_rate_ = 0.0;  // Hz
    glm::dvec2 end_stride_{0.0};
};

// `cycles` modulo 1, * 2^64.
FinePhase finePhase(double cycles);

}  // namespace phalanx
