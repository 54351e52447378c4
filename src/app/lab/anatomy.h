// What the anatomy panel shows of one soldier, from the same numbers that the shader gets.
#pragma once

#include <glm/glm.hpp>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "app/lab/anatomy_view.h"
#include "app/layers/layered_look.h"
#include "gl/objects/handle.h"
#include "ui/anatomy/anatomy_panel.h"

namespace phalanx {

// model_from_bind of each joint of a soldier, as the technique draws it at `now`. look: as in
// Anatomy::look().
std::vector<glm::dmat4> drawnPalette(const Stage& stage, const std::vector<LoadedModel>& models,
                                     std::uint32_t unit, const LayeredLook* look, Ticks now);

// The joints of a soldier where they are drawn at `now`. look: as in Anatomy::look().
std::vector<AnatomyJoint> skeletonOf(const Stage& stage, const std::vector<LoadedModel>& models,
                                     std::uint32_t unit, const LayeredLook* look, Ticks now,
                                     const AnatomyView& view);

class Anatomy {
  public:
    // The soldier as it is drawn at `now`. look: of one with layers; else nullptr. The facts refer to
    // `models`. The context must be current: the image of the texels is made on first use and after they
    // change.
    AnatomyFacts look(const Stage& stage, const std::vector<LoadedModel>& models, std::uint32_t unit,
                      const LayeredLook* look, Ticks now, const AnatomyView& view,
                      std::optional<std::uint32_t> joint);

  private:
    void drawPicture(const gl::Capabilities& capabilities, const GpuModel& model,
                     const BakedAnimation& baked);

    gl::Texture picture_;
    const GpuModel* pictured_ = nullptr;
    std::uint64_t pictured_version_ = 0;
    std::uint32_t frames_per_column_ = 1;
};

}  // namespace phalanx
