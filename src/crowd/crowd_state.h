// Private to the crowd: the planned and the current state of a unit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>

#include "core/parallel.h"
#include "crowd/crowd.h"
#include "crowd/hash.h"

namespace phalanx {

inline constexpr unsigned kPlaceBits = 20;  // bits of a unit's index in its group; enough for kMaxUnits
static_assert(kMaxUnits <= (1U << kPlaceBits));
inline constexpr std::size_t kMaxGroups = std::size_t{1} << (32U - kPlaceBits);

// Units are processed in stretches of this length, on all threads. The result of a stretch does not depend on
// the thread that processes it.
inline constexpr std::uint32_t kUnitsPerTask = 16384;

// Calls body(first, last, task) for each stretch [first, last) of [0, count).
template <typename Body>
void forStretches(std::uint32_t count, const Body& body) {
    const std::uint32_t tasks = (count + kUnitsPerTask - 1) / kUnitsPerTask;
    parallelFor(tasks, 0, [&](std::size_t task) {
        const auto first = static_cast<std::uint32_t>(task) * kUnitsPerTask;
        body(first, std::min(count, first + kUnitsPerTask), task);
    });
}

struct Crowd::Plan {
    int clip_a = 0;
    int clip_b = 0;
    bool periodic = false;
    double weight = 0.0;  // weight of clip B if not periodic
    double speed = 1.0;
    double offset = 0.0;  // cycles
};

struct Crowd::Motion {
    int clip_a = 0;
    int clip_b = 0;
    double speed = 1.0;
    std::uint32_t fade = 0;        // I_FADE.w without flags
    std::uint32_t fade_start = 0;  // I_FADE.z
};

struct Crowd::Snapshot {
    layout::UnitPhases phases{};
    int clip_a = 0;  // -1: no longer exists
    int clip_b = 0;
    std::uint32_t mode = PH_FADE_CONSTANT;
    std::uint32_t fade_start = 0;  // for PH_FADE_EVENT
    std::uint32_t fade_value = 0;
    double offset = 0.0;

    // The clip with the larger weight.
    bool showsB() const { return phases.weight >= 0.5F; }
    int shown() const { return showsB() ? clip_b : clip_a; }
    std::uint32_t shownPhase() const { return showsB() ? phases.b : phases.a; }
};

inline const UnitEdit* findEdit(const std::map<std::uint32_t, UnitEdit>& edits, std::uint32_t unit) {
    if (edits.empty()) return nullptr;
    const auto it = edits.find(unit);
    return it == edits.end() ? nullptr : &it->second;
}

// Reduces each edit to what the unit's model has, see fittingEdit(). modelOf(unit): its CrowdModel. Units
// from number `units` on have no model and are skipped.
template <typename ModelOf>
void dropMissing(std::map<std::uint32_t, UnitEdit>& edits, std::uint32_t units, const ModelOf& modelOf) {
    for (auto it = edits.begin(); it != edits.end() && it->first < units;) {
        it->second = fittingEdit(it->second, modelOf(it->first));
        it = it->second.empty() ? edits.erase(it) : std::next(it);
    }
}

// The offset of a unit's phase, in cycles.
inline double offsetOf(const CrowdSettings& settings, const UnitEdit* edit, std::uint32_t unit) {
    if (edit != nullptr && edit->offset) return *edit->offset;
    if (settings.offset_spread == 0.0) return settings.offset;
    return settings.offset + settings.offset_spread * hashUnit(settings.seed, unit, RandomStream::kOffset);
}

// x modulo 1, * 2^32.
inline std::uint32_t wrappedCycles(double x) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>((x - std::floor(x)) * 0x1p32));
}

// RGBA8, r in the lowest byte.
inline std::uint32_t packTint(glm::vec4 tint) {
    const glm::vec4 bytes = glm::clamp(tint, 0.0F, 1.0F) * 255.0F + 0.5F;
    return static_cast<std::uint32_t>(bytes.r) | static_cast<std::uint32_t>(bytes.g) << 8U |
           static_cast<std::uint32_t>(bytes.b) << 16U | static_cast<std::uint32_t>(bytes.a) << 24U;
}

}  // namespace phalanx
