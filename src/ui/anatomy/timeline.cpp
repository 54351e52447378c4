#include "ui/anatomy/timeline.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "crowd/events/crossings.h"
#include "ui/anatomy/anatomy_panel.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr float kLane_points = 22.0F;
constexpr float kGap_points = 3.0F;
constexpr float kAxis_points = 15.0F;
constexpr float kLabel_points = 122.0F;
constexpr float kColumn_points = 2.0F;       // width of a column of weights
constexpr float kFrameRoom_points = 5.0F;    // frames closer than this are not drawn
constexpr float kNumberRoom_points = 64.0F;  // per number on the axis
constexpr float kLeastSpan_s = 0.5F;
constexpr float kMostSpan_s = 60.0F;
constexpr int kPhaseLines = 6;  // line segments of a phase, which is curved during a fade
constexpr std::size_t kMostColumns = 640;
constexpr std::array kBoth{ClipLane::kA, ClipLane::kB};
constexpr float kMarker_points = 4.5F;  // half the size of a mark, and how far beside it the mouse may be

float secondsOf(TickOffset ticks) {
    return static_cast<float>(ticks / PH_TICKS_PER_SECOND);
}

class Strip {
  public:
    Strip(const Theme& theme, const AnatomyFacts& facts, float span_s)
        : theme_(theme),
          facts_(facts),
          playback_(*facts.playback),
          half_(static_cast<TickOffset>(span_s * 0.5F * static_cast<float>(PH_TICKS_PER_SECOND))) {
        const KnownTime known = knownTime(playback_);
        from_ = std::max(known.from, -half_);
        until_ = std::min(known.until, half_);
        low_ = ImGui::GetCursorScreenPos();
        label_x_ = low_.x;
        high_.x = low_.x + ImGui::GetContentRegionAvail().x;
        low_.x += theme.points(kLabel_points);
        lane_ = theme.points(kLane_points);
        gap_ = theme.points(kGap_points);
        high_.y = low_.y + 2.0F * lane_ + gap_ + theme.points(kAxis_points);
    }

    ImVec2 size() const { return {high_.x - label_x_, high_.y - low_.y}; }
    float xOf(TickOffset at) const {
        return low_.x + (static_cast<float>(at) / static_cast<float>(2 * half_) + 0.5F) * (high_.x - low_.x);
    }
    TickOffset tickAt(float x) const {
        const float share = (x - low_.x) / (high_.x - low_.x) - 0.5F;
        return static_cast<TickOffset>(std::lround(share * 2.0F * static_cast<float>(half_)));
    }
    float top(std::size_t which) const { return low_.y + static_cast<float>(which) * (lane_ + gap_); }
    bool over(float x) const { return x >= low_.x && x <= high_.x; }

    // Returns the current block.
    LaneBlock drawLane(std::size_t which) const;
    void drawLabel(std::size_t which) const;
    void drawAxis() const;
    void drawUnknown() const;
    void drawMoment(float x, ImU32 ink) const;
    void showTooltip(TickOffset at, const std::string& event) const;
    // Draws the events, and returns the one under the mouse.
    std::string textOf(const Crossing* event) const {
        if (event == nullptr) return "";
        const ClipMarker& marker = markerOf(*event);
        return fmt::format("Event \"{}\" at {:.0f} % of {}{}; drag to move it", marker.name,
                           marker.phase * 100.0, clip(laneOf(*event)).name,
                           marker.found ? ", found in the poses" : "");
    }
    const Crossing* drawMarkers(float mouse_x, float mouse_y, TimelineSettings& settings);
    void dragMarker(const Crossing* under, const CanvasPointer& pointer, TimelineSettings& settings);

  private:
    const BakedClip& clip(std::size_t which) const {
        return facts_.baked->clips[static_cast<std::size_t>(facts_.clips[which].clip)];
    }
    std::string clipAt(std::size_t which, const layout::UnitPhases& phases) const;
    float shareAt(std::size_t which, const layout::UnitPhases& phases) const {
        const auto of_b = static_cast<float>(shownWeight(phases.weight, facts_.switches));
        return which == 0 ? 1.0F - of_b : of_b;
    }
    const ClipMarker& markerOf(const Crossing& crossing) const {
        return facts_.markers[crossing.clip][crossing.marker];
    }
    std::size_t laneOf(const Crossing& crossing) const {
        return heardLane(playback_, static_cast<TickOffset>(crossing.tick)) == ClipLane::kA ? 0 : 1;
    }
    void fillShares(std::size_t which) const;
    void drawPhase(std::size_t which, const LaneBlock& block) const;
    void drawFrames(std::size_t which) const;

