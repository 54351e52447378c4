#include "app/layers/target_places.h"

#include <fmt/format.h>

#include <bit>
#include <iterator>

#include "core/error.h"
#include "core/printable.h"

namespace phalanx {

UnitStand standOf(std::uint32_t unit, const Crowd& crowd, Ticks tick) {
    return {crowd.stateOf(unit, tick).placement, std::bit_cast<float>(crowd.unit(unit).look.y),
            crowd.terrain().get()};
}

TargetPlaces::TargetPlaces(const Crowd& crowd) {
    for (std::size_t units = 0; const UnitGroup& group : crowd.groups()) {
        first_.push_back(units);
        units += group.units.size();
    }
}

std::uint32_t TargetPlaces::placeOf(std::uint32_t unit, const Crowd& crowd) const {
    const UnitPlace at = crowd.placeOf(unit);
    return static_cast<std::uint32_t>(first_[static_cast<std::size_t>(at.group)] + at.index);
}

std::uint32_t TargetPlaces::unitAt(std::uint32_t place, const Crowd& crowd) const {
    std::size_t group = first_.size() - 1;
    while (first_[group] > place) --group;
    return layout::unitNumber(crowd.groups()[group].units[place - first_[group]].look.z);
}

StandAt TargetPlaces::standsAt(const Crowd& crowd, const std::vector<LayeredUnits>& groups,
                               Ticks tick) const {
    return [this, &crowd, &groups, tick](std::uint32_t place) {
        const std::uint32_t unit = unitAt(place, crowd);
        const UnitPlace at = crowd.placeOf(unit);
        UnitStand stand = standOf(unit, crowd, tick);
        stand.record = &groups[static_cast<std::size_t>(at.group)].record(at.index);
        return stand;
    };
}

void TargetPlaces::takePlaces(LayerRecord& record, const Crowd& crowd) const {
    const auto take = [&](layout::TargetKinds& kinds) {
        if (!layout::targetIsOfUnit(kinds.after)) return;
        kinds.after = layout::targetKind(kinds.after) | placeOf(layout::targetPlace(kinds.after), crowd)
                                                            << PH_TARGET_PLACE_SHIFT;
        kinds.before = kinds.after;
    };
    for (layout::TargetKinds& kinds : record.aim_kinds) take(kinds);
    for (layout::TargetKinds& kinds : record.ik_kinds) take(kinds);
}

void TargetPlaces::leaveOutItself(LayerRecord& record, std::uint32_t unit, const Crowd& crowd) const {
    const std::uint32_t place = placeOf(unit, crowd);
    const auto leaveOut = [place](layout::LayerTarget& target, const layout::TargetKinds& kinds) {
        if (layout::targetIsOfUnit(kinds.after) && layout::targetPlace(kinds.after) == place)
            target.before.w = target.after.w = 0.0F;
    };
    for (std::size_t i = 0; i < std::size(record.aims); ++i) leaveOut(record.aims[i], record.aim_kinds[i]);
    for (std::size_t i = 0; i < std::size(record.iks); ++i) leaveOut(record.iks[i], record.ik_kinds[i]);
}

void requireTargets(const LayeredPose& pose, const std::string& where, const Crowd& crowd, int model) {
    const auto require = [&](const PoseTarget& target, const char* list, std::size_t i) {
        if (!target.unit) return;
        const std::string member = fmt::format("{}[{}].target.unit is {}", list, i, target.unit->unit);
        if (target.unit->unit >= crowd.size()) {
            throw usageError(where, fmt::format("{}; the last of the army's {} units is {}", member,
                                                crowd.size(), crowd.size() - 1));
        }
        if (!target.unit->joint.empty() && crowd.modelOf(target.unit->unit) != model) {
            throw usageError(
                where, fmt::format("{}, which has another model than units that reach for its {}", member,
                                   printable(target.unit->joint)));
        }
    };
    for (std::size_t i = 0; i < pose.aim.size(); ++i) require(pose.aim[i].target, "aim", i);
    for (std::size_t i = 0; i < pose.ik.size(); ++i) require(pose.ik[i].target, "ik", i);
}

}  // namespace phalanx
