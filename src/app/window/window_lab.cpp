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
    if (settings_.profiler.shown && !profiler_was_shown_) settings_.anatomy.shown = false;
    if (settings_.anatomy.shown && settings_.selected) settings_.profiler.shown = false;
    profiler_was_shown_ = settings_.profiler.shown;
    profiler_.carryOut(settings_.profiler);
    const bool open = panels_drawn_ && settings_.show_panel && settings_.anatomy.shown && settings_.selected;
    if (!open || !settings_.anatomy.vertex) {
        lens_.rest(*stage_);
        settings_.anatomy.spoil = false;
    }
    const Theme& theme = ui_.theme();
    if (panels_drawn_ && settings_.show_panel) {
        const float right = static_cast<float>(anatomyView().size.x) - facts_.beside;
        drawOverlayLegend(theme, overlay_.legend(), theme.points(kMainPanelPoints + 20.0F),
                          settings_.selected ? right - theme.points(kUnitPanelPoints + 20.0F) : right);
    }
    drawNormals();
    if (open) drawAnatomy();
    if (panels_drawn_ && settings_.show_panel && settings_.profiler.shown) drawProfiler();
}

// Colours tell the direction of normals; lines tell it of the selected soldier to those who do not read
// colours.
void WindowApp::drawNormals() {
    std::vector<SceneLine> lines;
    if (panels_drawn_ && settings_.show_panel && settings_.overlay.choice == OverlayChoice::kNormals &&
        settings_.selected && *settings_.selected < stage_->crowd.size())
        lines = normalLines(*stage_, models_, *settings_.selected, now_, anatomyView().clip_from_world);
    normal_lines_ = lines.size();
    stage_->renderer.setLines(lines, kNormal_px * std::max(1.0F, window_.contentScale()));
}

void WindowApp::carryOutOverlay() {
    if (settings_.anatomy.joint) settings_.overlay.joint = *settings_.anatomy.joint;
    try {
        overlay_.paint(*stage_, models_, settings_.overlay, settings_.selected, now_);
    } catch (const Error& error) {
        settings_.overlay.choice = OverlayChoice::kNone;
        stage_->render.overlay = UnitOverlay::kNone;
        notify(error.what(), true);
    }
}

void WindowApp::drawAnatomy() {
    const Theme& theme = ui_.theme();
    const AnatomyView view = anatomyView();
    AnatomySettings& settings = settings_.anatomy;
    const std::uint32_t unit = *settings_.selected;
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
    if (!settings_.anatomy.shown || !settings_.selected || *settings_.selected >= stage_->crowd.size())
        return false;
    const double reach = static_cast<double>(ui_.theme().points(kReach_points));
    const auto vertex =
        VertexLens::pick(*stage_, models_, *settings_.selected, now_, anatomyView(), glm::dvec2(x, y), reach);
    if (!vertex) return false;
    settings_.anatomy.vertex = vertex;
    settings_.anatomy.way_joint = 0;
    settings_.anatomy.page = AnatomyPage::kVertex;
    return true;
}

}  // namespace phalanx
