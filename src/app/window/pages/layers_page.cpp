#include "app/window/pages/layers_page.h"

#include <utility>

#include "anim/layers/layered_pose_json.h"
#include "app/window/session/state_text.h"
#include "render/frame/camera.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr double kAboveGround_m = 1.3;    // of a place that was clicked: where a soldier's chest would be
constexpr double kFarthest_m = 10'000.0;  // of a place from the eye

}  // namespace

void LayersPage::draw(const PanelContext& context) {
    LearnPage& page = session_.panel.learn.page;
    if (page != LearnPage::kLayers) {
        session_.panel.layers.picking = AimPick::kNone;
        return;
    }
    bool shown = true;
    const float width = drawLayersPanel(context, session_.settings, session_.panel.layers, shown);
    if (!shown) page = LearnPage::kNone;
    if (width > 0.0F) session_.facts.taken_right = width + session_.ui.theme().points(kPanelMarginPoints);
}

bool LayersPage::pick(const glm::dvec2& at) {
    LayersSettings& layers = session_.panel.layers;
    const AimPick kind = std::exchange(layers.picking, AimPick::kNone);
    if (kind == AimPick::kNone) return false;
    if (kind == AimPick::kUnit) {
        const glm::dvec2 pixel = at * static_cast<double>(session_.window.pixelsPerUnit());
        session_.stage->renderer.requestPick(static_cast<int>(pixel.x), static_cast<int>(pixel.y));
        waits_ = true;
        return true;
    }
    const glm::dvec2 size(session_.size());
    const glm::dvec2 point(2.0 * at.x / size.x - 1.0, 1.0 - 2.0 * at.y / size.y);
    const Camera camera = session_.camera.camera();
    const glm::dvec3 ray = rayThrough(camera, session_.aspect(), point);
    const double distance = -camera.eye.y / ray.y;
    if (!(ray.y < 0.0) || distance > kFarthest_m) {
        session_.notify("There is no ground; the target stays", true);
        return true;
    }
    AimTarget target;
    // Short decimals, as files have them.
    target.point = glm::round((camera.eye + ray * distance) * 100.0) / 100.0;
    target.point.y = kAboveGround_m;
    target.in_world = true;
    aimAt(target);
    return true;
}

void LayersPage::takePick() {
    const std::optional<Pick> pick = session_.stage->renderer.takePick();
    if (!pick) return;
    waits_ = false;
    if (!pick->unit || *pick->unit >= session_.stage->crowd.size())
        return session_.notify("There is no soldier; the target stays", true);
    AimTarget target;
    target.unit = PoseUnitTarget{*pick->unit};
    aimAt(target);
}

void LayersPage::aimAt(const AimTarget& target) {
    std::string& text = session_.settings.pose;
    if (text.empty()) return;
    PoseFile file = parsePose(text, "pose");
    const std::size_t aim = session_.panel.layers.picked_aim;
    if (aim >= file.pose.aim.size()) return;
    file.pose.aim[aim].target = target;
    text = poseText(file);
}

void LayersPage::addState(StateText& state) const {
    state.add("layers.picking", session_.panel.layers.picking != AimPick::kNone || waits_);
}

}  // namespace phalanx
