#include "ui/toolkit/form.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ui/imgui/compat.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr float kHelpWidth_points = 260.0F;

void drawTooltip(const std::string& help, float width) {
    // Also of a widget that is off, whose transparency the tooltip would have.
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0F);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(width);
    ImGui::TextUnformatted(help.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

bool itemHovered() {
    return ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled);
}

// Below the widget, or above it at the end of the window, and within the panel: it hides neither the widget
// nor the army.
void showWidgetHelp(const std::string& help, const Theme& theme) {
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const float left = ImGui::GetWindowPos().x + ImGui::GetStyle().WindowPadding.x;
    const float width = ImGui::GetWindowWidth() - 2.0F * ImGui::GetStyle().WindowPadding.x;
    const float gap = theme.points(3.0F);
    constexpr float kHighest_points = 150.0F;
    const bool above = high.y + theme.points(kHighest_points) > ImGui::GetIO().DisplaySize.y;
    ImGui::SetNextWindowPos(ImVec2(left, above ? low.y - gap : high.y + gap), ImGuiCond_Always,
                            ImVec2(0.0F, above ? 1.0F : 0.0F));
    drawTooltip(help, width - ImGui::GetStyle().WindowPadding.x);
}

// Accepts "1,234" and "1 234".
std::uint32_t parseCount(const char* text, std::uint32_t most) {
    std::uint64_t value = 0;
    for (const char* c = text; *c != '\0'; ++c) {
        if (*c >= '0' && *c <= '9')
            value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(*c - '0'), most);
    }
    return static_cast<std::uint32_t>(value);
}

// A logarithmic slider: an arrow key is a twentieth of the number, Page Up and Page Down double and halve it.
std::uint32_t countedBy(const KeyMoves& moves, std::uint32_t value, std::uint32_t most) {
    double wanted = value;
    if (moves.right != 0.0F) {
        wanted *= std::pow(1.05, static_cast<double>(moves.right));
        if (std::abs(wanted - value) < 1.0) wanted = value + std::copysign(1.0, moves.right);
    }
    wanted *= std::pow(2.0, moves.pages);
    return static_cast<std::uint32_t>(std::clamp(std::round(wanted), 1.0, static_cast<double>(most)));
}

}  // namespace

Form::Form(const Theme& theme, WidgetLog& log, float label_points)
    : theme_(theme), log_(log), label_width_(theme.points(label_points)) {}

bool Form::title(const char* text, const char* close_name) {
    ImGui::PushFont(theme_.title);
    ImGui::TextUnformatted(text);
    ImGui::PopFont();
    const char* close = "Close";
    const float width = ImGui::CalcTextSize(close).x + 2.0F * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    const bool pressed = ImGui::Button((std::string(close) + "##" + close_name).c_str());
    log_.add(close_name);
    return pressed;
}

