// The units of an army as targets of aims and IK: their places in u_target_units, and where they stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "anim/layers/layered_pose.h"
#include "crowd/crowd.h"
#include "render/units/layered_units.h"
#include "render/units/shown_pose.h"

namespace phalanx {

UnitStand standOf(std::uint32_t unit, const Crowd& crowd, Ticks tick);

// Throws Error (kUsage) that starts with `where` if a target of the pose, for units of a model, is of a unit
// that the army does not have, or a joint of a unit of another model.
void requireTargets(const LayeredPose& pose, const std::string& where, const Crowd& crowd, int model);

// Valid until the crowd's next layout. All functions need the crowd that the constructor had.
class TargetPlaces {
  public:
    TargetPlaces() = default;
    explicit TargetPlaces(const Crowd& crowd);

    std::uint32_t placeOf(std::uint32_t unit, const Crowd& crowd) const;
    std::uint32_t unitAt(std::uint32_t place, const Crowd& crowd) const;
    // By places; with the records of `groups`, per group. All and this object must outlive it.
    StandAt standsAt(const Crowd& crowd, const std::vector<LayeredUnits>& groups, Ticks tick) const;

    // Replaces numbers of units, which recordOf() leaves, by their places.
    void takePlaces(LayerRecord& record, const Crowd& crowd) const;
    // A unit does not aim at itself or reach for itself.
    void leaveOutItself(LayerRecord& record, std::uint32_t unit, const Crowd& crowd) const;

  private:
    std::vector<std::size_t> first_;  // place of each group's first unit
};

}  // namespace phalanx
