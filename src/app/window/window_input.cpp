// Keys, mouse and files dropped on the window.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/army/framing.h"
#include "app/scene/recent_files.h"
#include "app/scene/user_settings.h"
#include "app/window/window_app.h"
#include "core/log.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

using gl::InputEvent;
namespace key = gl::key;

// Below and above it panels cannot be read, or hold nothing; --ui-scale takes the same.
constexpr double kLeastText = 0.5;
constexpr double kMostText = 4.0;
constexpr double kClickRadius = 4.0;  // window coordinates; a hand that clicks moves that far

}  // namespace

void WindowApp::handle(const InputEvent& event) {
    switch (event.kind) {
        case InputEvent::Kind::kKey:
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
            if (!ui_.wantsMouse()) camera_input_.wheel += event.y;
            break;
        case InputEvent::Kind::kDrop:
            openFiles({event.files.begin(), event.files.end()});
            break;
        case InputEvent::Kind::kFocus:
            if (event.code == 0) drag_.kind = Drag::kNone;
            break;
        case InputEvent::Kind::kResize:
        case InputEvent::Kind::kContentScale:
            break;  // asked for anew each frame
    }
}

void WindowApp::handleKey(const InputEvent& event) {
    if (event.action != InputEvent::Action::kPress) return;
    switch (event.code) {  // these also while text is typed
        case key::kEscape:
            return escape();
        case key::kF5:
            return reloadShaders();
        case key::kF11:
            return window_.setFullscreen(!window_.fullscreen());
        case key::kF12:
            screenshot_wanted_ = true;
            return;
        default:
            break;
    }
    if (event.code == key::of('O') && (event.modifiers & gl::modifier::kControl) != 0) return openBrowser();
    if (event.code == key::of('S') && (event.modifiers & gl::modifier::kControl) != 0) return saveScene();
    if ((event.modifiers & gl::modifier::kControl) != 0 && !ui_.wantsText()) {
        const bool shift = (event.modifiers & gl::modifier::kShift) != 0;
        if (event.code == key::of('Z')) return undo(shift);
        if (event.code == key::of('Y')) return undo(true);
    }
    if ((event.modifiers & gl::modifier::kControl) != 0) {
        if (event.code == key::kEqual || event.code == key::kKeypadAdd) return scaleText(1);
        if (event.code == key::kMinus || event.code == key::kKeypadSubtract) return scaleText(-1);
        if (event.code == key::k0) return scaleText(0);
    }
    constexpr int kCommands = gl::modifier::kControl | gl::modifier::kAlt | gl::modifier::kSuper;
    if (ui_.wantsText() || (event.modifiers & kCommands) != 0) return;
    if (event.code >= key::k1 && event.code <= key::of('8')) {
        return chooseTechnique(static_cast<std::size_t>(event.code - key::k1));
    }
    switch (event.code) {
        case key::kTab:
            panel_.show_panel = !panel_.show_panel;
            break;
        case key::kSpace:
            if (profiler_.profile().held() != nullptr) {
                panel_.profiler.go_on_wanted = true;
            } else {
                panel_.paused = !panel_.paused;
            }
            break;
        case key::of('H'):
            panel_.show_help = !panel_.show_help;
            break;
        case key::of('F'):
            frameSelection();
            break;
        case key::of('P'):
            toggleProfiler();
            break;
        case key::of('R'):
            if (stage_) resetCamera();
            break;
        case key::of('C'):
            panel_.follow = !panel_.follow;
            notify(panel_.follow ? "The camera follows the army" : "The camera stays where it is");
            break;
        case key::of('L'):
        case key::of('M'):
            turnPage(event.code == key::of('L') ? LearnPage::kLesson : LearnPage::kMistakes);
            break;
        case key::kPageUp:
        case key::kPageDown:
            turnStep(event.code == key::kPageDown);
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

// Keys are named by their place on an American keyboard. Where + and - lie elsewhere, the text tells.
void WindowApp::handleText(const InputEvent& event) {
    if (ui_.wantsText() || last_key_.action != InputEvent::Action::kPress) return;
    if (event.code == '+' && last_key_.code != key::kEqual && last_key_.code != key::kKeypadAdd)
        scaleUnits(true);
    if (event.code == '-' && last_key_.code != key::kMinus && last_key_.code != key::kKeypadSubtract)
        scaleUnits(false);
}

// What lies uppermost goes first.
void WindowApp::escape() {
    if (ui_.closePopup()) return;
    if (panel_.show_help) {
        panel_.show_help = false;
        return;
    }
    if (browser_.shown()) return browser_.close();
    if (ui_.wantsText()) return;  // leaves the field
    if (panel_.show_panel && panel_.learn.page != LearnPage::kNone) {
        panel_.learn.page = LearnPage::kNone;
        return;
    }
    window_.requestClose();
}

void WindowApp::scaleUnits(bool up) {
    const std::uint32_t units = settings_.crowd.units;
    settings_.crowd.units = up ? std::min(kMaxUnits, units * 2) : std::max(1U, units / 2);
    notify(fmt::format("{} units", grouped(settings_.crowd.units)));
}

// Larger, smaller, or (0) as large as the display has it; kept for all windows to come.
void WindowApp::scaleText(int step) {
    const long tenths = std::lround(static_cast<double>(ui_.theme().scale) * 10.0) + step;
    const double scale = std::clamp(static_cast<double>(tenths) / 10.0, kLeastText, kMostText);
    ui_.setScale(step == 0 ? 0.0F : static_cast<float>(scale));
    try {
        keepUserSetting("ui-scale", step == 0 ? std::nullopt : std::optional<SettingValue>(scale));
        notify(step == 0 ? "Text as large as the display has it"
                         : fmt::format("Text at {:.0f} %", scale * 100.0));
    } catch (const std::exception& error) {
        notify(error.what(), true);
    }
}

void WindowApp::chooseTechnique(std::size_t number) {
    if (number >= facts_.techniques.size()) return;
    const TechniqueFacts& technique = facts_.techniques[number];
    if (!technique.why_not.empty()) return notify(technique.name + " " + technique.why_not, true);
    settings_.render.technique = technique.name;
    notify("Technique " + technique.name + ": " + technique.summary);
}

void WindowApp::resetCamera() {
    if (const std::optional<Camera>& asked = options_.settings.view.camera) {
        camera_.glideTo(*asked);
    } else {
        camera_.glideTo(defaultCamera(stage_->crowd, now_, aspect()));
    }
}

// The selected soldier, or everyone.
void WindowApp::frameSelection() {
    if (!stage_) return;
    const Crowd& crowd = stage_->crowd;
    const double half_tan = std::tan(glm::radians(camera_.goal().fov_y_deg) * 0.5);
    if (panel_.selected && *panel_.selected < crowd.size()) return focusOn(*panel_.selected);
    const glm::dvec3 center = glm::dvec3(crowd.center()) + marchOffset(crowd, now_);
    const double height = crowd.models().front().height_m;
    const double radius = crowd.formationRadius_m() + height;
    camera_.focus(center + glm::dvec3(0.0, 0.5 * height, 0.0),
                  radius / (half_tan * std::min(1.0, aspect())) + radius);
}

void WindowApp::focusOn(std::uint32_t unit) {
    const Crowd& crowd = stage_->crowd;
    const double half_tan = std::tan(glm::radians(camera_.goal().fov_y_deg) * 0.5);
    const double height = crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))].height_m;
    const glm::dvec3 stands(glm::vec3(crowd.stateOf(unit, now_).placement));
    // In the middle of what the anatomy leaves free.
    const double distance = 0.8 * height / half_tan / (1.0 - covered_);
    const double middle = 0.52 * height - covered_ * distance * half_tan;
    camera_.focus(stands + glm::dvec3(0.0, middle, 0.0), distance);
}

