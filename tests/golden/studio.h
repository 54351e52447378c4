// Renders small images of models and a crowd on the current context. Arguments fix everything, and the images
// are made as `phalanx shot` makes them.
#pragma once

#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "core/file.h"
#include "crowd/crowd.h"
#include "gl/objects/readback.h"
#include "gl/pick_at.h"
#include "render/model/gpu_model.h"
#include "render/passes/renderer.h"
#include "render/passes/targets.h"

namespace phalanx::test {

// Small enough for software rendering, large enough to show faces and folds.
inline constexpr glm::ivec2 kPictureSize{256, 144};

// What to draw, and from where.
struct View {
    double time_s = 0.0;
    Camera camera;
    FrameRequest render{wholeUnits()};
    VertexFormat vertex_format = VertexFormat::kUnorm16;
};

// A crowd that stands still and plays one clip, with all units alike, so that only the test's own changes are
// visible.
inline CrowdSettings standing(std::uint32_t units) {
    CrowdSettings settings;
    settings.units = units;
    settings.formation = Formation::kGrid;
    settings.position_jitter_m = 0.0;
    settings.heading_jitter_deg = 0.0;
    settings.height_spread = 0.0;
    settings.march = false;
    settings.crossfade_s = 0.0;
    settings.offset_spread = 0.0;
    return settings;
}

// The soldier that comes with Phalanx, baked at a rate that does not depend on the baker's measurements.
inline const std::vector<LoadedModel>& soldierAlone() {
    static const std::vector<LoadedModel> models = [] {
        ArmyOptions options;
        options.bake.rate_hz = 30.0;
        return loadModels(options);
    }();
    return models;
}

class Studio {
  public:
    Studio(const gl::Capabilities& capabilities, const std::vector<LoadedModel>& models,
           const CrowdSettings& settings, const ArmySettings& army = {},
           const std::filesystem::path& shaders = dataDirectory() / "shaders",
           FetchPath fetch = FetchPath::kTexture2d)
        : models_(models), crowd_(makeCrowd(models, army, settings, 0)), renderer_(capabilities, shaders) {
        for (std::size_t i = 0; i < models.size(); ++i) {
            gpu_models_.push_back(
                makeGpuModel(capabilities, models[i], crowd_.clipTable(static_cast<int>(i)), fetch));
        }
        picture_.emplace(capabilities, GL_RGBA8, kPictureSize.x, kPictureSize.y, false, "picture");
    }

    // The models given to the constructor must still exist.
    gl::Pixels photograph(const View& view) {
        if (findTechnique(view.render.technique).pose == PoseKind::kVertexTexture) {
            SkinOptions options;
            options.settings = view.render.skin;
            options.bake.vertex_format = view.vertex_format;
            for (std::size_t i = 0; i < gpu_models_.size(); ++i)
                ensureVertexAnimation(renderer_.capabilities(), models_[i], options, gpu_models_[i]);
        }
        renderer_.draw(gpu_models_, crowd_, view.camera, view.render, ticksFromSeconds(view.time_s),
                       kPictureSize.x, kPictureSize.y);
        renderer_.present(picture_->framebuffer());
        return gl::readPixels(picture_->framebuffer(), kPictureSize.x, kPictureSize.y);
    }

    std::optional<std::uint32_t> pick(const View& view, const glm::ivec2& pixel) {
        return pickAt(renderer_, pixel, [&] { photograph(view); });
    }

    Crowd& crowd() { return crowd_; }
    const Renderer& renderer() const { return renderer_; }
    const GpuModel& gpuModel(int model) const { return gpu_models_[static_cast<std::size_t>(model)]; }

  private:
    const std::vector<LoadedModel>& models_;
    Crowd crowd_;
    std::vector<GpuModel> gpu_models_;
    Renderer renderer_;
    std::optional<PlainTarget> picture_;
};

inline double aspectOfPicture() {
    return static_cast<double>(kPictureSize.x) / kPictureSize.y;
}

}  // namespace phalanx::test
