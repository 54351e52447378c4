#include "clips/clips_rig.h"

#include <string>

#include "mesh/rifle.h"
#include "rig/ik.h"

namespace phalanx::soldier {
namespace {

constexpr float kGraspAlong = 0.072F;                        // from the wrist to the middle of the grasp
constexpr std::array<float, 2> kGraspDepth{0.036F, 0.028F};  // from the hand's axis: handguard, pistol grip
const glm::quat kNoTurn(1.0F, 0.0F, 0.0F, 0.0F);

// The middle of a hand's grasp, and its rotation relative to the rest pose.
struct HandPlace {
    glm::vec3 grasp;
    glm::quat rotation;
};

std::string sided(const char* name, Side side) {
    return std::string(name) + (side == kLeft ? ".L" : ".R");
}

glm::vec3 fingersAtRest(const Skeleton& skeleton, Side side) {
    const Bone& hand = skeleton.bones[skeleton.index(sided("Hand", side))];
    return glm::normalize(hand.tail - hand.position);
}

glm::vec3 palmAtRest(const Skeleton& skeleton, Side side) {
    const glm::vec3 forward{0.0F, 0.0F, side == kLeft ? 1.0F : -1.0F};
    return glm::normalize(glm::cross(fingersAtRest(skeleton, side), forward));
}

class Solver {
  public:
    Solver(const Skeleton& skeleton, const PoseRig& rig) : skeleton_(skeleton), rig_(rig) {
        result_.pose = restPose(skeleton);
    }

    SolvedPose solve() {
        torso();
        head();
        weapon();
        for (const Side side : {kLeft, kRight}) arm(side);
        magazine();
        for (const Side side : {kLeft, kRight}) leg(side);
        return result_;
    }

  private:
    int bone(const char* name) const { return skeleton_.index(name); }
    int bone(const char* name, Side side) const { return skeleton_.index(sided(name, side)); }
    glm::vec3 rest(int joint) const { return skeleton_.bones[joint].position; }
    void set(int joint, const glm::quat& rotation) {
        result_.pose.rotation[joint] = glm::normalize(rotation);
    }
    // Sets a bone from a rotation in model space; its parent must already be set.
    void setModel(int joint, const glm::quat& rotation) {
        set(joint, glm::conjugate(model_.rotation[skeleton_.bones[joint].parent]) * rotation);
        refresh();
    }
    void refresh() { model_ = toModel(skeleton_, result_.pose); }

    glm::vec3 fromChest(const glm::vec3& point) const {
        return carry(skeleton_, model_, bone("UpperChest"), point);
    }
    const glm::quat& chestTurn() const { return model_.rotation[bone("UpperChest")]; }

    void torso() {
        result_.pose.translation[bone("Hips")] = rig_.hips;
        set(bone("Hips"), turn(rig_.hips_turn) * turn({0.0F, rig_.spin, 0.0F}));
        set(bone("Spine"), turn(rig_.spine));
        set(bone("Chest"), turn(rig_.chest));
        set(bone("UpperChest"), turn(rig_.upper_chest));
        for (const Side side : {kLeft, kRight}) {
            const float sign = side == kLeft ? 1.0F : -1.0F;
            set(bone("Shoulder", side), turn({0.0F, -sign * rig_.reach[side], sign * rig_.raise[side]}));
        }
        refresh();
    }

    void head() {
        const glm::quat wanted = glm::slerp(turn(rig_.look), chestTurn() * turn(rig_.nod), rig_.nod_weight);
        const glm::quat local = glm::conjugate(chestTurn()) * wanted;
        const glm::quat half = glm::slerp(kNoTurn, local, 0.45F);
        set(bone("Neck"), half);
        set(bone("Head"), glm::conjugate(half) * local);
        refresh();
    }

    void weapon() {
        const int joint = bone("Weapon");
        const glm::vec3 place = glm::mix(fromChest(rig_.weapon), rig_.weapon_world, rig_.weapon_free);
        const glm::quat facing =
            glm::slerp(chestTurn() * turn(rig_.weapon_turn), turn(rig_.weapon_world_turn), rig_.weapon_free);
        result_.pose.translation[joint] = place - rest(joint);
        set(joint, facing);
        refresh();
    }

