#include "app/army/target_places.h"

#include <fmt/format.h>

#include <bit>
#include <iterator>

#include "core/error.h"

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

StandAt TargetPlaces::standsAt(const Crowd& crowd, Ticks tick) const {
    return [this, &crowd, tick](std::uint32_t place) { return standOf(unitAt(place, crowd), crowd, tick); };
}

void TargetPlaces::takePlaces(LayerRecord& record, const std::string& where, const Crowd& crowd) const {
    for (std::size_t a = 0; a < std::size(record.aims); ++a) {
        layout::LayerAim& aim = record.aims[a];
        if (aim.kind.y != PH_TARGET_IS_UNIT) continue;
        if (aim.kind.w >= crowd.size()) {
            throw usageError(
                where, fmt::format("aim[{}].target.unit is {}; the last of the army's {} units is {}", a,
                                   aim.kind.w, crowd.size(), crowd.size() - 1));
        }
        aim.kind.z = aim.kind.w = placeOf(aim.kind.w, crowd);
    }
}

void TargetPlaces::leaveOutItself(LayerRecord& record, std::uint32_t unit, const Crowd& crowd) const {
    const std::uint32_t place = placeOf(unit, crowd);
    for (layout::LayerAim& aim : record.aims) {
        if (aim.kind.y == PH_TARGET_IS_UNIT && aim.kind.w == place) aim.before.w = aim.target.w = 0.0F;
    }
}

}  // namespace phalanx
