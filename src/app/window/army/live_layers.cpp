#include "app/window/army/live_layers.h"

#include <fmt/format.h>

#include <utility>

#include "anim/layers/layered_pose_json.h"
#include "anim/layers/resolved_pose.h"
#include "anim/orders/pose_order.h"
#include "app/lab/joint_path.h"
#include "app/layers/layer_stack.h"
#include "core/log.h"

namespace phalanx {
namespace {

// Writing the records of a larger army takes longer than a frame: once, when the slider is released.
constexpr std::uint32_t kMostLive = 20'000;

constexpr const char* kWhere = "layers";  // with which errors start

// The settings by which units play.
std::array<double, 4> paceOf(const CrowdSettings& settings) {
    return {settings.speed, settings.speed_spread, settings.offset, settings.offset_spread};
}

LayerMistakes mistakesInRecord(const Settings& settings) {
    return settings.render.skin.layer_mistakes.inRecord();
}

}  // namespace

PoseFile LiveLayers::wanted() const {
    PoseFile file = parsePose(session_.settings.pose, kWhere);
    dropAims(file.pose, session_.stage->crowd.size());
    return file;
}

void LiveLayers::advance() {
    if (army_) army_->advance(session_.stage->crowd, session_.now);
}

void LiveLayers::drop() {
    if (!army_ && !feet_) return;
    session_.stage->renderer.setLayers({});
    army_.reset();
    feet_.reset();
}

void LiveLayers::plant() {
    Stage& stage = *session_.stage;
    const bool wanted = plantsFeet(stage);
    const std::uint64_t layout = stage.crowd.layoutVersion();
    if (feet_ != nullptr && (!wanted || feet_layout_ != layout)) drop();
    if (!wanted || feet_ != nullptr) return;
    feet_ = plantFeet(stage, session_.models);
    feet_layout_ = layout;
}

LiveLayers::Shown LiveLayers::present() const {
    const Crowd& crowd = session_.stage->crowd;
    return {session_.settings.pose,   crowd.edits(),
            crowd.layoutVersion(),    crowd.settings().march,
            paceOf(crowd.settings()), mistakesInRecord(session_.settings)};
}

bool LiveLayers::upToDate() const {
    const Crowd& crowd = session_.stage->crowd;
    return shown_.pose == session_.settings.pose && shown_.layout == crowd.layoutVersion() &&
           shown_.march == crowd.settings().march && shown_.edits == crowd.edits() &&
           shown_.pace == paceOf(crowd.settings()) && shown_.mistakes == mistakesInRecord(session_.settings);
}

void LiveLayers::show() {
    session_.stage->renderer.setLayers(army_->groups());
    shown_ = present();
}

void LiveLayers::apply() {
    Crowd& crowd = session_.stage->crowd;
    std::string& wanted = session_.settings.pose;
    if (wanted.empty()) {
        if (!army_) return plant();
        const bool laid = crowd.layoutVersion() != shown_.layout;
        drop();
        if (!laid) crowd.layAgain(session_.now);
        return plant();
    }
    if (army_ && upToDate()) return;
    if (army_ && crowd.size() > kMostLive && session_.ui.itemHeld() && crowd.layoutVersion() == shown_.layout)
        return;
    try {
        if (army_ && shown_.layout == crowd.layoutVersion() && shown_.march == crowd.settings().march &&
            shown_.mistakes == mistakesInRecord(session_.settings) && army_->canChangeTo(this->wanted())) {
            change();
        } else {
            build();
        }
    } catch (const Error& error) {
        // Some errors list all names of the model.
        std::string what = error.what();
        if (const std::size_t list = what.find(';'); list != std::string::npos) what.resize(list);
        if (what.ends_with("no such clip")) what += "; --clips FILE adds clips";
        if (army_ && crowd.layoutVersion() == shown_.layout) {
            wanted = shown_.pose;
            shown_ = present();
        } else {
            drop();
            what = "Layers are off; " + what;
            session_.panel.layers.kept = std::exchange(wanted, {});
        }
        warn("{}", what);
        session_.notify(what, true);
    }
}

void LiveLayers::build() {
    Crowd& crowd = session_.stage->crowd;
    const PoseFile pose = wanted();
    // From tick 0 on: what is shown follows from the settings and the clock.
    LayeredArmy army(session_.capabilities(), session_.models, crowd,
                     LayeredArmy::Plan{pose, kWhere, {}, mistakesInRecord(session_.settings)});
    drop();
    crowd.layAgain(session_.now);
    army_.emplace(std::move(army));
    army_->takeOverMotion(crowd);
    army_->advance(crowd, session_.now);
    show();
    if (std::map<std::uint32_t, LayeredPose> own = ownPoses(pose); !own.empty()) {
        army_->change(session_.models, crowd, {pose, std::move(own)}, session_.now);
        show();
    }
}

void LiveLayers::change() {
    Crowd& crowd = session_.stage->crowd;
    LayeredArmy::Change change{wanted()};
    change.own = ownPoses(change.pose);
    change.all = paceOf(crowd.settings()) != shown_.pace;
    for (const auto& [unit, edit] : crowd.edits()) {
        const auto before = shown_.edits.find(unit);
        const UnitEdit was = before == shown_.edits.end() ? UnitEdit{} : before->second;
        change.all = change.all || edit.speed != was.speed || edit.offset != was.offset;
    }
    for (const auto& [unit, was] : shown_.edits)
        change.all = change.all || (!crowd.edits().contains(unit) && (was.speed || was.offset));
    // While the army stands still, a change that fades would not be seen.
    change.fade = session_.panel.paused ? 0 : ticksFromSeconds(kDefaultOrderFade_s);
    army_->change(session_.models, crowd, change, session_.now);
    show();
}

std::map<std::uint32_t, LayeredPose> LiveLayers::ownPoses(const PoseFile& of_all) {
    Crowd& crowd = session_.stage->crowd;
    std::map<std::uint32_t, LayeredPose> own;
    std::vector<std::uint32_t> refused;
    const std::string fixed = fixedPartOf(of_all);
    for (const auto& [unit, edit] : crowd.edits()) {
        // Edits of soldiers that a smaller army lacks wait for a larger one.
        if (edit.pose.empty() || unit >= crowd.size()) continue;
        const Model& model = session_.models[static_cast<std::size_t>(crowd.modelOf(unit))].model;
        const std::string where = fmt::format("{} of soldier {}", kWhere, unit);
        try {
            PoseFile pose = parsePose(edit.pose, where);
            if (fixedPartOf(pose) != fixed) continue;
            dropAims(pose.pose, crowd.size());
            resolvePose(model, pose.pose, spacesFor(model, pose), where);
            own[unit] = std::move(pose.pose);
        } catch (const Error& error) {
            session_.notify(error.what(), true);
            refused.push_back(unit);
        }
    }
    for (const std::uint32_t unit : refused) {
        UnitEdit edit = crowd.editOf(unit);
        edit.pose.clear();
        crowd.edit(unit, edit, session_.now);
        if (session_.panel.selected == unit) session_.panel.edit = edit;
    }
    session_.facts.own_points.clear();
    for (const auto& [unit, pose] : own) {
        if (pose.base && pose.base->point) session_.facts.own_points.push_back(*pose.base->point);
    }
    return own;
}

std::optional<LayeredLook> LiveLayers::look(std::uint32_t unit) const {
    const Crowd& crowd = session_.stage->crowd;
    if (!army_ || unit >= crowd.size() || crowd.layoutVersion() != shown_.layout) return std::nullopt;
    if (!findTechnique(session_.stage->render.technique).no_layers.empty()) return std::nullopt;
    LayeredLook look = army_->look(unit, crowd, session_.now);
    look.mistakes = session_.stage->render.skin.layer_mistakes;
    return look;
}

void LiveLayers::startAdditive(std::uint32_t units, Ticks at) {
    if (army_ && shown_.layout == session_.stage->crowd.layoutVersion())
        army_->startAdditive(session_.stage->crowd, units, at);
}

std::vector<LayerStep> LiveLayers::stepsOfSelected() const {
    if (session_.panel.learn.page != SidePage::kLayers || !session_.panel.selected) return {};
    const std::optional<LayeredLook> look = this->look(*session_.panel.selected);
    if (!look) return {};
    const Crowd& crowd = session_.stage->crowd;
    const auto index = static_cast<std::size_t>(crowd.modelOf(*session_.panel.selected));
    const Model& model = session_.models[index].model;
    for (std::size_t j = 0; j < model.palette.size(); ++j) {
        if (model.nodes[static_cast<std::size_t>(model.palette[j].node)].name == session_.panel.layers.joint)
            return layerSteps(look->rig->rig(), look->pose, j, solverNamesOf(look->form), look->mistakes);
    }
    return {};
}

}  // namespace phalanx
