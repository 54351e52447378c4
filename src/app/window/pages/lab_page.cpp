#include "app/window/pages/lab_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "anim/layers/layered_pose_json.h"
#include "anim/rig/layer_rig.h"
#include "app/lab/normal_lines.h"
#include "app/window/session/state_text.h"
#include "ui/layers/layers_panel.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {
namespace {

constexpr float kNormal_px = 1.25F;     // line width at a content scale of 1
constexpr float kReach_points = 14.0F;  // largest distance from a click to a vertex

void addVertex(StateText& state, const VertexFacts& vertex) {
    state.add("vertex", vertex.vertex);
    state.add("vertex.joints", vertex.steps.joints.size());
    state.addLine("vertex.why_not", vertex.why_not);
    state.add("vertex.morphs", vertex.steps.morphs.size());
    state.add("vertex.base", vertex.steps.base);
    state.add("vertex.morphed", vertex.steps.bind);
    state.add("vertex.sum", vertex.steps.position);
    state.add("vertex.corrupted", !vertex.corrupted.empty());
    state.add("vertex.compared", vertex.gpu.has_value());
    if (vertex.gpu) {
        state.add("vertex.gpu", *vertex.gpu);
        state.add("vertex.apart_mm", vertex.apart_m() * 1000.0);
        state.add("vertex.equal", vertex.equal());
    }
    if (vertex.place)
        state.add("vertex.place", fmt::format("{:.1f} {:.1f}", vertex.place->x, vertex.place->y));
}

void addPath(StateText& state, const JointPath& path) {
    state.addLine("path.joint", path.joint);
    state.add("path.samples", path.samples.size());
    state.add("path.steps", path.steps.size());
    state.add("path.compared", path.gpu.has_value());
    if (path.gpu) {
        state.add("path.apart_mm", path.apart_m * 1000.0);
        state.add("path.equal", path.equal());
    }
}

void addIk(StateText& state, const IkLabFacts& facts, const IkLabSettings& settings) {
    state.add("ik.solver", nameOf(settings.shown));
    state.add("ik.step", settings.step);
    state.add("ik.target_mm", fmt::format("{:.1f}", facts.target_m * 1000.0));
    state.add("ik.length_mm", fmt::format("{:.1f}", facts.length_m * 1000.0));
    state.add("ik.army", facts.army);
    for (const IkLabRun& run : facts.runs) {
        const std::string name = "ik." + std::string(nameOf(run.solver));
        state.add(name + ".can", run.why_not.empty());
        state.addIf(name + ".rounds", run.rounds);
        for (std::size_t i = 0; i < run.errors_mm.size(); ++i)
            state.add(fmt::format("{}.error.{}", name, i), fmt::format("{:.4f}", run.errors_mm[i]));
    }
    if (facts.joints.empty()) return;
    const auto& joints =
        facts.joints[std::min(static_cast<std::size_t>(settings.step), facts.joints.size() - 1)];
    for (std::size_t j = 0; j < joints.size(); ++j) {
        if (const auto& place = joints[j])
            state.add(fmt::format("ik.joint.{}", j), fmt::format("{:.1f} {:.1f}", place->x, place->y));
    }
}

}  // namespace

AnatomyView LabPage::view() const {
    return {clipFromWorld(session_.camera.camera(), session_.aspect()), glm::dvec2(session_.size())};
}

std::vector<AnatomyJoint> LabPage::skeletonOf(std::uint32_t unit) const {
    const std::optional<LayeredLook> look = army_.layeredLook(unit);
    return phalanx::skeletonOf(*session_.stage, session_.models, unit, look ? &*look : nullptr, session_.now,
                               view());
}

