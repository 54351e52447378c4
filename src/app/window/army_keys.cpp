#include "app/window/army_keys.h"

#include <optional>
#include <utility>

namespace phalanx {
namespace {

using gl::InputEvent;
namespace key = gl::key;

// Right and up.
std::optional<glm::dvec2> arrowWay(int code) {
    switch (code) {
        case key::kLeft:
            return glm::dvec2(-1.0, 0.0);
        case key::kRight:
            return glm::dvec2(1.0, 0.0);
        case key::kUp:
            return glm::dvec2(0.0, 1.0);
        case key::kDown:
            return glm::dvec2(0.0, -1.0);
        default:
            return std::nullopt;
    }
}

}  // namespace

bool ArmyKeys::handle(const InputEvent& event) {
    const bool shift = (event.modifiers & gl::modifier::kShift) != 0;
    const bool ctrl = (event.modifiers & gl::modifier::kControl) != 0;
    if (session_.ui.wantsText() || (event.modifiers & (kCommandModifiers & ~gl::modifier::kControl)) != 0)
        return false;
    const glm::dvec2 middle = session_.viewMiddle();
    if (event.code == key::of('N') && !ctrl) {
        session_.actions.push(action::SelectNext{middle, shift});
    } else if (event.code != key::kEnter && event.code != key::kKeypadEnter) {
        return false;
    } else if (ctrl) {
        session_.actions.push(action::ShootSelected{shift});
        return true;
    } else if (session_.panel.battle.placing && !session_.panel.battle.line_begin) {
        session_.actions.push(action::MarkFront{middle});
    } else if (session_.panel.battle.placing) {
        session_.actions.push(action::PlaceFront{middle, middle});
    } else {
        session_.actions.push(action::Pick{middle});
    }
    aimed_ = std::chrono::steady_clock::now();
    return true;
}

void ArmyKeys::remember(const InputEvent& event) {
    const std::optional<glm::dvec2> way = arrowWay(event.code);
    if (!way) return;
    if (event.action == InputEvent::Action::kRelease) {
        arrows_.erase(event.code);
    } else if (event.action == InputEvent::Action::kPress && !session_.ui.wantsText() &&
               (event.modifiers & (kCommandModifiers & ~gl::modifier::kControl)) == 0) {
        arrows_.insert(event.code);
        pressed_arrows_ += *way;
        pressed_modifiers_ = event.modifiers;
    }
}

void ArmyKeys::move(CameraInput& input) {
    constexpr double kPress = 0.02;  // of the window's height: a drag as long as this
    constexpr double kPressSteps = 0.5;
    glm::dvec2 way(0.0);
    for (const int code : arrows_) way += *arrowWay(code);
    const glm::dvec2 pressed = std::exchange(pressed_arrows_, glm::dvec2(0.0));
    if (way == glm::dvec2(0.0) && pressed == glm::dvec2(0.0)) return;
    aimed_ = std::chrono::steady_clock::now();
    const auto down = [&](int left, int right, int modifier) {
        return session_.window.keyDown(left) || session_.window.keyDown(right) ||
               (pressed != glm::dvec2(0.0) && (pressed_modifiers_ & modifier) != 0);
    };
    const bool shift = down(key::kLeftShift, key::kRightShift, gl::modifier::kShift);
    const bool ctrl = down(key::kLeftControl, key::kRightControl, gl::modifier::kControl);
    const glm::dvec2 drag = pressed * (kPress * session_.size().y);
    if (ctrl && shift) {
        input.glance = way;
        input.look += glm::dvec2(drag.x, -drag.y);
    } else if (ctrl) {
        input.approach = way.y;
        input.wheel += pressed.y * kPressSteps;
    } else if (shift) {
        input.slide = way;
        input.pan += glm::dvec2(-drag.x, drag.y);
    } else {
        input.turn = way;
        input.orbit += glm::dvec2(-drag.x, drag.y);
    }
}

bool ArmyKeys::aims() const {
    constexpr auto kAfterKey = std::chrono::seconds(3);
    const PanelState& panel = session_.panel;
    // A finger needs no mark.
    const bool picks =
        !session_.facts.touch && (panel.battle.placing || panel.layers.picking != LayerPick::kNone);
    return !session_.widgets.keys().on() && (picks || std::chrono::steady_clock::now() - aimed_ < kAfterKey);
}

}  // namespace phalanx
