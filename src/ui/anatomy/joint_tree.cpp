#include "ui/anatomy/joint_tree.h"

#include <imgui_internal.h>  // the rectangle of the list

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "ui/anatomy/anatomy_panel.h"
#include "ui/anatomy/joint_rows.h"

namespace phalanx {
namespace {

constexpr float kStep_points = 9.0F;   // indentation per depth
constexpr float kMark_points = 13.0F;  // width of the triangle
// Deep rows are indented less, so that this much of a name stays visible.
constexpr float kLeastName_points = 70.0F;
constexpr float kRowGap_points = 2.0F;

struct Rows {
    std::vector<int> parents;
    std::vector<JointRow> rows;
    ImVec2 low{};  // of the first row, on the screen
    float width = 0.0F;
    float height = 0.0F;  // of one
    float step = 0.0F;    // indentation per depth

    float yOf(std::size_t row) const { return low.y + static_cast<float>(row) * height; }
    float xOf(const JointRow& row) const { return low.x + static_cast<float>(row.depth) * step; }
};

Rows layOut(const Theme& theme, const AnatomyFacts& facts, const JointTree& tree) {
    Rows rows;
    rows.parents.reserve(facts.joints.size());
    for (const AnatomyJoint& joint : facts.joints) rows.parents.push_back(joint.parent);
    rows.rows = jointRows(rows.parents, tree.folded);
    rows.low = ImGui::GetCursorScreenPos();
    rows.width = ImGui::GetContentRegionAvail().x;
    rows.height = ImGui::GetTextLineHeight() + theme.points(kRowGap_points);
    std::uint32_t deepest = 1;
    for (const JointRow& row : rows.rows) deepest = std::max(deepest, row.depth);
    const float room = rows.width - theme.points(kMark_points + kLeastName_points);
    rows.step = std::clamp(room / static_cast<float>(deepest), 0.0F, theme.points(kStep_points));
    return rows;
}

void fold(JointTree& tree, std::size_t joints, std::uint32_t joint) {
    tree.folded.resize(joints, false);
    tree.folded[joint] = !tree.folded[joint];
}

void drawRow(const Theme& theme, const Rows& rows, std::size_t index, const std::string& name, bool lit,
             bool kept) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const JointRow& row = rows.rows[index];
    const float y = rows.yOf(index);
    const ImVec2 high(rows.low.x + rows.width, y + rows.height);
    if (lit) {
        list.AddRectFilled(ImVec2(rows.low.x, y), high, color::faded(color::kAccent, 40), theme.points(2.0F));
    }
    if (kept) {
        list.AddRectFilled(ImVec2(rows.low.x, y), ImVec2(rows.low.x + theme.points(2.5F), high.y),
                           color::kAccent);
    }
    for (std::uint32_t level = 0; level < row.depth; ++level) {
        const float x = rows.low.x + (static_cast<float>(level) * rows.step) + theme.points(6.0F);
        list.AddLine(ImVec2(x, y), ImVec2(x, high.y), color::kLine);
    }
    if (row.has_children) {
        const ImVec2 at(rows.xOf(row) + theme.points(6.0F), y + rows.height * 0.5F);
        const float size = theme.points(3.2F);
        if (row.folded) {
            list.AddTriangleFilled(ImVec2(at.x - size * 0.7F, at.y - size), ImVec2(at.x + size, at.y),
                                   ImVec2(at.x - size * 0.7F, at.y + size), color::kMuted);
        } else {
            list.AddTriangleFilled(ImVec2(at.x - size, at.y - size * 0.7F),
                                   ImVec2(at.x + size, at.y - size * 0.7F), ImVec2(at.x, at.y + size),
                                   color::kMuted);
        }
    }
    list.AddText(ImVec2(rows.xOf(row) + theme.points(kMark_points), y + theme.points(kRowGap_points * 0.5F)),
                 lit || kept ? color::kAccent : color::kText, name.c_str());
}

// The joint of the row with the keyboard's focus is highlighted, from the marked one on: Up and Down go on,
// Left and Right fold and unfold, Enter keeps it.
void pointByKeys(const Rows& rows, const KeyMoves& moves, AnatomySettings& settings, std::size_t joints) {
    if (rows.rows.empty()) return;
    JointTree& tree = settings.tree;
    const auto marked =
        std::ranges::find_if(rows.rows, [&](const JointRow& row) { return row.joint == tree.marked; });
    const auto last = static_cast<long>(rows.rows.size()) - 1;
    long index = marked == rows.rows.end() ? 0 : static_cast<long>(marked - rows.rows.begin());
    constexpr long kPageRows = 10;
    index -= std::lround(moves.up) + kPageRows * moves.pages;
    if (moves.ends != 0) index = moves.ends < 0 ? 0 : last;
    const JointRow& row = rows.rows[static_cast<std::size_t>(std::clamp(index, 0L, last))];
    settings.joint = row.joint;
    if (row.has_children && ((moves.right < 0.0F && !row.folded) || (moves.right > 0.0F && row.folded)))
        fold(tree, joints, row.joint);
    if (moves.pressed) settings.kept = settings.kept == row.joint ? std::nullopt : std::optional(row.joint);
}

// The joint of the row under the mouse is highlighted. A click on its triangle folds, a click beside it keeps
// the joint.
void point(const Theme& theme, const Rows& rows, AnatomySettings& settings, std::size_t joints) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto index = static_cast<std::size_t>(std::max(0.0F, (mouse.y - rows.low.y) / rows.height));
    if (index >= rows.rows.size()) return;
    const JointRow& row = rows.rows[index];
    settings.joint = row.joint;
    if (!ImGui::IsItemClicked()) return;
    if (row.has_children && mouse.x < rows.xOf(row) + theme.points(kMark_points)) {
        fold(settings.tree, joints, row.joint);
    } else {
        settings.kept = settings.kept == row.joint ? std::nullopt : std::optional(row.joint);
    }
}

