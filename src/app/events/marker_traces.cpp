#include "app/events/marker_traces.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "anim/body/body_parts.h"
#include "anim/feet/legs.h"
#include "anim/pose/pose.h"
#include "anim/pose/pose_sampler.h"
#include "anim/pose/skin.h"

namespace phalanx {
namespace {

constexpr double kSoleAhead_m = 0.07;  // of the ankle
constexpr float kToeOut_rad = 0.10F;
constexpr float kChest = 0.72F;  // of the height
constexpr float kChestAhead_m = 0.06F;

glm::dvec3 placeOf(const std::vector<glm::dmat4>& nodes, int node) {
    return glm::dvec3(nodes[static_cast<std::size_t>(node)][3]);
}

// The far end of what the hands hold, in the direction that it points: from the joint that holds it. nullopt
// if they hold nothing.
struct Muzzle {
    glm::vec3 place{0.0F};
    glm::vec3 direction{0.0F, 0.0F, 1.0F};
};
std::optional<Muzzle> muzzleOf(const Model& model, const BodyParts& body, const LocalPose& pose) {
    if (body.held.empty()) return std::nullopt;
    const std::vector<int> held = findNodes(model, body.held.front().joint);
    if (held.empty()) return std::nullopt;
    const std::vector<SkinnedVertex> vertices = skin(model, pose);
    const glm::dvec3 grip = placeOf(modelFromNode(model, pose), held.front());
    std::optional<glm::dvec3> end;
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        const Joint& joint = model.palette[model.vertices[v].joints[0]];
        if (joint.node != held.front()) continue;
        // Shots go forwards.
        if (!end || vertices[v].position.z > end->z) end = vertices[v].position;
    }
    if (!end || glm::length(*end - grip) < 1e-3) return std::nullopt;
    glm::dvec3 direction = glm::normalize(*end - grip);
    // The grip lies below the barrel, so what points nearly forwards points level.
    constexpr double kLevel = 0.4;
    if (std::abs(direction.y) < kLevel) direction.y = 0.0;
    return Muzzle{glm::vec3(*end), glm::vec3(glm::normalize(direction))};
}

// Of one model.
class TraceFinder {
  public:
    explicit TraceFinder(const Model& model)
        : model_(model), ankles_(anklesOf(model)), body_(bodyParts(model)) {}

    MarkerTrace find(const Clip& clip, const ClipMarker& marker) const {
        const auto ankle = std::ranges::find_if(
            ankles_, [&](int node) { return marker.name == footstepName(model_, ankles_, node); });
        const LocalPose pose = samplePose(model_, clip, marker.phase * clip.duration_s);
        if (ankle != ankles_.end()) return step(pose, *ankle);
        if (marker.name == "fire") return shot(pose);
        if (marker.name == "hit") return hit();
        if (marker.name == "fall") return fall(pose);
        return {};
    }

  private:
    MarkerTrace step(const LocalPose& pose, int ankle) const {
        const glm::dvec3 at = placeOf(modelFromNode(model_, pose), ankle);
        MarkerTrace trace{.kind = MarkerTrace::Kind::kStep};
        trace.place = glm::vec3(at.x, 0.0, at.z + kSoleAhead_m * model_.height_m / kTracedHeight_m);
        trace.toe_out = at.x > 0.0 ? kToeOut_rad : -kToeOut_rad;
        return trace;
    }
    MarkerTrace shot(const LocalPose& pose) const {
        const std::optional<Muzzle> muzzle = muzzleOf(model_, body_, pose);
        if (!muzzle) return {};
        return {.kind = MarkerTrace::Kind::kShot, .place = muzzle->place, .direction = muzzle->direction};
    }
    MarkerTrace hit() const {
        MarkerTrace trace{.kind = MarkerTrace::Kind::kHit};
        trace.place = {0.0F, kChest * static_cast<float>(model_.height_m), kChestAhead_m};
        return trace;
    }
    // Below the hip.
    MarkerTrace fall(const LocalPose& pose) const {
        MarkerTrace trace{.kind = MarkerTrace::Kind::kFall};
        if (ankles_.empty()) return trace;
        const auto above = [&](int node) { return model_.nodes[static_cast<std::size_t>(node)].parent; };
        const glm::dvec3 at = placeOf(modelFromNode(model_, pose), above(above(ankles_.front())));
        trace.place = glm::vec3(at.x, 0.0, at.z);
        return trace;
    }

    const Model& model_;
    std::vector<int> ankles_;
    BodyParts body_;
};

}  // namespace

std::vector<std::vector<MarkerTrace>> markerTraces(const Model& model,
                                                   const std::vector<ClipMarkers>& markers) {
    const TraceFinder finder(model);
    std::vector<std::vector<MarkerTrace>> result(markers.size());
    for (std::size_t c = 0; c < markers.size(); ++c) {
        for (const ClipMarker& marker : markers[c]) result[c].push_back(finder.find(model.clips[c], marker));
    }
    return result;
}

}  // namespace phalanx
