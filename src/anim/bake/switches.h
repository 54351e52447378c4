// Switches that trade accuracy of played poses for speed and memory. encodedPalette() in encode.h is the
// reference that every technique is checked against.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace phalanx {

// The format of a joint's transform in the animation texture, see encode.h.
enum class Encoding : std::uint8_t {
    kRgba32f,  // rows of the 3x4 matrix, floats
    kRgba16f,  // the same rows in half floats, relative to two centres
    kTrs,      // rotation, position of the joint, uniform scale; 16 bits per component
};
inline constexpr std::array kEncodings{Encoding::kRgba32f, Encoding::kRgba16f, Encoding::kTrs};

enum class FrameLookup : std::uint8_t {
    kLinear,   // blends the frames before and after
    kNearest,  // uses the nearer frame: the earlier if within < 0.5, else the later
};

struct PoseSwitches {
    bool single_clip = false;  // plays only the clip with the larger weight (weight < 0.5: A, else B)
    FrameLookup lookup = FrameLookup::kLinear;
    int weights = 4;  // 1, 2 or 4 joints per vertex: those with the largest weights, renormalized
    // A common mistake, made on purpose: positions are skinned, normals stay in the bind pose.
    bool bind_normals = false;
    bool operator==(const PoseSwitches&) const = default;
};

// The names on the command line: rgba32f, rgba16f, trs.
std::string_view nameOf(Encoding encoding);
// nullopt if no encoding has this name.
std::optional<Encoding> encodingNamed(std::string_view name);

// The names on the command line: linear, nearest.
std::string_view nameOf(FrameLookup lookup);
std::optional<FrameLookup> frameLookupNamed(std::string_view name);

// The weight of clip B after single_clip is applied.
inline double shownWeight(double weight_of_b, const PoseSwitches& switches) {
    if (!switches.single_clip) return weight_of_b;
    return weight_of_b < 0.5 ? 0.0 : 1.0;
}

}  // namespace phalanx
