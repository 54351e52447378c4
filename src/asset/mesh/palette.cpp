#include "asset/mesh/palette.h"

#include <fmt/format.h>

#include "core/error.h"

namespace phalanx {

std::uint16_t PaletteBuilder::joint(int node, const glm::dmat4& joint_from_bind) {
    std::vector<std::uint16_t>& known = of_node_[node];
    for (const std::uint16_t index : known) {
        if (joints_[index].joint_from_bind == joint_from_bind) return index;
    }
    if (joints_.size() == kMaxJoints) {
        throw inputError(file_, fmt::format("needs more than {} joints, the limit", kMaxJoints));
    }
    const auto index = static_cast<std::uint16_t>(joints_.size());
    joints_.push_back({node, joint_from_bind});
    known.push_back(index);
    return index;
}

}  // namespace phalanx
