// A crowd of small models on a stage, for tests that draw it.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "gl/crowd_photos.h"
#include "gl/gl_fixture.h"
#include "gl/objects/readback.h"

namespace phalanx::test {

// Baked at a low rate, without LODs.
inline LoadedModel bakedModel(Model model, double rate_hz = 15.0) {
    LoadedModel loaded;
    loaded.model = std::move(model);
    BakeSettings bake;
    bake.rate_hz = rate_hz;
    loaded.baked = bakeAnimation(loaded.model, bake);
    return loaded;
}

// Mean difference of bytes that float rounding may cause at edges. Other poses differ far more.
inline constexpr double kSameImage = 0.02;

class StageTest : public GlTest {
  protected:
    static constexpr int kSide = 96;

    static CrowdSettings grid(std::uint32_t units) {
        CrowdSettings settings;
        settings.units = units;
        settings.formation = Formation::kGrid;
        settings.crossfade_spread = 0.6;
        return settings;
    }

    // Puts a crowd of models_ on the stage.
    void lay(const CrowdSettings& settings, FetchPath fetch = FetchPath::kTexture2d) {
        skin_.bake.fetch = fetch;
        stage_.emplace(caps(), models_, makeCrowd(models_, {}, settings, 0), skin_);
        stage_->render.shadow_map = 64;
        stage_->render.samples = 1;
        stage_->render.cull = true;
    }

    gl::Pixels photograph(Renderer& renderer, const char* technique, const Camera& camera, Ticks now = 5000) {
        stage_->render.technique = technique;
        return photographOf(renderer, *stage_, camera, stage_->render, now, kSide);
    }

    std::vector<LoadedModel> models_;
    SkinOptions skin_;
    std::optional<Stage> stage_;
};

}  // namespace phalanx::test