void WindowApp::reloadShaders() {
    if (!stage_) return;
    const int replaced = stage_->renderer.reloadShaders();
    notify(fmt::format("All shaders loaded anew: {} programs", replaced));
}

void WindowApp::handleButton(const InputEvent& event) {
    const glm::dvec2 at(event.x, event.y);
    if (event.action == InputEvent::Action::kPress) {
        if (drag_.kind != Drag::kNone || ui_.wantsMouse()) return;
        Drag kind = Drag::kPan;
        if (event.code == gl::mouse::kRight) kind = Drag::kLook;
        if (event.code == gl::mouse::kLeft && (event.modifiers & gl::modifier::kShift) == 0)
            kind = Drag::kOrbit;
        if (event.code > gl::mouse::kMiddle) return;
        drag_ = {kind, event.code, false, at, at};
        return;
    }
    if (drag_.kind == Drag::kNone || event.code != drag_.button) return;
    const bool click = !drag_.moved && event.code == gl::mouse::kLeft;
    drag_.kind = Drag::kNone;
    if (click) pick(at.x, at.y);
}

void WindowApp::handleMove(const InputEvent& event) {
    if (drag_.kind == Drag::kNone) return;
    const glm::dvec2 at(event.x, event.y);
    drag_.moved = drag_.moved || glm::length(at - drag_.start) > kClickRadius;
    if (!drag_.moved) return;
    const glm::dvec2 by = at - drag_.last;
    drag_.last = at;
    if (drag_.kind == Drag::kOrbit) camera_input_.orbit += by;
    if (drag_.kind == Drag::kLook) camera_input_.look += by;
    if (drag_.kind == Drag::kPan) camera_input_.pan += by;
}

void WindowApp::readFlyKeys() {
    const bool commands = window_.keyDown(key::kLeftControl) || window_.keyDown(key::kRightControl) ||
                          window_.keyDown(key::kLeftAlt);
    if (ui_.wantsText() || commands) return;
    const auto axis = [&](char plus, char minus) {
        return (window_.keyDown(key::of(plus)) ? 1.0 : 0.0) - (window_.keyDown(key::of(minus)) ? 1.0 : 0.0);
    };
    camera_input_.fly = {axis('D', 'A'), axis('E', 'Q'), axis('W', 'S')};
    camera_input_.fast = window_.keyDown(key::kLeftShift) || window_.keyDown(key::kRightShift);
}

void WindowApp::pick(double x, double y) {
    if (!stage_ || pickVertex(x, y)) return;
    const double pixels = window_.pixelsPerUnit();
    stage_->renderer.requestPick(static_cast<int>(std::floor(x * pixels)),
                                 static_cast<int>(std::floor(y * pixels)));
}

void WindowApp::openBrowser() {
    if (loader_) return notify("Still loading; cancel that first", true);
    std::error_code ignored;
    const std::filesystem::path folder =
        browser_.folder().empty() ? std::filesystem::current_path(ignored) : browser_.folder();
    browser_.open(folder, readRecentFiles());
}

void WindowApp::openFiles(const std::vector<std::filesystem::path>& files) {
    if (files.empty()) return;
    if (loader_) return notify("Still loading; open it again afterwards", true);
    if (files.size() == 1 && files.front().extension() == ".json") return openScene(files.front().string());
    opening_.reset();
    // Height, hidden parts and names of clips belong to the present army.
    ArmyOptions army;
    army.bake = settings_.bake;
    army.import = options_.import;
    army.detail = true;
    for (const auto& file : files) army.army.files.push_back(file.string());
    beginLoading(std::move(army));
}

}  // namespace phalanx