void Form::section(const char* title) {
    ImGui::Dummy(ImVec2(0.0F, theme_.points(2.0F)));
    ImGui::PushFont(theme_.strong);
    ImGui::PushStyleColor(ImGuiCol_Text, color::kAccent);
    ImGui::TextUnformatted(title);
    ImGui::PopStyleColor();
    ImGui::PopFont();
    drawLine(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

bool Form::foldedSection(const char* name, const char* title) {
    ImGui::Dummy(ImVec2(0.0F, theme_.points(2.0F)));
    ImGui::PushFont(theme_.strong);
    ImGui::PushStyleColor(ImGuiCol_Text, color::kAccent);
    const float label = ImGui::GetTreeNodeToLabelSpacing() + ImGui::CalcTextSize(title).x;
    const bool open =
        ImGui::TreeNodeEx((std::string(title) + "##" + name).c_str(), ImGuiTreeNodeFlags_NoTreePushOnOpen);
    ImGui::PopStyleColor();
    ImGui::PopFont();
    const ImVec2 low = ImGui::GetItemRectMin();
    drawLine(low, ImVec2(low.x + label, ImGui::GetItemRectMax().y));
    log_.add(name);
    return open;
}

void Form::drawLine(ImVec2 low, ImVec2 high) const {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const float y = std::floor((low.y + high.y) * 0.5F) + 1.0F;
    ImGui::GetWindowDrawList()->AddLine(ImVec2(high.x + theme_.points(8.0F), y), ImVec2(right, y),
                                        color::kLine);
}

void Form::row(const char* label, const char* help) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    help_ = help != nullptr ? help : "";
    if (!help_.empty() && itemHovered()) drawTooltip(help_, theme_.points(kHelpWidth_points));
    first_in_row_ = true;
    share_ = 1.0F;
}

void Form::beginWidget() {
    if (first_in_row_) {
        ImGui::SameLine(label_width_);
    } else {
        ImGui::SameLine();
    }
    first_in_row_ = false;
    const float gap = share_ < 1.0F ? ImGui::GetStyle().ItemSpacing.x * (1.0F - share_) : 0.0F;
    ImGui::SetNextItemWidth(std::floor(ImGui::GetContentRegionAvail().x * share_ - gap));
    share_ = 1.0F;
}

void Form::endWidget(const char* name, const WidgetUse& use) {
    log_.add(name, !compat::drawsDisabled(), use);
    // Not while a widget is used, and not at once: the tooltip hides the rows below.
    constexpr float kRest_s = 0.5F;
    const bool rests = (itemHovered() && compat::hoveredFor_s() >= kRest_s) || log_.keys().restsOn(name);
    if (help_.empty() || !rests || ImGui::IsAnyItemActive()) return;
    const ImVec2 low = ImGui::GetItemRectMin();
    showWidgetHelp(help_, theme_);
    if (log_.on()) log_.addPoint(std::string("tooltip:") + name, low.x, low.y);
}

bool Form::slider(const char* name, double& value, const SliderStyle& style) {
    beginWidget();
    auto shown = static_cast<float>(value * style.shown_per_unit);
    const auto least = static_cast<float>(style.least * style.shown_per_unit);
    const auto most = static_cast<float>(style.most * style.shown_per_unit);
    const bool changed = sliderWithKeys(log_, name, shown, least, most, style.format);
    if (changed) value = static_cast<double>(shown) / style.shown_per_unit;
    endWidget(name, kSliderUse);
    return changed;
}

bool Form::combo(const char* name, int& index, const std::vector<std::string>& entries,
                 const std::vector<std::string>& why_not) {
    beginWidget();
    bool open = false;
    const bool changed = comboWithKeys(log_, name, index, entries, why_not, &open);
    if (!open) endWidget(name);  // with its tooltip
    return changed;
}

bool Form::checkbox(const char* name, const char* text, bool& value) {
    beginWidget();
    const bool changed = tickBox((std::string(text) + "##" + name).c_str(), value);
    endWidget(name);
    return changed;
}

bool Form::button(const char* name, const char* text) {
    const bool shares = share_ < 1.0F;  // else as wide as its text
    beginWidget();
    const ImVec2 size(shares ? ImGui::CalcItemWidth() : 0.0F, 0.0F);
    const bool pressed = ImGui::Button((std::string(text) + "##" + name).c_str(), size);
    endWidget(name);
    return pressed;
}

bool Form::count(const char* name, std::uint32_t& value, std::uint32_t most) {
    constexpr float kFieldPoints = 78.0F;
    beginWidget();
    const float field = theme_.points(kFieldPoints);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - field - ImGui::GetStyle().ItemSpacing.x);
    const std::uint32_t least = 1;
    const std::string exact = std::string(name) + "_exact";
    const ImGuiID exact_id = ImGui::GetID(hiddenLabel(exact.c_str()).c_str());
    const std::uint32_t slid = countedBy(log_.keys().movesOf(name), value, most);
    bool changed = slid != value;
    value = slid;
    changed = ImGui::SliderScalar(hiddenLabel(name).c_str(), ImGuiDataType_U32, &value, &least, &most, "",
                                  ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoInput) ||
              changed;
    markSlider(std::log(static_cast<float>(value)) / std::log(static_cast<float>(most)));
    endWidget(name, {.types = true, .across = true, .press_id = exact_id});
    ImGui::SameLine();
    ImGui::SetNextItemWidth(field);
    char text[24] = {};
    const std::string shown = grouped(value);
    std::memcpy(text, shown.c_str(), std::min(shown.size(), sizeof(text) - 1));
    const FrameEdge edge;
    if (ImGui::InputText(hiddenLabel(exact.c_str()).c_str(), text, sizeof(text),
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
                             ImGuiInputTextFlags_CharsDecimal)) {
        const std::uint32_t entered = std::clamp(parseCount(text, most), least, most);
        changed = changed || entered != value;
        value = entered;
    }
    endWidget(exact.c_str(), {.types = true});
    return changed;
}

