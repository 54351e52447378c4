#include "app/lab/vertex_lens.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "anim/bake/entry_codec.h"
#include "anim/pose/joint_boxes.h"
#include "anim/pose/morph.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "app/lab/shown_morphs.h"
#include "app/verify/verify_checks.h"

namespace phalanx {
namespace {

constexpr double kHidden_m = 0.15;  // farther behind the frontmost vertex, a vertex belongs to another part
constexpr double kCorruptedBy = 0.25;  // of the height

// Techniques whose vertex shader sums joint matrices.
bool sumsJoints(const Technique& technique) {
    return technique.pose != PoseKind::kRest && technique.pose != PoseKind::kVertexTexture;
}

std::string whyNot(const Technique& technique) {
    if (technique.pose == PoseKind::kRest)
        return "Technique static draws the rest pose: no joint moves this vertex.";
    if (technique.pose == PoseKind::kVertexTexture)
        return "Technique vertex-texture reads vertices posed in advance: no joint is evaluated while it "
               "draws.";
    return "";
}

std::string whyNotCorrupt(const Technique& technique) {
    const bool by_cpu = technique.pose == PoseKind::kUniform || technique.pose == PoseKind::kCpu;
    return by_cpu
               ? fmt::format("Technique {} blends on the CPU: the GPU's texels are not read", technique.name)
               : "";
}

}  // namespace

std::optional<std::uint32_t> VertexLens::pick(const Stage& stage, const std::vector<LoadedModel>& models,
                                              std::uint32_t unit, const LayeredLook* look, Ticks now,
                                              const AnatomyView& view, const glm::dvec2& at, double reach) {
    const Crowd& crowd = stage.crowd;
    const auto index = static_cast<std::size_t>(crowd.modelOf(unit));
    const Model& model = models[index].model;
    const GpuModel& gpu_model = stage.gpu_models[index];
    const PoseSwitches& switches = stage.render.skin.switches;
    const layout::UnitState state = crowd.stateOf(unit, now);
    const PackedMesh& mesh = gpu_model.packed(MeshKind::kSkinned);
    std::vector<Vertex> vertices;
    const std::vector<Vertex> unpacked = unpackMesh(mesh);
    const std::vector<std::uint32_t>& used = mesh.usedBy(crowd.variantOf(unit));
    for (const std::uint32_t v : used) vertices.push_back(unpacked[v]);
    const std::vector<MorphTarget> targets = selectDeltas(unpackMorphs(mesh.morphs), used);
    const bool plays = findTechnique(stage.render.technique).animated();
    const LocalPose rest = restPose(model);
    const BakedPose pose = poseOf(crowd, unit, state);
    const std::vector<SkinnedVertex> posed =
        look != nullptr ? skin(withWeights(vertices, switches.weights), look->palette(),
                               {targets, shownMorphs(stage, unit, pose)})
        : plays         ? skin(withWeights(vertices, switches.weights),
                               encodedPalette(gpu_model.encoded(), models[index].baked.clips, pose, switches),
                               {targets, shownMorphs(stage, unit, pose)})
                        : skin(withWeights(vertices, switches.weights), modelFromBind(model, rest),
                               {targets, rest.morph_weights});

    const UnitProjection project(view, state, crowd.unit(unit));
    struct Candidate {
        std::uint32_t vertex = 0;
        double distance = 0.0;
        double depth_m = 0.0;
    };
    std::vector<Candidate> candidates;
    double foremost = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < posed.size(); ++i) {
        const auto place = project(posed[i].position);
        if (!place || glm::distance(place->window, at) > reach) continue;
        // Where the surface faces the eye, a step along the normal comes closer to it.
        const auto above = project(posed[i].position + posed[i].normal * 0.001 * heightOf(model));
        if (!above || above->depth_m > place->depth_m) continue;
        candidates.push_back({used[i], glm::distance(place->window, at), place->depth_m});
        foremost = std::min(foremost, place->depth_m);
    }
    std::erase_if(candidates, [&](const Candidate& c) { return c.depth_m > foremost + kHidden_m; });
    if (candidates.empty()) return std::nullopt;
    return std::ranges::min_element(candidates, {}, &Candidate::distance)->vertex;
}

