// The tables of the soldier's clips, with the data that checks need. buildClips() and buildMoves() are in
// soldier.h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "clips/clips_rig.h"
#include "soldier.h"

namespace phalanx::soldier {

// An authored clip: a function of time.
struct Motion {
    std::string name;
    float duration_s;
    float rate_hz;
    bool loops;
    float stride_speed;  // m/s
    std::function<PoseRig(float time_s)> rig;
    float side_speed = 0.0F;  // m/s, see Clip::side_speed
    std::string markers{};    // see Clip::markers
};

// The clips of soldier.glb and of soldier_moves.glb, in the order of the file.
std::vector<Motion> soldierMotions(const Skeleton& skeleton);
std::vector<Motion> moveMotions(const Skeleton& skeleton);

// A time span of a clip in which a hand or the feet are released on purpose.
struct Release {
    enum class What { kLeftHand, kRightHand, kFeet };
    const char* clip;
    What what;
    float from_s;
    float to_s;
};

// Spans in which hands leave the rifle, and in which feet leave the ground or slide because the soldier
// falls. Outside of them, hands hold the rifle and planted feet do not move.
const std::vector<Release>& releases();

// The first pose of Idle, in which most other clips begin.
PoseRig standing();

// The aiming pose: Aim ends in it, Fire begins and ends in it.
PoseRig aiming();

// Each function appends clips of one kind to the table.
void addStanding(std::vector<Motion>& motions);
void addLocomotion(const Skeleton& skeleton, std::vector<Motion>& motions);
void addCombat(std::vector<Motion>& motions);
void addGestures(std::vector<Motion>& motions);
void addFalls(std::vector<Motion>& motions);
void addRises(std::vector<Motion>& motions);
void addSteps(const Skeleton& skeleton, std::vector<Motion>& motions);
void addAims(const Skeleton& skeleton, std::vector<Motion>& motions);
void addFlinches(std::vector<Motion>& motions);
void addLookAround(std::vector<Motion>& motions);
void addWounds(std::vector<Motion>& motions);
void addStepOver(const Skeleton& skeleton, std::vector<Motion>& motions);

}  // namespace phalanx::soldier
