#include "render/culling/occlusion_rule.h"

#include <algorithm>

namespace phalanx {

bool OcclusionRule::tests(Occlusion wanted, const Known& known) {
    if (wanted != Occlusion::kAuto) {
        rest_ = 0;
        testing_ = wanted == Occlusion::kOn;
        return testing_;
    }
    if (testing_ && known.tested) {
        if (known.hidden_triangles < testInTriangles(known.units)) {
            testing_ = false;
            rest_ = kRest;
        }
    } else if (!testing_) {
        rest_ = std::max(0, rest_ - 1);
        testing_ = rest_ == 0;
    }
    return testing_;
}

}  // namespace phalanx
