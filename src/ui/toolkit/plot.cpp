#include "ui/toolkit/plot.h"
#include "core/percentile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "ui/toolkit/format.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

// By the 98th percentile, so that one long frame does not flatten the curve.
float fullScale(const FrameHistory& history) {
    std::vector<float> values;
    for (std::size_t i = 0; i < history.size(); ++i) values.push_back(history.at(i).frame_ms);
    return static_cast<float>(scaleOver_ms(percentile(std::move(values), 0.98) * 1.15, 1.0));
}

}  // namespace

void drawFramePlot(const FrameHistory& history, const Theme& theme, float height_points) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 size(ImGui::GetContentRegionAvail().x, theme.points(height_points));
    const ImVec2 high(low.x + size.x, low.y + size.y);
    ImGui::Dummy(size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, IM_COL32(255, 255, 255, 10), theme.points(4.0F));
    if (history.size() < 2) return;

    const float full = fullScale(history);
    // The end of the scale is written above the curves.
    const float head = ImGui::GetTextLineHeight();
    const auto heightOf = [&](float ms) {
        return high.y - std::min(ms / full, 1.0F) * (size.y - head - 2.0F) - 1.0F;
    };
    const float step = size.x / static_cast<float>(history.capacity() - 1);
    const auto curve = [&](auto valueOf, ImU32 ink) {
        std::vector<ImVec2> points;
        for (std::size_t i = 0; i < history.size(); ++i) {
            const float x = high.x - step * static_cast<float>(history.size() - 1 - i);
            points.emplace_back(x, heightOf(valueOf(history.at(i))));
        }
        list.AddPolyline(points.data(), static_cast<int>(points.size()), ink, ImDrawFlags_None,
                         theme.points(1.3F));
    };
    list.PushClipRect(low, high, true);
    curve([](const FrameTime& t) { return t.gpu_ms.value_or(t.submit_ms); }, color::kSecond);
    curve([](const FrameTime& t) { return t.frame_ms; }, color::kAccent);
    list.PopClipRect();
    for (const float rate : std::array{60.0F, 30.0F}) {
        const float ms = 1000.0F / rate;
        if (ms > 0.97F * full || ms < 0.12F * full) continue;
        const float y = std::floor(heightOf(ms));
        list.AddLine(ImVec2(low.x, y), ImVec2(high.x, y), color::kLine);
        textOnPlate(list, theme, ImVec2(low.x + theme.points(4.0F), std::min(y, high.y - head)),
                    color::kMuted, fmt::format("{:.0f} fps", rate).c_str());
    }
    const std::string scale = scaleText(full);
    textOnPlate(list, theme,
                ImVec2(high.x - ImGui::CalcTextSize(scale.c_str()).x - theme.points(4.0F), low.y + 1.0F),
                color::kMuted, scale.c_str());
}

}  // namespace phalanx
