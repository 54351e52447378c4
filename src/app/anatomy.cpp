#include "app/anatomy.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "anim/encode.h"
#include "anim/pose.h"
#include "anim/skin.h"
#include "app/bake_picture.h"
#include "gl/texture.h"
#include "ui/format.h"

namespace phalanx {
namespace {

// As shaders/include/unit.glsl places a unit.
glm::dmat4 worldFromModel(const layout::UnitState& state, const UnitInstance& unit) {
    const double scale = std::bit_cast<float>(unit.look.y);
    const double c = std::cos(static_cast<double>(state.placement.w)) * scale;
    const double s = std::sin(static_cast<double>(state.placement.w)) * scale;
    return {glm::dvec4(c, 0.0, -s, 0.0), glm::dvec4(0.0, scale, 0.0, 0.0), glm::dvec4(s, 0.0, c, 0.0),
            glm::dvec4(glm::dvec3(glm::vec3(state.placement)), 1.0)};
}

class Projection {
  public:
    Projection(const Anatomy::View& view, const glm::dmat4& world_from_model)
        : clip_from_model_(view.clip_from_world * world_from_model), size_(view.size) {}

    std::optional<glm::vec2> operator()(const glm::dvec3& p_model) const {
        const glm::dvec4 clip = clip_from_model_ * glm::dvec4(p_model, 1.0);
        if (clip.w <= 0.0) return std::nullopt;
        return glm::vec2((clip.x / clip.w * 0.5 + 0.5) * size_.x, (0.5 - clip.y / clip.w * 0.5) * size_.y);
    }

  private:
    glm::dmat4 clip_from_model_;
    glm::dvec2 size_;
};

// The nearest node above that has a joint.
int parentJoint(const Model& model, const std::vector<int>& joint_of_node, int joint) {
    int node =
        model.nodes[static_cast<std::size_t>(model.palette[static_cast<std::size_t>(joint)].node)].parent;
    while (node >= 0 && joint_of_node[static_cast<std::size_t>(node)] < 0)
        node = model.nodes[static_cast<std::size_t>(node)].parent;
    return node < 0 ? -1 : joint_of_node[static_cast<std::size_t>(node)];
}

void addJoints(const Model& model, std::span<const glm::dmat4> palette, const Projection& project,
               AnatomyFacts& facts) {
    std::vector<int> joint_of_node(model.nodes.size(), -1);
    for (std::size_t i = model.palette.size(); i-- > 0;)
        joint_of_node[static_cast<std::size_t>(model.palette[i].node)] = static_cast<int>(i);
    for (std::size_t i = 0; i < model.palette.size(); ++i) {
        const Joint& joint = model.palette[i];
        AnatomyJoint& shown = facts.joints.emplace_back();
        shown.name = model.nodes[static_cast<std::size_t>(joint.node)].name;
        shown.parent = parentJoint(model, joint_of_node, static_cast<int>(i));
        const glm::dvec4 origin_bind = glm::inverse(joint.joint_from_bind) * glm::dvec4(0.0, 0.0, 0.0, 1.0);
        const glm::dvec3 origin(palette[i] * origin_bind);
        if (std::isfinite(origin.x + origin.y + origin.z)) shown.place = project(origin);
    }
}

void addVertices(const Model& model, int variant, std::span<const glm::dmat4> palette, std::uint32_t joint,
                 const Projection& project, AnatomyFacts& facts) {
    std::vector<bool> used(model.vertices.size(), false);
    std::vector<Vertex> moved;
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
                weights.push_back(vertex.weights[k]);
                break;
            }
        }
    }
    const std::vector<SkinnedVertex> skinned = skin(moved, palette);
    for (std::size_t i = 0; i < skinned.size(); ++i) {
        if (const auto place = project(skinned[i].position)) facts.vertices.push_back({*place, weights[i]});
    }
}

}  // namespace

void Anatomy::drawPicture(const gl::Capabilities& capabilities, const GpuModel& model,
                          const BakedAnimation& baked) {
    if (pictured_ == &model && pictured_version_ == model.animationVersion()) return;
    const auto widest = static_cast<std::uint32_t>(capabilities.max_texture_size);
    frames_a_column_ = (baked.frames + widest - 1) / widest;
    const TexelPicture picture = drawTexels(baked, frames_a_column_);
    picture_ = gl::createDataTexture(capabilities, GL_RGBA8, picture.width, picture.height,
                                     std::span<const std::uint8_t>(picture.rgba), "picture of texels");
    pictured_ = &model;
    pictured_version_ = model.animationVersion();
}

AnatomyFacts Anatomy::look(const Stage& stage, const std::vector<LoadedModel>& models, std::uint32_t unit,
                           Ticks now, const View& view, std::optional<std::uint32_t> joint) {
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
    facts.frames_a_column = frames_a_column_;
    facts.unit = "Soldier " + grouped(unit);
    facts.plays = findTechnique(stage.render.technique).mesh != MeshKind::kRest;
    facts.joints_a_vertex = switches.weights;
    facts.frames_a_clip = switches.lookup == FrameLookup::kNearest ? 1 : 2;
    const double weight = shownWeight(state.weight, switches);
    facts.both_clips = weight > 0.0 && weight < 1.0;

    BakedPose pose;
    pose.clip_a = static_cast<int>(instance.playback.y & 0xFFFFU);
    pose.clip_b = static_cast<int>(instance.playback.y >> 16U);
    pose.phase_a = state.phase_a;
    pose.phase_b = state.phase_b;
    pose.weight = state.weight;
    const auto played = [&](int clip, float phase, double share) {
        const BakedClip& baked = loaded.baked.clips[static_cast<std::size_t>(clip)];
        return AnatomyClip{clip, phase, static_cast<float>(share),
                           lookUpFrames(baked, phase, switches.lookup)};
    };
    facts.clips = {played(pose.clip_a, state.phase_a, 1.0 - weight),
                   played(pose.clip_b, state.phase_b, weight)};

    const std::vector<glm::dmat4> palette =
        facts.plays ? encodedPalette(gpu_model.encoded(), loaded.baked.clips, pose, switches)
                    : modelFromBind(loaded.model, restPose(loaded.model));
    const Projection project(view, worldFromModel(state, instance));
    addJoints(loaded.model, palette, project, facts);
    if (joint && *joint < palette.size())
        addVertices(loaded.model, crowd.variantOf(unit), palette, *joint, project, facts);
    return facts;
}

}  // namespace phalanx
