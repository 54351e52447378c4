#include "app/lab/anatomy.h"

#include <fmt/format.h>

#include <cmath>

#include "anim/bake/encode.h"
#include "anim/pose/morph.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "app/figures/bake_picture.h"
#include "app/lab/shown_morphs.h"
#include "gl/objects/texture.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

// The nearest ancestor node that has a joint.
int parentJoint(const Model& model, const std::vector<int>& joint_of_node, int joint) {
    int node =
        model.nodes[static_cast<std::size_t>(model.palette[static_cast<std::size_t>(joint)].node)].parent;
    while (node >= 0 && joint_of_node[static_cast<std::size_t>(node)] < 0)
        node = model.nodes[static_cast<std::size_t>(node)].parent;
    return node < 0 ? -1 : joint_of_node[static_cast<std::size_t>(node)];
}

std::vector<AnatomyJoint> jointsOf(const Model& model, std::span<const glm::dmat4> palette,
                                   const UnitProjection& project) {
    std::vector<AnatomyJoint> joints;
    std::vector<int> joint_of_node(model.nodes.size(), -1);
    for (std::size_t i = model.palette.size(); i-- > 0;)
        joint_of_node[static_cast<std::size_t>(model.palette[i].node)] = static_cast<int>(i);
    for (std::size_t i = 0; i < model.palette.size(); ++i) {
        const Joint& joint = model.palette[i];
        AnatomyJoint& shown = joints.emplace_back();
        shown.name = model.nodes[static_cast<std::size_t>(joint.node)].name;
        shown.parent = parentJoint(model, joint_of_node, static_cast<int>(i));
        const glm::dvec4 origin_bind = glm::inverse(joint.joint_from_bind) * glm::dvec4(0.0, 0.0, 0.0, 1.0);
        const glm::dvec3 origin(palette[i] * origin_bind);
        if (!std::isfinite(origin.x + origin.y + origin.z)) continue;
        if (const auto place = project(origin)) shown.place = glm::vec2(place->window);
    }
    return joints;
}

void addVertices(const Model& model, int variant, std::span<const glm::dmat4> palette,
                 std::span<const double> morph_weights, std::uint32_t joint, const UnitProjection& project,
                 AnatomyFacts& facts) {
    std::vector<bool> used(model.vertices.size(), false);
    std::vector<Vertex> moved;
    std::vector<std::uint32_t> numbers;  // of the moved vertices
    std::vector<float> weights;
    for (const Batch& batch : model.variants[static_cast<std::size_t>(variant)].batches) {
        for (std::uint32_t i = batch.first_index; i < batch.first_index + batch.index_count; ++i) {
            const std::uint32_t index = model.indices[i];
            if (used[index]) continue;
            used[index] = true;
            const Vertex& vertex = model.vertices[index];
            for (std::size_t k = 0; k < vertex.joints.size(); ++k) {
                if (vertex.joints[k] != joint || vertex.weights[k] <= 0.0F) continue;
                moved.push_back(vertex);
                numbers.push_back(index);
                weights.push_back(vertex.weights[k]);
                break;
            }
        }
    }
    const std::vector<MorphTarget> targets = selectDeltas(model.morph_targets, numbers);
    const std::vector<SkinnedVertex> skinned = skin(moved, palette, {targets, morph_weights});
    for (std::size_t i = 0; i < skinned.size(); ++i) {
        if (const auto place = project(skinned[i].position))
            facts.vertices.push_back({glm::vec2(place->window), weights[i]});
    }
}

}  // namespace

std::vector<glm::dmat4> drawnPalette(const Stage& stage, const std::vector<LoadedModel>& models,
                                     std::uint32_t unit, const LayeredLook* look, Ticks now) {
    if (look != nullptr) return look->palette();
    const auto index = static_cast<std::size_t>(stage.crowd.modelOf(unit));
    if (findTechnique(stage.render.technique).mesh == MeshKind::kRest)
        return modelFromBind(models[index].model, restPose(models[index].model));
    return encodedPalette(stage.gpu_models[index].encoded(), models[index].baked.clips,
                          poseOf(stage.crowd, unit, stage.crowd.stateOf(unit, now)),
                          stage.render.skin.switches);
}

