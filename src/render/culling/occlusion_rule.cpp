#include "render/culling/occlusion_rule.h"

#include <algorithm>

namespace phalanx {

std::string_view nameOf(Occlusion occlusion) {
    switch (occlusion) {
        case Occlusion::kOff:
            return "off";
        case Occlusion::kOn:
            return "on";
        case Occlusion::kAuto:
            break;
    }
    return "auto";
}

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