void LabPage::draw() {
    joints_.clear();
    vertex_.reset();
    path_.reset();
    session_.covered = 0.0;
    session_.facts.covered_below = session_.window.coveredBelow();
    session_.facts.foot = session_.facts.covered_below;
    if (session_.panel.profiler.shown && !profiler_was_shown_) session_.panel.anatomy.shown = false;
    if (session_.panel.anatomy.shown && session_.panel.selected) session_.panel.profiler.shown = false;
    profiler_was_shown_ = session_.panel.profiler.shown;
    const bool open = session_.panels_drawn && session_.panel.show_panel && session_.panel.anatomy.shown &&
                      session_.panel.selected;
    if (!open || !session_.panel.anatomy.vertex) {
        lens_.rest(*session_.stage);
        session_.panel.anatomy.corrupt = false;
    }
    if (!open || session_.panel.anatomy.page != AnatomyPage::kJoint) joint_lens_.forget();
    const Theme& theme = session_.ui.theme();
    if (session_.panels_drawn && session_.panel.show_panel) {
        const float right = static_cast<float>(view().size.x) - session_.facts.taken_right;
        drawOverlayLegend(theme, overlay_.legend(), theme.points(kMainPanelPoints + 20.0F),
                          session_.panel.selected ? right - theme.points(kUnitPanelPoints + 20.0F) : right);
    }
    drawNormals();
    if (!open || session_.panel.anatomy.page != AnatomyPage::kIk) shown_ik_.reset();
    if (open) drawAnatomy();
}

// The overlay shows normals as colours. On the selected soldier they are also drawn as lines, for people who
// cannot distinguish the colours.
void LabPage::drawNormals() {
    std::vector<SceneLine> lines;
    if (session_.panels_drawn && session_.panel.show_panel &&
        session_.settings.overlay.choice == OverlayChoice::kNormals && session_.panel.selected &&
        *session_.panel.selected < session_.stage->crowd.size()) {
        const std::optional<LayeredLook> look = army_.layeredLook(*session_.panel.selected);
        lines = normalLines(*session_.stage, session_.models, *session_.panel.selected,
                            look ? &*look : nullptr, session_.now, view().clip_from_world);
    }
    normal_lines_ = lines.size();
    session_.stage->renderer.setLines(lines, kNormal_px * std::max(1.0F, session_.window.contentScale()));
}

void LabPage::applyOverlay() {
    if (session_.panel.anatomy.joint) session_.settings.overlay.joint = *session_.panel.anatomy.joint;
    try {
        overlay_.paint(*session_.stage, session_.models, session_.settings.overlay, session_.panel.selected,
                       session_.now);
    } catch (const Error& error) {
        session_.settings.overlay.choice = OverlayChoice::kNone;
        session_.stage->render.overlay = UnitOverlay::kNone;
        session_.notify(error.what(), true);
    }
}

void LabPage::drawAnatomy() {
    const Theme& theme = session_.ui.theme();
    const AnatomyView seen = view();
    AnatomySettings& settings = session_.panel.anatomy;
    const std::uint32_t unit = *session_.panel.selected;
    const std::optional<LayeredLook> layered = army_.layeredLook(unit);
    const LayeredLook* const look = layered ? &*layered : nullptr;
    AnatomyFacts facts = anatomy_.look(*session_.stage, session_.models, unit, look, session_.now, seen,
                                       std::exchange(settings.joint, {}));
    if (settings.vertex)
        facts.vertex = lens_.look(*session_.stage, session_.models, unit, look, session_.now, seen,
                                  *settings.vertex, settings.corrupt);
    if (settings.page == AnatomyPage::kJoint && look != nullptr && facts.joint)
        facts.path = joint_lens_.look(*session_.stage, session_.models, unit, *look, *facts.joint);
    const auto model = static_cast<std::size_t>(session_.stage->crowd.modelOf(unit));
    facts.markers = events_.markersOf(model);
    facts.markers_changed = events_.unsaved(model);
    drawSkeleton(theme, facts, settings);
    if (settings.page == AnatomyPage::kIk) {
        // A chain that moves on its own cannot be followed round by round.
        if (!shown_ik_ && !session_.panel.paused) {
            session_.panel.paused = true;
            session_.notify("Paused, so that the rounds can be followed; Space plays on");
        }
        facts.ik = lookAtIk(unit, look);
        drawIkChain(theme, session_.widgets, *facts.ik, settings.ik);
    }
    const float top = drawAnatomyPanel(theme, session_.widgets, facts, settings, session_.facts.foot);
    takeMarkers(model);
    session_.covered = std::clamp(1.0 - static_cast<double>(top) / seen.size.y, 0.0, 0.6);
    session_.facts.foot = static_cast<float>(seen.size.y) - top;
    joints_ = std::move(facts.joints);
    vertex_ = std::move(facts.vertex);
    path_ = std::move(facts.path);
    shown_ik_ = std::move(facts.ik);
}

