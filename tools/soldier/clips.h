// The table of the soldier's clips, and what a check has to know about each. buildClips() is in soldier.h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "clips_rig.h"
#include "soldier.h"

namespace phalanx::soldier {

// One clip as it is authored: a function of time.
struct Motion {
    std::string name;
    float duration_s;
    float rate_hz;
    bool loops;
    float stride_speed;  // m/s
    std::function<PoseRig(float time_s)> rig;
};

// All clips, in the order of the file.
std::vector<Motion> soldierMotions(const Skeleton& skeleton);

// A span of a clip during which something is let go on purpose.
struct Release {
    enum class What { kLeftHand, kRightHand, kFeet };
    const char* clip;
    What what;
    float from_s;
    float to_s;
};

// Hands that leave the rifle, and feet that leave the ground or slide because he falls. Outside these spans
// hands hold and planted feet stand.
const std::vector<Release>& releases();

// The pose in which Idle begins, and from which all others begin and to which they return.
PoseRig standing();

// The pose of a man who aims: Aim ends in it, Fire begins and ends in it.
PoseRig aiming();

// One concern each; the functions append to the table.
void addStanding(std::vector<Motion>& motions);
void addLocomotion(const Skeleton& skeleton, std::vector<Motion>& motions);
void addCombat(std::vector<Motion>& motions);
void addGestures(std::vector<Motion>& motions);
void addFalls(std::vector<Motion>& motions);

}  // namespace phalanx::soldier
