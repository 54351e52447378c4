// Differences between two versions of a pose, per vertex: positions in millimetres, normals in degrees.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/glm.hpp>
#include <numbers>
#include <span>

#include "anim/pose/skin.h"
#include "core/error_tally.h"

namespace phalanx {

struct PoseDifference {
    ErrorTally moved_mm;
    ErrorTally turned_deg;  // without normals of zero length, which degenerate surfaces have

    // `expected` and `got` have the same vertices in the same order. mm_per_metre: see millimetresPerMetre().
    void add(std::span<const SkinnedVertex> expected, std::span<const SkinnedVertex> got,
             double mm_per_metre) {
        for (std::size_t i = 0; i < expected.size(); ++i) {
            moved_mm.add(glm::length(got[i].position - expected[i].position) * mm_per_metre);
            // Normals are of unit length or zero.
            if (glm::dot(expected[i].normal, expected[i].normal) < 0.5 ||
                glm::dot(got[i].normal, got[i].normal) < 0.5)
                continue;
            const double half_chord = std::min(1.0, glm::length(got[i].normal - expected[i].normal) * 0.5);
            turned_deg.add(glm::degrees(2.0 * std::asin(half_chord)));
        }
    }

    void add(const PoseDifference& other) {
        moved_mm.add(other.moved_mm);
        turned_deg.add(other.turned_deg);
    }
};

// The phase of moment i. Multiples of the golden ratio modulo 1 fill 0..1 evenly, and do not coincide with a
// regular pattern of frames.
inline double spreadPhase(std::size_t i) {
    const double turns = (static_cast<double>(i) + 0.5) * std::numbers::phi;
    return turns - std::floor(turns);
}

}  // namespace phalanx
