// Common mistakes in layering poses, made on purpose to show their effect. evaluateRigPose() is the reference
// of each, too.
#pragma once

#include <cstring>
#include <type_traits>

namespace phalanx {

struct LayerMistakes {
    // Layers are blended over joints in model space instead of relative to the parent, after all other
    // operators: a joint that the mask covers in part leaves its parent.
    bool model_space_masks = false;
    // Additive clips add the difference of matrices in model space to the matrices of the pose.
    bool added_matrices = false;
    // A mix is a chain of slerps, each with the weight of its clip: with three clips or more, the result
    // depends on their order.
    bool chained_slerps = false;
    // Quaternions are blended whatever their signs: q and -q are the same rotation, and their mean is
    // nothing. Files have either; so that it shows on every model, those of clips with odd numbers are
    // negated.
    bool no_hemisphere = false;
    // The clips of a blend space play at their own rates.
    bool out_of_step = false;
    // Targets of IK in model space are taken for places of the world.
    bool ik_in_world = false;
    // The pelvis stays where the clip has it: on a slope the lower leg is too short for its foot.
    bool no_pelvis_drop = false;
    // A foot is either free or locked, and follows the ground or does not: it jumps where it should fade, at
    // contacts and at the distance from which feet are planted.
    bool feet_switch = false;
    // Aims and IK turn the base; layers and additive clips come afterwards.
    bool aim_before_layers = false;

    // Those that the record has, see LayeredArmy::Plan; the others are in shaders.
    LayerMistakes inRecord() const {
        LayerMistakes result;
        result.out_of_step = out_of_step;
        result.ik_in_world = ik_in_world;
        return result;
    }
    bool inRows() const { return model_space_masks || added_matrices; }
    // Programs are found by them, several times per frame: one comparison instead of one per member.
    bool operator==(const LayerMistakes& other) const {
        return std::memcmp(this, &other, sizeof(LayerMistakes)) == 0;
    }
};

static_assert(std::has_unique_object_representations_v<LayerMistakes>);

}  // namespace phalanx