    glm::quat handTurn(Side side, const glm::vec3& fingers, const glm::vec3& normal) const {
        return frameAlong(fingers, normal) *
               glm::conjugate(frameAlong(fingersAtRest(skeleton_, side), palmAtRest(skeleton_, side)));
    }

    // The hand when it holds the rifle, in the space of Weapon.
    HandPlace holdOnRifle(Side side, float on_magazine) const {
        if (side == kRight) {
            // Along the front of the grip, with the wrist slightly outwards, because the forearm comes from
            // behind and from the right.
            return {kRifleGrip, handTurn(side, {0.12F, -0.30F, 0.93F}, {1.0F, -0.05F, -0.13F})};
        }
        const HandPlace guard{kHandguardHold, handTurn(side, {-0.55F, 0.22F, 0.80F}, {-0.1F, 1.0F, -0.22F})};
        const glm::vec3 low = glm::mix(kRifleMagazineTop, kRifleMagazineBottom, 0.62F);
        const HandPlace grabbed{low, handTurn(side, {-0.35F, 0.30F, 0.85F}, {-1.0F, 0.15F, -0.35F})};
        return {glm::mix(guard.grasp, grabbed.grasp, on_magazine),
                glm::slerp(guard.rotation, grabbed.rotation, on_magazine)};
    }

    HandPlace handPlace(Side side) const {
        const HandControl& hand = rig_.hand[side];
        const int weapon_joint = bone("Weapon");
        const glm::quat& weapon_turn = model_.rotation[weapon_joint];
        HandPlace held = holdOnRifle(side, hand.magazine);
        held.grasp = model_.position[weapon_joint] + weapon_turn * held.grasp;
        held.rotation = weapon_turn * held.rotation;
        if (hand.hold >= 1.0F) return held;
        HandPlace free{glm::mix(fromChest(hand.palm), hand.palm, hand.world),
                       handTurn(side, hand.fingers, hand.normal)};
        free.rotation = glm::slerp(chestTurn() * free.rotation, free.rotation, hand.world);
        return {glm::mix(free.grasp, held.grasp, hand.hold),
                glm::slerp(free.rotation, held.rotation, hand.hold)};
    }

    // The roll of a hand, radians. A hand under the handguard is rotated by nearly 180 degrees, so the angle
    // wraps at 100 degrees in the other direction, which no hand reaches. Otherwise half of the angle would
    // jump.
    static float rollAngle(const glm::quat& roll, const glm::vec3& axis, Side side) {
        const float seam = glm::radians(100.0F);
        const float turn = glm::radians(360.0F);
        const float outward = side == kLeft ? 1.0F : -1.0F;
        float angle = outward * 2.0F * std::atan2(glm::dot(glm::vec3(roll.x, roll.y, roll.z), axis), roll.w);
        while (angle > seam) angle -= turn;
        while (angle <= seam - turn) angle += turn;
        return outward * angle;
    }

    void arm(Side side) {
        const int upper = bone("UpperArm", side);
        const int lower = bone("LowerArm", side);
        const int hand = bone("Hand", side);
        const HandPlace place = handPlace(side);
        const glm::vec3 wrist = place.grasp - place.rotation * (graspAtRest(skeleton_, side) - rest(hand));
        const TwoBoneRest limb{rest(upper), rest(lower), rest(hand), {0.0F, 0.0F, -1.0F}};
        const TwoBoneSolution solved =
            solveTwoBone(limb, model_.position[upper], wrist, chestTurn() * rig_.hand[side].elbow);
        result_.arm_extension[side] = solved.extension;
        setModel(upper, solved.upper);
        setModel(lower, solved.lower);
        setModel(hand, place.rotation);
        // The forearm takes half of the hand's roll, as radius and ulna do.
        const glm::vec3 axis = glm::normalize(rest(hand) - rest(lower));
        const glm::quat roll = twistAbout(glm::conjugate(solved.lower) * place.rotation, axis);
        set(bone("LowerArmTwist", side), glm::angleAxis(0.5F * rollAngle(roll, axis, side), axis));
        fingers(side);
    }

