// An army on the GPU, ready to be drawn: what the window and the pictures without one have in common.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/army/army.h"
#include "core/error.h"
#include "core/file.h"
#include "crowd/crowd.h"
#include "gl/context/capabilities.h"
#include "render/frame/renderer.h"
#include "render/model/gpu_model.h"

namespace phalanx {

// How poses come to the screen, apart from what was baked.
struct SkinOptions {
    SkinSettings settings;
    std::optional<FetchPath> fetch;  // nullopt: what a measurement finds to be the faster one
    VertexFormat vertex_format = VertexFormat::kUnorm16;
};

// Throws Error (kEnvironment) where the driver has not so many samples a pixel. For measurements, which must
// not take fewer.
void requireSamples(const gl::Capabilities& capabilities, int samples);

// Where the texels fit: in a 2D texture if they can.
FetchPath firstPath(const gl::Capabilities& capabilities, const EncodedAnimation& encoded);

// Encoded as it was baked. `fetch` as in SkinOptions: nullopt measures, and logs what it found. The context
// must be current. Throws Error.
GpuModel makeGpuModel(const gl::Capabilities& capabilities, const LoadedModel& loaded,
                      std::span<const glm::uvec4> clip_table, std::optional<FetchPath> fetch);

// Bakes the vertices of a model for technique `vertex-texture`, if it has not got them in this format and by
// as many weights. Throws Error.
void ensureVertexAnimation(const gl::Capabilities& capabilities, const LoadedModel& loaded,
                           const SkinOptions& options, GpuModel& model);

// Measures which way of fetching is the faster one, logs it, and leaves the model with that. The context must
// be current.
void measureFetchPath(const gl::Capabilities& capabilities, const LoadedModel& loaded, GpuModel& model);

// Throws Error (kEnvironment) where this context cannot draw by the technique, whatever the models are;
// `auto` is drawn everywhere.
void requireTechnique(const std::string& name, const gl::Capabilities& capabilities);

struct Stage {
    // The context must be current, and must outlive the stage.
    Stage(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models, Crowd the_crowd,
          const SkinOptions& skin);

    // Throws Error (kEnvironment) where the context cannot do the technique with these models, kUsage where
    // there is none such.
    void checkTechnique(const std::string& name, const std::vector<LoadedModel>& models) const;
    // What `auto` stands for with these models.
    const Technique& automatic(const std::vector<LoadedModel>& models) const;
    // As checkTechnique(); and bakes vertices where the technique takes them.
    void requireTechnique(const std::string& name, const std::vector<LoadedModel>& models,
                          const SkinOptions& skin);

    // The same, and lets `render` draw by it; `auto` is what automaticTechnique() says.
    void takeTechnique(const std::string& name, const std::vector<LoadedModel>& models,
                       const SkinOptions& skin);

    Crowd crowd;
    std::vector<GpuModel> gpu_models;
    Renderer renderer;
    RenderSettings render;
};

}  // namespace phalanx
