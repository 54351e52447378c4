#include "app/battle/army_battle.h"

#include "behaviour/graph_check.h"
#include "behaviour/graph_json.h"
#include "core/error.h"
#include "core/file.h"
#include "core/printable.h"

namespace phalanx {

BehaviourGraph graphFor(const std::string& file, const std::vector<LoadedModel>& models) {
    const std::string used = file.empty() ? shippedGraph() : file;
    const std::string text = readTextFile(used);
    BehaviourGraph graph = parseGraph(text, used);
    for (const LoadedModel& loaded : models) checkClips(graph, loaded.baked.clips, text, used);
    return graph;
}

CrowdSettings battleCrowd(CrowdSettings settings) {
    settings.formation = Formation::kBattle;
    settings.march = false;
    settings.crossfade_s = 0.0;
    settings.blend = 0.0;
    return settings;
}

}  // namespace phalanx
