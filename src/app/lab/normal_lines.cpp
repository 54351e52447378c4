#include "app/lab/normal_lines.h"

#include <algorithm>

#include "anim/bake/encode.h"
#include "anim/pose/morph.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "app/lab/anatomy_view.h"
#include "app/lab/shown_morphs.h"

namespace phalanx {
namespace {

// Relative to the model's height.
constexpr double kLength = 0.025;
constexpr double kLift = 0.003;
constexpr double kMostLift = 0.5;  // of the distance to the eye

// Moves points in clip space towards the eye by a distance in metres; their place on the screen stays the
// same.
class Lift {
  public:
    Lift(const glm::dmat4& clip_from_world, double by_m)
        : eye_z_(1.0 / (glm::inverse(clip_from_world) * glm::dvec4(0.0, 0.0, 1.0, 0.0)).w), by_m_(by_m) {}

    glm::vec4 operator()(const glm::dvec4& p_clip) const {
        const double share = std::min(by_m_ / p_clip.w, kMostLift);
        return glm::mix(p_clip, glm::dvec4(0.0, 0.0, eye_z_, 0.0), share);
    }

  private:
    double eye_z_;  // of the eye in clip space, where its x, y and w are 0
    double by_m_;
};

// Indices into Model::vertices.
std::vector<std::uint32_t> verticesOf(const Model& model, int variant) {
    std::vector<bool> used(model.vertices.size(), false);
    std::vector<std::uint32_t> vertices;
    for (const Batch& batch : model.variants[static_cast<std::size_t>(variant)].batches) {
        for (std::uint32_t i = batch.first_index; i < batch.first_index + batch.index_count; ++i) {
            const std::uint32_t index = model.indices[i];
            if (!used[index]) vertices.push_back(index);
            used[index] = true;
        }
    }
    return vertices;
}

}  // namespace

std::vector<SceneLine> normalLines(const Stage& stage, const std::vector<LoadedModel>& models,
                                   std::uint32_t unit, const LayeredLook* look, Ticks now,
                                   const glm::dmat4& clip_from_world) {
    const Crowd& crowd = stage.crowd;
    const auto index = static_cast<std::size_t>(crowd.modelOf(unit));
    const LoadedModel& loaded = models[index];
    const PoseSwitches& switches = stage.render.skin.switches;
    const layout::UnitState state = crowd.stateOf(unit, now);
    const UnitInstance& instance = crowd.unit(unit);
    const bool plays = findTechnique(stage.render.technique).mesh != MeshKind::kRest;
    const BakedPose pose = poseOf(crowd, unit, state);
    const LocalPose rest = restPose(loaded.model);
    const std::vector<glm::dmat4> palette =
        look != nullptr ? look->palette()
        : plays ? encodedPalette(stage.gpu_models[index].encoded(), loaded.baked.clips, pose, switches)
                : modelFromBind(loaded.model, rest);
    const std::vector<std::uint32_t> used = verticesOf(loaded.model, crowd.variantOf(unit));
    std::vector<Vertex> vertices;
    for (const std::uint32_t v : used) vertices.push_back(loaded.model.vertices[v]);
    const std::vector<MorphTarget> targets = selectDeltas(loaded.model.morph_targets, used);
    const std::vector<SkinnedVertex> skinned =
        skin(vertices, palette, {targets, plays ? shownMorphs(stage, unit, pose) : rest.morph_weights});
    const UnitProjection project({clip_from_world, {}}, state, instance);
    const Lift lift(clip_from_world, kLift * loaded.model.height_m);
    std::vector<SceneLine> lines;
    for (std::size_t i = 0; i < skinned.size(); ++i) {
        const glm::dvec3 normal = switches.bind_normals ? glm::dvec3(vertices[i].normal) : skinned[i].normal;
        const glm::dvec4 foot = project.clip(skinned[i].position);
        const glm::dvec4 tip = project.clip(skinned[i].position + normal * (kLength * loaded.model.height_m));
        if (foot.w > 0.0 && tip.w > 0.0) lines.push_back({lift(foot), lift(tip)});
    }
    return lines;
}

}  // namespace phalanx
