// Common mistakes with ragdolls, made on purpose to show their effect.
#pragma once

namespace phalanx {

struct BodyMistakes {
    // Every body collides with every other, also with those that it overlaps from the start, such as its
    // neighbours along a limb; what overlaps is pushed apart at once, as velocity: the ragdoll explodes.
    bool overlapping_bodies = false;
    // One step per frame and one round of the solver, and gaps are not closed: joints come apart. Poses move
    // all bodies, not only turn them.
    bool loose_joints = false;
    // Ragdolls never come to rest: each goes on costing simulation and upload.
    bool never_rest = false;

    bool operator==(const BodyMistakes&) const = default;
};

}  // namespace phalanx