VertexFacts VertexLens::look(const Stage& stage, const std::vector<LoadedModel>& models, std::uint32_t unit,
                             const LayeredLook* look, Ticks now, const AnatomyView& view,
                             std::uint32_t vertex, bool corrupt) {
    const Crowd& crowd = stage.crowd;
    const auto index = static_cast<std::size_t>(crowd.modelOf(unit));
    const LoadedModel& loaded = models[index];
    const GpuModel& gpu_model = stage.gpu_models[index];
    const Technique& technique = findTechnique(stage.render.technique);
    const PoseSwitches& switches = stage.render.skin.switches;
    const PackedMesh& mesh = gpu_model.packed(MeshKind::kSkinned);
    const std::uint64_t animation = gpu_model.animationVersion();
    if (!known_ || known_->vertex != vertex || known_->model != &gpu_model || known_->animation != animation)
        known_ = Known{vertex, &gpu_model, animation, unpackMesh(mesh)[vertex],
                       selectDeltas(unpackMorphs(mesh.morphs), std::span(&vertex, 1))};

    VertexFacts facts;
    facts.vertex = vertex;
    facts.model_vertex = mesh.model_vertex[vertex];
    facts.encoding = gpu_model.encoded().encoding;
    facts.limit_m = kPositionLimit * heightOf(loaded.model);
    facts.why_not = whyNot(technique);
    facts.why_not_corrupt =
        look != nullptr ? "Layers do not read the texels of the bake" : whyNotCorrupt(technique);
    const layout::UnitState state = crowd.stateOf(unit, now);
    const BakedPose pose = poseOf(crowd, unit, state);
    const std::vector<double> weights = shownMorphs(stage, unit, pose);
    std::vector<MorphStep> morphs = morphSteps({known_->deltas, weights}, 0);
    VertexSteps steps = look != nullptr
                            ? followVertex(look->palette(), switches, known_->unpacked, std::move(morphs))
                            : followVertex(gpu_model.encoded(), loaded.baked.clips, pose, switches,
                                           known_->unpacked, std::move(morphs));
    for (const MorphStep& morph : steps.morphs)
        facts.morph_names.push_back(loaded.model.morph_targets[morph.target].name);
    if (!technique.animated()) {
        const LocalPose rest = restPose(loaded.model);
        steps.position = skin(std::span(&known_->unpacked, 1), modelFromBind(loaded.model, rest),
                              {known_->deltas, rest.morph_weights})
                             .front()
                             .position;
    }
    if (const auto place = UnitProjection(view, state, crowd.unit(unit))(steps.position))
        facts.place = glm::vec2(place->window);
    if (!sumsJoints(technique)) {
        restoreTexel(stage);
        facts.steps = std::move(steps);
        return facts;
    }

    if (corrupt && facts.why_not_corrupt.empty()) {
        if (!corrupted_ || stage.gpu_models[corrupted_->model].animationVersion() != corrupted_->animation)
            corruptTexel(stage, loaded, index, steps);
    } else {
        restoreTexel(stage);
    }
    if (corrupted_) facts.corrupted = corrupted_->text;

    takeAnswer();
    const Subject subject{unit,
                          vertex,
                          animation,
                          stage.render.technique,
                          stage.render.skin,
                          corrupted_ ? corrupted_->texel : kNoTexel,
                          look != nullptr};
    if (answer_.due(subject)) {
        readback_.askVertices(stage, unit, look, now);
        answer_.ask(subject, {steps, {}});
    }
    const Numbers* const known = answer_.about(subject);
    facts.steps = known != nullptr ? known->steps : steps;
    if (known != nullptr) facts.gpu = known->gpu;
    return facts;
}

void VertexLens::takeAnswer() {
    if (answer_.asked() == nullptr || !readback_.arrived()) return;
    const FeedbackVertex drawn = readback_.vertex(answer_.asked()->subject.vertex);
    answer_.asked()->numbers.gpu = glm::dvec3(drawn.position);
    answer_.answered();
}

void VertexLens::corruptTexel(const Stage& stage, const LoadedModel& loaded, std::size_t model,
                              const VertexSteps& steps) {
    const GpuModel& gpu_model = stage.gpu_models[model];
    const EncodedAnimation& encoded = gpu_model.encoded();
    const EntryCodec codec(encoded.encoding, encoded.space, encoded.bind_origins);
    const JointStep& joint = steps.joints.front();
    const FrameStep& frame = *std::ranges::max_element(joint.frames, {}, &FrameStep::share);
    // The joint's position along x, in metres in every encoding; trs has room towards the middle of its
    // range.
    const bool trs = encoded.encoding == Encoding::kTrs;
    const std::size_t row = trs ? 1 : 0;
    PoseEntry wrong = frame.entry;
    double& number = trs ? wrong[1].x : wrong[0].w;
    const double middle =
        static_cast<double>(encoded.space.place_offset.x + encoded.space.place_scale.x * 0.5F);
    const double by = kCorruptedBy * heightOf(loaded.model);
    number += trs && number > middle ? -by : by;
    std::vector<std::byte> bytes(codec.entryBytes());
    codec.write(wrong, bytes.data());

    const std::uint64_t entry = std::uint64_t{frame.frame} * encoded.joints + joint.joint;
    const std::uint64_t texel = entry * encoded.texels_per_entry + row;
    const std::size_t size = encoded.bytesPerTexel();
    gpu_model.animation().overwriteTexel(texel, std::span(bytes).subspan(row * size, size));
    const BakedClip& clip = loaded.baked.clips[static_cast<std::size_t>(frame.clip)];
    const Joint& moved = loaded.model.palette[joint.joint];
    corrupted_ =
        Corrupted{gpu_model.animationVersion(), model, texel,
                  fmt::format("Texel {} is wrong on the GPU: {} in frame {} of {} is moved {:.2f} m sideways",
                              texel, loaded.model.nodes[static_cast<std::size_t>(moved.node)].name,
                              frame.frame - clip.first_frame, clip.name, by)};
}

void VertexLens::restoreTexel(const Stage& stage) {
    if (!corrupted_) return;
    const GpuModel& model = stage.gpu_models[corrupted_->model];
    if (model.animationVersion() == corrupted_->animation) {
        const EncodedAnimation& encoded = model.encoded();
        const std::size_t size = encoded.bytesPerTexel();
        const std::size_t at = static_cast<std::size_t>(corrupted_->texel) * size;
        model.animation().overwriteTexel(corrupted_->texel, std::span(encoded.data).subspan(at, size));
    }
    corrupted_.reset();
}

void VertexLens::rest(const Stage& stage) {
    restoreTexel(stage);
    readback_.forget();
    answer_.forget();
}

void VertexLens::forgetArmy() {
    readback_.forget();
    answer_.forget();
    corrupted_.reset();
    known_.reset();
}

}  // namespace phalanx
