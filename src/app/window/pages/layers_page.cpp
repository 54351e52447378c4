#include "app/window/pages/layers_page.h"

#include <algorithm>
#include <utility>

#include "anim/layers/pose_mask.h"
#include "app/window/session/state_text.h"
#include "render/frame/camera.h"
#include "ui/layers/blend_space_view.h"
#include "ui/layers/layer_rows.h"
#include "ui/layers/layers_panel.h"
#include "ui/layers/mask_weights.h"
#include "ui/layers/target_mark.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {
namespace {

bool picksJoints(LayerPick kind) {
    return kind == LayerPick::kLayerJoints || kind == LayerPick::kAdditiveJoints;
}

}  // namespace

void LayersPage::draw(const PanelContext& context) {
    if (session_.panel.learn.page != SidePage::kLayers) return;
    const float width = drawLayersPanel(context, session_.settings, session_.panel);
    if (width > 0.0F) session_.facts.taken_right = width + session_.ui.theme().points(kPanelMarginPoints);
}

bool LayersPage::canPick() const {
    const PanelState& panel = session_.panel;
    if (!panel.show_panel || panel.learn.page != SidePage::kLayers || session_.settings.pose.empty())
        return false;
    const LayersSettings& layers = panel.layers;
    if (picksJoints(layers.picking)) {
        // A soldier's own values have no masks.
        PoseFile file = parsePose(session_.settings.pose, "pose");
        return session_.selected() && !layers.own && pickedMask(file.pose) != nullptr;
    }
    return layers.picking != LayerPick::kNone &&
           layers.picked_item < editedPose(session_.settings, panel).pose.aim.size();
}

bool LayersPage::pick(const glm::dvec2& at) {
    LayersSettings& layers = session_.panel.layers;
    const LayerPick kind = canPick() ? layers.picking : LayerPick::kNone;
    if (picksJoints(kind)) {
        if (const auto joint = jointAt(session_.ui.theme(), joints_, glm::vec2(at))) toggle(*joint);
        return true;
    }
    layers.picking = LayerPick::kNone;
    if (kind == LayerPick::kNone) return false;
    if (kind == LayerPick::kUnit) {
        const glm::dvec2 pixel = at * static_cast<double>(session_.window.pixelsPerUnit());
        session_.stage->renderer.requestPick(static_cast<int>(pixel.x), static_cast<int>(pixel.y));
        waits_ = true;
        return true;
    }
    const std::optional<glm::dvec3> ground = session_.groundAt(at);
    if (!ground) {
        session_.notify("There is no ground; the target stays", true);
        return true;
    }
    AimTarget target;
    // Short decimals, as files have them.
    target.point = glm::round(*ground * 100.0) / 100.0;
    target.point.y += kAimHeight_m;  // of the chest of a soldier there
    target.in_world = true;
    aimAt(target);
    return true;
}

bool LayersPage::takePick() {
    if (!waits_) return false;
    const std::optional<Pick> pick = session_.stage->renderer.takePick();
    if (!pick) return true;
    waits_ = false;
    if (!pick->unit || *pick->unit >= session_.stage->crowd.size()) {
        session_.panel.layers.picking = LayerPick::kUnit;
        session_.notify("There is no soldier; click one, or press Esc", true);
    } else {
        AimTarget target;
        target.unit = PoseUnitTarget{*pick->unit};
        aimAt(target);
    }
    return true;
}

void LayersPage::drawMarks() {
    if (!canPick()) session_.panel.layers.picking = LayerPick::kNone;
    drawTargets();
    drawMask();
}

void LayersPage::drawTargets() const {
    const PanelState& panel = session_.panel;
    const bool shown = panel.learn.page == SidePage::kLayers || panel.learn.page == SidePage::kLesson;
    if (!session_.panels_drawn || !panel.show_panel || !shown || session_.settings.pose.empty()) return;
    const Crowd& crowd = session_.stage->crowd;
    const glm::dmat4 clip_from_world = clipFromWorld(session_.camera.camera(), session_.aspect());
    const auto inWindow = [&](const glm::dvec3& point) {
        return placeInWindow(clip_from_world * glm::dvec4(point, 1.0), glm::dvec2(session_.size()));
    };
    const PoseFile file = editedPose(session_.settings, session_.panel);
    for (const PoseAim& aim : file.pose.aim) {
        glm::dvec3 at = aim.target.point;
        if (aim.target.unit) {
            const std::uint32_t unit = aim.target.unit->unit;
            if (unit >= crowd.size()) continue;
            at = crowd.feetOf(unit, session_.now) + glm::dvec3(0.0, aim.target.unit->height_m, 0.0);
        } else if (!aim.target.in_world) {
            continue;  // each soldier has its own
        }
        const auto place = inWindow(at);
        if (!place) continue;
        const Terrain* const terrain = crowd.terrain().get();
        at.y = terrain != nullptr ? terrain->height_m({at.x, at.z}) : 0.0;
        drawTargetMark(session_.ui.theme(), *place, inWindow(at));
    }
}

