#include "app/window/window_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/scene/user_settings.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

using gl::InputEvent;
namespace key = gl::key;

constexpr auto kCloseAgain = std::chrono::seconds(4);  // as long as the notice about it
constexpr double kClickRadius = 4.0;  // window coordinates; the mouse can move this far during a click

// Closes the panel opened over the army that Escape closes first; false if none is open.
bool closePanel(PanelState& panel) {
    if (!panel.show_panel) return false;
    if (panel.layers.picking != LayerPick::kNone) {
        panel.layers.picking = LayerPick::kNone;
        return true;
    }
    if (panel.battle.placing) {
        panel.battle.placing = false;
        return true;
    }
    if (panel.learn.page != SidePage::kNone) {
        panel.learn.page = SidePage::kNone;
        return true;
    }
    if (panel.selected && panel.anatomy.shown) {
        panel.anatomy.shown = false;
        return true;
    }
    for (bool* const shown : {&panel.bakes.shown, &panel.profiler.shown}) {
        if (*shown) {
            *shown = false;
            return true;
        }
    }
    return false;
}

}  // namespace

void WindowInput::handle(std::span<const InputEvent> events) {
    for (const InputEvent& event : events) handle(event);
}

bool WindowInput::giveToPanels(const InputEvent& event) {
    PanelKeys& keys = session_.widgets.keys();
    const bool pressed = event.kind == InputEvent::Kind::kKey && event.action == InputEvent::Action::kPress;
    if (session_.ui.typing()) return false;
    if (pressed && event.code == key::of('K') && (event.modifiers & kCommandModifiers) == 0) {
        if (session_.ui.popups() == 0) keys.give((event.modifiers & gl::modifier::kShift) != 0);
        session_.panel.show_panel = true;
        army_keys_.releaseArrows();
        return true;
    }
    return keys.take(event);
}

CameraInput WindowInput::takeCameraInput() {
    army_keys_.move(camera_input_);
    readFlyKeys();
    return std::exchange(camera_input_, CameraInput{});
}

bool WindowInput::handleCommandKey(const InputEvent& event) {
    ActionQueue& actions = session_.actions;
    if ((event.modifiers & gl::modifier::kControl) == 0) return false;
    if (event.code == key::of('O')) {
        actions.push(Request::kOpenBrowser);
    } else if (event.code == key::of('S')) {
        actions.push(Request::kSaveScene);
    } else if (event.code == key::of('Z') && !session_.ui.wantsText()) {
        actions.push(action::Undo{(event.modifiers & gl::modifier::kShift) != 0});
    } else if (event.code == key::of('Y') && !session_.ui.wantsText()) {
        actions.push(action::Undo{true});
    } else if (event.code == key::kEqual || event.code == key::kKeypadAdd) {
        scaleText(1);
    } else if (event.code == key::kMinus || event.code == key::kKeypadSubtract) {
        scaleText(-1);
    } else if (event.code == key::k0) {
        scaleText(0);
    } else {
        return false;
    }
    return true;
}

// Ctrl + S saves, and S alone flies. If Ctrl is released before S, the camera must not fly.
void WindowInput::rememberCommandKey(const InputEvent& event) {
    if (event.action == InputEvent::Action::kRelease) {
        command_keys_.erase(event.code);
    } else if (event.action == InputEvent::Action::kPress && (event.modifiers & kCommandModifiers) != 0) {
        command_keys_.insert(event.code);
    }
}

