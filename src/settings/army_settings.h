// The models of an army, and the clips that it plays.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "anim/pose/clip_options.h"

namespace phalanx {

inline constexpr std::string_view kVariantsAuto = "auto";  // of the file, else found in the model
inline constexpr std::string_view kVariantsNone = "none";  // every unit shows all parts

struct ArmySettings {
    std::vector<std::string> files;       // empty: the soldier that comes with Phalanx
    std::vector<std::string> clip_files;  // additional clips for each of the models
    std::string joint_map;  // file (asset/retarget/joint_map_file.h); "": joints are found by name
    ClipOptions clip_options;
    std::vector<std::string> hidden_parts;
    std::vector<std::string> legs;  // ankles; empty: found by name
    std::optional<double> height_m;
    // Name or #K of clip A. At least one model must have it; models without it use their default.
    std::optional<std::string> clip_a;
    std::optional<std::string> clip_b;  // the same for clip B

    // kVariantsAuto, kVariantsNone, or a file (asset/equipment/group_file.h).
    std::string variants{kVariantsAuto};
    std::vector<std::string> equip;   // GROUP=CHOICE, see layOutEquipment()
    std::vector<std::string> attach;  // see parseAttachment()

    bool operator==(const ArmySettings&) const = default;
};

}  // namespace phalanx