bool Form::integer(const char* name, std::uint32_t& value) {
    const FrameEdge edge;
    beginWidget();
    const std::uint32_t step = 1;
    const KeyMoves moves = log_.keys().movesOf(name);
    const auto by = std::llround(std::trunc(moves.right) + 10.0F * static_cast<float>(moves.pages));
    const bool moved = by != 0 && static_cast<long long>(value) + by >= 0;
    if (moved) value = static_cast<std::uint32_t>(value + by);
    const bool entered =
        ImGui::InputScalar(hiddenLabel(name).c_str(), ImGuiDataType_U32, &value, &step, nullptr, "%u",
                           ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
    // The item drawn last is the group of the field and its two buttons.
    endWidget(name, {.types = true, .across = true, .id = ImGui::GetID(hiddenLabel(name).c_str())});
    return moved || entered;
}

bool Form::color(const char* name, float (&rgb)[3]) {
    constexpr float kPicker_points = 200.0F;
    constexpr float kChannelLabel_points = 58.0F;
    beginWidget();
    const std::string popup = std::string(name) + "_picker";
    if (ImGui::ColorButton(hiddenLabel(name).c_str(), ImVec4(rgb[0], rgb[1], rgb[2], 1.0F),
                           ImGuiColorEditFlags_NoAlpha))
        ImGui::OpenPopup(popup.c_str());
    const ImVec2 below(ImGui::GetItemRectMin().x,
                       ImGui::GetItemRectMax().y + ImGui::GetStyle().ItemSpacing.y);
    endWidget(name);
    ImGui::SetNextWindowPos(below, ImGuiCond_Appearing);
    if (!ImGui::BeginPopup(popup.c_str())) return false;
    ImGui::SetNextItemWidth(theme_.points(kPicker_points));
    bool changed = ImGui::ColorPicker3("##picker", rgb,
                                       ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoSidePreview);
    // The picker is for the mouse.
    Form channels(theme_, log_, kChannelLabel_points);
    constexpr std::array<const char*, 3> kChannels{"Red", "Green", "Blue"};
    for (std::size_t i = 0; i < kChannels.size(); ++i) {
        channels.row(kChannels[i]);
        double value = static_cast<double>(rgb[i]);
        if (channels.slider((std::string(name) + "/" + kChannels[i]).c_str(), value,
                            {0.0, 1.0, "%.0f", 255.0})) {
            rgb[i] = static_cast<float>(value);
            changed = true;
        }
    }
    ImGui::EndPopup();
    return changed;
}

bool Form::text(const char* name, const char* hint, std::string& value) {
    const FrameEdge edge;
    beginWidget();
    char buffer[64] = {};
    std::memcpy(buffer, value.c_str(), std::min(value.size(), sizeof(buffer) - 1));
    const bool changed = ImGui::InputTextWithHint(hiddenLabel(name).c_str(), hint, buffer, sizeof(buffer));
    if (changed) value = buffer;
    endWidget(name, {.types = true});
    return changed;
}

void Form::fact(const char* what, const std::string& value, ImU32 dot) {
    factName(what, dot);
    factValue("value:", what, value, ImGui::GetWindowContentRegionMax().x);
}

void Form::fact(const char* what, const std::string& value, const std::string& more, const char* widest,
                ImU32 dot) {
    factName(what, dot);
    const float right = ImGui::GetWindowContentRegionMax().x;
    factValue("value:", what, value, right - ImGui::CalcTextSize(widest).x - theme_.points(10.0F));
    factValue("more:", what, more, right);
}

void Form::factName(const char* what, ImU32 dot) {
    const float left = ImGui::GetCursorPosX();
    if (dot != 0) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float size = theme_.points(8.0F);
        const float middle = at.y + ImGui::GetTextLineHeight() * 0.5F;
        ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, middle - size * 0.5F),
                                                  ImVec2(at.x + size, middle + size * 0.5F), dot,
                                                  theme_.points(2.0F));
        ImGui::SetCursorPosX(left + theme_.points(14.0F));
    }
    ImGui::PushStyleColor(ImGuiCol_Text, color::kMuted);
    ImGui::TextUnformatted(what);
    ImGui::PopStyleColor();
    if (log_.on()) log_.add(std::string("label:") + what);
}

void Form::factValue(const char* kind, const char* what, const std::string& value, float right) {
    ImGui::SameLine();
    // Whole pixels, because text is drawn at whole pixels.
    ImGui::SetCursorPosX(std::floor(right - ImGui::CalcTextSize(value.c_str()).x));
    ImGui::TextUnformatted(value.c_str());
    if (log_.on()) log_.add(std::string(kind) + what);
}

void Form::value(const char* what, const std::string& value) {
    factValue("value:", what, value, ImGui::GetWindowContentRegionMax().x);
}

void Form::note(const std::string& text) {
    ImGui::PushStyleColor(ImGuiCol_Text, color::kMuted);
    ImGui::PushTextWrapPos(0.0F);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

}  // namespace phalanx
