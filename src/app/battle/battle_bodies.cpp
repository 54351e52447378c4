#include "app/battle/battle_bodies.h"

#include <cmath>

#include "app/falls/fall_script.h"
#include "behaviour/battle_field.h"
#include "crowd/hash.h"

namespace phalanx {
namespace {

constexpr double kSoftestPush_Ns = 45.0;
constexpr double kHardestPush_Ns = 115.0;

}  // namespace

std::vector<Shot> shotsAt(std::span<const StruckSoldier> struck, const Crowd& crowd, const FallView& view,
                          Ticks now) {
    std::vector<Shot> shots;
    for (const StruckSoldier& soldier : struck) {
        const glm::vec4 here = crowd.stateOf(soldier.unit, now).placement;
        if (glm::distance(glm::dvec3(here), view.camera.eye) > kFarthestRagdoll_m) continue;
        auto facing = static_cast<double>(here.w);
        if (soldier.by != kNoOne) {
            const glm::vec4 there = crowd.stateOf(soldier.by, now).placement;
            facing = std::atan2(there.x - here.x, there.z - here.z);
        }
        const double share =
            static_cast<double>(hashOf(now, soldier.unit, RandomStream::kBattle) >> 11U) * 0x1p-53;
        Shot shot{soldier.unit,
                  pushBack(soldier.unit, facing, glm::mix(kSoftestPush_Ns, kHardestPush_Ns, share))};
        shot.by_clip = false;
        shots.push_back(shot);
    }
    return shots;
}

}  // namespace phalanx