    const Theme& theme_;
    const AnatomyFacts& facts_;
    const UnitPlayback& playback_;
    TickOffset half_;  // of the displayed time
    TickOffset from_;  // start of the known part
    TickOffset until_;
    ImVec2 low_;  // of the lanes
    ImVec2 high_{};
    std::vector<Crossing> events_;
    float label_x_ = 0.0F;
    float lane_ = 0.0F;
    float gap_ = 0.0F;
};

// Columns of equal height are one rectangle: a constant weight costs nothing.
void Strip::fillShares(std::size_t which) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bottom = top(which) + lane_;
    const float end = xOf(until_);
    const float step =
        std::max(theme_.points(kColumn_points), (high_.x - low_.x) / static_cast<float>(kMostColumns));
    const ImU32 ink = color::faded(kClipInks[which], 120);
    float begun = xOf(from_);
    float height = -1.0F;
    for (float x = begun; x < end; x += step) {
        const TickOffset middle = std::min(tickAt(x + step * 0.5F), until_);
        const float wanted = std::round(shareAt(which, phasesAt(playback_, middle)) * lane_ * 2.0F) * 0.5F;
        if (wanted == height) continue;
        if (height > 0.0F) list.AddRectFilled(ImVec2(begun, bottom - height), ImVec2(x, bottom), ink);
        begun = x;
        height = wanted;
    }
    if (height > 0.0F) list.AddRectFilled(ImVec2(begun, bottom - height), ImVec2(end, bottom), ink);
}

void Strip::drawPhase(std::size_t which, const LaneBlock& block) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float pad = theme_.points(2.5F);
    const float bottom = top(which) + lane_ - pad;
    const int lines = block.runs ? kPhaseLines : 1;
    ImVec2 before;
    for (int i = 0; i <= lines; ++i) {
        // The last tick of a block: at its end the next one starts.
        const TickOffset at = i == lines ? std::max(block.from, block.until - 1)
                                         : block.from + (block.until - block.from) / lines * i;
        const float phase = layout::fractionOf(phaseOf(phasesAt(playback_, at), kBoth[which]));
        const ImVec2 point(xOf(at), bottom - phase * (lane_ - 2.0F * pad));
        if (i > 0) list.AddLine(before, point, color::faded(color::kText, 150), theme_.points(1.0F));
        before = point;
    }
}

void Strip::drawFrames(std::size_t which) const {
    const double frames_per_second =
        std::abs(cyclesPerSecond(playback_, kBoth[which])) * std::max(1U, clip(which).intervals);
    const double points_per_second =
        (high_.x - low_.x) / theme_.scale / static_cast<double>(secondsOf(2 * half_));
    if (frames_per_second <= 0.0 || points_per_second / frames_per_second < kFrameRoom_points) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bottom = top(which) + lane_;
    for (const TickOffset at : frameTimes(playback_, kBoth[which], from_, until_)) {
        const float x = xOf(at);
        list.AddLine(ImVec2(x, bottom - theme_.points(5.0F)), ImVec2(x, bottom),
                     color::faded(color::kText, 110));
    }
}

LaneBlock Strip::drawLane(std::size_t which) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y0 = top(which);
    const float y1 = y0 + lane_;
    list.AddRectFilled(ImVec2(low_.x, y0), ImVec2(high_.x, y1), IM_COL32(255, 255, 255, 12));
    fillShares(which);
    drawFrames(which);
    LaneBlock now;
    for (const LaneBlock& block : laneBlocks(playback_, kBoth[which], from_, until_)) {
        if (block.from <= 0 && block.until > 0) now = block;
        const float x = xOf(block.from);
        if (block.from > from_)
            list.AddLine(ImVec2(x, y0), ImVec2(x, y1), color::faded(kClipInks[which], 255),
                         theme_.points(1.5F));
        if (xOf(block.until) - x > theme_.points(4.0F)) drawPhase(which, block);
    }
    return now;
}

void Strip::drawLabel(std::size_t which) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double speed = cyclesPerSecond(playback_, kBoth[which]) * clip(which).duration_s;
    const std::uint32_t phase = phaseOf(phasesAt(playback_, 0), kBoth[which]);
    // A one-shot ends where it runs to.
    const std::uint32_t end = 0xFFFFFFFFU - layout::oneShotOrigin(which == 0 ? playback_.unit.playback.z
                                                                             : playback_.unit.playback.w);
    const std::string pace = clip(which).loops || speed != 0.0 ? fmt::format("{:.2f} \xC3\x97", speed)
                             : phase == end                    ? "at its end"
                                                               : "waits";
    const float y = top(which) + (lane_ - ImGui::GetTextLineHeight()) * 0.5F;
    const float right = low_.x - theme_.points(8.0F);
    const float pace_x = right - ImGui::CalcTextSize(pace.c_str()).x;
    const ImU32 ink = facts_.clips[which].share > 0.0F ? kClipInks[which] : color::kMuted;
    const std::string name = fmt::format("{} {}", which == 0 ? "A" : "B", clip(which).name);
    list.PushClipRect(ImVec2(label_x_, top(which)), ImVec2(pace_x - theme_.points(4.0F), top(which) + lane_),
                      true);
    list.AddText(ImVec2(label_x_, y), ink, name.c_str());
    list.PopClipRect();
    list.AddText(ImVec2(pace_x, y), color::kMuted, pace.c_str());
}

