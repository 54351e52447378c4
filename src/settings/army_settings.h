// Which models an army is made of, and which of their clips it plays.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace phalanx {

struct ArmySettings {
    std::vector<std::string> files;       // empty: the soldier that comes with Phalanx
    std::vector<std::string> clip_files;  // further clips, for each of the models
    std::vector<std::string> hidden_parts;
    std::optional<double> height_m;
    std::optional<std::string>
        clip_a;  // name or #K; must be in at least one model, others keep their default
    std::optional<std::string> clip_b;

    bool operator==(const ArmySettings&) const = default;
};

}  // namespace phalanx
