// How clips of further files are brought to a model, and what becomes of their root motion.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace phalanx {

enum class RetargetMode : std::uint8_t {
    kAuto,  // from body to body where names, rest orientations or proportions differ and both are bodies
    kOn,    // always from body to body
    kOff,   // always by the names of the nodes
};
inline constexpr std::array kRetargetModes{RetargetMode::kAuto, RetargetMode::kOn, RetargetMode::kOff};

constexpr std::string_view nameOf(RetargetMode mode) {
    return mode == RetargetMode::kAuto ? "auto" : mode == RetargetMode::kOn ? "on" : "off";
}

enum class RootMotion : std::uint8_t {
    kAuto,    // cycles play in place, with their speed as stride; one-shots keep their root motion
    kKeep,    // all clips keep their root motion
    kRemove,  // all clips play in place
};
inline constexpr std::array kRootMotions{RootMotion::kAuto, RootMotion::kKeep, RootMotion::kRemove};

constexpr std::string_view nameOf(RootMotion motion) {
    return motion == RootMotion::kAuto ? "auto" : motion == RootMotion::kKeep ? "keep" : "remove";
}

struct ClipOptions {
    RetargetMode retarget = RetargetMode::kAuto;
    RootMotion root_motion = RootMotion::kAuto;
    bool mirror = false;     // adds each clip as its mirror image
    bool cut_loops = false;  // cuts clips that do not loop to the part that loops best
    // A common mistake, for demonstration: joints of another body take the rotations of the source's joints
    // as they are, with the axes that those have at rest.
    bool absolute_rotations = false;

    bool operator==(const ClipOptions&) const = default;
};

}  // namespace phalanx