void Strip::drawAxis() const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = low_.y + 2.0F * lane_ + gap_;
    const float span_s = secondsOf(2 * half_);
    const float least = theme_.points(kNumberRoom_points) / (high_.x - low_.x) * span_s;
    constexpr std::array kSteps_s{0.05F, 0.1F, 0.2F, 0.5F, 1.0F, 2.0F, 5.0F, 10.0F, 20.0F};
    const auto* const found = std::ranges::find_if(kSteps_s, [&](float step) { return step >= least; });
    const float step = found == kSteps_s.end() ? kSteps_s.back() : *found;
    const int most = static_cast<int>(span_s * 0.5F / step);
    for (int i = -most; i <= most; ++i) {
        const float at_s = static_cast<float>(i) * step;
        const float x = xOf(static_cast<TickOffset>(at_s * static_cast<float>(PH_TICKS_PER_SECOND)));
        const std::string text = i == 0 ? "now"
                                        : fmt::format("{:+.{}f} s", at_s,
                                                      step < 0.1F   ? 2
                                                      : step < 1.0F ? 1
                                                                    : 0);
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        list.AddLine(ImVec2(x, y), ImVec2(x, y + theme_.points(3.0F)), color::kMuted);
        if (x - width * 0.5F < low_.x || x + width * 0.5F > high_.x) continue;
        list.AddText(ImVec2(x - width * 0.5F, y + theme_.points(1.0F)), i == 0 ? color::kText : color::kMuted,
                     text.c_str());
    }
}

// Times that the instance data does not cover.
void Strip::drawUnknown() const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto shade = [&](float x0, float x1, const char* text) {
        if (x1 - x0 < 1.0F) return;
        const ImVec2 low(x0, low_.y);
        const ImVec2 high(x1, low_.y + 2.0F * lane_ + gap_);
        list.AddRectFilled(low, high, IM_COL32(10, 12, 16, 170));
        const ImVec2 size = ImGui::CalcTextSize(text);
        if (size.x + theme_.points(8.0F) > x1 - x0) return;
        list.AddText(ImVec2((x0 + x1 - size.x) * 0.5F, (low.y + high.y - size.y) * 0.5F), color::kMuted,
                     text);
    };
    shade(low_.x, xOf(from_), "before the last edit");
    shade(xOf(until_), high_.x, "then crowd settings");
}

void Strip::drawMoment(float x, ImU32 ink) const {
    ImGui::GetWindowDrawList()->AddLine(ImVec2(x, low_.y - theme_.points(2.0F)),
                                        ImVec2(x, low_.y + 2.0F * lane_ + gap_ + theme_.points(2.0F)), ink,
                                        theme_.points(1.5F));
}

std::string Strip::clipAt(std::size_t which, const layout::UnitPhases& phases) const {
    const double phase = layout::fractionOf(phaseOf(phases, kBoth[which]));
    return fmt::format("{} {}   {:.2f} of {:.2f} s, {:.0f} %   share {:.0f} %", which == 0 ? "A" : "B",
                       clip(which).name, phase * clip(which).duration_s, clip(which).duration_s,
                       phase * 100.0, shareAt(which, phases) * 100.0F);
}

const Crossing* Strip::drawMarkers(float mouse_x, float mouse_y, TimelineSettings& settings) {
    constexpr std::size_t kMostNames = 40;
    events_.clear();
    settings.markers.clear();
    appendCrossings(playback_, facts_.markers, 0, 0, from_, until_, events_);
    std::ranges::sort(events_, {}, &Crossing::order);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float reach = theme_.points(kMarker_points);
    const Crossing* under = nullptr;
    for (const Crossing& event : events_) {
        const std::size_t which = laneOf(event);
        const float x = xOf(static_cast<TickOffset>(event.tick));
        const float y = top(which) + reach + 1.0F;
        const bool hit =
            std::abs(mouse_x - x) <= reach && mouse_y >= top(which) && mouse_y <= top(which) + lane_;
        if (hit) under = &event;
        const ImU32 ink = markerOf(event).found ? color::kMuted : color::kText;
        list.AddQuadFilled(ImVec2(x, y - reach), ImVec2(x + reach, y), ImVec2(x, y + reach),
                           ImVec2(x - reach, y), hit ? color::kAccent : ink);
        if (settings.markers.size() < kMostNames) settings.markers.push_back({markerOf(event).name, x, y});
    }
    return under;
}

