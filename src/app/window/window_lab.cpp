// The anatomy over the picture of the army: the selected soldier, and one vertex of him.
#include <algorithm>
#include <utility>

#include "app/lab/normal_lines.h"
#include "app/window/window_app.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr float kNormal_px = 1.25F;     // wide, on an ordinary display
constexpr float kReach_points = 14.0F;  // of a click to a vertex

}  // namespace

AnatomyView WindowApp::anatomyView() const {
    int width = 0;
    int height = 0;
    window_.size(width, height);
    return {clipFromWorld(camera_.camera(), aspect()), glm::dvec2(width, height)};
}

// Over the frame that is about to be drawn, so after the camera has moved.
void WindowApp::drawLab() {
    anatomy_joints_.clear();
    anatomy_vertex_.reset();
    covered_ = 0.0;
    facts_.foot = 0.0F;
    // Both lie at the foot: the one that was opened last stays.
    if (panel_.profiler.shown && !profiler_was_shown_) panel_.anatomy.shown = false;
    if (panel_.anatomy.shown && panel_.selected) panel_.profiler.shown = false;
    profiler_was_shown_ = panel_.profiler.shown;
    profiler_.carryOut(panel_.profiler);
    const bool open = panels_drawn_ && panel_.show_panel && panel_.anatomy.shown && panel_.selected;
    if (!open || !panel_.anatomy.vertex) {
        lens_.rest(*stage_);
        panel_.anatomy.spoil = false;
    }
    const Theme& theme = ui_.theme();
    if (panels_drawn_ && panel_.show_panel) {
        const float right = static_cast<float>(anatomyView().size.x) - facts_.beside;
        drawOverlayLegend(theme, overlay_.legend(), theme.points(kMainPanelPoints + 20.0F),
                          panel_.selected ? right - theme.points(kUnitPanelPoints + 20.0F) : right);
    }
    drawNormals();
    if (open) drawAnatomy();
    if (panels_drawn_ && panel_.show_panel && panel_.profiler.shown) drawProfiler();
}

// Colours tell the direction of normals; lines tell it of the selected soldier to those who do not read
// colours.
void WindowApp::drawNormals() {
    std::vector<SceneLine> lines;
    if (panels_drawn_ && panel_.show_panel && settings_.overlay.choice == OverlayChoice::kNormals &&
        panel_.selected && *panel_.selected < stage_->crowd.size())
        lines = normalLines(*stage_, models_, *panel_.selected, now_, anatomyView().clip_from_world);
    normal_lines_ = lines.size();
    stage_->renderer.setLines(lines, kNormal_px * std::max(1.0F, window_.contentScale()));
}

void WindowApp::carryOutOverlay() {
    if (panel_.anatomy.joint) settings_.overlay.joint = *panel_.anatomy.joint;
    try {
        overlay_.paint(*stage_, models_, settings_.overlay, panel_.selected, now_);
    } catch (const Error& error) {
        settings_.overlay.choice = OverlayChoice::kNone;
        stage_->render.overlay = UnitOverlay::kNone;
        notify(error.what(), true);
    }
}

void WindowApp::drawAnatomy() {
    const Theme& theme = ui_.theme();
    const AnatomyView view = anatomyView();
    AnatomySettings& settings = panel_.anatomy;
    const std::uint32_t unit = *panel_.selected;
    AnatomyFacts facts = anatomy_.look(*stage_, models_, unit, now_, view, std::exchange(settings.joint, {}));
    if (settings.vertex)
        facts.vertex = lens_.look(*stage_, models_, unit, now_, view, *settings.vertex, settings.spoil);
    drawSkeleton(theme, facts, settings);
    const float left = theme.points(kMainPanelPoints + 20.0F);
    const float top = drawAnatomyPanel(theme, widgets_, facts, settings, left,
                                       static_cast<float>(view.size.x) - theme.points(10.0F));
    covered_ = std::clamp(1.0 - static_cast<double>(top) / view.size.y, 0.0, 0.6);
    facts_.foot = static_cast<float>(view.size.y) - top;
    anatomy_joints_ = std::move(facts.joints);
    anatomy_vertex_ = std::move(facts.vertex);
}

// With the anatomy open, a click on the soldier means a vertex of him.
bool WindowApp::pickVertex(double x, double y) {
    if (!panel_.anatomy.shown || !panel_.selected || *panel_.selected >= stage_->crowd.size()) return false;
    const double reach = static_cast<double>(ui_.theme().points(kReach_points));
    const auto vertex =
        VertexLens::pick(*stage_, models_, *panel_.selected, now_, anatomyView(), glm::dvec2(x, y), reach);
    if (!vertex) return false;
    panel_.anatomy.vertex = vertex;
    panel_.anatomy.way_joint = 0;
    panel_.anatomy.page = AnatomyPage::kVertex;
    return true;
}

}  // namespace phalanx
