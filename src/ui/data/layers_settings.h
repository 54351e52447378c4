// State of the page of layers that is not a setting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace phalanx {

// What the next click into the view chooses for an aim.
enum class AimPick : std::uint8_t { kNone, kPoint, kUnit };

struct LayersSettings {
    std::string kept;   // the pose that is restored when layers are switched on
    bool own = false;   // of the selected soldier, not of all
    std::string joint;  // whose steps are listed; "": the first aim's, else the last of the model
    AimPick picking = AimPick::kNone;
    std::size_t picked_aim = 0;  // index of the aim that is being pointed
};

}  // namespace phalanx
