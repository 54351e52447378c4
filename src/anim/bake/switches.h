// What may be traded for speed and memory when poses are played. For each setting, encodedPalette() in
// encode.h is the reference that a technique is held to.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace phalanx {

// How a joint's transform lies in the animation texture; see encode.h.
enum class Encoding : std::uint8_t {
    kRgba32f,  // rows of the 3x4 matrix, floats
    kRgba16f,  // the same rows, half floats, about two centres
    kTrs,      // rotation, place of the joint, uniform scale; 16 bits each
};
inline constexpr std::array kEncodings{Encoding::kRgba32f, Encoding::kRgba16f, Encoding::kTrs};

enum class FrameLookup : std::uint8_t {
    kLinear,   // blends the two frames around the moment
    kNearest,  // takes the nearer one: the earlier where within < 0.5, else the later
};

struct PoseSwitches {
    bool single_clip = false;  // the clip that weighs more is shown alone (weight < 0.5: A, else B)
    FrameLookup lookup = FrameLookup::kLinear;
    int weights = 4;  // 1, 2 or 4 joints move a vertex: the heaviest, their weights made to sum to 1
    // A mistake, to be looked at: positions are skinned, normals stay as the file has them.
    bool bind_normals = false;
    bool operator==(const PoseSwitches&) const = default;
};

// rgba32f, rgba16f, trs: as on the command line.
std::string_view nameOf(Encoding encoding);
// nullopt where there is no such encoding.
std::optional<Encoding> encodingNamed(std::string_view name);

// linear, nearest.
std::string_view nameOf(FrameLookup lookup);
std::optional<FrameLookup> frameLookupNamed(std::string_view name);

// The weight of B that is shown.
inline double shownWeight(double weight_of_b, const PoseSwitches& switches) {
    if (!switches.single_clip) return weight_of_b;
    return weight_of_b < 0.5 ? 0.0 : 1.0;
}

}  // namespace phalanx
