// Joints as the rows of a tree, children below their parents. No ImGui.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace phalanx {

struct JointRow {
    std::uint32_t joint = 0;
    std::uint32_t depth = 0;  // 0: a root
    bool has_children = false;
    bool folded = false;  // its children are not shown
};

// Depth first; siblings by index. parents: by joint, -1 for none, without cycles. folded: by joint; missing
// entries are not folded.
std::vector<JointRow> jointRows(std::span<const int> parents, const std::vector<bool>& folded);

// The row of the joint, or of its nearest ancestor that has a row; nullopt for an invalid joint.
std::optional<std::size_t> rowOfJoint(std::span<const JointRow> rows, std::span<const int> parents,
                                      std::uint32_t joint);

}  // namespace phalanx
