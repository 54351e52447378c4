// The cubic ramp 3 t^2 - 2 t^3, with which weights fade in and out.
#pragma once

#include <algorithm>

namespace phalanx {

// 0 up to `from`, 1 from `to` on, which must be larger.
inline double smoothStep(double from, double to, double at) {
    const double t = std::clamp((at - from) / (to - from), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

}  // namespace phalanx
