#include "ui/anatomy/vertex_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ui/anatomy/anatomy_panel.h"
#include "ui/anatomy/number_line.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr float kName_points = 122.0F;
constexpr float kWeight_points = 48.0F;
constexpr float kSign_points = 22.0F;
constexpr float kToResult_points =
    kName_points + kWeight_points + 3.0F * kNumber_points + 2.0F * kSign_points;
constexpr std::size_t kMorphRows = 4;  // more are scrolled
constexpr float kMatrix_points = 172.0F;
constexpr float kMatrixFont = 0.85F;  // so that five fit side by side

ImVec4 inkOf(ImU32 ink) {
    return ImGui::ColorConvertU32ToFloat4(ink);
}

const std::string& clipName(const AnatomyFacts& facts, const FrameStep& frame) {
    return facts.baked->clips[static_cast<std::size_t>(frame.clip)].name;
}

std::uint32_t frameInClip(const AnatomyFacts& facts, const FrameStep& frame) {
    return frame.frame - facts.baked->clips[static_cast<std::size_t>(frame.clip)].first_frame;
}

// The heads of a table whose rows are: name, weight, vector, sign, the vector times its weight.
void drawHeads(const Theme& theme, const char* name, const char* vector, const char* product) {
    Line line(theme);
    line.text(name, kName_points, color::kMuted);
    line.number("weight", kWeight_points, color::kMuted);
    line.skip(kSign_points);
    line.number(vector, 3.0F * kNumber_points, color::kMuted);
    line.skip(kSign_points);
    line.number(product, 3.0F * kNumber_points, color::kMuted);
    line.end();
}

// What morph targets add before the joints move the vertex. Targets without a delta for it are not listed.
void drawMorphs(const Theme& theme, WidgetLog& log, const VertexFacts& vertex) {
    drawHeads(theme, "Morph target", "delta at weight 1, file units", "times its weight");
    const std::vector<MorphStep>& morphs = vertex.steps.morphs;
    const float height =
        static_cast<float>(std::min(morphs.size(), kMorphRows)) * ImGui::GetTextLineHeightWithSpacing();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0F, 0.0F));
    if (ImGui::BeginChild("morphs", ImVec2(0.0F, height))) {
        for (std::size_t i = 0; i < morphs.size(); ++i) {
            const MorphStep& morph = morphs[i];
            Line line(theme);
            line.text(vertex.morph_names[i], kName_points);
            line.number(fmt::format("{:.4f}", morph.weight), kWeight_points);
            line.text("  \xC3\x97", kSign_points, color::kMuted);
            line.vector(morph.delta, color::kMuted);
            line.text("  =", kSign_points, color::kMuted);
            line.vector(morph.weight * morph.delta);
            line.end();
        }
        log.addScrolled("vertex_morphs");
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    log.addPlace("vertex_morphs");
    Line sum(theme);
    sum.text("Morphed: the position in the mesh plus these", kToResult_points);
    sum.vector(vertex.steps.bind);
    sum.end();
}

void drawJoints(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, const VertexFacts& vertex,
                AnatomySettings& settings) {
    for (std::size_t k = 0; k < kWeightsPerVertex; ++k) {
        if (k >= vertex.steps.joints.size()) {  // keeps the height of the panel
            Line line(theme);
            line.text("\xE2\x80\x93", kName_points, color::kMuted);
            line.end();
            continue;
        }
        const JointStep& joint = vertex.steps.joints[k];
        const ImVec2 low = ImGui::GetCursorScreenPos();
        const ImVec2 size(ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeightWithSpacing());
        ImGui::PushID(static_cast<int>(k));
        const bool pressed = ImGui::InvisibleButton("way", size);
        ImGui::PopID();
        const std::string way = fmt::format("way_{}", k);
        log.add(way);
        const bool hovered = log.isUnderPointer(way);
        if (pressed) settings.shown_joint = k;
        if (hovered) settings.joint = joint.joint;
        const bool chosen = k == settings.shown_joint;
        if (chosen || hovered) {
            ImGui::GetWindowDrawList()->AddRectFilled(
                ImVec2(low.x - theme.points(4.0F), low.y - theme.points(1.0F)),
                ImVec2(low.x + size.x, low.y + size.y - theme.points(1.0F)),
                IM_COL32(255, 255, 255, chosen ? 24 : 12), theme.points(3.0F));
        }
        ImGui::SetCursorScreenPos(low);
        Line line(theme);
        line.text(facts.joints[joint.joint].name, kName_points, chosen ? color::kAccent : color::kText);
        line.number(fmt::format("{:.4f}", joint.weight), kWeight_points);
        line.text("  \xC3\x97", kSign_points, color::kMuted);
        line.vector(joint.moved, color::kMuted);
        line.text("  =", kSign_points, color::kMuted);
        line.vector(joint.moved * joint.weight);
        line.end();
    }
}

