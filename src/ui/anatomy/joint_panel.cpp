#include "ui/anatomy/joint_panel.h"

#include <fmt/format.h>

#include <algorithm>

#include "ui/anatomy/anatomy_panel.h"
#include "ui/anatomy/number_line.h"

namespace phalanx {
namespace {

constexpr float kWhat_points = 92.0F;
constexpr float kHow_points = 150.0F;
constexpr float kTurn_points = 58.0F;  // one of a quaternion's numbers
constexpr float kPlace_points = 58.0F;
constexpr float kEffect_points = 62.0F;
constexpr float kBetween_points = 10.0F;
constexpr float kScroll_points = 40.0F;
constexpr float kRow_points = 72.0F;  // one number of a matrix
constexpr std::size_t kRowLines = 5;
constexpr std::size_t kLines = 8;  // more are scrolled; the matrix is below

void drawLocal(Line& line, const JointLocal& local, ImU32 ink = color::kText) {
    const glm::dquat& q = local.turn;
    for (const double number : {q.x, q.y, q.z, q.w})
        line.number(fmt::format("{:.4f}", number), kTurn_points, ink);
    line.skip(kBetween_points);
    for (int axis = 0; axis < 3; ++axis)
        line.number(fmt::format("{:.4f}", local.place_m[axis]), kPlace_points, ink);
}

void drawHead(const Theme& theme, const char* what, const char* how) {
    Line line(theme);
    line.text(what, kWhat_points, color::kMuted);
    line.text(how, kHow_points, color::kMuted);
    line.number("rotation x y z w", 4.0F * kTurn_points, color::kMuted);
    line.skip(kBetween_points);
    line.number("translation, m", 3.0F * kPlace_points, color::kMuted);
}

void drawSamples(const Theme& theme, const JointPath& path) {
    drawHead(theme, "Sampled", "clip, frame, weight");
    Line(theme).end();
    std::string last;
    for (const JointSample& sample : path.samples) {
        Line line(theme);
        line.text(sample.use == last ? "" : sample.use, kWhat_points, color::kAccent);
        const std::string frame =
            sample.within > 0.0 ? fmt::format("{:.2f}", static_cast<double>(sample.frame) + sample.within)
                                : std::to_string(sample.frame);
        line.text(fmt::format("{}  {}  {:.0f} %", sample.clip, frame, 100.0 * sample.weight), kHow_points);
        drawLocal(line, sample.local, color::kMuted);
        line.end();
        last = sample.use;
    }
}

void drawSteps(const Theme& theme, const JointPath& path) {
    drawHead(theme, "Blended", "weight at this joint");
    Line head(theme);
    head.skip(kWhat_points + kHow_points + 4.0F * kTurn_points + 3.0F * kPlace_points +
              2.0F * kBetween_points);
    head.number("turns", kEffect_points, color::kMuted);
    head.number("moves", kEffect_points, color::kMuted);
    head.end();
    bool first = true;
    for (const LayerStep& step : path.steps) {
        // What leaves the joint where it is stands back.
        const bool acts = first || step.turn_deg > 0.005 || step.moved_mm > 0.005;
        Line line(theme);
        line.text(step.name, kWhat_points, acts ? color::kAccent : color::kMuted);
        line.text(step.how, kHow_points, acts ? color::kText : color::kMuted);
        drawLocal(line, step.local, acts ? color::kText : color::kMuted);
        line.skip(kBetween_points);
        if (!first) {
            const ImU32 ink = acts ? color::kText : color::kMuted;
            line.number(fmt::format("{:.2f}\xC2\xB0", step.turn_deg), kEffect_points, ink);
            line.number(fmt::format("{:.2f} mm", step.moved_mm), kEffect_points, ink);
        }
        line.end();
        first = false;
    }
}

void drawRows(const Theme& theme, const JointPath& path) {
    Line heads(theme);
    heads.text("Matrix", kWhat_points, color::kMuted);
    heads.number("rows by the CPU, in double", 4.0F * kRow_points, color::kMuted);
    heads.skip(3.0F * kBetween_points);
    heads.number(path.why_no_gpu.empty() ? "the GPU's in the same frame" : "", 4.0F * kRow_points,
                 color::kMuted);
    heads.end();
    const ImU32 ink = path.equal() ? kEqual : color::kError;
    for (int row = 0; row < 3; ++row) {
        Line line(theme);
        line.text(fmt::format("row {}", row), kWhat_points, color::kMuted);
        for (int column = 0; column < 4; ++column)
            line.number(fmt::format("{:.6f}", path.model_from_bind[column][row]), kRow_points);
        line.skip(3.0F * kBetween_points);
        for (int column = 0; column < 4 && path.gpu; ++column) {
            line.number(fmt::format("{:.6f}", (*path.gpu)[static_cast<std::size_t>(row)][column]),
                        kRow_points, ink);
        }
        line.end();
    }
    Line apart(theme);
    if (!path.why_no_gpu.empty()) {
        apart.text(path.why_no_gpu, 600.0F, color::kMuted);
    } else if (!path.gpu) {
        apart.text("waiting for the GPU ...", 600.0F, color::kMuted);
    } else {
        apart.text(
            fmt::format(
                "{}: at most {:.5f} mm apart in the box around the mesh; up to {:.5f} mm count as equal",
                path.equal() ? "equal" : "NOT EQUAL", path.apart_m * 1000.0, path.limit_m * 1000.0),
            700.0F, ink);
    }
    apart.end();
}

std::string chainOf(const JointPath& path) {
    std::string chain;
    for (const std::string& each : path.ancestors) chain += each + "  \xC3\x97  ";
    return chain + path.joint;
}

}  // namespace

float jointPathPoints() {
    return kWhat_points + kHow_points + 4.0F * kTurn_points + 3.0F * kPlace_points + 2.0F * kEffect_points +
           2.0F * kBetween_points + kScroll_points;
}

void drawJointPath(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts) {
    // The page is as high without a joint.
    const std::size_t lines = facts.path ? kLines : kLines + kRowLines;
    const float height = static_cast<float>(lines) * ImGui::GetTextLineHeightWithSpacing();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0F, 0.0F));
    if (ImGui::BeginChild("joint_path", ImVec2(0.0F, height))) {
        if (!facts.layered) {
            ImGui::TextUnformatted(
                "Layers are off: a joint's matrix is blended from the texels of clips A and B.");
        } else if (!facts.path) {
            ImGui::TextUnformatted("Click a joint in the tree, or point at one.");
        } else {
            const JointPath& path = *facts.path;
            drawSamples(theme, path);
            drawSteps(theme, path);
            Line chain(theme);
            chain.text("Hierarchy", kWhat_points, color::kMuted);
            chain.text(chainOf(path) + (path.held.empty() ? "" : "    " + path.joint + " " + path.held),
                       700.0F);
            chain.end();
        }
        log.addScrolled("joint_path");
    }
    ImGui::EndChild();
    log.addPlace("joint_path");
    ImGui::PopStyleVar();
    if (facts.path) drawRows(theme, *facts.path);
}

}  // namespace phalanx
