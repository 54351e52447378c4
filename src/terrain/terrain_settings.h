// Settings of the ground that units stand on.
#pragma once

#include <string>
#include <string_view>

namespace phalanx {

inline constexpr std::string_view kGroundFlat = "flat";
inline constexpr std::string_view kGroundHills = "hills";

struct TerrainSettings {
    std::string ground{kGroundFlat};  // kGroundFlat, kGroundHills, or a file with a picture of heights
    double size_m = 1200.0;           // the longer side, after which the ground repeats
    double height_m = 100.0;          // from the lowest to the highest sample
    bool feet = true;                 // units plant their feet on hills

    friend bool operator==(const TerrainSettings&, const TerrainSettings&) = default;
};

}  // namespace phalanx