std::vector<AnatomyJoint> skeletonOf(const Stage& stage, const std::vector<LoadedModel>& models,
                                     std::uint32_t unit, const LayeredLook* look, Ticks now,
                                     const AnatomyView& view) {
    const Crowd& crowd = stage.crowd;
    return jointsOf(models[static_cast<std::size_t>(crowd.modelOf(unit))].model,
                    drawnPalette(stage, models, unit, look, now),
                    UnitProjection(view, crowd.stateOf(unit, now), crowd.unit(unit)));
}

void Anatomy::drawPicture(const gl::Capabilities& capabilities, const GpuModel& model,
                          const BakedAnimation& baked) {
    if (pictured_ == &model && pictured_version_ == model.animationVersion()) return;
    const auto widest = static_cast<std::uint32_t>(capabilities.max_texture_size);
    frames_per_column_ = (baked.frames + widest - 1) / widest;
    const TexelPicture picture = drawTexels(baked, frames_per_column_);
    picture_ = gl::createDataTexture(capabilities, GL_RGBA8, picture.width, picture.height,
                                     std::span<const std::uint8_t>(picture.rgba), "image of texels");
    pictured_ = &model;
    pictured_version_ = model.animationVersion();
}

AnatomyFacts Anatomy::look(const Stage& stage, const std::vector<LoadedModel>& models, std::uint32_t unit,
                           const LayeredLook* look, Ticks now, const AnatomyView& view,
                           std::optional<std::uint32_t> joint) {
    const Crowd& crowd = stage.crowd;
    const auto model_index = static_cast<std::size_t>(crowd.modelOf(unit));
    const LoadedModel& loaded = models[model_index];
    const GpuModel& gpu_model = stage.gpu_models[model_index];
    const PoseSwitches& switches = stage.render.skin.switches;
    const UnitInstance& instance = crowd.unit(unit);
    const layout::UnitState state = crowd.stateOf(unit, now);
    drawPicture(stage.renderer.capabilities(), gpu_model, loaded.baked);

    AnatomyFacts facts;
    facts.baked = &loaded.baked;
    facts.picture = reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(picture_.id()));
    facts.frames_per_column = frames_per_column_;
    facts.unit = "Soldier " + grouped(unit);
    facts.layered = look != nullptr;
    facts.plays = findTechnique(stage.render.technique).mesh != MeshKind::kRest;
    facts.joints_per_vertex = switches.weights;
    facts.frames_per_clip = switches.lookup == FrameLookup::kNearest ? 1 : 2;
    facts.switches = switches;
    if (facts.layered) facts.samples = look->record.head.y;
    if (facts.plays) facts.playback = playbackOf(crowd, unit, now);
    const double weight = shownWeight(state.weight, switches);
    facts.both_clips = weight > 0.0 && weight < 1.0;

    const BakedPose pose = poseOf(crowd, unit, state);
    const auto played = [&](int clip, float phase, double share) {
        const BakedClip& baked = loaded.baked.clips[static_cast<std::size_t>(clip)];
        return AnatomyClip{clip, phase, static_cast<float>(share),
                           lookUpFrames(baked, phase, switches.lookup)};
    };
    facts.clips = {played(pose.clip_a, state.phase_a, 1.0 - weight),
                   played(pose.clip_b, state.phase_b, weight)};

    const std::vector<glm::dmat4> palette = drawnPalette(stage, models, unit, look, now);
    const UnitProjection project(view, state, instance);
    facts.joints = jointsOf(loaded.model, palette, project);
    if (joint && *joint < palette.size()) {
        facts.joint = joint;
        addVertices(loaded.model, crowd.variantOf(unit), palette,
                    facts.plays ? shownMorphs(stage, unit, pose) : restPose(loaded.model).morph_weights,
                    *joint, project, facts);
    }
    return facts;
}

}  // namespace phalanx
