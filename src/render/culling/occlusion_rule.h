// Decides whether occlusion culling pays, by the triangles it saves. No times are measured.
#pragma once

#include <cstdint>

#include "render/frame/render_settings.h"

namespace phalanx {

// Cost of the test as a number of triangles that take as long to draw on a GPU: a depth pyramid, and a test
// of every unit of the crowd. Measured: docs/culling.md.
inline constexpr std::uint64_t kTestInTriangles = 100'000;
inline constexpr std::uint64_t kUnitsTestedInATriangle = 10;
constexpr std::uint64_t testInTriangles(std::uint64_t units) {
    return kTestInTriangles + units / kUnitsTestedInATriangle;
}

class OcclusionRule {
  public:
    // Number of frames without a test after one that did not pay.
    static constexpr int kRest = 8;

    // Call once per frame: returns whether to test in it. `known`: the newest results, of an earlier frame;
    // results of frames without a test do not count.
    struct Known {
        bool tested = false;
        std::uint64_t hidden_triangles = 0;
        std::uint64_t units = 0;  // in the crowd
    };
    bool tests(Occlusion wanted, const Known& known);

  private:
    int rest_ = 0;
    bool testing_ = false;
};

}  // namespace phalanx
