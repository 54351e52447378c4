// The keyboard in the panels: which widget has the focus, and what the keys do there. Dear ImGui's own
// navigation is off: it does not know widgets that draw themselves, and its Tab key reaches only text fields.
#pragma once

#include <imgui.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gl/context/window.h"

namespace phalanx {

// What a widget does with keys. Arrow keys that it does not use move the focus.
struct WidgetUse {
    bool types = false;    // Enter and Space begin to edit a text or a number
    bool lines = false;    // of several lines: Enter does not end the edit
    bool across = false;   // Left and Right change it, and Home, End, Page Up and Page Down
    bool along = false;    // Up and Down change it
    bool own = false;      // Enter and Space reach the widget's code as KeyMoves::pressed
    ImGuiID id = 0;        // 0: of the item that ImGui drew last
    ImGuiID press_id = 0;  // of the item that Enter and Space press; 0: `id`
};

// What keys ask of the focused widget in this frame. Arrows count in steps: 1, with Shift 10, with Ctrl 0.1.
struct KeyMoves {
    float right = 0.0F;
    float up = 0.0F;
    int ends = 0;   // -1: Home, 1: End
    int pages = 0;  // Page Up counts up
    bool pressed = false;

    bool any() const { return right != 0.0F || up != 0.0F || ends != 0 || pages != 0 || pressed; }
};

class PanelKeys {
  public:
    // Whether the panels have the keyboard. Without any widget to focus, the army gets it back.
    bool on() const { return on_; }
    // Gives it to the panels: to the first one, or to the one after the present one (before, if `back`).
    void give(bool back);
    void release() { on_ = false; }

    // Call before ImGui's frame, for each event in order, while no text is typed. Returns true if the panels
    // use the event: then nothing else may get it.
    bool take(const gl::InputEvent& event);
    // Tab leaves a text field for the next widget. True: pass Enter to ImGui, which accepts the text.
    bool leaveText(const gl::InputEvent& event);
    // Enter was pressed on a text field that ImGui has not opened yet. Keep later keys and text until it has.
    bool beginsTyping() const { return begins_typing_ > 0; }

    // Before ImGui's frame, after the events.
    void beginFrame();
    // After all widgets of the frame were added.
    void endFrame();

    // The widget that was drawn last, in the order of Tab. Draws its ring if it has the focus.
    void add(std::string_view name, bool enabled, const WidgetUse& use);
    // A widget whose item is not the last one.
    void add(std::string_view name, bool enabled, const WidgetUse& use, ImVec2 low, ImVec2 high);
    // The focus of the current window (a list that opens) begins at this widget.
    void startAt(std::string_view name);
    // The current window lies in front: only its widgets can have the focus while it is shown.
    void setFront();

    // Of the widget with the focus; "" if the army has the keyboard.
    const std::string& focused() const { return focused_; }
    bool focuses(std::string_view name) const { return on_ && focused_ == name; }
    // Whether the focus has stayed here for a while without a key.
    bool restsOn(std::string_view name) const;
    // Empty unless the widget has the focus.
    KeyMoves movesOf(std::string_view name) const { return focuses(name) ? moves_ : KeyMoves{}; }
    // Of the window's colour and text size.
    void setLook(ImU32 ring, float point) {
        ring_ = ring;
        point_ = point;
    }

  private:
    struct Item {
        std::string name;
        ImGuiID id = 0;
        ImGuiID panel = 0;  // window that holds it, children not counted
        ImVec2 low{};
        ImVec2 high{};
        bool enabled = true;
        bool visible = true;  // not scrolled out of view
        bool popup = false;
        WidgetUse use{};
    };
    struct Place {
        std::string name;
        std::size_t index = 0;  // among the widgets of its panel
    };

    ImGuiID scope() const;
    std::vector<ImGuiID> panels() const;
    std::vector<const Item*> itemsOf(ImGuiID panel) const;
    const Item* current() const;
    void focus(const Item& item);
    void update();
    bool takeKey(const gl::InputEvent& event);
    void press();
    void step(int by);
    void stepTo(bool last);
    void moveTowards(int right, int down);
    void page(int down);
    void drawRing(ImVec2 low, ImVec2 high) const;

    bool on_ = false;
    bool drops_text_ = false;  // of the key that was used
    int give_due_ = 0;         // panels to go on by, when widgets are known
    int begins_typing_ = 0;    // frames that it may still take
    int press_due_ = 0;        // frames until the press, which waits for scrolling
    bool scroll_due_ = false;
    ImGuiID panel_ = 0;
    ImGuiID front_ = 0;
    ImGuiID coming_front_ = 0;
    std::string focused_;
    KeyMoves moves_;
    std::map<ImGuiID, Place> places_;  // of the focus, per panel
    std::vector<Item> items_;          // of the last complete frame
    std::vector<Item> coming_;
    std::chrono::steady_clock::time_point touched_{};
    ImU32 ring_ = IM_COL32_WHITE;
    float point_ = 1.0F;
};

}  // namespace phalanx
