#include "app/army/layered_army.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "anim/layers/blend_space_json.h"
#include "anim/layers/layer_rig.h"
#include "anim/orders/orders_json.h"
#include "core/error.h"
#include "render/techniques/technique.h"
#include "render/units/record_change.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostStances = 1000;

// Since the start of the army.
std::int32_t orderTick(const PoseOrder& order) {
    return static_cast<std::int32_t>(ticksFromSeconds(order.time_s));
}

}  // namespace

PoseFile readPoseFor(const Model& model, const std::string& file) {
    PoseFile result = readPose(file);
    // A space of the pose's own file comes before one of that name beside the model.
    for (BlendSpace& space : spacesBeside(model.source_path).spaces)
        result.spaces.spaces.push_back(std::move(space));
    return result;
}

std::string whyNoLayers(const Model& model) {
    if (model.morph_targets.empty()) return "";
    return "has morph targets, which layers do not blend on the GPU; `pose --exact` does";
}

void requireLayers(const Model& model) {
    if (const std::string why = whyNoLayers(model); !why.empty()) throw inputError(model.source_path, why);
}

void requireLayerTechnique(std::string_view name) {
    std::string others;
    for (const Technique& technique : techniques()) {
        if (technique.no_layers.empty())
            others += fmt::format("{}{}", others.empty() ? "" : ", ", technique.name);
    }
    for (const Technique& technique : techniques()) {
        if (technique.name != name || technique.no_layers.empty()) continue;
        throw usageError("--technique",
                         fmt::format("{} {}; for --pose use one of {}", name, technique.no_layers, others));
    }
}

LayeredArmy::LayeredArmy(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models,
                         const Crowd& crowd, const Files& files, Ticks now)
    : pose_file_(files.pose), orders_file_(files.orders), models_(models), start_(now) {
    LayeredPose pose;
    for (const LoadedModel& loaded : models) {
        requireLayers(loaded.model);
        PoseFile file = readPoseFor(loaded.model, files.pose);
        const ResolvedPose resolved = resolvePose(loaded.model, file.pose, file.spaces, files.pose);
        rigs_.push_back(std::make_shared<const RigTextures>(
            capabilities, bakeLayerRig(loaded.model, loaded.baked.clips, resolved)));
        pose = file.pose;
        spaces_.push_back(std::move(file.spaces));
    }
    if (!files.orders.empty()) orders_ = readOrders(files.orders);
    std::size_t units = 0;
    for (const UnitGroup& group : crowd.groups()) {
        first_.push_back(units);
        units += group.units.size();
    }
    stance_of_.assign(crowd.size(), addStance(pose, false, files.pose, crowd));
    checkOrders(crowd);

    std::vector<LayerUse> uses(models.size());
    for (const Stance& stance : stances_) {
        for (std::size_t m = 0; m < models.size(); ++m) uses[m].add(stance.forms[m].record);
    }
    for (const UnitGroup& group : crowd.groups()) {
        const auto model = static_cast<std::size_t>(group.model);
        const Form& form = stances_.front().forms[model];
        std::vector<LayerRecord> records(std::max<std::size_t>(1, group.units.size()));
        for (std::size_t i = 0; i < group.units.size(); ++i)
            records[i] = recordFor(layout::unitNumber(group.units[i].look.z), form, crowd);
        groups_.emplace_back(capabilities, rigs_[model], std::move(records), uses[model]);
    }
}

std::vector<LayeredUnits*> LayeredArmy::groups() {
    std::vector<LayeredUnits*> result;
    for (LayeredUnits& group : groups_) result.push_back(&group);
    return result;
}

int LayeredArmy::addStance(const LayeredPose& pose, bool travels, const std::string& where,
                           const Crowd& crowd) {
    Stance stance{pose, travels, {}, {}};
    for (std::size_t m = 0; m < models_.size(); ++m) {
        const Model& model = models_[m].model;
        const LayerRig& rig = rigs_[m]->rig();
        const ResolvedPose resolved = resolvePose(model, pose, spaces_[m], where);
        Form form{recordOf(model, rig, resolved, where, 1.0), resolved.cycle.stride_m, 0};
        form.record.head.x = form.record.head.z = start_;
        form.shown = static_cast<int>(shownClip(form.record, rig));
        aimAtPlaces(form.record, where, crowd);
        stance.forms.push_back(form);
    }
    stances_.push_back(std::move(stance));
    return static_cast<int>(stances_.size()) - 1;
}

// From numbers of units to places in u_target_units.
void LayeredArmy::aimAtPlaces(LayerRecord& record, const std::string& where, const Crowd& crowd) const {
    for (std::size_t a = 0; a < std::size(record.aims); ++a) {
        layout::LayerAim& aim = record.aims[a];
        if (aim.kind.y != PH_TARGET_IS_UNIT) continue;
        if (aim.kind.w >= crowd.size()) {
            throw usageError(
                where, fmt::format("aim[{}].target.unit is {}; the last of the army's {} units is {}", a,
                                   aim.kind.w, crowd.size(), crowd.size() - 1));
        }
        const UnitPlace target = crowd.placeOf(aim.kind.w);
        aim.kind.z = aim.kind.w =
            static_cast<std::uint32_t>(first_[static_cast<std::size_t>(target.group)] + target.index);
    }
}

