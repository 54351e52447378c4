#include "ui/lesson/flow_diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr float kHeight_points = 104.0F;
constexpr float kBoxWidth_points = 148.0F;
constexpr float kBoxMost = 0.36F;  // of the diagram's width
constexpr float kLeastThickness_points = 1.5F;
constexpr float kMostThickness_points = 30.0F;
constexpr double kMostBytes = 1e8;  // per frame: the widest arrow

struct Box {
    ImVec2 low;
    ImVec2 high;
};

void drawBox(const Theme& theme, const Box& box, ImU32 ink, const char* title, const std::string& does) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(box.low, box.high, color::faded(ink, 30), theme.points(5.0F));
    list->AddRect(box.low, box.high, ink, theme.points(5.0F));
    const float pad = theme.points(8.0F);
    list->AddText(theme.strong, ImGui::GetFontSize(), ImVec2(box.low.x + pad, box.low.y + pad * 0.7F), ink,
                  title);
    list->AddText(theme.regular, ImGui::GetFontSize() * 0.92F,
                  ImVec2(box.low.x + pad, box.low.y + pad + ImGui::GetFontSize()), color::kText, does.c_str(),
                  nullptr, box.high.x - box.low.x - 2.0F * pad);
}

void drawCentered(const std::string& text, float middle, float y, ImU32 ink) {
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    ImGui::GetWindowDrawList()->AddText(ImVec2(std::floor(middle - width * 0.5F), y), ink, text.c_str());
}

// Logarithmic, from a block of 256 bytes to the limits of a bus.
float thickness(const Theme& theme, std::uint64_t bytes) {
    const double share = std::log10(1.0 + static_cast<double>(bytes)) / std::log10(kMostBytes);
    return theme.points(kLeastThickness_points + (kMostThickness_points - kLeastThickness_points) *
                                                     static_cast<float>(std::clamp(share * share, 0.0, 1.0)));
}

}  // namespace

void drawFlowDiagram(const Theme& theme, const LessonFacts& lesson) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = theme.points(kHeight_points);
    const float box_width = std::min(theme.points(kBoxWidth_points), kBoxMost * width);
    const Box cpu{at, ImVec2(at.x + box_width, at.y + height)};
    const Box gpu{ImVec2(at.x + width - box_width, at.y), ImVec2(at.x + width, at.y + height)};
    drawBox(theme, cpu, color::kAccent, "CPU", lesson.cpu_does);
    drawBox(theme, gpu, color::kSecond, "GPU", lesson.gpu_does);

    const float gap = theme.points(5.0F);
    const float x0 = cpu.high.x + gap;
    const float x1 = gpu.low.x - gap;
    const float y = at.y + height * 0.5F;
    const float middle = (x0 + x1) * 0.5F;
    const std::uint64_t bytes = lesson.now ? lesson.now->bytes : 0;
    const float thick = lesson.now ? thickness(theme, bytes) : theme.points(kLeastThickness_points);
    const float tip = std::max(theme.points(8.0F), thick * 0.75F);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(ImVec2(x0, y - thick * 0.5F), ImVec2(x1 - tip, y + thick * 0.5F), color::kAccent);
    list->AddTriangleFilled(ImVec2(x1 - tip, y - tip), ImVec2(x1, y), ImVec2(x1 - tip, y + tip),
                            color::kAccent);
    const float line = ImGui::GetTextLineHeight();
    drawCentered("a frame", middle, at.y, color::kMuted);
    if (lesson.now) {
        const std::uint32_t calls = lesson.now->calls;
        drawCentered(bytesText(bytes), middle, at.y + line, color::kText);
        drawCentered(fmt::format("{} call{}", grouped(calls), calls == 1 ? "" : "s"), middle,
                     at.y + height - line, color::kText);
    } else {
        drawCentered("measuring", middle, at.y + height - line, color::kMuted);
    }
    ImGui::Dummy(ImVec2(width, height));
}

}  // namespace phalanx
