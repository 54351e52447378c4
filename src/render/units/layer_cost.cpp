#include "render/units/layer_cost.h"

#include <cmath>

#include "render/units/layer_record.h"

namespace phalanx {
namespace {

struct RecordUse {
    std::uint64_t samples = 0;
    std::uint64_t weights = 0;
    std::uint64_t aims = 0;
    std::uint64_t iks = 0;
};

RecordUse countsOf(const layout::LayerRecord& record) {
    RecordUse use;
    use.samples = record.head.y;
    for (std::size_t s = 0; s < record.head.y; ++s) {
        const std::uint32_t mix = useOf(record.samples[s]);
        if (mix == PH_MIX_LAYER || mix == PH_MIX_REFERENCE) ++use.weights;
    }
    for (const layout::LayerAim& aim : record.aims) use.aims += aim.before.w > 0.0F || aim.target.w > 0.0F;
    for (const layout::LayerIk& ik : record.iks) use.iks += ik.before.w > 0.0F || ik.target.w > 0.0F;
    return use;
}

// Joints from this one to its root, both included; 0 for none.
std::uint64_t walkFrom(const LayerRig& rig, int joint) {
    std::uint64_t steps = 0;
    for (; joint >= 0; joint = rig.joints[static_cast<std::size_t>(joint)].parent) ++steps;
    return steps;
}

int parentOf(const LayerRig& rig, int joint) {
    return rig.joints[static_cast<std::size_t>(joint)].parent;
}

}  // namespace

LayerCost::LayerCost(const LayerRig& rig)
    : joints_(rig.joints.size()),
      tracks_(rig.tracks),
      solved_(rig.solved.size()),
      palette_(rig.palette.size()),
      aims_in_rig_(rig.aims.size()),
      iks_in_rig_(rig.iks.size()) {
    for (const RigSkin& skin : rig.palette) palette_walk_ += walkFrom(rig, skin.joint);
    // An aim asks for its joint, for each joint of the chain, and for each of these again and its parent when
    // it turns. A limb: for three joints, and for the parent of the upper one.
    for (const RigAim& aim : rig.aims) {
        aim_walk_ += walkFrom(rig, aim.joint);
        for (const int joint : aim.chain)
            aim_walk_ += walkFrom(rig, joint) + 1 + walkFrom(rig, parentOf(rig, joint));
    }
    for (const RigIk& ik : rig.iks) ik_walk_ += 3 + walkFrom(rig, parentOf(rig, ik.upper));
}

void LayerCost::add(const layout::LayerRecord& record) {
    const RecordUse use = countsOf(record);
    ++records_;
    samples_ += use.samples;
    weights_ += use.weights;
    aims_ += use.aims;
    iks_ += use.iks;
}

void LayerCost::remove(const layout::LayerRecord& record) {
    const RecordUse use = countsOf(record);
    --records_;
    samples_ -= use.samples;
    weights_ -= use.weights;
    aims_ -= use.aims;
    iks_ -= use.iks;
}

// layers/blend.glsl. Per joint: the tables, the head and both weights of the record; per sample its part of
// the record and two frames, and two more of a track; per weight its mask.
double LayerCost::blendReads() const {
    const auto joints = static_cast<double>(joints_);
    return joints * (5.0 + 3.0 * samples() + weights()) + static_cast<double>(tracks_) * 2.0 * samples();
}

// layers/solve.glsl, once through all aims and limbs that act. from_textures: two texels per joint on a walk.
double LayerCost::solverReads(bool from_textures) const {
    constexpr double kAimReads = 3.0 + 2.0 + PH_RIG_CHAIN;  // record, tables
    constexpr double kIkReads = 3.0 + 2.0;
    const auto each = [&](std::uint64_t acting, std::uint64_t in_rig, std::uint64_t walk, double reads) {
        if (in_rig == 0) return 0.0;
        const double walks =
            from_textures ? 2.0 * static_cast<double>(walk) / static_cast<double>(in_rig) : 0.0;
        return perRecord(acting) * (reads + walks);
    };
    return each(aims_, aims_in_rig_, aim_walk_, kAimReads) + each(iks_, iks_in_rig_, ik_walk_, kIkReads);
}

LayerWork LayerCost::work(std::size_t units, double read, double written) const {
    const auto count = [units](double per_unit) {
        return static_cast<std::uint64_t>(std::llround(per_unit * static_cast<double>(units)));
    };
    return {units, joints_ * units, count(read), count(written)};
}

LayerWork LayerCost::blend(std::size_t units) const {
    return work(units, blendReads(), 2.0 * static_cast<double>(joints_));
}

// Every texel of a unit solves all of its aims and limbs, and keeps the rotation of one joint.
LayerWork LayerCost::solve(std::size_t units) const {
    const auto solved = static_cast<double>(solved_);
    LayerWork result = work(units, solved * (2.0 * solved + solverReads(true)), solved);
    result.joints = solved_ * units;
    return result;
}

// A texel is a row of a matrix, so each of three rows walks over the ancestors.
LayerWork LayerCost::rows(std::size_t units) const {
    const auto entries = static_cast<double>(palette_);
    LayerWork result =
        work(units, PH_PALETTE_TEXELS * (4.0 * entries + 2.0 * static_cast<double>(palette_walk_)),
             PH_PALETTE_TEXELS * entries);
    result.joints = palette_ * units;
    return result;
}

LayerWork LayerCost::dispatch(std::size_t units) const {
    const auto entries = static_cast<double>(palette_);
    return work(units, blendReads() + solverReads(false) + 4.0 * entries + 2.0, PH_PALETTE_TEXELS * entries);
}

LayerWork LayerCost::onCpu(std::size_t units) const {
    return work(units, 0.0, 0.0);
}

}  // namespace phalanx
