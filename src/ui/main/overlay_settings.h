// What is painted on the soldiers instead of their clothes.
#pragma once

#include <array>
#include <cstdint>

namespace phalanx {

enum class OverlayChoice : std::uint8_t { kNone, kWeights, kJoints, kError, kNormals, kWireframe };
inline constexpr std::array<const char*, 6> kOverlayNames{
    "none", "weights of a joint", "joints", "error in mm", "normals", "wireframe"};

struct OverlaySettings {
    OverlayChoice choice = OverlayChoice::kNone;
    bool everyone = true;     // false: the selected soldier alone
    std::uint32_t joint = 0;  // of kWeights; the one that was pointed at last

    bool operator==(const OverlaySettings&) const = default;
};

}  // namespace phalanx