// All stances that orders lead to, so that an order that does not fit is found before the first frame.
void LayeredArmy::checkOrders(const Crowd& crowd) {
    std::vector<int> stance_of = stance_of_;
    for (std::size_t i = 0; i < orders_.size(); ++i) {
        const PoseOrder& order = orders_[i];
        const std::string where = fmt::format("{}: order at {:g} s", orders_file_, order.time_s);
        for (const UnitRange& range : order.units) {
            if (range.last >= crowd.size()) {
                throw usageError(where, fmt::format("units has {}; the last of the army's {} units is {}",
                                                    range.last, crowd.size(), crowd.size() - 1));
            }
        }
        forUnits(order, crowd, [&](std::uint32_t unit) {
            const auto before = static_cast<std::size_t>(stance_of[unit]);
            const auto known = stances_[before].after.find(i);
            if (known != stances_[before].after.end()) {
                stance_of[unit] = known->second;
                return;
            }
            if (stances_.size() == kMostStances)
                throw usageError(where, fmt::format("the orders lead to more than {} poses", kMostStances));
            const Stance& from = stances_[before];
            const int after = addStance(orderedPose(from.pose, order, where),
                                        order.travel.value_or(from.travels), where, crowd);
            stances_[before].after[i] = after;
            stance_of[unit] = after;
        });
    }
}

template <typename Body>
void LayeredArmy::forUnits(const PoseOrder& order, const Crowd& crowd, const Body& body) const {
    if (order.units.empty()) {
        for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) body(unit);
    }
    for (const UnitRange& range : order.units) {
        for (std::uint32_t unit = range.first; unit <= range.last; ++unit) body(unit);
    }
}

LayerRecord LayeredArmy::recordFor(std::uint32_t unit, const Form& form, const Crowd& crowd) const {
    const std::vector<BakedClip>& clips = rigs_[static_cast<std::size_t>(crowd.modelOf(unit))]->rig().clips;
    LayerRecord record = playedBy(form.record, clips, crowd.offsetOf(unit), crowd.speedOf(unit));
    const UnitPlace at = crowd.placeOf(unit);
    const auto place = static_cast<std::uint32_t>(first_[static_cast<std::size_t>(at.group)] + at.index);
    for (layout::LayerAim& aim : record.aims) {
        if (aim.kind.y == PH_TARGET_IS_UNIT && aim.kind.w == place) aim.before.w = aim.target.w = 0.0F;
    }
    return record;
}

UnitTravel LayeredArmy::travelOf(const Stance& stance, const LayerRecord& record, std::uint32_t unit,
                                 const Crowd& crowd) const {
    const Form& form = stance.forms[static_cast<std::size_t>(crowd.modelOf(unit))];
    UnitTravel travel;
    travel.clip = form.shown;
    travel.rate = record.step.z;
    if (crowd.settings().march || stance.travels) travel.stride_m = form.stride_m;
    travel.phase = record.step.x;
    return travel;
}

void LayeredArmy::lead(Crowd& crowd) {
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
        const UnitPlace at = crowd.placeOf(unit);
        const LayerRecord& record = groups_[static_cast<std::size_t>(at.group)].record(at.index);
        crowd.travel(unit, travelOf(stances_.front(), record, unit, crowd), start_);
    }
}

void LayeredArmy::advance(Crowd& crowd, Ticks now) {
    const auto passed = static_cast<std::int32_t>(now - start_);
    while (next_ < orders_.size() && orderTick(orders_[next_]) <= passed) carryOut(next_++, crowd);
}

void LayeredArmy::carryOut(std::size_t number, Crowd& crowd) {
    const PoseOrder& order = orders_[number];
    const Ticks tick = start_ + static_cast<Ticks>(orderTick(order));
    const ChangeTime time{tick, ticksFromSeconds(order.fade_s)};
    // Where units stand is the same before and after the order.
    const auto standOf = [&](std::uint32_t unit) -> UnitStand {
        return {crowd.stateOf(unit, tick).placement, std::bit_cast<float>(crowd.unit(unit).look.y)};
    };
    const StandAt stand_at = [&](std::uint32_t place) {
        std::size_t group = first_.size() - 1;
        while (first_[group] > place) --group;
        return standOf(layout::unitNumber(crowd.groups()[group].units[place - first_[group]].look.z));
    };
    forUnits(order, crowd, [&](std::uint32_t unit) {
        const auto model = static_cast<std::size_t>(crowd.modelOf(unit));
        stance_of_[unit] = stances_[static_cast<std::size_t>(stance_of_[unit])].after.at(number);
        const Stance& stance = stances_[static_cast<std::size_t>(stance_of_[unit])];
        const UnitPlace at = crowd.placeOf(unit);
        LayeredUnits& units = groups_[static_cast<std::size_t>(at.group)];
        const LayerRecord record =
            changedRecord(units.record(at.index), recordFor(unit, stance.forms[model], crowd),
                          rigs_[model]->rig().clips, time, standOf(unit), stand_at);
        units.write(at.index, record);
        UnitTravel travel = travelOf(stance, record, unit, crowd);
        travel.fade = time.ticks;
        travel.place_m = order.place_m;
        if (order.facing_deg) travel.facing_rad = glm::radians(*order.facing_deg);
        crowd.travel(unit, travel, tick);
    });
}

}  // namespace phalanx