void drawSums(const Theme& theme, const VertexFacts& vertex) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine(
        from, ImVec2(from.x + theme.points(kToResult_points + 3.0F * kNumber_points), from.y), color::kLine);
    ImGui::Dummy(ImVec2(1.0F, theme.points(1.0F)));
    Line sum(theme);
    sum.text("The sum: position in model space", kToResult_points);
    sum.vector(vertex.steps.position);
    sum.end();
    Line gpu(theme);
    gpu.text("The GPU in the same frame: read back from the vertex shader", kToResult_points);
    if (!vertex.gpu) {
        gpu.number("waiting ...", 3.0F * kNumber_points, color::kMuted);
        return gpu.end();
    }
    const ImU32 ink = vertex.equal() ? kEqual : color::kError;
    gpu.vector(*vertex.gpu, ink);
    gpu.skip(14.0F);
    gpu.text(vertex.equal() ? "equal" : "NOT EQUAL", 400.0F, ink);
    gpu.end();
    Line apart(theme);
    apart.text(fmt::format("{:.5f} mm apart; up to {:.5f} mm, 1/100,000 of the height, count as equal",
                           vertex.apart_m() * 1000.0, vertex.limit_m * 1000.0),
               kToResult_points + 3.0F * kNumber_points, vertex.equal() ? color::kMuted : ink);
    apart.end();
}

// A matrix in three lines of four numbers, or the two texels of trs.
void drawEntry(const Theme& theme, ImVec2 low, const std::string& title, ImU32 ink, const PoseEntry& rows,
               std::size_t count) {
    ImGui::SetCursorScreenPos(low);
    Line head(theme);
    head.text(title, kMatrix_points, ink);
    const float height = ImGui::GetTextLineHeight();
    ImGui::SetWindowFontScale(kMatrixFont * theme.window_text);
    for (std::size_t row = 0; row < count; ++row) {
        ImGui::SetCursorScreenPos(ImVec2(low.x, low.y + static_cast<float>(row + 1) * height));
        Line line(theme);
        for (int column = 0; column < 4; ++column)
            line.number(fmt::format("{:.3f}", rows[row][column]), kMatrix_points / 4.0F,
                        column == 3 ? color::kText : color::kMuted);
    }
    ImGui::SetWindowFontScale(theme.window_text);
}

PoseEntry rowsOf(const glm::dmat4& m) {
    PoseEntry rows{};
    for (int row = 0; row < 3; ++row)
        rows[static_cast<std::size_t>(row)] = {m[0][row], m[1][row], m[2][row], m[3][row]};
    return rows;
}

// How the selected joint's matrix is blended from frames.
void drawMatrix(const Theme& theme, const AnatomyFacts& facts, const VertexFacts& vertex,
                const JointStep& joint) {
    const bool trs = vertex.encoding == Encoding::kTrs;
    ImGui::PushFont(theme.strong);
    ImGui::TextUnformatted(fmt::format("The matrix of {} is {}", facts.joints[joint.joint].name,
                                       facts.layered ? "what its layers give" : "blended from")
                               .c_str());
    ImGui::PopFont();
    ImGui::SameLine();
    ImGui::TextColored(inkOf(color::kMuted), "%s",
                       facts.layered ? "how: the page \"one joint\", with this joint kept in the tree"
                       : trs ? "rotations and positions (trs): x y z w, then the joint's position and scale"
                       : vertex.encoding == Encoding::kRgba16f
                           ? "rows of half floats, which act about two centres"
                           : "rows of three texels each; the last column is the translation, metres");
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float step = theme.points(kMatrix_points + 4.0F);
    for (std::size_t i = 0; i < joint.frames.size(); ++i) {
        const FrameStep& frame = joint.frames[i];
        const std::string title = fmt::format("{:.1f} % {}, frame {}", frame.share * 100.0,
                                              clipName(facts, frame), frameInClip(facts, frame));
        drawEntry(theme, ImVec2(from.x + step * static_cast<float>(i), from.y), title,
                  frame.of_b ? color::kSecond : color::kAccent, frame.entry, trs ? 2 : 3);
    }
    drawEntry(theme, ImVec2(from.x + step * (joint.frames.empty() ? 0.0F : 4.0F), from.y),
              "= the joint's matrix", color::kText, rowsOf(joint.model_from_bind), 3);
    ImGui::SetCursorScreenPos(ImVec2(from.x, from.y + 4.0F * ImGui::GetTextLineHeight()));
    ImGui::Dummy(ImVec2(1.0F, theme.points(2.0F)));
}

