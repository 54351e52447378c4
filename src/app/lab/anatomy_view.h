// Projection of one soldier to the window, shared by the anatomy panel and the vertex lens.
#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "anim/bake/bake.h"
#include "crowd/crowd.h"

namespace phalanx {

struct AnatomyView {
    glm::dmat4 clip_from_world{1.0};
    glm::dvec2 size{0.0};  // of the window, in window coordinates
};

// From model space to the window, for a soldier where it stands.
class UnitProjection {
  public:
    UnitProjection(const AnatomyView& view, const layout::UnitState& state, const UnitInstance& unit);

    struct Place {
        glm::dvec2 window{0.0};
        double depth_m = 0.0;  // from the eye, along its direction
    };
    // nullopt behind the camera.
    std::optional<Place> operator()(const glm::dvec3& p_model) const;
    // The point of model space that is drawn at this place of the window and as far from the eye, along its
    // direction, as `p_model`.
    glm::dvec3 atDepthOf(const glm::dvec3& p_model, const glm::dvec2& window) const;
    // In clip space.
    glm::dvec4 clip(const glm::dvec3& p_model) const { return clip_from_model_ * glm::dvec4(p_model, 1.0); }

  private:
    glm::dmat4 clip_from_model_;
    glm::dvec2 size_;
};

// What a unit plays, from its instance data and the clock. Of one that shows a frame of its own: what stands
// for that, OwnFrames::stand_in.
BakedPose poseOf(const Crowd& crowd, std::uint32_t unit, const layout::UnitState& state);

}  // namespace phalanx
