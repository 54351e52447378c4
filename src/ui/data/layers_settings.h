// State of the page of layers that is not a setting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace phalanx {

// What the next click into the view chooses: an aim's target, or joints of a mask, until the button is
// clicked again.
enum class LayerPick : std::uint8_t { kNone, kPoint, kUnit, kLayerJoints, kAdditiveJoints };

struct LayersSettings {
    std::string kept;   // the pose that is restored when layers are switched on
    bool own = false;   // of the selected soldier, not of all
    std::string joint;  // whose steps are listed; "": the first aim's, else the last of the model
    LayerPick picking = LayerPick::kNone;
    std::size_t picked_item = 0;  // index of the aim, the layer or the additive clip
    bool restart = false;         // additive clips that do not loop start again in this frame
};

}  // namespace phalanx
