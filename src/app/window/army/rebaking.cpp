#include "app/window/army/rebaking.h"

#include <fmt/format.h>

#include <utility>

#include "core/log.h"
#include "ui/toolkit/format.h"

namespace phalanx {

bool Rebaking::apply(bool may_begin) {
    const BakeWish wished = wish();
    bool replaced = false;
    if (rebaker_) {
        if (rebaking_as_ != wished) rebaker_->cancel();
        if (rebaker_->ready()) replaced = finish();
    } else if (!baked_as_.holds(wished) && may_begin) {
        begin(wished);
    }
    applyFetch();
    return replaced;
}

void Rebaking::adapt(RenderSettings& render) const {
    if (!due() || !wish().vertices) return;
    const RenderSettings& drawn = session_.stage->render;
    render.technique = drawn.technique;
    render.skin.switches.weights = drawn.skin.switches.weights;
    render.skin.switches.bind_normals = drawn.skin.switches.bind_normals;
}

void Rebaking::showProgress(Facts& facts) const {
    facts.busy = rebaker_->stage() + " ...";
    facts.can_cancel = true;
    facts.busy_share = rebaker_->progress();
}

void Rebaking::armyReplaced(const BakeChoice& bake) {
    baked_as_ = {bake.rate_hz, bake.encoding, std::nullopt, {}};
    fetched_by_ = session_.settings.bake.fetch;
    refreshFacts();
}

void Rebaking::modelsExchanged() {
    baked_as_.vertices.reset();
    fetched_by_ = session_.settings.bake.fetch;
    refreshFacts();
}

BakeWish Rebaking::wish() const {
    const RenderSettings& render = session_.settings.render;
    BakeWish result{session_.settings.bake.rate_hz, session_.settings.bake.encoding, std::nullopt,
                    session_.settings.bake.mistakes};
    if (render.technique != kAutoTechnique &&
        findTechnique(render.technique).pose == PoseKind::kVertexTexture)
        result.vertices = VertexWish{session_.settings.bake.vertex_format, render.skin.switches.weights,
                                     render.skin.switches.bind_normals};
    return result;
}

void Rebaking::applyFetch() {
    if (session_.settings.bake.fetch == fetched_by_) return;
    const gl::Capabilities& can = session_.window.capabilities();
    try {
        dropVertices();  // replacing the joints' animation texture drops them
        if (!session_.settings.bake.fetch) measureFetch();
        for (std::size_t i = 0; session_.settings.bake.fetch && i < session_.models.size(); ++i) {
            GpuModel& model = session_.stage->gpu_models[i];
            const std::vector<glm::uvec4> clips(model.clipTable().begin(), model.clipTable().end());
            model.replaceAnimation(can, model.encoded(), session_.models[i].baked.mirrors, clips,
                                   *session_.settings.bake.fetch);
        }
        fetched_by_ = session_.settings.bake.fetch;
        refreshFacts();
    } catch (const Error& error) {
        session_.settings.bake.fetch = fetched_by_;
        session_.notify(error.what(), true);
    }
}

void Rebaking::begin(const BakeWish& wish) {
    rebaking_as_ = wish;
    std::vector<RebakeSource> sources;
    for (std::size_t i = 0; i < session_.models.size(); ++i)
        sources.push_back({&session_.models[i], &session_.stage->gpu_models[i].packed(MeshKind::kSkinned)});
    rebaker_ = std::make_unique<BackgroundJob<std::vector<RebakedModel>>>(
        [sources = std::move(sources), present = baked_as_, wish](const JobReports& reports) {
            return rebake(sources, present, wish, reports);
        });
}

bool Rebaking::finish() {
    const auto rebaker = std::move(rebaker_);
    if (rebaker->cancelled()) return false;  // even if the job was finished before it was cancelled
    try {
        take(rebaker->take());
    } catch (const Error& error) {
        revertSettings();
        session_.notify(error.what(), true);
        warn("{}", error.what());
        return false;
    }
    return true;
}

void Rebaking::take(std::vector<RebakedModel> rebaked) {
    const gl::Capabilities& can = session_.window.capabilities();
    std::vector<FetchPath> paths;
    for (const RebakedModel& model : rebaked) {
        paths.push_back(session_.settings.bake.fetch.value_or(
            model.joints ? firstPath(can, model.joints->encoded) : FetchPath::kTexture2d));
        if (model.joints) checkAnimationFits(can, model.joints->encoded, paths.back());
    }
    // Switches to a technique without baked vertices before anything is replaced, in case of an exception.
    const bool other_joints = !baked_as_.sameJoints(rebaking_as_);
    if (other_joints) dropVertices();
    for (std::size_t i = 0; i < rebaked.size(); ++i) {
        if (!rebaked[i].joints) continue;
        const int index = static_cast<int>(i);
        LoadedModel& loaded = session_.models[i];
        GpuModel& gpu_model = session_.stage->gpu_models[i];
        loaded.baked = std::move(rebaked[i].joints->baked);
        CrowdModel crowd_model = crowdModelOf(loaded);
        // The radius changes only slightly with another bake; it is kept to avoid a new layout.
        crowd_model.radius_m = session_.stage->crowd.models()[i].radius_m;
        army_.forgetModels();
        session_.stage->crowd.replaceModel(index, std::move(crowd_model), session_.stage->crowd.choices()[i],
                                           session_.now);
        gpu_model.replaceAnimation(can, std::move(rebaked[i].joints->encoded), loaded.baked.mirrors,
                                   session_.stage->crowd.clipTable(index), paths[i]);
        gpu_model.setBounds(std::move(rebaked[i].joints->bounds));
    }
    baked_as_.rate_hz = rebaking_as_.rate_hz;
    baked_as_.encoding = rebaking_as_.encoding;
    baked_as_.mistakes = rebaking_as_.mistakes;
    fetched_by_ = session_.settings.bake.fetch;
    if (other_joints && !session_.settings.bake.fetch)
        measureFetch();  // before setVertexAnimation(), because it drops baked vertices
    if (rebaking_as_.vertices) {
        for (std::size_t i = 0; i < rebaked.size(); ++i) {
            session_.stage->gpu_models[i].setVertexAnimation(can, rebaked[i].vertices.value(),
                                                             rebaking_as_.vertices->weights);
        }
        baked_as_.vertices = rebaking_as_.vertices;
    }
    refreshFacts();
}

// If a measurement fails, for example because its shaders are being edited, the model keeps its fetch path.
void Rebaking::measureFetch() {
    for (std::size_t i = 0; i < session_.models.size(); ++i) {
        try {
            measureFetchPath(session_.window.capabilities(), session_.models[i],
                             session_.stage->gpu_models[i]);
        } catch (const Error& error) {
            warn("{}", error.what());
        }
    }
}

// The baked vertices are stored with the joints' animation texture, and are dropped with it.
void Rebaking::dropVertices() {
    baked_as_.vertices.reset();
    std::string& drawn = session_.stage->render.technique;
    if (findTechnique(drawn).pose == PoseKind::kVertexTexture) drawn = "texture";
}

void Rebaking::revertSettings() {
    session_.settings.bake.rate_hz = baked_as_.rate_hz;
    session_.settings.bake.encoding = baked_as_.encoding;
    session_.settings.bake.mistakes = baked_as_.mistakes;
    if (session_.settings.render.technique != kAutoTechnique)
        session_.settings.render.technique = session_.stage->render.technique;
    session_.settings.render.skin.switches.weights = session_.stage->render.skin.switches.weights;
    session_.settings.render.skin.switches.bind_normals = session_.stage->render.skin.switches.bind_normals;
    if (baked_as_.vertices) session_.settings.bake.vertex_format = baked_as_.vertices->format;
}

void Rebaking::refreshFacts() {
    std::vector<BakedClip> clips;
    std::uint64_t frames = 0;
    double bake_ms = 0.0;
    bool by_2d = false;
    bool by_buffer = false;
    for (std::size_t i = 0; i < session_.models.size(); ++i) {
        const BakedAnimation& baked = session_.models[i].baked;
        clips.insert(clips.end(), baked.clips.begin(), baked.clips.end());
        frames += baked.frames;
        bake_ms += baked.bake_ms;
        (session_.stage->gpu_models[i].animation().path() == FetchPath::kBuffer ? by_buffer : by_2d) = true;
    }
    session_.facts.baked =
        fmt::format("{} frames at {}, in {}", grouped(frames), ratesText(clips), millisecondsText(bake_ms));
    session_.facts.fetched = by_2d && by_buffer ? "2D and buffer textures"
                             : by_buffer        ? "buffer texture"
                                                : "2D texture";
}

}  // namespace phalanx
