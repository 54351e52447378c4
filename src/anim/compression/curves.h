// A clip as curves: the rotation, translation and scale of each node that it moves, at evenly spaced frames.
// What compression methods store.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "anim/compression/surface.h"
#include "anim/pose/model.h"

namespace phalanx {

enum class CurveKind : std::uint8_t {
    // 4 tan(angle / 4) times the axis: modified Rodrigues parameters (M. D. Shuster, "A Survey of Attitude
    // Representations", Journal of the Astronautical Sciences 41(4), 1993), scaled so that small rotations
    // are in radians. Rotations and quaternions cost a division each, and an error of the parameters turns by
    // the same angle in every direction, by no more than its length.
    kRotation,
    kQuaternion,   // x, y, z, w: for nodes that turn too far for one kRotation
    kTranslation,  // the parent's units
    kScale,
};

inline bool isTurn(CurveKind kind) {
    return kind == CurveKind::kRotation || kind == CurveKind::kQuaternion;
}

struct Curve {
    int node = 0;
    CurveKind kind = CurveKind::kRotation;
    glm::dquat reference{1.0, 0.0, 0.0, 0.0};  // turns are relative to it: rotation = reference * turn
    std::vector<double> values;                // frame * components + component

    std::size_t components() const { return kind == CurveKind::kQuaternion ? 4 : 3; }
    const double* at(std::size_t frame) const { return values.data() + frame * components(); }
};

// A property that stays the same in the whole clip.
struct FixedValue {
    int node = 0;
    CurveKind kind = CurveKind::kRotation;  // not kQuaternion
    glm::dvec4 value{0.0};                  // as shownValue(); turns are relative to the rest rotation
};

struct ClipCurves {
    std::uint32_t intervals = 1;  // frames = intervals + 1
    bool closed = false;          // the last frame equals the first
    std::vector<FixedValue> fixed;
    std::vector<Curve> curves;

    std::size_t frames() const { return std::size_t{intervals} + 1; }
};

enum class CurveForm : std::uint8_t {
    kParameters,  // turns as kRotation about a reference in their middle, kQuaternion where they turn too far
    kQuaternions,  // turns as kQuaternion relative to the rest rotation
    kTexels,       // the same, and a turn for every joint of the palette, whether it moves or not
};

// Properties that move no vertex by more than `still_mm` become fixed values, except turns of kTexels.
// intervals: at least 1.
ClipCurves sampleCurves(const ModelSurface& surface, const Clip& clip, std::uint32_t intervals,
                        CurveForm form, double still_mm);

// Millimetres by which the farthest vertex moves per unit of a curve.
double leverOf(const ModelSurface& surface, const Curve& curve);

// A value of a curve as it is shown: x, y, z, w of the turn relative to the reference, unit length; or x, y,
// z, 0.
glm::dvec4 shownValue(CurveKind kind, const double* values);

// Between two shown values: turns by slerp along the shorter arc, as keys of a model are.
glm::dvec4 blendShown(CurveKind kind, const glm::dvec4& a, const glm::dvec4& b, double t);

// Between shown values: radians, or units.
double distanceShown(CurveKind kind, const glm::dvec4& a, const glm::dvec4& b);

// Modified Rodrigues parameters of a turn, of the shorter way round.
glm::dvec3 parametersOf(const glm::dquat& turn);
glm::dquat turnOf(const glm::dvec4& shown);

// Turns in 64 bits, exact to 2e-6 rad. For references and fixed values.
std::uint64_t packTurn(const glm::dquat& turn);
glm::dquat unpackTurn(std::uint64_t bits);

}  // namespace phalanx
