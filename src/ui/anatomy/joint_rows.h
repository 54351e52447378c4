// Joints as the rows of a tree: each below the joint that it hangs on. No ImGui.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace phalanx {

struct JointRow {
    std::uint32_t joint = 0;
    std::uint32_t depth = 0;  // 0: nothing above it
    bool has_children = false;
    bool folded = false;  // its children are not shown
};

// Depth first; those that hang on one joint by their number. parents: a joint each, -1 for none; they lead to
// no circle. folded: by joint; empty or too short: nothing is folded there.
std::vector<JointRow> jointRows(std::span<const int> parents, const std::vector<bool>& folded);

// The row of the joint, or of the nearest one above it that has a row; nothing for a joint that is none.
std::optional<std::size_t> rowOfJoint(std::span<const JointRow> rows, std::span<const int> parents,
                                      std::uint32_t joint);

}  // namespace phalanx
