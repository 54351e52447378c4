// The state that the window writes after each frame (RunOptions::dump_state), for tests.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/window/session/state_text.h"
#include "app/window/window_app.h"
#include "core/file.h"
#include "core/log.h"
#include "settings/settings_json.h"
#include "ui/imgui/text_contrast.h"

namespace phalanx {
namespace {

constexpr std::uint32_t kMostPlaces = 64;

void addSettings(StateText& state, const Settings& settings) {
    for (const auto& [name, value] : stateOf(settings)) state.addLine(name, value);
    for (std::size_t i = 0; i < settings.clips.size(); ++i) {
        state.add(fmt::format("clip_a.{}", i), settings.clips[i].a);
        state.add(fmt::format("clip_b.{}", i), settings.clips[i].b);
    }
    state.add("overlay.joint", settings.overlay.joint);
    state.add("mistakes", mistakesOn(settings));
}

void addPanels(StateText& state, const PanelState& panel) {
    constexpr std::array kAnatomyPages{"texels", "vertex", "joint", "ik"};
    constexpr std::array kPages{"none", "lesson", "mistakes", "layers", "battle"};
    state.add("learn", kPages[static_cast<std::size_t>(panel.learn.page)]);
    state.add("learn.step", panel.learn.step);
    state.add("learn.editing", panel.learn.editing);
    state.add("adds_clips", panel.adds_clips);
    state.add("tour.shown", panel.tour.shown);
    state.add("tour.step", static_cast<int>(panel.tour.step));
    state.add("tour.done", panel.tour.done);
    state.add("paused", panel.paused);
    state.add("follow", panel.follow);
    state.add("panel", panel.show_panel);
    state.add("help", panel.show_help);
    state.addIf("selected", panel.selected);
    state.add("anatomy", panel.anatomy.shown);
    state.addIf("anatomy.joint", panel.anatomy.joint);
    state.addIf("anatomy.kept", panel.anatomy.kept);
    state.addIf("anatomy.marked", panel.anatomy.tree.marked);
    const TimelineSettings& timeline = panel.anatomy.timeline;
    state.add("timeline.span_s", timeline.span_s);
    state.addIf("timeline.at_s", timeline.at_s);
    for (std::size_t i = 0; i < timeline.markers.size(); ++i) {
        const TimelineSettings::MarkerPlace& place = timeline.markers[i];
        state.add(fmt::format("event.{}", i), fmt::format("{} {:.1f} {:.1f}", place.name, place.x, place.y));
    }
    for (std::size_t which = 0; which < timeline.now.size(); ++which) {
        const LaneBlock& block = timeline.now[which];
        state.add(fmt::format("timeline.{}", which == 0 ? "a" : "b"),
                  fmt::format("{} {} {}", block.from, block.until, block.runs ? 1 : 0));
    }
    state.add("anatomy.first", panel.anatomy.first);
    state.add("anatomy.last", panel.anatomy.last);
    state.add("anatomy.page", kAnatomyPages[static_cast<std::size_t>(panel.anatomy.page)]);
    const UnitEdit& edit = panel.edit;
    state.addIf("edit.speed", edit.speed);
    state.addIf("edit.offset", edit.offset);
    state.addIf("edit.blend", edit.blend);
    state.addIf("edit.clip_a", edit.clips ? std::optional(edit.clips->a) : std::nullopt);
    state.addIf("edit.clip_b", edit.clips ? std::optional(edit.clips->b) : std::nullopt);
    state.addIf("edit.tint", edit.tint
                                 ? std::optional(fmt::format("{:.3f} {:.3f} {:.3f} {:.3f}", edit.tint->r,
                                                             edit.tint->g, edit.tint->b, edit.tint->a))
                                 : std::nullopt);
    for (const auto& [target, weight] : edit.morph_weights)
        state.add(fmt::format("edit.morph.{}", target), weight);
}

void addFrame(StateText& state, const Session& session) {
    const gl::Capabilities& can = session.capabilities();
    state.add("timer_queries", !can.timer_queries ? "none" : can.timestamps ? "timestamps" : "elapsed");
    if (session.stage) {
        const gl::GpuTimer& timer = session.stage->renderer.meter().timer();
        state.add("timer.frames_read", timer.framesRead());
        state.add("timer.frames_dropped", timer.droppedFrames());
        state.addIf("timer.frame_ms", timer.latest_ms("frame"));
        state.addIf("timer.units_ms", timer.latest_ms("units"));
    }
    state.add("draws", session.facts.stats.draws);
    state.add("unit_draws", session.facts.stats.unit_draws);
    state.add("triangles", session.facts.stats.triangles);
    state.add("visible", session.facts.stats.visible);
    state.add("ragdolls", session.facts.falls.why_not.empty());
    state.add("falls.falling", session.facts.falls.falling);
    state.add("falls.recovering", session.facts.falls.recovering);
    state.add("falls.lying", session.facts.falls.lying);
    state.add("falls.by_clip", session.facts.falls.by_clip);
    state.add("events.happened", session.facts.events.happened);
    state.add("events.heard", session.facts.events.heard);
    state.add("battle.asked", fmt::format("{:.0f}", session.facts.battle.asked));
    state.add("battle.happened", fmt::format("{:.0f}", session.facts.battle.happened));
    state.add("impostors_busy", session.facts.stats.impostors_busy);
    state.add("programs_building", session.facts.stats.programs_building);
    state.add("hidden_known", session.facts.stats.occlusion);
    state.add("hidden", session.facts.stats.hidden);
    state.add("shadow_visible", session.facts.stats.shadow_visible);
    state.add("lod_error_in_force_px", session.facts.stats.lod_error_px);
    state.add("multi_draw_possible", session.facts.why_not.multi_draw.empty());
    state.addLine("gpu_times_missing", session.facts.why_not.gpu_times);
    state.add("selected_by_gpu", session.facts.stats.selected_by_gpu);
    state.add("spacing_used", fmt::format("{:.4f}", session.facts.spacing_m));
    state.add("levels", session.facts.lods);
    state.add("level_units", fmt::format("{}", fmt::join(session.facts.stats.lod_units, " ")));
    state.add("level_triangles", fmt::format("{}", fmt::join(session.facts.stats.lod_triangles, " ")));
    state.add("drawn_technique", session.stage ? session.stage->render.technique : "-");
    state.add("animation_bytes", session.facts.stats.animation_bytes);
    state.addLine("limit", session.facts.limit);
    state.add("limit_measured", session.facts.limit_measured);
    state.addLine("automatic", session.facts.automatic);
    state.addLine("baked", session.facts.baked);
    state.addLine("fetched", session.facts.fetched);
    state.addLine("notice", session.facts.notice);
    state.add("notice_is_error", session.facts.notice_is_error);
    state.addLine("shader_error", session.stage ? session.stage->renderer.shaderError() : "");
    state.addLine("units_note", session.facts.units_note);
    for (std::size_t i = 0; i < session.facts.models.size(); ++i) {
        const ModelFacts& model = session.facts.models[i];
        state.addLine("model", model.name);
        if (i == 0) state.add("clip_count", model.clips.size());
        if (model.clips.empty()) continue;
        state.addLine(fmt::format("clip_name_a.{}", i),
                      model.clips[static_cast<std::size_t>(session.settings.clips[i].a)]);
    }
}

// Window, settings, panels, camera, and the statistics of the last frame.
void addSession(StateText& state, const Session& session) {
    state.add("frame", session.frame);
    state.addLine("busy", session.facts.busy);
    state.add("progress", fmt::format("{:.4f}", session.facts.busy_share));
    state.add("browser", session.browser.shown());
    const glm::ivec2 size = session.size();
    state.add("size", fmt::format("{} {}", size.x, size.y));
    state.add("content_scale", fmt::format("{:.2f}", session.window.contentScale()));
    state.add("fullscreen", session.window.fullscreen());
    state.add("ticks", session.now);
    addSettings(state, session.settings);
    addPanels(state, session.panel);
    state.add("ui_scale", session.ui.theme().scale);
    state.add("popups", session.ui.popups());
    state.add("events", session.events);
    state.add("waiting_events", static_cast<int>(session.input.size()) + session.ui.waitingEvents());
    state.add("keyboard", session.widgets.keys().on() ? "panels" : "army");
    std::string focused = session.widgets.keys().focused();
    std::ranges::replace(focused, ' ', '_');
    state.add("focused", focused.empty() ? "-" : focused);
    const Camera camera = session.camera.camera();
    state.add("eye", camera.eye);
    state.add("target", camera.target);
    state.add("goal_eye", session.camera.goal().eye);
    state.add("goal_target", session.camera.goal().target);
    state.add("standing", session.camera.standing());
    addFrame(state, session);
    if (session.stage && session.panel.selected && *session.panel.selected < session.stage->crowd.size()) {
        const layout::UnitState unit = session.stage->crowd.stateOf(*session.panel.selected, session.now);
        state.add("unit.phase_a", unit.phase_a);
        state.add("unit.phase_b", unit.phase_b);
        state.add("unit.share_b", unit.weight);
        const std::vector<double>& morphs = session.facts.selected.morph_weights;
        for (std::size_t t = 0; t < morphs.size(); ++t)
            state.add(fmt::format("unit.morph.{}", t), fmt::format("{:.4f}", morphs[t]));
    }
}

// The text that was the hardest to read in any frame so far.
void addContrast(StateText& state, const std::optional<TextContrast>& least) {
    state.add("contrast", least ? fmt::format("{:.2f}", least->ratio) : "-");
    if (!least) return;
    state.addLine("contrast.where", fmt::format("{} at {:.0f} {:.0f}: {:08x} on {:08x}", least->window,
                                                least->at.x, least->at.y, least->ink, least->ground));
}

// The rectangles of the widgets, and the positions of soldiers on the screen at half their height.
void addPlaces(StateText& state, const Session& session) {
    for (const WidgetRectangle& widget : session.widgets.widgets()) {
        std::string name = widget.name;  // entries of lists can contain spaces, which end a name in the dump
        std::ranges::replace(name, ' ', '_');
        state.add("widget." + name, fmt::format("{:.0f} {:.0f} {:.0f} {:.0f} {}", widget.x0, widget.y0,
                                                widget.x1, widget.y1, widget.enabled ? 1 : 0));
    }
    const Camera camera = session.camera.camera();
    const std::uint32_t places = session.stage ? std::min(kMostPlaces, session.stage->crowd.size()) : 0;
    const glm::dmat4 clip_from_world = clipFromWorld(camera, session.aspect());
    for (std::uint32_t unit = 0; unit < places; ++unit) {
        const Crowd& crowd = session.stage->crowd;
        const glm::dvec4 stands(crowd.feetOf(unit, session.now), 1.0);
        // The belly: below it, a test would click through between striding legs.
        const double belly = crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))].height_m * 0.6;
        const auto place = placeInWindow(clip_from_world * (stands + glm::dvec4(0.0, belly, 0.0, 0.0)),
                                         glm::dvec2(session.size()));
        if (place)
            state.add(fmt::format("soldier.{}", unit), fmt::format("{:.1f} {:.1f}", place->x, place->y));
    }
}

}  // namespace

void WindowApp::dumpState() {
    StateText state;
    addSession(state, session_);
    state.add("loading", loading_.busy());
    state.add("ready", session_.stage.has_value() && !searching() && !update_.due());
    state.add("shown", session_.stage.has_value());
    state.add("baking", rebaking_.due());
    state.add("equipping", update_.settingsDue());
    state.add("measuring", bottleneck_.running());
    state.add("refreshes", refreshes_);
    screenshots_.addState(state);
    undo_.addState(state);
    scenes_.addState(state);
    lab_.addState(state);
    lesson_.addState(state);
    layers_.addState(state);
    battle_page_.addState(state);
    profiler_.addState(state);
    bakes_.addState(state);
    addPlaces(state, session_);
    if (session_.panels_drawn) {
        const std::optional<TextContrast> least = leastTextContrast(*ImGui::GetDrawData());
        if (least && (!least_contrast_ || least->ratio < least_contrast_->ratio)) least_contrast_ = least;
    }
    addContrast(state, least_contrast_);
    try {
        writeFile(session_.options.dump_state, state.text());
    } catch (const Error& error) {
        warn("{}", error.what());
        session_.options.dump_state.clear();
    }
}

}  // namespace phalanx
