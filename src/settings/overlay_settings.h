// The overlay that is drawn on soldiers instead of their materials.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace phalanx {

enum class OverlayChoice : std::uint8_t { kNone, kWeights, kJoints, kError, kNormals, kWireframe };
inline constexpr std::array kOverlayChoices{OverlayChoice::kNone,    OverlayChoice::kWeights,
                                            OverlayChoice::kJoints,  OverlayChoice::kError,
                                            OverlayChoice::kNormals, OverlayChoice::kWireframe};
// "none", "weights of a joint", "joints", "error in mm", "normals", "wireframe"
std::string_view nameOf(OverlayChoice choice);

struct OverlaySettings {
    OverlayChoice choice = OverlayChoice::kNone;
    bool everyone = true;     // on all soldiers; false: only on the selected one
    std::uint32_t joint = 0;  // for kWeights: the joint that was hovered last; not in the settings table

    bool operator==(const OverlaySettings&) const = default;
};

}  // namespace phalanx
