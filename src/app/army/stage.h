// An army on the GPU, ready to be drawn: shared by the window and by offscreen rendering.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/army/army.h"
#include "core/error.h"
#include "core/file.h"
#include "crowd/crowd.h"
#include "gl/context/capabilities.h"
#include "render/model/gpu_model.h"
#include "render/passes/renderer.h"
#include "render/techniques/bake_choice.h"

namespace phalanx {

// How poses are baked, fetched and skinned.
struct SkinOptions {
    SkinSettings settings;
    BakeChoice bake;
};

// Throws Error (kEnvironment) if the driver does not support this many samples per pixel. For measurements,
// which must not silently use fewer.
void requireSamples(const gl::Capabilities& capabilities, int samples);

// The fetch path that can hold the texels: a 2D texture if they fit, else a buffer texture.
FetchPath firstPath(const gl::Capabilities& capabilities, const EncodedAnimation& encoded);

// The faster path where it need not be measured: on the NVIDIA GPUs that were measured (H100, H200) buffer
// textures take 0.87 of the time of 2D textures. To measure takes half a second where the driver has to
// compile first. nullopt: other GPUs, or the texels do not fit.
std::optional<FetchPath> knownFaster(const gl::Capabilities& capabilities, const EncodedAnimation& encoded);

// Uploads a model in the encoding it was baked for. `fetch` as in BakeChoice: nullopt takes the path that is
// known to be faster, or measures and logs the result. The context must be current. Throws Error.
GpuModel makeGpuModel(const gl::Capabilities& capabilities, const LoadedModel& loaded,
                      std::span<const glm::uvec4> clip_table, std::optional<FetchPath> fetch);

// Bakes the vertices of a model for technique `vertex-texture`, unless it already has them in this format and
// with this number of weights. Throws Error.
void ensureVertexAnimation(const gl::Capabilities& capabilities, const LoadedModel& loaded,
                           const SkinOptions& options, GpuModel& model);

// Sets the faster fetch path for the model: the one that is known, or else measures both and logs that.
// Without buffer textures there is nothing to choose: both paths fetch from 2D textures. The context must be
// current.
void measureFetchPath(const gl::Capabilities& capabilities, const LoadedModel& loaded, GpuModel& model);

// Throws Error (kEnvironment) if this context does not support the technique with any model; `auto` is always
// supported.
void requireTechnique(const std::string& name, const gl::Capabilities& capabilities);

struct Stage {
    // The context must be current, and must outlive the stage.
    Stage(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models, Crowd the_crowd,
          const SkinOptions& skin);

    // Throws Error (kEnvironment) if the context does not support the technique with these models, and Error
    // (kUsage) if there is no technique of this name.
    void checkTechnique(const std::string& name, const std::vector<LoadedModel>& models) const;
    // The technique that `auto` selects for these models.
    const Technique& automatic(const std::vector<LoadedModel>& models) const;
    // Calls checkTechnique(), and bakes the vertices if the technique needs them.
    void requireTechnique(const std::string& name, const std::vector<LoadedModel>& models,
                          const SkinOptions& skin);

    // Calls requireTechnique() and sets render.technique; `auto` is replaced by automatic().
    void takeTechnique(const std::string& name, const std::vector<LoadedModel>& models,
                       const SkinOptions& skin);

    Crowd crowd;
    std::vector<GpuModel> gpu_models;
    Renderer renderer;
    FrameRequest render{wholeUnits()};
};

}  // namespace phalanx