// Scrolls a joint that was highlighted elsewhere into view, once, so that the user can scroll away.
void bringIntoView(const Rows& rows, std::size_t row) {
    const float top = static_cast<float>(row) * rows.height;
    const float shown = ImGui::GetWindowHeight();
    if (top >= ImGui::GetScrollY() && top + rows.height <= ImGui::GetScrollY() + shown) return;
    const float first = std::max(0.0F, (top + (rows.height - shown) * 0.5F) / rows.height);
    ImGui::SetScrollY(std::round(first) * rows.height);  // rows are cut only at the bottom
}

}  // namespace

void drawJointTree(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, AnatomySettings& settings,
                   ImVec2 size) {
    JointTree& tree = settings.tree;
    if (tree.folded.size() != facts.joints.size()) tree.folded.clear();  // of another model
    ImGui::PushStyleColor(ImGuiCol_ChildBg, IM_COL32(255, 255, 255, 10));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0F, 0.0F));
    if (ImGui::BeginChild("joints", size)) {
        const Rows rows = layOut(theme, facts, tree);
        ImGui::InvisibleButton("rows",
                               ImVec2(std::max(1.0F, rows.width),
                                      std::max(1.0F, static_cast<float>(rows.rows.size()) * rows.height)));
        const bool here = ImGui::IsItemHovered() && !log.keys().focuses("joints");
        const ImGuiWindow& window = *ImGui::GetCurrentWindow();
        log.keys().add("joints", true, {.across = true, .along = true, .own = true, .id = ImGui::GetItemID()},
                       window.Rect().Min, window.Rect().Max);
        if (log.keys().focuses("joints")) {
            pointByKeys(rows, log.keys().movesOf("joints"), settings, facts.joints.size());
        } else if (here) {
            point(theme, rows, settings, facts.joints.size());
        }
        const std::optional<std::uint32_t> joint = settings.joint ? settings.joint : settings.kept;
        const std::size_t none = rows.rows.size();
        const std::size_t lit = joint ? rowOfJoint(rows.rows, rows.parents, *joint).value_or(none) : none;
        if (lit != none && !here && tree.marked != joint) bringIntoView(rows, lit);
        tree.marked = lit != none ? joint : std::nullopt;
        const float from = ImGui::GetScrollY() / rows.height;
        const auto first = static_cast<std::size_t>(std::max(0.0F, from));
        const auto last = std::min(
            rows.rows.size(), first + static_cast<std::size_t>(ImGui::GetWindowHeight() / rows.height) + 2);
        for (std::size_t i = first; i < last; ++i) {
            const JointRow& row = rows.rows[i];
            const std::string& name = facts.joints[row.joint].name;
            drawRow(theme, rows, i, name, i == lit, settings.kept == row.joint);
            const float y = rows.yOf(i) + rows.height * 0.5F;
            const float top = ImGui::GetWindowPos().y;
            if (y > top && y < top + ImGui::GetWindowHeight())
                log.addPoint("tree/" + name, rows.xOf(row) + theme.points(kMark_points + 8.0F), y);
        }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    log.addPlace("joints");
}

}  // namespace phalanx
