#include "ui/anatomy/joint_rows.h"

#include <algorithm>

namespace phalanx {

std::vector<JointRow> jointRows(std::span<const int> parents, const std::vector<bool>& folded) {
    // The first child of each joint (last entry: the first root), and the next sibling.
    const std::size_t count = parents.size();
    std::vector<int> first(count + 1, -1);
    std::vector<int> next(count, -1);
    for (std::size_t joint = count; joint-- > 0;) {
        const std::size_t above = parents[joint] < 0 ? count : static_cast<std::size_t>(parents[joint]);
        next[joint] = first[above];
        first[above] = static_cast<int>(joint);
    }
    std::vector<JointRow> rows;
    rows.reserve(count);
    std::vector<JointRow> waiting;
    const auto wait = [&](int joint, std::uint32_t depth) {
        if (joint < 0) return;
        const auto i = static_cast<std::size_t>(joint);
        waiting.push_back({static_cast<std::uint32_t>(joint), depth, first[i] >= 0,
                           first[i] >= 0 && i < folded.size() && folded[i]});
    };
    wait(first[count], 0);
    while (!waiting.empty()) {
        const JointRow row = waiting.back();
        waiting.pop_back();
        rows.push_back(row);
        wait(next[row.joint], row.depth);  // after all descendants of this joint
        if (!row.folded) wait(first[row.joint], row.depth + 1);
    }
    return rows;
}

std::optional<std::size_t> rowOfJoint(std::span<const JointRow> rows, std::span<const int> parents,
                                      std::uint32_t joint) {
    for (int at = static_cast<int>(joint); at >= 0 && static_cast<std::size_t>(at) < parents.size();
         at = parents[static_cast<std::size_t>(at)]) {
        const auto row = std::ranges::find(rows, static_cast<std::uint32_t>(at), &JointRow::joint);
        if (row != rows.end()) return static_cast<std::size_t>(row - rows.begin());
    }
    return std::nullopt;
}

}  // namespace phalanx