PoseMask* LayersPage::pickedMask(LayeredPose& pose) const {
    const LayersSettings& layers = session_.panel.layers;
    const std::size_t item = layers.picked_item;
    if (layers.picking == LayerPick::kLayerJoints && item < pose.layers.size())
        return &pose.layers[item].mask;
    if (layers.picking == LayerPick::kAdditiveJoints && item < pose.additive.size())
        return &pose.additive[item].mask;
    return nullptr;
}

void LayersPage::drawMask() {
    joints_.clear();
    const std::optional<std::uint32_t> unit = session_.selected();
    if (!unit || !session_.panels_drawn || !picksJoints(session_.panel.layers.picking)) return;
    PoseFile file = parsePose(session_.settings.pose, "pose");
    const PoseMask* const mask = pickedMask(file.pose);
    if (mask == nullptr) return;
    const std::optional<std::vector<double>> weights = weightsOf(*unit, file.pose, *mask);
    if (!weights) return;
    AnatomyFacts facts;
    facts.joints = lab_.skeletonOf(*unit);
    AnatomySettings pointed;
    drawSkeleton(session_.ui.theme(), facts, pointed);
    drawMaskWeights(session_.ui.theme(), facts.joints, *weights);
    joints_ = std::move(facts.joints);
}

const Model& LayersPage::modelOf(std::uint32_t unit) const {
    return session_.models[static_cast<std::size_t>(session_.stage->crowd.modelOf(unit))].model;
}

std::optional<std::vector<double>> LayersPage::weightsOf(std::uint32_t unit, const LayeredPose& pose,
                                                         const PoseMask& mask) const {
    const Model& model = modelOf(unit);
    try {
        const std::vector<double> of_nodes = maskWeights(model, pose.reparent, mask, "pose");
        std::vector<double> weights;
        for (const Joint& joint : model.palette)
            weights.push_back(of_nodes[static_cast<std::size_t>(joint.node)]);
        return weights;
    } catch (const Error&) {
        return std::nullopt;  // LiveLayers has said why the pose does not fit
    }
}

void LayersPage::toggle(std::size_t joint) {
    const std::optional<std::uint32_t> unit = session_.selected();
    PoseFile file = parsePose(session_.settings.pose, "pose");
    PoseMask* const mask = pickedMask(file.pose);
    if (!unit || mask == nullptr) return;
    const Model& model = modelOf(*unit);
    if (joint >= model.palette.size()) return;  // clicked on the soldier that was selected before
    try {
        toggleJoint(model, file.pose.reparent, model.palette[joint].node, *mask);
    } catch (const Error& error) {
        return session_.notify(error.what(), true);
    }
    session_.settings.pose = poseText(file);
}

void LayersPage::aimAt(const AimTarget& target) {
    const std::string& of_all = session_.settings.pose;
    if (of_all.empty()) return;
    PanelState& panel = session_.panel;
    const bool own = panel.layers.own && panel.selected;
    PoseFile file = editedPose(session_.settings, panel);
    const std::size_t aim = session_.panel.layers.picked_item;
    if (aim >= file.pose.aim.size()) return;
    file.pose.aim[aim].target = target;
    (own ? panel.edit.pose : session_.settings.pose) = poseText(file);
}

void LayersPage::addState(StateText& state) const {
    state.add("layers.picking", session_.panel.layers.picking != LayerPick::kNone || waits_);
    for (const AnatomyJoint& joint : joints_) {
        if (joint.place)
            state.add("mask_joint." + joint.name,
                      fmt::format("{:.1f} {:.1f}", joint.place->x, joint.place->y));
    }
    if (session_.panel.learn.page != SidePage::kLayers || session_.settings.pose.empty()) return;
    const PoseFile file = editedPose(session_.settings, session_.panel);
    if (!file.pose.base || !file.pose.base->point) return;
    const PoseSpacePoint& point = *file.pose.base->point;
    const BlendSpace* const space = findSpace(file, session_.facts.models.front(), point.space);
    if (space != nullptr) state.addLine("layers.weights", cornersText(*space, point.at));
}

}  // namespace phalanx