// From the press on a mark to the release: its new phase is that of its clip under the pointer.
void Strip::dragMarker(const Crossing* under, const CanvasPointer& pointer, TimelineSettings& settings) {
    if (under != nullptr && pointer.pressed) {
        settings.held = {under->clip, under->marker, markerOf(*under).phase};
        settings.held_moved = false;
    }
    if (!settings.held) return;
    const std::uint32_t clips = playback_.unit.playback.y;
    const std::size_t which = settings.held->clip == (clips & 0xFFFFU) ? 0 : 1;
    const TickOffset at = std::clamp(tickAt(pointer.at.x), from_, until_);
    settings.held->phase = static_cast<double>(phaseOf(phasesAt(playback_, at), kBoth[which])) * 0x1p-32;
    const float y = top(which) + theme_.points(kMarker_points) + 1.0F;
    ImGui::GetWindowDrawList()->AddCircle(ImVec2(xOf(at), y), theme_.points(kMarker_points + 2.0F),
                                          color::kAccent, 0, theme_.points(1.5F));
    settings.held_moved = settings.held_moved || (!pointer.pressed && pointer.by.x != 0.0F);
    if (pointer.held) return;
    if (settings.held_moved) settings.moved = settings.held;
    settings.held.reset();
}

// Above the lanes, which stay visible; shifted with the mouse so that it stays inside the window.
void Strip::showTooltip(TickOffset at, const std::string& event) const {
    ImGui::SetNextWindowPos(ImVec2(xOf(at), low_.y - theme_.points(8.0F)), ImGuiCond_Always,
                            ImVec2(xOf(at) / ImGui::GetIO().DisplaySize.x, 1.0F));
    ImGui::BeginTooltip();
    const float at_s = secondsOf(at);
    ImGui::TextUnformatted(
        fmt::format("{:.2f} s {}", std::abs(at_s), at_s < 0.0F ? "ago" : "from now").c_str());
    if (!event.empty()) ImGui::TextUnformatted(event.c_str());
    if (at < from_) {
        ImGui::TextUnformatted("The instance data was written after this time.");
    } else if (at > until_) {
        ImGui::TextUnformatted("After the fade, this soldier follows the crowd settings again.");
    } else {
        const layout::UnitPhases phases = phasesAt(playback_, at);
        for (std::size_t which = 0; which < kBoth.size(); ++which) {
            ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(kClipInks[which]), "%s",
                               clipAt(which, phases).c_str());
        }
        const ImVec4 muted = ImGui::ColorConvertU32ToFloat4(color::kMuted);
        if ((playback_.unit.fade.w & PH_FLAG_IN_STEP) != 0U) {
            ImGui::TextColored(muted, "In step: both clips share one phase; its rate is blended by weight.");
        }
        ImGui::TextColored(muted, "A block is a cycle, the line in it the phase, the filling the weight.");
    }
    ImGui::EndTooltip();
}

}  // namespace

void drawTimeline(const Theme& theme, WidgetLog& log, const AnatomyFacts& facts, TimelineSettings& settings) {
    settings.at_s.reset();
    settings.now = {};
    if (!facts.playback) return;
    Strip strip(theme, facts, settings.span_s);
    ImGui::InvisibleButton("timeline", strip.size());
    const CanvasPointer pointer = log.addCanvas("timeline", true);
    const bool hovered = pointer.over && strip.over(pointer.at.x);
    for (std::size_t which = 0; which < kBoth.size(); ++which) {
        settings.now[which] = strip.drawLane(which);
        strip.drawLabel(which);
    }
    strip.drawUnknown();
    const Crossing* const event = strip.drawMarkers(hovered ? pointer.at.x : -1.0F, pointer.at.y, settings);
    strip.dragMarker(event, pointer, settings);
    strip.drawAxis();
    strip.drawMoment(strip.xOf(0), color::kText);
    if (!hovered) return;
    const TickOffset at = strip.tickAt(pointer.at.x);
    settings.at_s = secondsOf(at);
    strip.drawMoment(pointer.at.x, color::kMuted);
    strip.showTooltip(at, strip.textOf(event));
    if (pointer.wheel != 0.0F) {
        settings.span_s =
            std::clamp(settings.span_s * std::pow(kZoomStep, -pointer.wheel), kLeastSpan_s, kMostSpan_s);
    }
}

}  // namespace phalanx