void LabPage::takeMarkers(std::size_t model) {
    TimelineSettings& timeline = session_.panel.anatomy.timeline;
    const auto moved = std::exchange(timeline.moved, {});
    const bool save = std::exchange(timeline.save_markers, false);
    const std::vector<ClipMarkers>& markers = events_.markersOf(model);
    if (moved && moved->clip < markers.size() && moved->marker < markers[moved->clip].size())
        events_.move(model, *moved);
    if (save) events_.save(model);
}

IkLabFacts LabPage::lookAtIk(std::uint32_t unit, const LayeredLook* look) {
    IkLabSettings& lab = session_.panel.anatomy.ik;
    std::string& pose = session_.settings.pose;
    PoseFile file = pose.empty() ? PoseFile{} : parsePose(pose, "pose");
    std::vector<PoseIk>& all = file.pose.ik;
    IkLabFacts facts = ik_.look(*session_.stage, session_.models, unit, look, all, session_.now, view(), lab);
    const bool toggle = std::exchange(lab.toggle_army, false);
    const std::optional<PoseIk>& ik = ik_.poseIk();
    if (!ik) return facts;
    const auto model = static_cast<std::size_t>(session_.stage->crowd.modelOf(unit));
    facts.why_no_army = session_.facts.models[model].why_no_layers;
    if (!facts.army && all.size() >= kMostRigIks)
        facts.why_no_army = fmt::format("The army's layers have {} IKs, and no more fit.", all.size());
    const auto own = std::ranges::find_if(all, [&](const PoseIk& each) { return sameChain(each, *ik); });
    if (own != all.end() && toggle) {
        all.erase(own);
        pose = poseText(file);
        if (pose == pose_without_ik_) pose.clear();
    } else if (own != all.end() && facts.moved) {
        own->target = ik->target;
        pose = poseText(file);
    } else if (toggle && facts.why_no_army.empty()) {
        pose_without_ik_.clear();
        if (pose.empty()) {
            pose_without_ik_ = poseToBegin(session_.facts, session_.settings);
            file = parsePose(pose_without_ik_, "pose");
        }
        all.push_back(*ik);
        pose = poseText(file);
    }
    return facts;
}

bool LabPage::pickVertex(glm::dvec2 at) {
    if (!session_.panel.anatomy.shown || session_.panel.anatomy.page == AnatomyPage::kIk ||
        !session_.panel.selected || *session_.panel.selected >= session_.stage->crowd.size())
        return false;
    const double reach = static_cast<double>(session_.ui.theme().points(kReach_points));
    const std::optional<LayeredLook> look = army_.layeredLook(*session_.panel.selected);
    const auto vertex = VertexLens::pick(*session_.stage, session_.models, *session_.panel.selected,
                                         look ? &*look : nullptr, session_.now, view(), at, reach);
    if (!vertex) return false;
    session_.panel.anatomy.vertex = vertex;
    session_.panel.anatomy.shown_joint = 0;
    session_.panel.anatomy.page = AnatomyPage::kVertex;
    return true;
}

void LabPage::armyReplaced() {
    lens_.forgetArmy();
    joint_lens_.forget();
    skinner_.forgetArmy();
    ik_.forgetArmy();
    overlay_.forgetArmy();
}

void LabPage::addState(StateText& state) const {
    const std::optional<std::uint32_t> pointed = session_.panel.anatomy.joint;
    if (pointed && *pointed < joints_.size()) state.addLine("anatomy.joint_name", joints_[*pointed].name);
    for (const AnatomyJoint& joint : joints_) {
        if (joint.place)
            state.add("joint." + joint.name, fmt::format("{:.1f} {:.1f}", joint.place->x, joint.place->y));
    }
    state.addLine("overlay.legend", overlay_.legend().title);
    state.add("overlay.normal_lines", normal_lines_);
    state.add("overlay.worst_mm", overlay_.worst_mm());
    state.add("overlay.scale_mm", overlay_.scale_mm());
    if (vertex_) addVertex(state, *vertex_);
    if (path_) addPath(state, *path_);
    if (shown_ik_) addIk(state, *shown_ik_, session_.panel.anatomy.ik);
}

}  // namespace phalanx
