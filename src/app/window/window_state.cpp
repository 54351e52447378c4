// What the window says about itself: notices, pictures, and its state for those who drive it from outside.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "app/cli/output.h"
#include "app/figures/bake_comparison.h"
#include "app/window/window_app.h"
#include "asset/image.h"
#include "core/file.h"
#include "core/log.h"
#include "gl/objects/readback.h"
#include "settings/settings_json.h"

namespace phalanx {
namespace {

constexpr auto kNotice = std::chrono::seconds(4);
constexpr std::uint64_t kNoticeFrames = 16;  // where frames are slow, seconds alone are a glance
constexpr std::uint32_t kMostPlaces = 64;

// "name value" lines, one fact each: awk and grep read it.
class StateText {
  public:
    template <typename Value>
    void add(std::string_view name, const Value& value) {
        text_ += fmt::format("{} {}\n", name, value);
    }
    void add(std::string_view name, bool value) { add(name, value ? 1 : 0); }
    void add(std::string_view name, const glm::dvec3& v) {
        add(name, fmt::format("{:.5f} {:.5f} {:.5f}", v.x, v.y, v.z));
    }
    // One line, whatever the text holds.
    void addLine(std::string_view name, std::string value) {
        for (char& c : value) c = c == '\n' ? ' ' : c;
        add(name, value);
    }
    template <typename Value>
    void addIf(std::string_view name, const std::optional<Value>& value) {
        if (value) {
            add(name, *value);
        } else {
            add(name, "-");
        }
    }
    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

void addSettings(StateText& state, const Settings& settings) {
    for (const auto& [name, value] : stateOf(settings)) state.addLine(name, value);
    for (std::size_t i = 0; i < settings.clips.size(); ++i) {
        state.add(fmt::format("clip_a.{}", i), settings.clips[i].a);
        state.add(fmt::format("clip_b.{}", i), settings.clips[i].b);
    }
    state.add("overlay.joint", settings.overlay.joint);
}

void addPanels(StateText& state, const PanelState& panel) {
    constexpr std::array kPages{"none", "lesson", "mistakes"};
    state.add("learn", kPages[static_cast<std::size_t>(panel.learn.page)]);
    state.add("learn.step", panel.learn.step);
    state.add("learn.editing", panel.learn.editing);
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
    for (std::size_t which = 0; which < timeline.now.size(); ++which) {
        const LaneBlock& block = timeline.now[which];
        state.add(fmt::format("timeline.{}", which == 0 ? "a" : "b"),
                  fmt::format("{} {} {}", block.from, block.until, block.runs ? 1 : 0));
    }
    state.add("anatomy.first", panel.anatomy.first);
    state.add("anatomy.last", panel.anatomy.last);
    state.add("anatomy.page", panel.anatomy.page == AnatomyPage::kVertex ? "vertex" : "texels");
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
}

void addProfiler(StateText& state, const ProfilerSettings& settings, const Profile& profile) {
    state.add("profiler", settings.shown);
    state.add("profiler.page", static_cast<int>(settings.page));
    state.add("profiler.frames", profile.size());
    const ProfiledFrame* const held = profile.held();
    state.add("profiler.held", held != nullptr ? held->number : 0);
    if (profile.size() == 0) return;
    const ProfiledFrame& frame = held != nullptr ? *held : profile.at(profile.size() - 1);
    state.add("profiler.frame_ms", frame.frame_ms);
    for (std::size_t i = 0; i < kLanes; ++i) {
        std::string name(nameOf(static_cast<Lane>(i)));
        std::ranges::replace(name, ' ', '_');
        state.add("profiler.cpu." + name, fmt::format("{:.4f}", frame.cpu[i]));
    }
    state.add("profiler.uploads", frame.all.uploads);
    state.add("profiler.uploaded", frame.all.bytes);
    state.add("profiler.draws", frame.all.draws);
    state.addIf("profiler.vertex_runs", frame.vertex_runs);
}

void addLesson(StateText& state, const Lesson& of) {
    const LessonFacts& lesson = of.facts();
    state.add("lesson.steps", lesson.steps);
    state.addLine("lesson.title", lesson.title);
    state.addLine("lesson.file", lesson.file);
    state.add("lesson.marked", lesson.marked.size());
    state.add("lesson.edited", lesson.edited);
    state.addLine("lesson.error", lesson.error);
    state.add("lesson.error_line", lesson.error_line);
    state.add("lesson.bytes", lesson.now ? lesson.now->bytes : 0);
    state.add("lesson.calls", lesson.now ? lesson.now->calls : 0);
    state.add("lesson.measured", lesson.now.has_value());
    state.add("lesson.kept", of.kept());
    state.add("lesson.compared", lesson.now && lesson.before);
}

void addVertex(StateText& state, const VertexFacts& vertex) {
    state.add("vertex", vertex.vertex);
    state.add("vertex.joints", vertex.way.joints.size());
    state.addLine("vertex.why_not", vertex.why_not);
    state.add("vertex.sum", vertex.way.position);
    state.add("vertex.spoiled", !vertex.spoiled.empty());
    state.add("vertex.told", vertex.gpu.has_value());
    if (vertex.gpu) {
        state.add("vertex.gpu", *vertex.gpu);
        state.add("vertex.apart_mm", vertex.apart_m() * 1000.0);
        state.add("vertex.equal", vertex.equal());
    }
    if (vertex.place)
        state.add("vertex.place", fmt::format("{:.1f} {:.1f}", vertex.place->x, vertex.place->y));
}

void addRebakeBench(StateText& state, const RebakeSettings& settings, const RebakeBench& bench) {
    state.add("rebake.shown", settings.shown);
    state.add("rebake.running", bench.running());
    state.add("rebake.rows", bench.rows().size());
    state.addIf("rebake.pointed", settings.pointed);
    state.add("rebake.order", fmt::format("{}", fmt::join(settings.order, " ")));
    for (std::size_t i = 0; i < bench.rows().size(); ++i)
        state.addLine(fmt::format("rebake.row.{}", i), bakeStudyLine(bench.rows()[i]));
}

}  // namespace

void WindowApp::notify(const std::string& text, bool error) {
    // What files say may be of any length: a notice is some lines, and Dear ImGui aborts beyond 65,536
    // corners.
    constexpr std::size_t kMost = 600;
    facts_.notice = text.size() <= kMost ? text : text.substr(0, kMost) + " ...";
    facts_.notice_is_error = error;
    notice_until_ = Clock::now() + kNotice * (error ? 2 : 1);
    notice_until_frame_ = frame_ + kNoticeFrames * (error ? 2 : 1);
}

void WindowApp::takeScreenshot(int width, int height) {
    screenshot_wanted_ = false;
    const std::filesystem::path file = newFile(".png");
    try {
        const gl::Pixels pixels = gl::readPixels(0, width, height);
        writePng(file, pixels.width, pixels.height, 4, pixels.rgba8);
        last_screenshot_ = file.string();
        notify("Picture: " + last_screenshot_);
        info("picture: {}", last_screenshot_);
    } catch (const Error& error) {
        notify(error.what(), true);
        warn("{}", error.what());
    }
}

void WindowApp::dumpState() {
    StateText state;
    state.add("frame", frame_);
    state.add("loading", loader_ != nullptr);
    state.addLine("busy", facts_.busy);
    state.add("progress", fmt::format("{:.4f}", facts_.busy_share));
    state.add("browser", browser_.shown());
    state.add("ready", stage_.has_value() && !auto_units_);
    state.add("baking", bakeIsDue());
    int width = 0;
    int height = 0;
    window_.size(width, height);
    state.add("size", fmt::format("{} {}", width, height));
    state.add("content_scale", fmt::format("{:.2f}", window_.contentScale()));
    state.add("fullscreen", window_.fullscreen());
    state.add("ticks", now_);
    addSettings(state, settings_);
    addPanels(state, panel_);
    state.add("ui_scale", ui_.theme().scale);
    state.add("popups", ui_.popups());
    addProfiler(state, panel_.profiler, profiler_.profile());
    state.add("profiler.running", profiler_.running());
    state.add("profiler.ended", profiler_.ended());
    state.addLine("profiler.export", last_export_);
    state.addLine("compared", profiler_.compared() ? profiler_.compared()->sentence : "");
    std::size_t points = 0;
    for (const SweepKind kind : {SweepKind::kUnits, SweepKind::kBatches}) {
        const auto& swept = profiler_.swept(kind);
        if (swept && !swept->lines.empty()) points += swept->lines.front().points.size();
        state.addLine(kind == SweepKind::kUnits ? "swept.units" : "swept.batches",
                      swept ? swept->sentence : "");
    }
    state.add("sweep.points", points);
    const Camera camera = camera_.camera();
    state.add("eye", camera.eye);
    state.add("target", camera.target);
    state.add("goal_eye", camera_.goal().eye);
    state.add("goal_target", camera_.goal().target);
    state.add("standing", camera_.standing());
    state.add("undos", undo_.undos());
    state.add("redos", undo_.redos());
    state.add("draws", facts_.stats.draws);
    state.add("unit_draws", facts_.stats.unit_draws);
    state.add("triangles", facts_.stats.triangles);
    state.add("visible", facts_.stats.visible);
    state.add("impostors_busy", facts_.stats.impostors_busy);
    state.add("hidden_known", facts_.stats.occlusion);
    state.add("hidden", facts_.stats.hidden);
    state.add("shadow_visible", facts_.stats.shadow_visible);
    state.add("lod_error_in_force_px", facts_.stats.lod_error_px);
    state.add("multi_draw_possible", facts_.multi_draw);
    state.add("selected_by_gpu", facts_.stats.selected_by_gpu);
    state.add("levels", facts_.levels);
    state.add("level_units", fmt::format("{}", fmt::join(facts_.stats.level_units, " ")));
    state.add("level_triangles", fmt::format("{}", fmt::join(facts_.stats.level_triangles, " ")));
    state.add("drawn_technique", stage_ ? stage_->render.technique : "-");
    state.add("animation_bytes", facts_.stats.animation_bytes);
    state.addLine("limit", facts_.limit);
    state.add("limit_measured", facts_.limit_measured);
    state.add("measuring", diagnosis_.has_value());
    state.addLine("automatic", facts_.automatic);
    state.addLine("baked", facts_.baked);
    state.addLine("fetched", facts_.fetched);
    state.addLine("scene", facts_.scene);
    state.addLine("scene_file", scene_file_.string());
    state.addLine("screenshot", last_screenshot_);
    state.addLine("notice", facts_.notice);
    state.add("notice_is_error", facts_.notice_is_error);
    state.addLine("shader_error", stage_ ? stage_->renderer.shaderError() : "");
    state.addLine("units_note", facts_.units_note);
    for (const ModelFacts& model : facts_.models) state.addLine("model", model.name);
    for (const WidgetRectangle& widget : widgets_.widgets()) {
        std::string name = widget.name;  // entries of lists are text; names end at a blank
        std::ranges::replace(name, ' ', '_');
        state.add("widget." + name, fmt::format("{:.0f} {:.0f} {:.0f} {:.0f} {}", widget.x0, widget.y0,
                                                widget.x1, widget.y1, widget.enabled ? 1 : 0));
    }
    if (stage_ && panel_.selected && *panel_.selected < stage_->crowd.size()) {
        const layout::UnitState unit = stage_->crowd.stateOf(*panel_.selected, now_);
        state.add("unit.phase_a", unit.phase_a);
        state.add("unit.phase_b", unit.phase_b);
        state.add("unit.share_b", unit.weight);
    }
    const std::optional<std::uint32_t> pointed = panel_.anatomy.joint;
    if (pointed && *pointed < anatomy_joints_.size())
        state.addLine("anatomy.joint_name", anatomy_joints_[*pointed].name);
    for (const AnatomyJoint& joint : anatomy_joints_) {
        if (joint.place)
            state.add("joint." + joint.name, fmt::format("{:.1f} {:.1f}", joint.place->x, joint.place->y));
    }
    state.addLine("overlay.legend", overlay_.legend().title);
    state.add("overlay.normal_lines", normal_lines_);
    state.add("overlay.worst_mm", overlay_.worst_mm());
    state.add("overlay.scale_mm", overlay_.scale_mm());
    addRebakeBench(state, panel_.rebake, rebake_bench_);
    if (lesson_.begun()) addLesson(state, lesson_);
    if (anatomy_vertex_) addVertex(state, *anatomy_vertex_);
    // Where soldiers are seen, at half their height.
    const std::uint32_t places = stage_ ? std::min(kMostPlaces, stage_->crowd.size()) : 0;
    const glm::dmat4 clip_from_world = clipFromWorld(camera, aspect());
    for (std::uint32_t unit = 0; unit < places; ++unit) {
        const Crowd& crowd = stage_->crowd;
        const glm::dvec4 stands(glm::vec3(crowd.stateOf(unit, now_).placement), 1.0);
        const double half = crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))].height_m * 0.5;
        const glm::dvec4 clip = clip_from_world * (stands + glm::dvec4(0.0, half, 0.0, 0.0));
        if (clip.w <= 0.0) continue;
        state.add(fmt::format("soldier.{}", unit),
                  fmt::format("{:.1f} {:.1f}", (clip.x / clip.w * 0.5 + 0.5) * width,
                              (0.5 - clip.y / clip.w * 0.5) * height));
    }
    try {
        writeFile(options_.dump_state, state.text());
    } catch (const Error& error) {
        warn("{}", error.what());
        options_.dump_state.clear();
    }
}

}  // namespace phalanx