void drawCorruption(WidgetLog& log, const VertexFacts& vertex, AnatomySettings& settings) {
    ImGui::BeginDisabled(!vertex.why_not_corrupt.empty());
    if (ImGui::Button(settings.corrupt ? "Restore the texel" : "Corrupt one texel on the GPU"))
        settings.corrupt = !settings.corrupt;
    ImGui::EndDisabled();
    log.add("vertex_corrupt", vertex.why_not_corrupt.empty());
    ImGui::SameLine();
    const std::string& text =
        !vertex.why_not_corrupt.empty() ? vertex.why_not_corrupt
        : !vertex.corrupted.empty()
            ? vertex.corrupted
            : "and see the two results differ: the sum is computed from the baked texels";
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(inkOf(vertex.corrupted.empty() ? color::kMuted : color::kError), "%s", text.c_str());
}

}  // namespace

float vertexWayPoints() {
    return std::max(kToResult_points + 3.0F * kNumber_points + 90.0F, 5.0F * (kMatrix_points + 4.0F));
}

void drawVertexWay(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, AnatomySettings& settings) {
    if (!facts.vertex) {
        ImGui::TextColored(inkOf(color::kMuted), "%s",
                           "Click anywhere on the soldier: the nearest vertex is selected.");
        return;
    }
    const VertexFacts& vertex = *facts.vertex;
    const glm::dvec3& base = vertex.steps.base;
    ImGui::TextColored(inkOf(color::kMuted), "%s",
                       fmt::format("Vertex {}, in the mesh at {:.4f}  {:.4f}  {:.4f}", grouped(vertex.vertex),
                                   base.x, base.y, base.z)
                           .c_str());
    if (!vertex.why_not.empty()) {
        ImGui::TextUnformatted(vertex.why_not.c_str());
        return;
    }
    if (!vertex.steps.morphs.empty()) drawMorphs(theme, log, vertex);
    drawHeads(theme, "Joint", "moved by this joint alone", "times its weight, metres");
    drawJoints(theme, log, facts, vertex, settings);
    drawSums(theme, vertex);
    if (!vertex.steps.joints.empty()) {
        const std::size_t k = std::min(settings.shown_joint, vertex.steps.joints.size() - 1);
        drawMatrix(theme, facts, vertex, vertex.steps.joints[k]);
    }
    drawCorruption(log, vertex, settings);
}

void drawVertexMark(const Theme& theme, const AnatomyFacts& facts) {
    if (!facts.vertex || !facts.vertex->place) return;
    const VertexFacts& vertex = *facts.vertex;
    const ImVec2 at(vertex.place->x, vertex.place->y);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const JointStep& joint : vertex.steps.joints) {
        const std::optional<glm::vec2>& place = facts.joints[joint.joint].place;
        if (!place) continue;
        const auto width = static_cast<float>(1.0 + 4.0 * joint.weight);
        list.AddLine(at, ImVec2(place->x, place->y), IM_COL32(255, 214, 120, 190), theme.points(width));
    }
    list.AddCircleFilled(at, theme.points(5.0F), IM_COL32(10, 12, 16, 220));
    const bool known = vertex.why_not.empty() && vertex.gpu.has_value();
    list.AddCircleFilled(at, theme.points(3.6F),
                         !known           ? IM_COL32(255, 255, 255, 255)
                         : vertex.equal() ? kEqual
                                          : color::kError);
}

}  // namespace phalanx
