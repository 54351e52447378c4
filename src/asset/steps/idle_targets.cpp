#include "asset/steps/idle_targets.h"

#include <utility>

namespace phalanx {

void removeIdleTargets(Model& model, Notes& notes) {
    std::vector<int> new_of;  // -1: removed
    std::vector<MorphTarget> kept;
    for (MorphTarget& target : model.morph_targets) {
        new_of.push_back(target.deltas.empty() ? -1 : static_cast<int>(kept.size()));
        if (!target.deltas.empty()) kept.push_back(std::move(target));
    }
    const std::size_t idle = new_of.size() - kept.size();
    model.morph_targets = std::move(kept);
    if (idle == 0) return;
    for (Clip& clip : model.clips) {
        for (MorphTrack& track : clip.morph_tracks)
            track.target = new_of[static_cast<std::size_t>(track.target)];
        std::erase_if(clip.morph_tracks, [](const MorphTrack& track) { return track.target < 0; });
    }
    notes.info(counted(idle, "morph target") + " that would move no vertex; left out");
}

}  // namespace phalanx
