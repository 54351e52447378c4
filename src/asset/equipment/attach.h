// Attaches one model to a joint of another: a banner on the back, a torch in the hand.
#pragma once

#include <cstdint>
#include <string>

#include "anim/pose/model.h"
#include "asset/equipment/equipment.h"

namespace phalanx {

// FILE@JOINT[:every=N][:axes=model|joint]
struct AttachRequest {
    std::string file;
    std::string joint;        // name of a node
    std::uint32_t every = 1;  // units whose number is a multiple of this carry it
    bool joint_axes = false;  // false: upright when the model is at rest, with its own axes as the model's
};

// Throws SettingError.
AttachRequest parseAttachment(const std::string& text);

// Appends the item, as it looks at rest, to the model: its origin is at the joint, and it moves with the
// joint. Units that show it are decided by layOutEquipment(). The item's size is that of its file; in glTF
// that is in metres. Throws SettingError for a joint that the model does not have, and Error (kInput) if the
// sum exceeds a limit of models.
void attachModel(const Model& item, const AttachRequest& request, Model& model, Equipment& equipment);

}  // namespace phalanx
