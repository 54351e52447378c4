// A model with the clips and markers that the shipped graph names, without a file, and its battles.
#pragma once

#include <vector>

#include "behaviour/battle.h"
#include "behaviour/graph_json.h"
#include "core/file.h"
#include "cpu/crowd/crowd_army.h"

namespace phalanx::test {

inline CrowdModel fighter() {
    CrowdModel m;
    m.clips = {clip("Idle", 4.0, true, 0.0), clip("Walk", 1.0, true, 1.3),    clip("Run", 0.7, true, 3.3),
               clip("Aim", 1.2, false, 0.0), clip("Fire", 1.0, true, 0.0),    clip("Reload", 2.8, false, 0.0),
               clip("Hit", 0.9, false, 0.0), clip("Crouch", 1.5, false, 0.0), clip("Cheer", 3.0, true, 0.0),
               clip("Die", 2.3, false, 0.0), clip("Die2", 2.3, false, 0.0)};
    m.radius_m = 0.4;
    return m;
}
inline constexpr std::size_t kFireClip = 4;

inline std::vector<std::vector<ClipMarkers>> fighterMarkers() {
    std::vector<ClipMarkers> markers(fighter().clips.size());
    for (const double phase : {0.06, 0.16, 0.26})
        markers[kFireClip].push_back({"fire", phase, static_cast<std::uint32_t>(phase * 0x1p32), false});
    return {markers};
}

inline Crowd hosts(std::uint32_t units, std::uint32_t seed = 1) {
    CrowdSettings settings;
    settings.units = units;
    settings.seed = seed;
    settings.formation = Formation::kBattle;
    return Crowd({fighter()}, {{0, 0}}, settings);
}

inline BehaviourGraph soldierGraph() {
    return readGraph(graphFile(""));
}

inline Battle battleOf(Crowd& crowd, const BehaviourGraph& graph = soldierGraph()) {
    return {graph, fighterMarkers(), crowd, 0};
}

}  // namespace phalanx::test
