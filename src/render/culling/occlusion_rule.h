// Whether it pays to look for units that others hide: decided by what it hides, no clock is asked.
#pragma once

#include <cstdint>
#include <string_view>

namespace phalanx {

enum class Occlusion : std::uint8_t { kOff, kOn, kAuto };
std::string_view nameOf(Occlusion occlusion);  // off, on, auto

// The test costs a pyramid of the picture's depths and one more look at every unit of the army. On a GPU that
// takes about as long as drawing so many triangles. Measured: docs/scale.md.
inline constexpr std::uint64_t kTestInTriangles = 100'000;
inline constexpr std::uint64_t kUnitsTestedInATriangle = 10;
constexpr std::uint64_t testInTriangles(std::uint64_t units) {
    return kTestInTriangles + units / kUnitsTestedInATriangle;
}

class OcclusionRule {
  public:
    // How many frames pass before the next trial, where the last one did not pay.
    static constexpr int kRest = 8;

    // Once a frame: whether to test in it. The numbers are the newest known, of some frame before it; those
    // of frames without a test do not count.
    struct Known {
        bool tested = false;
        std::uint64_t hidden_triangles = 0;
        std::uint64_t units = 0;  // of the army
    };
    bool tests(Occlusion wanted, const Known& known);

  private:
    int rest_ = 0;
    bool testing_ = false;
};

}  // namespace phalanx
