// The window's army baked anew: the settings of the bake against what is drawn, work in the background, and
// what happens when it is done, is not wanted any more, or fails.
#include <fmt/format.h>

#include <vector>

#include "app/window/window_app.h"
#include "core/log.h"
#include "ui/toolkit/format.h"

namespace phalanx {

BakeWish WindowApp::wishedBake() const {
    const RenderSettings& render = settings_.render;
    BakeWish wish{settings_.bake.rate_hz, settings_.bake.encoding, std::nullopt, settings_.bake.mistakes};
    if (render.technique != kAutoTechnique &&
        findTechnique(render.technique).pose == PoseKind::kVertexTexture)
        wish.vertices = VertexWish{settings_.bake.vertex_format, render.skin.switches.weights,
                                   render.skin.switches.bind_normals};
    return wish;
}

// Settings that are the same cost a comparison, and nothing else.
void WindowApp::carryOutBake() {
    const BakeWish wish = wishedBake();
    if (rebaker_) {
        if (rebaking_as_ != wish) rebaker_->cancel();
        if (rebaker_->ready()) finishRebake();
    } else if (!baked_as_.holds(wish)) {
        if (!loader_) beginRebake(wish);
    }
    carryOutFetch();
}

void WindowApp::carryOutFetch() {
    if (settings_.bake.fetch == fetched_by_) return;
    const gl::Capabilities& can = window_.capabilities();
    try {
        dropVertices();  // they go with the texture of the joints
        if (!settings_.bake.fetch) measureFetch();
        for (std::size_t i = 0; settings_.bake.fetch && i < models_.size(); ++i) {
            GpuModel& model = stage_->gpu_models[i];
            const std::vector<glm::uvec4> clips(model.clipTable().begin(), model.clipTable().end());
            model.replaceAnimation(can, model.encoded(), models_[i].baked.mirrors, clips,
                                   *settings_.bake.fetch);
        }
        fetched_by_ = settings_.bake.fetch;
        refreshBakeFacts();
    } catch (const Error& error) {
        settings_.bake.fetch = fetched_by_;
        notify(error.what(), true);
    }
}

void WindowApp::beginRebake(const BakeWish& wish) {
    rebaking_as_ = wish;
    std::vector<RebakeSource> sources;
    for (std::size_t i = 0; i < models_.size(); ++i)
        sources.push_back({&models_[i], &stage_->gpu_models[i].packed(MeshKind::kSkinned)});
    rebaker_ = std::make_unique<BackgroundJob<std::vector<RebakedModel>>>(
        [sources = std::move(sources), present = baked_as_, wish](const JobReports& reports) {
            return rebake(sources, present, wish, reports);
        });
}

void WindowApp::finishRebake() {
    const auto rebaker = std::move(rebaker_);
    if (rebaker->cancelled()) return;  // though it may just have been done
    try {
        takeRebaked(rebaker->take());
    } catch (const Error& error) {
        settleForBake();
        notify(error.what(), true);
        warn("{}", error.what());
    }
}

// Units keep their places and phases.
void WindowApp::takeRebaked(std::vector<RebakedModel> rebaked) {
    const gl::Capabilities& can = window_.capabilities();
    std::vector<FetchPath> paths;
    for (const RebakedModel& model : rebaked) {
        paths.push_back(settings_.bake.fetch.value_or(model.joints ? firstPath(can, model.joints->encoded)
                                                                   : FetchPath::kTexture2d));
        if (model.joints) checkAnimationFits(can, model.joints->encoded, paths.back());
    }
    // From here on what is drawn needs no vertices of the old bake, whatever fails.
    const bool other_joints = !baked_as_.sameJoints(rebaking_as_);
    if (other_joints) dropVertices();
    for (std::size_t i = 0; i < rebaked.size(); ++i) {
        if (!rebaked[i].joints) continue;
        const int index = static_cast<int>(i);
        LoadedModel& loaded = models_[i];
        GpuModel& gpu_model = stage_->gpu_models[i];
        loaded.baked = std::move(rebaked[i].joints->baked);
        CrowdModel crowd_model = crowdModelOf(loaded);
        crowd_model.radius_m = stage_->crowd.models()[i].radius_m;  // another by a hair: no reason to move
        layer_.forgetModels();
        stage_->crowd.replaceModel(index, std::move(crowd_model), stage_->crowd.choices()[i], now_);
        gpu_model.replaceAnimation(can, std::move(rebaked[i].joints->encoded), loaded.baked.mirrors,
                                   stage_->crowd.clipTable(index), paths[i]);
        gpu_model.setBounds(std::move(rebaked[i].joints->bounds));
    }
    baked_as_.rate_hz = rebaking_as_.rate_hz;
    baked_as_.encoding = rebaking_as_.encoding;
    baked_as_.mistakes = rebaking_as_.mistakes;
    fetched_by_ = settings_.bake.fetch;
    if (other_joints && !settings_.bake.fetch) measureFetch();  // before the vertices, which it would drop
    if (rebaking_as_.vertices) {
        for (std::size_t i = 0; i < rebaked.size(); ++i) {
            stage_->gpu_models[i].setVertexAnimation(can, rebaked[i].vertices.value(),
                                                     rebaking_as_.vertices->weights);
        }
        baked_as_.vertices = rebaking_as_.vertices;
    }
    history_.clear();
    refreshBakeFacts();
}

// A measurement that fails, its shaders being edited at this moment, say, leaves a model as it is.
void WindowApp::measureFetch() {
    for (std::size_t i = 0; i < models_.size(); ++i) {
        try {
            measureFetchPath(window_.capabilities(), models_[i], stage_->gpu_models[i]);
        } catch (const Error& error) {
            warn("{}", error.what());
        }
    }
}

// They go with the texture of the joints that they were baked from.
void WindowApp::dropVertices() {
    baked_as_.vertices.reset();
    std::string& drawn = stage_->render.technique;
    if (findTechnique(drawn).pose == PoseKind::kVertexTexture) drawn = "texture";
}

// What is drawn becomes what is wished for.
void WindowApp::settleForBake() {
    settings_.bake.rate_hz = baked_as_.rate_hz;
    settings_.bake.encoding = baked_as_.encoding;
    settings_.bake.mistakes = baked_as_.mistakes;
    if (settings_.render.technique != kAutoTechnique) settings_.render.technique = stage_->render.technique;
    settings_.render.skin.switches.weights = stage_->render.skin.switches.weights;
    settings_.render.skin.switches.bind_normals = stage_->render.skin.switches.bind_normals;
    if (baked_as_.vertices) settings_.bake.vertex_format = baked_as_.vertices->format;
}

void WindowApp::refreshBakeFacts() {
    std::vector<BakedClip> clips;
    std::uint64_t frames = 0;
    double bake_ms = 0.0;
    bool by_2d = false;
    bool by_buffer = false;
    for (std::size_t i = 0; i < models_.size(); ++i) {
        const BakedAnimation& baked = models_[i].baked;
        clips.insert(clips.end(), baked.clips.begin(), baked.clips.end());
        frames += baked.frames;
        bake_ms += baked.bake_ms;
        (stage_->gpu_models[i].animation().path() == FetchPath::kBuffer ? by_buffer : by_2d) = true;
    }
    facts_.baked =
        fmt::format("{} frames at {}, in {}", grouped(frames), ratesText(clips), millisecondsText(bake_ms));
    facts_.fetched = by_2d && by_buffer ? "2D and buffer textures"
                     : by_buffer        ? "buffer texture"
                                        : "2D texture";
}

}  // namespace phalanx
