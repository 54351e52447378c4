#include "app/stage.h"

#include "core/log.h"
#include "render/fetch_probe.h"

namespace phalanx {

GpuModel makeGpuModel(const gl::Capabilities& capabilities, const LoadedModel& loaded,
                      std::span<const glm::uvec4> clip_table, std::optional<FetchPath> fetch) {
    const BakedAnimation& baked = loaded.baked;
    GpuModel model(capabilities, loaded.model, encodeAnimation(loaded.model, baked, baked.encoding),
                   baked.mirrors, clip_table, fetch.value_or(FetchPath::kTexture2d));
    if (!fetch) {
        const FetchTimes times = chooseFetchPath(capabilities, dataDirectory() / "shaders", baked, model);
        info("{}: texels come from a {} ({:.2f} ms by 2D texture, {:.2f} ms by buffer texture)",
             loaded.model.name, times.faster() == FetchPath::kBuffer ? "buffer texture" : "2D texture",
             times.texture_2d_ms, times.buffer_ms);
    }
    return model;
}

void ensureVertexAnimation(const gl::Capabilities& capabilities, const LoadedModel& loaded,
                           const SkinOptions& options, GpuModel& model) {
    const int weights = options.settings.switches.weights;
    const std::optional<VertexTexture>& there = model.vertexAnimation();
    if (there && there->format() == options.vertex_format && there->weights() == weights) return;
    VertexBakeSettings settings;
    settings.format = options.vertex_format;
    const std::vector<Vertex> vertices = withWeights(unpackMesh(model.packed(MeshKind::kSkinned)), weights);
    const VertexAnimation animation = bakeVertices(loaded.model.name, vertices, loaded.baked, settings);
    info("{}: {} vertices in {} frames take {:.1f} MB, the joints {:.1f} MB", loaded.model.name,
         animation.vertices, animation.frames, static_cast<double>(animation.data.size()) / 1e6,
         static_cast<double>(model.encoded().data.size()) / 1e6);
    model.setVertexAnimation(capabilities, animation, weights);
}

Stage::Stage(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models, Crowd the_crowd,
             const SkinOptions& skin)
    : crowd(std::move(the_crowd)), renderer(capabilities, dataDirectory() / "shaders") {
    for (std::size_t i = 0; i < models.size(); ++i) {
        gpu_models.push_back(
            makeGpuModel(capabilities, models[i], crowd.clipTable(static_cast<int>(i)), skin.fetch));
    }
    render.skin = skin.settings;
}

void Stage::requireTechnique(const std::string& name, const std::vector<LoadedModel>& models,
                             const SkinOptions& skin) {
    const Technique& technique = findTechnique(name);
    for (std::size_t i = 0; i < models.size(); ++i) {
        const std::string why = whyUnavailable(technique, renderer.capabilities(), models[i].baked.joints);
        if (!why.empty()) throw environmentError("technique " + name, why);
        if (technique.pose == PoseKind::kVertexTexture)
            ensureVertexAnimation(renderer.capabilities(), models[i], skin, gpu_models[i]);
    }
}

}  // namespace phalanx
