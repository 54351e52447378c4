// An army on the GPU, ready to be drawn: what the window and the pictures without one have in common.
#pragma once

#include <string>
#include <vector>

#include "app/army.h"
#include "core/error.h"
#include "core/file.h"
#include "crowd/crowd.h"
#include "gl/capabilities.h"
#include "render/gpu_model.h"
#include "render/renderer.h"

namespace phalanx {

struct Stage {
    // The context must be current, and must outlive the stage.
    Stage(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models, Crowd the_crowd)
        : crowd(std::move(the_crowd)), renderer(capabilities, dataDirectory() / "shaders") {
        for (std::size_t i = 0; i < models.size(); ++i) {
            gpu_models.emplace_back(capabilities, models[i].model, models[i].baked,
                                    crowd.clipTable(static_cast<int>(i)));
        }
    }

    // Throws Error (kEnvironment) where the context cannot do render.technique; kUsage where there is none
    // such.
    void requireTechnique() const {
        const Technique& technique = findTechnique(render.technique);
        const std::string why = whyUnavailable(technique, renderer.capabilities());
        if (!why.empty()) throw environmentError("technique " + render.technique, why);
    }

    Crowd crowd;
    std::vector<GpuModel> gpu_models;
    Renderer renderer;
    RenderSettings render;
};

}  // namespace phalanx
