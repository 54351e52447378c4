// A decision about a layered unit: its record changes from what it shows to what is wanted, without a jump,
// also while an earlier change goes on.
#pragma once

#include <cstdint>
#include <span>

#include "anim/bake/bake.h"
#include "render/units/shown_pose.h"

namespace phalanx {

// When a change is decided, and how long it takes.
struct ChangeTime {
    std::uint32_t now = 0;    // ticks
    std::uint32_t ticks = 0;  // 0: at once
    // Bit i: one-shots of mix i of the record start again where they are wanted, though they play already.
    std::uint32_t restarts = 0;
};

// The ticks that are left of a record's change.
std::uint32_t ticksLeft(const LayerRecord& record, std::uint32_t now);

// The record that shows, at time.now, the pose of `before`, and from time.now + time.ticks on that of
// `wanted`, except that clips which both play go on at their phases, and that rotations stay on the
// hemisphere of the clip that was first. Clips that begin are at their phases of `wanted`, or in step with
// the base. Both records are of the same form: as many layers, additive clips, aims and IK. Poles change at
// once.
//
// A target on its way to another is held where it is in model space. If more clips are left than a record
// has samples, those that weigh least in their mixes are dropped, which is the only jump.
//
// stand, target_at: of the unit now; needed only where a target that is not in model space is on its way.
LayerRecord changedRecord(const LayerRecord& before, const LayerRecord& wanted, const LayerRig& rig,
                          const ChangeTime& time, const UnitStand& stand = {}, const StandAt& target_at = {});

// The same from `now` on, so that ticks can wrap. It must not be in the middle of a change.
LayerRecord renewedRecord(const LayerRecord& record, std::span<const BakedClip> clips, std::uint32_t now);

}  // namespace phalanx
