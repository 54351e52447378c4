// How well feet stand on the ground, measured on the matrix rows that the GPU wrote.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/army/army.h"
#include "app/army/stage.h"

namespace phalanx {

struct FeetPlan {
    double seconds = 60.0;
    double fps = 30.0;  // moments per second
};

struct Spread {
    double median = 0.0;
    double p99 = 0.0;
    double most = 0.0;
};

// One gait of one model. Lengths at scale 1.
struct FeetRow {
    std::string gait;
    std::uint64_t planted = 0;   // moments of single feet in contact
    std::uint64_t contacts = 0;  // that were seen from beginning to end
    Spread height_m;        // between the ankle's height above the ground along the normal and the clip's
    Spread slide_m;         // over the ground, the farthest within one contact
    Spread sole_m;          // of the lowest point of a planted sole under the ground; 0: above it
    double knee_m_s = 0.0;  // fastest knee, relative to the unit
    double clip_knee_m_s = 0.0;  // the same in the clip
    double steepest_deg = 0.0;   // ground under planted feet
};

// The army of the stage walks, runs and strafes as far as the model has clips for it: each gait from tick 0
// on, straight ahead. Only the poses are computed, nothing is drawn. Only moments on slopes up to 25 degrees
// count. Throws Error (kUsage) if the model has no legs or no gait.
std::vector<FeetRow> checkFeet(Stage& stage, const std::vector<LoadedModel>& models, const FeetPlan& plan);

std::string feetText(const std::vector<FeetRow>& rows);
nlohmann::json feetJson(const std::vector<FeetRow>& rows);

}  // namespace phalanx