    void fingers(Side side) {
        const HandControl& hand = rig_.hand[side];
        const glm::vec3 along = fingersAtRest(skeleton_, side);
        const glm::vec3 palm = palmAtRest(skeleton_, side);
        const glm::vec3 hinge = glm::normalize(glm::cross(along, palm));
        const auto bend = [&](float degrees) { return glm::angleAxis(glm::radians(degrees), hinge); };
        set(bone("Fingers1", side), bend(hand.curl));
        set(bone("Fingers2", side), bend(hand.curl * 1.2F));
        set(bone("Index1", side), bend(hand.index));
        set(bone("Index2", side), bend(hand.index * 1.2F));
        const glm::vec3 inward = glm::normalize(glm::cross(glm::vec3(0.0F, 0.0F, 1.0F), palm));
        set(bone("Thumb", side), glm::angleAxis(glm::radians(hand.thumb), inward));
    }

    void magazine() {
        const int joint = bone("Magazine");
        const int weapon_joint = bone("Weapon");
        refresh();
        if (rig_.magazine_in_hand <= 0.0F) return;
        // Relative to the hand as when the magazine is still in the rifle.
        const HandPlace hold = holdOnRifle(kLeft, 1.0F);
        const int hand = bone("Hand", kLeft);
        const glm::quat hand_turn = model_.rotation[hand];
        const glm::vec3 grasp = carry(skeleton_, model_, hand, graspAtRest(skeleton_, kLeft));
        const glm::quat from_hold = hand_turn * glm::conjugate(hold.rotation);
        const glm::vec3 place = grasp + from_hold * (rest(joint) - rest(weapon_joint) - hold.grasp);
        const glm::quat& weapon_turn = model_.rotation[weapon_joint];
        const glm::vec3 local = glm::conjugate(weapon_turn) * (place - model_.position[weapon_joint]);
        const float w = rig_.magazine_in_hand;
        result_.pose.translation[joint] = (local - (rest(joint) - rest(weapon_joint))) * w;
        set(joint, glm::slerp(kNoTurn, glm::conjugate(weapon_turn) * from_hold, w));
    }

    void leg(Side side) {
        const FootControl& foot = rig_.foot[side];
        const int upper = bone("UpperLeg", side);
        const int lower = bone("LowerLeg", side);
        const int ankle = bone("Foot", side);
        const TwoBoneRest limb{rest(upper), rest(lower), rest(ankle), {0.0F, 0.0F, 1.0F}};
        const TwoBoneSolution solved =
            solveTwoBone(limb, model_.position[upper], anklePosition(skeleton_, side, foot), foot.knee);
        result_.leg_extension[side] = solved.extension;
        setModel(upper, solved.upper);
        setModel(lower, solved.lower);
        setModel(ankle, turn(foot.turn) * turn({0.0F, foot.spin, 0.0F}));
        const float flat = foot.planted * std::max(0.0F, foot.turn.x);
        set(bone("Toe", side), turn({-flat - foot.toe, 0.0F, 0.0F}));
    }

    const Skeleton& skeleton_;
    const PoseRig& rig_;
    SolvedPose result_;
    ModelPose model_;
};

}  // namespace

glm::vec3 anklePosition(const Skeleton& skeleton, Side side, const FootControl& foot) {
    const glm::vec3 ankle = skeleton.bones[skeleton.index(sided("Foot", side))].position;
    const glm::vec3 ball = skeleton.bones[skeleton.index(sided("Toe", side))].position;
    const glm::vec3 up{0.0F, ankle.y, 0.0F};  // from the sole to the ankle
    // When the heel rises, the joint of the toes stays in place; when the toes rise, the edge of the heel
    // does.
    const glm::vec3 pivot = foot.turn.x > 0.0F ? ball - (ankle - up) : glm::vec3(0.0F, 0.0F, -0.058F);
    const glm::quat yaw = turn({0.0F, foot.turn.y, 0.0F});
    const glm::vec3 rolled = yaw * pivot + turn(foot.turn) * (up - pivot);
    return foot.place + glm::mix(up, rolled, foot.planted);
}

glm::vec3 graspAtRest(const Skeleton& skeleton, Side side) {
    const glm::vec3 wrist = skeleton.bones[skeleton.index(sided("Hand", side))].position;
    return wrist + fingersAtRest(skeleton, side) * kGraspAlong +
           palmAtRest(skeleton, side) * kGraspDepth[side];
}

SolvedPose solveRig(const Skeleton& skeleton, const PoseRig& rig) {
    return Solver(skeleton, rig).solve();
}

}  // namespace phalanx::soldier
