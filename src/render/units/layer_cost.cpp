#include "render/units/layer_cost.h"

#include <cmath>

#include "render/units/layer_record.h"

namespace phalanx {
namespace {

const RigJoint& jointOf(const LayerRig& rig, int joint) {
    return rig.joints[static_cast<std::size_t>(joint)];
}

// Joints from this one to its root, both included; 0 for none.
std::uint64_t walkFrom(const LayerRig& rig, int joint) {
    std::uint64_t steps = 0;
    for (; joint >= 0; joint = jointOf(rig, joint).parent) ++steps;
    return steps;
}

// localJoint() of layers/solve.frag: the rotations of solved joints are in variables.
std::int64_t localTexels(const LayerRig& rig, int joint) {
    return jointOf(rig, joint).solved >= 0 ? 1 : 2;
}

// modelOf() there.
std::int64_t modelTexels(const LayerRig& rig, int joint) {
    std::int64_t texels = 0;
    for (; joint >= 0; joint = jointOf(rig, joint).parent) texels += localTexels(rig, joint);
    return texels;
}

// aim(): its joint, then each joint of the chain, and each of these again and its parent when it turns.
std::int64_t aimWalk(const LayerRig& rig, const RigAim& aim) {
    std::int64_t texels = modelTexels(rig, aim.joint);
    for (const int joint : aim.chain)
        texels +=
            modelTexels(rig, joint) + localTexels(rig, joint) + modelTexels(rig, jointOf(rig, joint).parent);
    return texels;
}

// solveLimb(): the joints of the chain, and the parent of the first.
std::int64_t limbWalk(const LayerRig& rig, const RigIk& limb) {
    std::int64_t texels = modelTexels(rig, jointOf(rig, limb.chain.front()).parent);
    for (const int joint : limb.chain) texels += localTexels(rig, joint);
    return texels;
}

// plantFeet(): the joints of each leg before the pelvis goes down, and after it.
std::int64_t feetWalk(const LayerRig& rig, const RigGround& ground) {
    std::int64_t texels =
        localTexels(rig, ground.pelvis) + modelTexels(rig, jointOf(rig, ground.pelvis).parent);
    for (const ResolvedLeg& leg : ground.legs) {
        texels += modelTexels(rig, leg.upper);
        for (const int joint : {leg.middle, leg.end}) texels += localTexels(rig, joint);
        for (const int joint : {leg.upper, leg.middle, leg.end}) texels += localTexels(rig, joint);
        texels += modelTexels(rig, jointOf(rig, leg.upper).parent) + modelTexels(rig, leg.middle);
    }
    return texels;
}

}  // namespace

LayerCost::LayerCost(const LayerRig& rig)
    : joints_(rig.joints.size()),
      tracks_(rig.tracks),
      solved_(rig.solved.size()),
      palette_(rig.palette.size()) {
    for (const RigSkin& skin : rig.palette) palette_walk_ += walkFrom(rig, skin.joint);
    if (rig.ground) feet_ = {rig.ground->legs.size(), rig.feetTexels(), feetWalk(rig, *rig.ground)};
    for (const RigJoint& joint : rig.joints) {
        parents_.push_back(joint.parent);
        has_track_.push_back(joint.track >= 0);
    }
    for (const RigAim& aim : rig.aims) aims_.push_back({.walk = aimWalk(rig, aim)});
    for (const RigIk& limb : rig.iks) iks_.push_back({.walk = limbWalk(rig, limb), .own = limb.chain.back()});
}

void LayerCost::count(const layout::LayerRecord& record, std::int64_t by) {
    records_ += by;
    for (std::size_t s = 0; s < record.head.y; ++s) {
        const layout::LayerSample& sample = record.samples[s];
        samples_ += by;
        const std::uint32_t clip = clipOf(sample);
        frames_ += clip == PH_REST_CLIP ? by : clip == PH_UNIT_CLIPS ? 4 * by : 2 * by;
        if (useOf(sample) == PH_MIX_LAYER || useOf(sample) == PH_MIX_REFERENCE) weights_ += by;
        if (useOf(sample) == PH_MIX_LAYER) layers_ += by;
    }
    for (std::size_t a = 0; a < aims_.size(); ++a)
        countTarget(record.aims[a], record.aim_kinds[a], by, aims_[a]);
    for (std::size_t i = 0; i < iks_.size(); ++i) countTarget(record.iks[i], record.ik_kinds[i], by, iks_[i]);
}

void LayerCost::countTarget(const layout::LayerTarget& target, const layout::TargetKinds& kinds,
                            std::int64_t by, Solver& solver) const {
    if (!(target.before.w > 0.0F || target.after.w > 0.0F)) return;
    solver.acting += by;
    if (layout::targetIsOfUnit(kinds.after)) solver.at_units += by;
    if (layout::targetKind(kinds.after) != PH_TARGET_IS_JOINT) return;
    const auto walk = [&](int joint) {
        solver.walks += by;
        for (; joint >= 0; joint = parents_[static_cast<std::size_t>(joint)]) {
            solver.posed += by;
            if (has_track_[static_cast<std::size_t>(joint)]) solver.tracks += by;
        }
    };
    walk(static_cast<int>(target.after.x));
    if (target.after.y < 1.0F) walk(solver.own);
}

// layers/blend.glsl. Per joint: the tables, the head and both weights of the record; per sample its part of
// the record and its frames, which have a further texel for a joint with a track; per weight its mask.
double LayerCost::blendReads() const {
    const double frames = perRecord(frames_);
    return static_cast<double>(joints_) * (5.0 + samples() + frames + weights()) +
           static_cast<double>(tracks_) * frames + feetReads();
}

// layers/feet_wanted.glsl. Per texel: head and both weights of the record, per sample its part of the record
// and its frames, per layer its mask; of a leg also its ankle.
double LayerCost::feetReads() const {
    return static_cast<double>(feet_.texels) * (3.0 + samples() + perRecord(frames_) + perRecord(layers_)) +
           static_cast<double>(feet_.legs);
}

// layers/solve.glsl, once through all aims and limbs: their parts of the record, and of those that act the
// tables, the state of the unit that is the target and, from textures, local transforms.
double LayerCost::solverReads(bool from_textures) const {
    // Of each leg its joints twice and its hinge; from textures also what feet_wanted.glsl has left: a mark
    // per leg, and two drops of the pelvis.
    double texels = 3.0 * static_cast<double>(feet_.legs);
    if (from_textures && feet_.texels > 0)
        texels += static_cast<double>(feet_.legs) + 2.0 + static_cast<double>(feet_.walk);
    const auto walk = [&](const Solver& each) {
        return from_textures ? static_cast<double>(each.walk) : 0.0;
    };
    for (const Solver& aim : aims_)
        texels += 3.0 + perRecord(aim.acting) * (PH_RIG_AIM_TEXELS + walk(aim)) + targetReads(aim);
    for (const Solver& limb : iks_) {
        texels += (reads_ik_kinds_ ? 3.0 : 2.0) +
                  perRecord(limb.acting) * (1.0 + PH_RIG_IK_TEXELS + walk(limb)) + targetReads(limb);
    }
    return texels;
}

// The state of the unit, and for each walk over the ancestors of a joint, its own or the other unit's, the
// change, and per joint what the blend reads, and its parent.
double LayerCost::targetReads(const Solver& solver) const {
    const double frames = perRecord(frames_);
    return 2.0 * perRecord(solver.at_units) + 2.0 * perRecord(solver.walks) +
           perRecord(solver.posed) * (6.0 + samples() + frames + weights()) +
           perRecord(solver.tracks) * frames;
}

LayerReads LayerCost::reads(std::size_t units, bool by_compute) const {
    constexpr double kSkin = 4.0;    // three rows and the joint
    constexpr double kChange = 2.0;  // changeOf(): by compute once per unit, else in the vertex shader
    const auto count = [units](double per_unit) {
        return static_cast<std::uint64_t>(std::llround(per_unit * static_cast<double>(units)));
    };
    const auto solved = static_cast<double>(solved_);
    const double columns = solved + (feet_.texels > 0 ? 1.0 : 0.0);  // the last one has the pelvis
    const double skins = kSkin * static_cast<double>(palette_);
    if (by_compute) return {count(blendReads() + kChange), count(solverReads(false)), count(skins)};
    // Every texel of a unit solves all of its aims and limbs. A texel of the palette is a row of a matrix, so
    // each of three rows walks over the ancestors, with two texels per joint.
    return {count(blendReads()), count(columns * (2.0 * solved + solverReads(true))),
            count(PH_PALETTE_TEXELS * (skins + 2.0 * static_cast<double>(palette_walk_)))};
}

LayerWork LayerCost::work(std::size_t units, std::uint64_t read, std::uint64_t written_per_unit) const {
    return {units, joints_ * units, read, written_per_unit * units};
}

LayerWork LayerCost::blend(std::size_t units) const {
    return work(units, reads(units, false).blend, 2 * (joints_ + feet_.texels));
}

LayerWork LayerCost::solve(std::size_t units) const {
    LayerWork result = work(units, reads(units, false).solve, solved_ + (feet_.texels > 0 ? 1 : 0));
    result.joints = solved_ * units;
    return result;
}

LayerWork LayerCost::rows(std::size_t units) const {
    LayerWork result = work(units, reads(units, false).rows, PH_PALETTE_TEXELS * palette_);
    result.joints = palette_ * units;
    return result;
}

LayerWork LayerCost::dispatch(std::size_t units) const {
    const LayerReads read = reads(units, true);
    return work(units, read.blend + read.solve + read.rows, PH_PALETTE_TEXELS * palette_);
}

LayerWork LayerCost::onCpu(std::size_t units) const {
    return work(units, 0, 0);
}

}  // namespace phalanx