void WindowInput::handleKey(const InputEvent& event) {
    if (event.action != InputEvent::Action::kPress) return;
    PanelState& panel = session_.panel;
    ActionQueue& actions = session_.actions;
    switch (event.code) {  // handled even while text is entered
        case key::kEscape:
            return escape();
        case key::kF5:
            return actions.push(Request::kReloadShaders);
        case key::kF11:
            return actions.push(Request::kToggleFullscreen);
        case key::kF12:
            return actions.push(Request::kTakeScreenshot);
        default:
            break;
    }
    if (handleCommandKey(event)) return;
    if (army_keys_.handle(event)) return;
    if (session_.ui.wantsText() || (event.modifiers & kCommandModifiers) != 0) return;
    if (event.code >= key::k1 && event.code <= key::of('8')) {
        return chooseTechnique(static_cast<std::size_t>(event.code - key::k1));
    }
    switch (event.code) {
        case key::kTab:
            panel.show_panel = !panel.show_panel;
            break;
        case key::kSpace:
            actions.push(Request::kTogglePause);
            break;
        case key::of('H'):
            panel.show_help = !panel.show_help;
            break;
        case key::of('F'):
            actions.push(Request::kFrameSelection);
            break;
        case key::of('P'):
            actions.push(Request::kToggleProfiler);
            break;
        case key::of('R'):
            actions.push(Request::kResetCamera);
            break;
        case key::of('C'):
            panel.follow = !panel.follow;
            session_.notify(panel.follow ? "The camera follows the army"
                                         : "The camera does not follow the army");
            break;
        case key::of('L'):
            turnPage(SidePage::kLesson);
            break;
        case key::of('M'):
            turnPage(SidePage::kMistakes);
            break;
        case key::of('B'):
            turnPage(SidePage::kBattle);
            break;
        case key::kPageUp:
        case key::kPageDown:
            actions.push(action::TurnLesson{event.code == key::kPageDown});
            break;
        case key::kEqual:
        case key::kKeypadAdd:
            scaleUnits(true);
            break;
        case key::kMinus:
        case key::kKeypadSubtract:
            scaleUnits(false);
            break;
        default:
            break;
    }
}

void WindowInput::handle(const InputEvent& event) {
    switch (event.kind) {
        case InputEvent::Kind::kKey:
            rememberCommandKey(event);
            army_keys_.remember(event);
            handleKey(event);
            last_key_ = event;
            break;
        case InputEvent::Kind::kText:
            handleText(event);
            break;
        case InputEvent::Kind::kMouseButton:
            handleButton(event);
            break;
        case InputEvent::Kind::kMouseMove:
            handleMove(event);
            break;
        case InputEvent::Kind::kScroll:
            if (!session_.ui.wantsMouse()) camera_input_.wheel += event.y;
            break;
        case InputEvent::Kind::kDrop:
            if (!event.files.empty())
                session_.actions.push(action::OpenFiles{{event.files.begin(), event.files.end()}});
            break;
        case InputEvent::Kind::kFocus:
            if (event.code == 0) {
                drag_.kind = Drag::kNone;
                army_keys_.releaseArrows();
            }
            break;
        case InputEvent::Kind::kResize:
        case InputEvent::Kind::kContentScale:
            break;  // queried in every frame
    }
}

// Key codes are positions on a US keyboard. On layouts with + and - on other keys, the text input is used.
void WindowInput::handleText(const InputEvent& event) {
    if (session_.ui.wantsText() || last_key_.action != InputEvent::Action::kPress) return;
    if (event.code == '+' && last_key_.code != key::kEqual && last_key_.code != key::kKeypadAdd)
        scaleUnits(true);
    if (event.code == '-' && last_key_.code != key::kMinus && last_key_.code != key::kKeypadSubtract)
        scaleUnits(false);
}

// Closes the topmost popup, the tour, panel or page, else, if pressed twice, the window.
void WindowInput::escape() {
    if (session_.ui.closePopup()) return;
    if (session_.panel.show_help) {
        session_.panel.show_help = false;
        return;
    }
    if (session_.browser.shown()) {
        session_.panel.adds_clips = false;
        return session_.browser.close();
    }
    if (session_.ui.wantsText()) return;  // the text field handles Escape
    if (session_.widgets.keys().on()) return session_.widgets.keys().release();
    if (session_.panel.show_panel && session_.panel.tour.shown) {
        session_.panel.tour.shown = false;
        return;
    }
    if (closePanel(session_.panel) || !session_.facts.quits) return;
    const auto now = std::chrono::steady_clock::now();
    if (now < close_until_) return session_.window.requestClose();
    close_until_ = now + kCloseAgain;
    session_.notify("Press Esc again to close the window");
}

void WindowInput::scaleUnits(bool up) {
    const std::uint32_t units = session_.settings.crowd.units;
    session_.settings.crowd.units = up ? std::min(kMaxUnits, units * 2) : std::max(1U, units / 2);
    session_.notify(fmt::format("{} units", grouped(session_.settings.crowd.units)));
}

