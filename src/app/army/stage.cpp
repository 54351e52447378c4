#include "app/army/stage.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/army/rebake.h"
#include "core/log.h"
#include "render/draws/fetch_probe.h"

namespace phalanx {

void requireSamples(const gl::Capabilities& capabilities, int samples) {
    if (samples <= capabilities.max_samples) return;
    throw environmentError("--samples", fmt::format("{} samples per pixel; this driver's limit is {}",
                                                    samples, capabilities.max_samples));
}

FetchPath firstPath(const gl::Capabilities& capabilities, const EncodedAnimation& encoded) {
    try {
        checkAnimationFits(capabilities, encoded, FetchPath::kTexture2d);
    } catch (const Error&) {  // a buffer texture may hold more; if it does not, uploading it throws
        return FetchPath::kBuffer;
    }
    return FetchPath::kTexture2d;
}

std::optional<FetchPath> knownFaster(const gl::Capabilities& capabilities, const EncodedAnimation& encoded) {
    if (!capabilities.buffer_textures || !capabilities.vendor.starts_with("NVIDIA")) return std::nullopt;
    try {
        checkAnimationFits(capabilities, encoded, FetchPath::kBuffer);
    } catch (const Error&) {
        return std::nullopt;
    }
    return FetchPath::kBuffer;
}

GpuModel makeGpuModel(const gl::Capabilities& capabilities, const LoadedModel& loaded,
                      std::span<const glm::uvec4> clip_table, std::optional<FetchPath> fetch) {
    const BakedAnimation& baked = loaded.baked;
    std::optional<ModelDetail> detail = loaded.detail;
    EncodedAnimation encoded =
        encodedWithOwnFrames(loaded, baked, baked.encoding, detail ? &detail->bounds : nullptr);
    if (!fetch) fetch = knownFaster(capabilities, encoded);
    const FetchPath path = fetch.value_or(firstPath(capabilities, encoded));
    GpuModel model(capabilities, loaded.model, std::move(encoded), baked.mirrors, clip_table, path,
                   loaded.packed);
    if (detail) model.setDetail(*std::move(detail));
    if (!fetch) measureFetchPath(capabilities, loaded, model);
    return model;
}

void measureFetchPath(const gl::Capabilities& capabilities, const LoadedModel& loaded, GpuModel& model) {
    if (!capabilities.buffer_textures) return;
    if (const auto known = knownFaster(capabilities, model.encoded())) {
        if (model.animation().path() == *known) return;
        const std::vector<glm::uvec4> clips(model.clipTable().begin(), model.clipTable().end());
        model.replaceAnimation(capabilities, model.encoded(), loaded.baked.mirrors, clips, *known);
        return;
    }
    const FetchTimes times = chooseFetchPath(capabilities, dataDirectory() / "shaders", loaded.baked, model);
    info("{}: texels are fetched from a {} (2D texture: {:.2f} ms, buffer texture: {:.2f} ms)",
         loaded.model.name, times.faster() == FetchPath::kBuffer ? "buffer texture" : "2D texture",
         times.texture_2d_ms, times.buffer_ms);
}

void ensureVertexAnimation(const gl::Capabilities& capabilities, const LoadedModel& loaded,
                           const SkinOptions& options, GpuModel& model) {
    const VertexWish wish{options.bake.vertex_format, options.settings.switches.weights,
                          options.settings.switches.bind_normals};
    const std::optional<VertexTexture>& there = model.vertexAnimation();
    if (there && VertexWish{there->format(), there->weights()} == wish) return;
    model.setVertexAnimation(
        capabilities,
        bakeMeshVertices(loaded, loaded.baked, model.packed(MeshKind::kSkinned), wish, JobReports{}),
        wish.weights);
}

void requireTechnique(const std::string& name, const gl::Capabilities& capabilities) {
    if (name == kAutoTechnique) return;
    const std::string why = whyUnavailable(findTechnique(name), capabilities);
    if (!why.empty()) throw environmentError("technique " + name, why);
}

Stage::Stage(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models, Crowd the_crowd,
             const SkinOptions& skin)
    : crowd(std::move(the_crowd)), renderer(capabilities, dataDirectory() / "shaders") {
    for (std::size_t i = 0; i < models.size(); ++i) {
        gpu_models.push_back(
            makeGpuModel(capabilities, models[i], crowd.clipTable(static_cast<int>(i)), skin.bake.fetch));
    }
    render.skin = skin.settings;
}

void Stage::checkTechnique(const std::string& name, const std::vector<LoadedModel>& models) const {
    const Technique& technique = findTechnique(name);
    for (const LoadedModel& loaded : models) {
        const std::string why = whyUnavailable(technique, renderer.capabilities(), loaded.baked.joints);
        if (!why.empty()) throw environmentError("technique " + name, why);
    }
}

void Stage::requireTechnique(const std::string& name, const std::vector<LoadedModel>& models,
                             const SkinOptions& skin) {
    checkTechnique(name, models);
    if (findTechnique(name).pose != PoseKind::kVertexTexture) return;
    for (std::size_t i = 0; i < models.size(); ++i)
        ensureVertexAnimation(renderer.capabilities(), models[i], skin, gpu_models[i]);
}

const Technique& Stage::automatic(const std::vector<LoadedModel>& models) const {
    std::uint32_t joints = 0;
    for (const LoadedModel& loaded : models) joints = std::max(joints, loaded.baked.joints);
    return automaticTechnique(renderer.capabilities(), joints);
}

void Stage::takeTechnique(const std::string& name, const std::vector<LoadedModel>& models,
                          const SkinOptions& skin) {
    const std::string taken = name == kAutoTechnique ? std::string(automatic(models).name) : name;
    requireTechnique(taken, models, skin);
    render.technique = taken;
}

}  // namespace phalanx
