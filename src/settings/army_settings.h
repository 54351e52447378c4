// The models of an army, and the clips that it plays.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace phalanx {

struct ArmySettings {
    std::vector<std::string> files;       // empty: the soldier that comes with Phalanx
    std::vector<std::string> clip_files;  // additional clips for each of the models
    std::vector<std::string> hidden_parts;
    std::optional<double> height_m;
    // Name or #K of clip A. At least one model must have it; models without it use their default.
    std::optional<std::string> clip_a;
    std::optional<std::string> clip_b;  // the same for clip B

    bool operator==(const ArmySettings&) const = default;
};

}  // namespace phalanx
