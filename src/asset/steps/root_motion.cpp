#include "asset/steps/root_motion.h"

#include <cmath>

#include "anim/pose/pose.h"

namespace phalanx {

std::optional<Drift> findDrift(const Model& model, const Clip& clip, double size) {
    constexpr double kSmallest = 0.1;
    if (clip.duration_s <= 0.0) return std::nullopt;
    const std::vector<glm::dmat4> model_from_node = modelFromNode(model, samplePose(model, clip, 0.0));
    std::optional<Drift> found;
    for (std::size_t c = 0; c < clip.channels.size(); ++c) {
        const auto& keys = clip.channels[c].translations.keys;
        if (keys.size() < 2) continue;
        if (found && clip.channels[found->channel].node < clip.channels[c].node)
            continue;  // parents come first
        const int parent = model.nodes[static_cast<std::size_t>(clip.channels[c].node)].parent;
        // In the axes of model space and in file units: the scale to metres is divided out.
        const glm::dmat3 file_from_parent =
            glm::dmat3(parent < 0 ? modelFromFile(model)
                                  : model_from_node[static_cast<std::size_t>(parent)]) /
            model.metres_per_unit;
        glm::dvec3 way = file_from_parent * (keys.back().value - keys.front().value);
        way.y = 0.0;
        if (glm::length(way) < kSmallest * size || std::abs(glm::determinant(file_from_parent)) < 1e-30)
            continue;
        Drift drift;
        drift.channel = c;
        drift.local_per_s = glm::inverse(file_from_parent) * way / clip.duration_s;
        const double speed = glm::length(way) / clip.duration_s;
        const bool backwards = way.z < 0.0 && std::abs(way.z) > std::abs(way.x);
        drift.signed_speed = backwards ? -speed : speed;
        found = drift;
    }
    return found;
}

void removeDrift(Clip& clip, const Drift& drift) {
    Track<glm::dvec3>& track = clip.channels[drift.channel].translations;
    for (auto& key : track.keys) key.value -= drift.local_per_s * key.time_s;
    for (auto& tangents : track.tangents) {
        tangents.in -= drift.local_per_s;
        tangents.out -= drift.local_per_s;
    }
}

}  // namespace phalanx
