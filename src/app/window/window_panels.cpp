// Draws the panels of a frame, in the order in which they cover each other.
#include <filesystem>
#include <utility>
#include <vector>

#include "app/window/window_app.h"
#include "ui/layers/target_mark.h"
#include "ui/main/panels.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {

// Panels process events before WindowInput does. So they know whether they use the mouse, even if a button is
// pressed in the same frame in which the cursor reaches a panel.
void WindowApp::beginPanels() {
    const Profiler::WindowPass pass(profiler_.profiler(), FramePass::kPanels);
    const bool panels = session_.panel.show_panel && session_.stage && !searching();
    session_.panels_drawn =
        !search_.hidesFrames() &&
        (panels || session_.panel.show_help || session_.browser.shown() || hasOverlays(session_.facts));
    session_.widgets.beginFrame();
    feedPanels(session_.panels_drawn ? session_.input.takeFrame() : session_.input.takeAll());
    PanelKeys& keys = session_.widgets.keys();
    keys.setLook(color::kAccent, session_.ui.theme().points(1.0F));
    keys.beginFrame();
    if (!session_.panels_drawn) return session_.ui.rest();
    session_.ui.begin(session_.input.size() > 0);
}

// Each event goes to the panels' keys, or else to Dear ImGui and to the army.
void WindowApp::feedPanels(std::span<const gl::InputEvent> events) {
    using Kind = gl::InputEvent::Kind;
    session_.events += events.size();
    PanelKeys& keys = session_.widgets.keys();
    std::vector<gl::InputEvent> all = std::exchange(later_events_, {});
    all.insert(all.end(), events.begin(), events.end());
    army_events_.clear();
    gl::InputEvent enter;
    enter.action = gl::InputEvent::Action::kRelease;
    enter.code = gl::key::kEnter;
    if (std::exchange(enter_held_, false) && session_.panels_drawn) session_.ui.feed(enter);
    for (const gl::InputEvent& event : all) {
        const bool keyed = event.kind == Kind::kKey || event.kind == Kind::kText;
        if (keyed && (keys.beginsTyping() || enter_held_)) {
            later_events_.push_back(event);
        } else if (session_.ui.typing() && keys.leaveText(event)) {
            enter.action = gl::InputEvent::Action::kPress;
            session_.ui.feed(enter);
            enter_held_ = true;
        } else if (!input_.giveToPanels(event)) {
            if (session_.panels_drawn) session_.ui.feed(event);
            army_events_.push_back(event);
        }
    }
}

// The panels at the sides and above the army. drawBottomPages() draws the others.
void WindowApp::drawPanels() {
    if (!session_.panels_drawn) return;
    const Profiler::WindowPass pass(profiler_.profiler(), FramePass::kPanels);
    const PanelContext context{session_.ui.theme(), session_.widgets, session_.facts, pacing_.history(),
                               session_.actions};
    session_.facts.taken_left = 0.0F;
    if (session_.panel.show_panel && session_.stage) {
        if (!windowIsNarrow(session_.ui.theme()) || !session_.panel.pageOpen()) {
            session_.facts.taken_left = session_.ui.theme().points(kMainPanelPoints + kPanelMarginPoints);
            drawMainPanel(context, session_.settings, session_.panel);
        }
        lesson_.draw(context);
        layers_.draw(context);
        battle_page_.draw(context);
        session_.facts.taken_by_unit = drawUnitPanel(context, session_.settings, session_.panel);
        tour_.draw(context);
    }
    drawOverlays(context);
    const bool browsed = session_.browser.shown();
    const std::filesystem::path file = session_.browser.draw(session_.ui.theme(), session_.widgets);
    if (!file.empty()) {
        session_.actions.push(action::OpenFiles{{file}});
    } else if (browsed && !session_.browser.shown()) {
        session_.panel.adds_clips = false;
    }
    drawHelp(context, session_.panel);
}

// The panels at the bottom and the marks of targets. They follow the camera, because the anatomy draws onto
// the soldier; the actions that they push are carried out in the next frame.
void WindowApp::drawBottomPages() {
    const Profiler::WindowPass pass(profiler_.profiler(), FramePass::kPanels);
    layers_.drawMarks();
    battle_page_.drawMarks();
    if (session_.panels_drawn && input_.aims()) drawAim(session_.ui.theme(), session_.viewMiddle());
    lab_.draw();
    profiler_.draw();
    bakes_.draw();
}

}  // namespace phalanx
