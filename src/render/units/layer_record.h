// The record of a layered unit, 480 bytes: its clips at phases and rates, weights, targets, and the change
// from those before. Written when something is decided; the shaders compute the rest from the clock.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/layers/resolved_pose.h"
#include "anim/rig/layer_bounds.h"
#include "anim/rig/layer_rig.h"
#include "layers.h"

namespace phalanx {

using layout::LayerRecord;

// The record of a pose at tick 0, for a rig that was baked for it. speed: at which its clips play on from
// there, 1: as in the file, 0: they stand still. Throws Error (kUsage) that starts with `where` if the pose
// has more clips or layers than a record, or the joint of another unit as a target that the rig lacks. Where
// a target is of a unit, its place is the unit's number: TargetPlaces knows the place.
LayerRecord recordOf(const Model& model, const LayerRig& rig, const ResolvedPose& pose,
                     const std::string& where, double speed = 0.0);

// The record of units that play clips A and B as without layers; for rigs without layers, additive clips,
// aims and IK.
LayerRecord recordOfPlayback();

// The record of a unit that plays it by its own speed, and whose loops are that far ahead.
LayerRecord playedBy(const LayerRecord& record, std::span<const BakedClip> clips, double offset_cycles,
                     double speed);

// The clip that the record makes most joints of the palette show, after its change: what stands for the pose
// where a unit has only one. Of its loops, if it has any; clip 0 if it has only the rest pose.
std::uint32_t shownClip(const LayerRecord& record, const LayerRig& rig);

inline std::uint32_t clipOf(const layout::LayerSample& sample) {
    return sample.source & 0xFFFFU;
}
inline std::uint32_t useOf(const layout::LayerSample& sample) {
    return sample.source >> PH_SAMPLE_USE_SHIFT & PH_SAMPLE_USE_MASK;
}

// Shares of sum 1 as whole numbers of sum PH_SAMPLE_WEIGHT_MAX, each at most one off.
std::vector<std::uint32_t> sampleWeights(std::span<const double> shares);

// Adds what its unit plays, before and after the record's change.
void addPlayed(const LayerRecord& record, PlayedClips& played);

// What targets of aims and IK are, beside points of model space or of the world.
struct LayerTargets {
    bool units = false;   // points of units: states of all units are needed
    bool joints = false;  // of these, joints: records of all units are needed, too
    bool ik = false;      // targets of IK are not only points of model space

    bool operator==(const LayerTargets&) const = default;
};

// What the records of a group need, also those that are written later.
struct LayerUse {
    PlayedClips played;
    LayerTargets targets;

    void add(const LayerRecord& record);
};

// What has passed of a record's change at a tick.
struct RecordMoment {
    float share = 1.0F;      // of what is wanted
    std::uint32_t step = 0;  // common phase of the samples in step, cycles * 2^32
};
RecordMoment momentOf(const LayerRecord& record, std::uint32_t now);

// The phase of a sample at that moment, `now`; cycles * 2^32.
std::uint32_t cycleOf(const LayerRecord& record, const layout::LayerSample& sample,
                      std::span<const BakedClip> clips, const RecordMoment& moment, std::uint32_t now);

}  // namespace phalanx
