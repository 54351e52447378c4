// The matrix rows of units on the CPU, for the techniques `cpu` and `uniform`: from the animation, or as the
// layers of the units pose them. The latter in double precision, by evaluateRigPose().
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>

#include "render/poses/draw_list.h"
#include "render/skinning/palette_blender.h"
#include "render/units/shown_pose.h"

namespace phalanx {

// How much the feet of a unit follow the ground, 0..1, as layers/feet_weight.glsl. switches:
// LayerMistakes::feet_switch.
double feetWeight(const FeetFade& fade, const UnitStand& stand, bool switches = false);

class UnitRows {
  public:
    // All must live as long.
    UnitRows(const UnitScene& scene, const DrawItem& item, const PaletteBlender& blender)
        : scene_(scene), item_(item), blender_(blender), layers_(scene.layersOf(item.group)) {}

    // Of unit i of the item, as PaletteBlender::blend() writes them.
    void write(std::size_t i, std::span<glm::vec4> rows) const {
        if (layers_ != nullptr) return pose(i, rows);
        blender_.blend(item_.unit(scene_, i), scene_.schedule, scene_.skin.switches, rows);
    }

  private:
    void pose(std::size_t i, std::span<glm::vec4> rows) const;
    UnitStand standOf(std::size_t group, std::size_t number) const;
    UnitStand standAt(std::uint32_t place) const;  // in u_target_units

    const UnitScene& scene_;
    const DrawItem& item_;
    const PaletteBlender& blender_;
    const LayeredUnits* layers_;
};

}  // namespace phalanx
