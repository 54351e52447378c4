// Layered poses within OpenGL 3.3, by three passes of fragment shaders: clips to local transforms, aims and
// IK, and the product over ancestors to the matrix rows that technique `palette` draws with. Without aims and
// IK the second is left out.
#pragma once

#include <cstddef>
#include <functional>

#include "gl/objects/data_target.h"
#include "render/poses/draw_list.h"
#include "render/units/target_units.h"
#include "render/units/unit_programs.h"

namespace phalanx {

class LayerPasses {
  public:
    explicit LayerPasses(const gl::Capabilities& capabilities);

    struct Job {
        const UnitScene& scene;
        const DrawItem& item;  // of a group with layers
        UnitPrograms& programs;
        const TargetUnits& targets;  // as for useLayerProgram()
        const gl::DataTarget& palettes;
        std::size_t units;  // that are posed, for `stats`
        FrameStats& stats;
        std::size_t most;            // rectangles that draw() draws
        std::function<void()> draw;  // one rectangle per unit to be posed: a triangle strip of 4 corners
    };
    // Sets the viewport; raster state is as for the palettes' own pass. Leaves the palettes' framebuffer
    // bound.
    void run(const Job& job);
    std::size_t bytes() const;

  private:
    gl::Capabilities capabilities_;
    gl::DataTarget local_;   // rotations, translations
    gl::DataTarget solved_;  // rotations
};

}  // namespace phalanx
