#include "ui/toolkit/panel_keys.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/imgui/compat.h"

namespace phalanx {
namespace {

namespace key = gl::key;
using gl::InputEvent;

constexpr int kPatience = 4;  // frames that scrolling and opening a text field may take
constexpr auto kRest = std::chrono::milliseconds(900);
constexpr float kFast = 10.0F;
constexpr float kFine = 0.1F;
constexpr float kPage = 0.8F;           // of a panel's height
constexpr float kAsideWeight = 3.0F;    // of a distance across the direction of an arrow key
constexpr float kRing_points = 1.6F;    // width
constexpr float kAround_points = 2.0F;  // between the widget and its ring

struct Arrow {
    int right = 0;
    int down = 0;
};
std::optional<Arrow> arrowOf(int code) {
    switch (code) {
        case key::kLeft:
            return Arrow{-1, 0};
        case key::kRight:
            return Arrow{1, 0};
        case key::kUp:
            return Arrow{0, -1};
        case key::kDown:
            return Arrow{0, 1};
        default:
            return std::nullopt;
    }
}

// Of two ranges; 0 if they overlap.
float gapBetween(float low_a, float high_a, float low_b, float high_b) {
    return std::max({0.0F, low_b - high_a, low_a - high_b});
}

}  // namespace

ImGuiID PanelKeys::scope() const {
    if (const ImGuiID popup = compat::topPopup(); popup != 0) return popup;
    return front_ != 0 ? front_ : panel_;
}

std::vector<ImGuiID> PanelKeys::panels() const {
    std::vector<ImGuiID> panels;
    for (const Item& item : items_) {
        if (item.enabled && !item.popup && std::ranges::find(panels, item.panel) == panels.end())
            panels.push_back(item.panel);
    }
    return panels;
}

std::vector<const PanelKeys::Item*> PanelKeys::itemsOf(ImGuiID panel) const {
    std::vector<const Item*> items;
    for (const Item& item : items_) {
        if (item.panel == panel) items.push_back(&item);
    }
    return items;
}

const PanelKeys::Item* PanelKeys::current() const {
    const ImGuiID panel = scope();
    const auto found = std::ranges::find_if(
        items_, [&](const Item& item) { return item.panel == panel && item.name == focused_; });
    return found != items_.end() ? &*found : nullptr;
}

void PanelKeys::focus(const Item& item) {
    const std::vector<const Item*> all = itemsOf(item.panel);
    const auto index = std::ranges::find(all, &item) - all.begin();
    places_[item.panel] = {item.name, static_cast<std::size_t>(index)};
    if (focused_ != item.name) moves_ = {};
    focused_ = item.name;
    scroll_due_ = true;
    press_due_ = 0;
}

// Finds the widget that has the focus among those of the last frame, or the one in its place.
void PanelKeys::update() {
    if (!on_) return focused_.clear();
    const std::vector<ImGuiID> all = panels();
    if (all.empty()) {
        on_ = give_due_ != 0;
        return focused_.clear();
    }
    auto at = std::ranges::find(all, panel_);
    if (at == all.end()) {
        panel_ = all.front();
    } else if (give_due_ != 0) {
        const auto count = static_cast<std::ptrdiff_t>(all.size());
        const std::ptrdiff_t next = (at - all.begin()) + give_due_;
        panel_ = all[static_cast<std::size_t>((next % count + count) % count)];
    }
    give_due_ = 0;
    const std::vector<const Item*> items = itemsOf(scope());
    if (items.empty()) return;  // of a list that opens
    Place& place = places_[scope()];
    const auto named = std::ranges::find(items, place.name, &Item::name);
    if (named != items.end()) {
        if (focused_ != place.name) focus(**named);
        place.index = static_cast<std::size_t>(named - items.begin());
        return;
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Item& item = *items[(std::min(place.index, items.size() - 1) + i) % items.size()];
        if (item.enabled) return focus(item);
    }
}

void PanelKeys::give(bool back) {
    if (on_) {
        give_due_ = back ? -1 : 1;
    } else {
        on_ = true;
        const std::vector<ImGuiID> all = panels();
        panel_ = all.empty() ? 0 : all.front();
        give_due_ = all.empty() ? 1 : 0;
    }
    touched_ = std::chrono::steady_clock::now();
    update();
}

bool PanelKeys::take(const InputEvent& event) {
    if (event.kind == InputEvent::Kind::kText) return drops_text_;
    if (event.kind != InputEvent::Kind::kKey || event.action == InputEvent::Action::kRelease) return false;
    drops_text_ = on_ && takeKey(event);
    if (drops_text_) touched_ = std::chrono::steady_clock::now();
    return drops_text_;
}

bool PanelKeys::leaveText(const InputEvent& event) {
    if (!on_ || event.kind != InputEvent::Kind::kKey || event.code != key::kTab ||
        event.action == InputEvent::Action::kRelease)
        return false;
    const Item* const item = current();
    const bool lines = item != nullptr && item->use.lines;
    if (lines) ImGui::ClearActiveID();
    step((event.modifiers & gl::modifier::kShift) != 0 ? -1 : 1);
    return !lines;
}

bool PanelKeys::takeKey(const InputEvent& event) {
    constexpr int kSystem = gl::modifier::kAlt | gl::modifier::kSuper;
    const bool ctrl = (event.modifiers & gl::modifier::kControl) != 0;
    const bool shift = (event.modifiers & gl::modifier::kShift) != 0;
    if ((event.modifiers & kSystem) != 0) return false;
    const Item* const item = current();
    const WidgetUse use = item != nullptr && item->enabled ? item->use : WidgetUse{};
    if (const std::optional<Arrow> arrow = arrowOf(event.code)) {
        const float steps = shift ? kFast : ctrl ? kFine : 1.0F;
        if (arrow->right != 0 && use.across) {
            moves_.right += steps * static_cast<float>(arrow->right);
        } else if (arrow->down != 0 && use.along) {
            moves_.up -= steps * static_cast<float>(arrow->down);
        } else {
            moveTowards(arrow->right, arrow->down);
        }
        return true;
    }
    if (ctrl) return false;
    switch (event.code) {
        case key::kTab:
            step(shift ? -1 : 1);
            return true;
        case key::kSpace:
        case key::kEnter:
        case key::kKeypadEnter:
            if (event.action == InputEvent::Action::kPress) press();
            return true;
        case key::kHome:
        case key::kEnd:
            if (!use.across) {
                stepTo(event.code == key::kEnd);
            } else {
                moves_.ends = event.code == key::kEnd ? 1 : -1;
            }
            return true;
        case key::kPageUp:
        case key::kPageDown:
            if (!use.across && !use.along) {
                page(event.code == key::kPageDown ? 1 : -1);
            } else {
                moves_.pages += event.code == key::kPageUp ? 1 : -1;
            }
            return true;
        default:
            return false;
    }
}

void PanelKeys::press() {
    const Item* const item = current();
    if (item == nullptr || !item->enabled) return;
    if (item->use.own) {
        moves_.pressed = true;
        return;
    }
    scroll_due_ = true;
    press_due_ = kPatience;
    if (item->use.types) begins_typing_ = 2 * kPatience;
}

void PanelKeys::step(int by) {
    const std::vector<const Item*> items = itemsOf(scope());
    const auto at = std::ranges::find(items, focused_, &Item::name);
    const auto count = static_cast<std::ptrdiff_t>(items.size());
    std::ptrdiff_t index = at != items.end() ? at - items.begin() : by > 0 ? -1 : count;
    for (std::ptrdiff_t tries = 0; tries < count; ++tries) {
        index = (index + by + count) % count;
        const Item& item = *items[static_cast<std::size_t>(index)];
        if (item.enabled) return focus(item);
    }
}

void PanelKeys::stepTo(bool last) {
    focused_.clear();
    step(last ? -1 : 1);
}

void PanelKeys::moveTowards(int right, int down) {
    const Item* const from = current();
    if (from == nullptr) return step(right + down);
    const Item* best = nullptr;
    float least = 0.0F;
    for (const Item* const item : itemsOf(from->panel)) {
        if (item == from || !item->enabled) continue;
        const float x = (item->low.x + item->high.x - from->low.x - from->high.x) * 0.5F;
        const float y = (item->low.y + item->high.y - from->low.y - from->high.y) * 0.5F;
        const float ahead = x * static_cast<float>(right) + y * static_cast<float>(down);
        const float side = right != 0 ? gapBetween(from->low.y, from->high.y, item->low.y, item->high.y)
                                      : gapBetween(from->low.x, from->high.x, item->low.x, item->high.x);
        // Left and right stay in the row.
        if (ahead < 1.0F || (right != 0 && side > 0.0F)) continue;
        const float off = std::abs(right != 0 ? y : x);
        const float cost = ahead + kAsideWeight * side + 0.01F * off;
        if (best != nullptr && cost >= least) continue;
        best = item;
        least = cost;
    }
    if (best != nullptr) focus(*best);
}

// Scrolls the panel, and focuses the widget that is as far away.
void PanelKeys::page(int down) {
    const Item* const from = current();
    ImGuiWindow* const window = from != nullptr ? ImGui::FindWindowByID(from->panel) : nullptr;
    if (window == nullptr) return;
    const float by = kPage * window->InnerRect.GetHeight() * static_cast<float>(down);
    const float wanted = from->low.y + by;
    const Item* best = nullptr;
    for (const Item* const item : itemsOf(from->panel)) {
        const bool nearer =
            best == nullptr || std::abs(item->low.y - wanted) < std::abs(best->low.y - wanted);
        if (item->enabled && nearer) best = item;
    }
    ImGui::SetScrollY(window, std::clamp(window->Scroll.y + by, 0.0F, window->ScrollMax.y));
    if (best != nullptr && best != from) focus(*best);
}

void PanelKeys::beginFrame() {
    if (begins_typing_ > 0) begins_typing_ = compat::typing() || !on_ ? 0 : begins_typing_ - 1;
    coming_.clear();
    coming_front_ = 0;
    if (press_due_ == 0) return;
    const Item* const item = current();
    // Items out of view cannot be pressed.
    if (item == nullptr || !item->enabled || (!item->visible && --press_due_ > 0)) return;
    press_due_ = 0;
    compat::pressItem(*ImGui::GetCurrentContext(), item->use.press_id != 0 ? item->use.press_id : item->id,
                      item->use.types);
}

void PanelKeys::endFrame() {
    std::swap(items_, coming_);
    front_ = coming_front_;
    moves_ = {};
    update();
}

void PanelKeys::add(std::string_view name, bool enabled, const WidgetUse& use) {
    add(name, enabled, use, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

void PanelKeys::add(std::string_view name, bool enabled, const WidgetUse& use, ImVec2 low, ImVec2 high) {
    const ImGuiID id = use.id != 0 ? use.id : ImGui::GetItemID();
    if (id == 0) return;  // a text
    ImGuiWindow& window = *ImGui::GetCurrentWindow();
    const bool visible = window.ClipRect.Overlaps(ImRect(low, high));
    coming_.push_back({std::string(name), id, window.RootWindow->ID, low, high,
                       enabled && !compat::drawsDisabled(), visible,
                       (window.RootWindow->Flags & ImGuiWindowFlags_Popup) != 0, use});
    if (!on_) return;
    if (ImGui::IsItemClicked()) {  // the focus follows the mouse
        if (!coming_.back().popup) panel_ = window.RootWindow->ID;
        places_[window.RootWindow->ID].name = name;
        focused_ = name;
    }
    if (focused_ != name || scope() != window.RootWindow->ID) return;
    if (std::exchange(scroll_due_, false)) {
        const float around = ImGui::GetFrameHeight();
        ImGui::ScrollToRect(&window, ImRect(low.x, low.y - around, high.x, high.y + around),
                            ImGuiScrollFlags_KeepVisibleEdgeY | ImGuiScrollFlags_KeepVisibleEdgeX);
    }
    drawRing(low, high);
}

void PanelKeys::drawRing(ImVec2 low, ImVec2 high) const {
    const ImGuiWindow& window = *ImGui::GetCurrentWindow();
    const float around = point_ * kAround_points;
    // The ring of a list that scrolls lies around it.
    const ImVec2 list_low = window.Rect().Min;
    const bool whole = window.ParentWindow != nullptr && low.x == list_low.x && low.y == list_low.y;
    ImRect seen = whole ? window.ParentWindow->InnerRect : window.InnerRect;
    seen.ClipWith(window.RootWindow->InnerRect);
    seen.Expand(around + point_);
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.PushClipRect(seen.Min, seen.Max);
    for (const auto& [ink, width] : {std::pair(IM_COL32(0, 0, 0, 200), 2.0F), std::pair(ring_, 1.0F)}) {
        list.AddRect(ImVec2(low.x - around, low.y - around), ImVec2(high.x + around, high.y + around), ink,
                     ImGui::GetStyle().FrameRounding + around, ImDrawFlags_None,
                     width * point_ * kRing_points);
    }
    list.PopClipRect();
}

void PanelKeys::startAt(std::string_view name) {
    places_[ImGui::GetCurrentWindow()->RootWindow->ID] = {std::string(name), 0};
}

void PanelKeys::setFront() {
    coming_front_ = ImGui::GetCurrentWindow()->RootWindow->ID;
}

bool PanelKeys::restsOn(std::string_view name) const {
    return focuses(name) && std::chrono::steady_clock::now() - touched_ > kRest;
}

}  // namespace phalanx