// step: 1 enlarges, -1 reduces, 0 resets to the scale of the display. Saved in the user's settings.
void WindowInput::scaleText(int step) {
    const long tenths = std::lround(static_cast<double>(session_.ui.theme().scale) * 10.0) + step;
    const SettingInfo& row = settingOf("ui-scale");
    const double scale = std::clamp(static_cast<double>(tenths) / 10.0, row.least, row.most);
    session_.ui.setScale(step == 0 ? 0.0F : static_cast<float>(scale));
    try {
        keepUserSetting("ui-scale", step == 0 ? std::nullopt : std::optional<SettingValue>(scale));
        session_.notify(step == 0 ? "Text size follows the display"
                                  : fmt::format("Text size {:.0f} %", scale * 100.0));
    } catch (const std::exception& error) {
        session_.notify(error.what(), true);
    }
}

void WindowInput::chooseTechnique(std::size_t number) {
    if (number >= session_.facts.techniques.size()) return;
    const TechniqueFacts& technique = session_.facts.techniques[number];
    if (!technique.why_not.empty()) return session_.notify(technique.name + " " + technique.why_not, true);
    session_.settings.render.technique = technique.name;
    session_.notify("Technique " + technique.name + ": " + technique.summary);
}

void WindowInput::handleButton(const InputEvent& event) {
    const glm::dvec2 at(event.x, event.y);
    if (event.action == InputEvent::Action::kPress) {
        if (drag_.kind != Drag::kNone || session_.ui.wantsMouse()) return;
        session_.widgets.keys().release();
        Drag kind = Drag::kPan;
        if (event.code == gl::mouse::kRight) kind = Drag::kLook;
        if (event.code == gl::mouse::kLeft && (event.modifiers & gl::modifier::kShift) == 0)
            kind = Drag::kOrbit;
        if (event.code > gl::mouse::kMiddle) return;
        if (kind == Drag::kOrbit && session_.panel.battle.placing) {
            kind = Drag::kFront;
            session_.panel.battle.line_from = session_.panel.battle.line_to = at;
            session_.panel.battle.line_begin.reset();
        }
        drag_ = {kind, event.code, false, at, at};
        return;
    }
    if (drag_.kind == Drag::kNone || event.code != drag_.button) return;
    const bool front = drag_.kind == Drag::kFront;
    const bool click = !drag_.moved && event.code == gl::mouse::kLeft;
    drag_.kind = Drag::kNone;
    if (front) {
        // Esc may have ended it meanwhile.
        if (session_.panel.battle.placing) session_.actions.push(action::PlaceFront{drag_.start, at});
        return session_.panel.battle.line_from.reset();
    }
    if (!click) return;
    if ((event.modifiers & gl::modifier::kControl) != 0) {
        session_.actions.push(action::Shoot{at, (event.modifiers & gl::modifier::kShift) != 0});
    } else {
        session_.actions.push(action::Pick{at});
    }
}

void WindowInput::handleMove(const InputEvent& event) {
    if (drag_.kind == Drag::kNone) return;
    const glm::dvec2 at(event.x, event.y);
    drag_.moved = drag_.moved || glm::length(at - drag_.start) > kClickRadius;
    if (!drag_.moved) return;
    const glm::dvec2 by = at - drag_.last;
    drag_.last = at;
    if (drag_.kind == Drag::kOrbit) camera_input_.orbit += by;
    if (drag_.kind == Drag::kLook) camera_input_.look += by;
    if (drag_.kind == Drag::kPan) camera_input_.pan += by;
    if (drag_.kind == Drag::kFront) session_.panel.battle.line_to = at;
}

void WindowInput::readFlyKeys() {
    const bool commands = session_.window.keyDown(key::kLeftControl) ||
                          session_.window.keyDown(key::kRightControl) ||
                          session_.window.keyDown(key::kLeftAlt);
    if (session_.ui.wantsText() || commands) return;
    const auto held = [&](char letter) {
        const int code = key::of(letter);
        return session_.window.keyDown(code) && !command_keys_.contains(code) ? 1.0 : 0.0;
    };
    const auto axis = [&](char plus, char minus) { return held(plus) - held(minus); };
    camera_input_.fly = {axis('D', 'A'), axis('E', 'Q'), axis('W', 'S')};
    camera_input_.fast =
        session_.window.keyDown(key::kLeftShift) || session_.window.keyDown(key::kRightShift);
}

// Opens the page, or closes it if it is open.
void WindowInput::turnPage(SidePage page) {
    LearnSettings& learn = session_.panel.learn;
    learn.page = learn.page == page ? SidePage::kNone : page;
    if (learn.page != SidePage::kNone) session_.panel.show_panel = true;
}

}  // namespace phalanx
