#include "ui/anatomy/joint_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

namespace phalanx {
namespace {

// Two roots; the palette order puts children before and after their parents.
//   1: 0 (2, 5), 4        3: 6
constexpr std::array kParents{1, -1, 0, -1, 1, 0, 3};

std::string textOf(const std::vector<JointRow>& rows) {
    std::string text;
    for (const JointRow& row : rows) {
        text += std::string(row.depth, '.') + std::to_string(row.joint);
        text += row.folded ? "+ " : row.has_children ? "- " : " ";
    }
    return text;
}

TEST(JointRows, ChildrenFollowTheirParent) {
    EXPECT_EQ(textOf(jointRows(kParents, {})), "1- .0- ..2 ..5 .4 3- .6 ");
    EXPECT_TRUE(jointRows({}, {}).empty());
}

TEST(JointRows, FoldedRowsHideTheirDescendants) {
    std::vector<bool> folded(kParents.size(), false);
    folded[0] = true;
    EXPECT_EQ(textOf(jointRows(kParents, folded)), "1- .0+ .4 3- .6 ");
    folded[1] = true;
    folded[2] = true;  // has no children: nothing to fold
    EXPECT_EQ(textOf(jointRows(kParents, folded)), "1+ 3- .6 ");
    EXPECT_EQ(textOf(jointRows(kParents, {false, true})), "1+ 3- .6 ");
}

TEST(JointRows, AHiddenJointMapsToTheRowThatHidesIt) {
    std::vector<bool> folded(kParents.size(), false);
    const auto joint = [&](std::uint32_t wanted) {
        const std::vector<JointRow> rows = jointRows(kParents, folded);
        const auto row = rowOfJoint(rows, kParents, wanted);
        return row ? static_cast<int>(rows[*row].joint) : -1;
    };
    for (int i = 0; i < 7; ++i) EXPECT_EQ(joint(static_cast<std::uint32_t>(i)), i);
    EXPECT_EQ(joint(7), -1);
    folded[0] = true;
    EXPECT_EQ(joint(5), 0);
    folded[1] = true;
    EXPECT_EQ(joint(5), 1);
    EXPECT_EQ(joint(6), 6);
}

// As deep as the longest palette.
TEST(JointRows, AChainOfAThousand) {
    std::vector<int> parents(1024);
    std::iota(parents.begin(), parents.end(), 1);
    parents.back() = -1;
    const std::vector<JointRow> rows = jointRows(parents, {});
    ASSERT_EQ(rows.size(), 1024U);
    EXPECT_EQ(rows.front().joint, 1023U);
    EXPECT_EQ(rows.back().joint, 0U);
    EXPECT_EQ(rows.back().depth, 1023U);
    EXPECT_TRUE(std::ranges::is_sorted(rows, {}, &JointRow::depth));
}

}  // namespace
}  // namespace phalanx
