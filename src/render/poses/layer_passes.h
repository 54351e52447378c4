// The three passes of layered poses, fragment shaders of OpenGL 3.3: clips to local transforms, aims and IK,
// and the product over ancestors to the matrix rows that technique `palette` draws with. Without aims and IK
// the second is left out.
#pragma once

#include <array>
#include <cstddef>
#include <functional>

#include "gl/objects/handle.h"
#include "render/poses/draw_list.h"
#include "render/units/unit_programs.h"

namespace phalanx {

class LayerPasses {
  public:
    explicit LayerPasses(const gl::Capabilities& capabilities) : capabilities_(capabilities) {}

    struct Job {
        const UnitScene& scene;
        const DrawItem& item;  // of a group with layers
        UnitPrograms& programs;
        GLuint target = 0;           // framebuffer of the palettes, PH_PALETTE_WIDTH wide
        std::size_t rows = 0;        // of the target
        std::function<void()> draw;  // one rectangle per unit of the item: a triangle strip of 4 corners
    };
    // Sets the viewport; raster state is as for the palettes' own pass. Leaves the target bound.
    void run(const Job& job);
    std::size_t bytes() const;

  private:
    // A texture, or two, for one or more texels per unit.
    struct Target {
        std::size_t rows = 0;
        std::array<gl::Texture, 2> colors;
        gl::Framebuffer framebuffer;
    };
    void reserve(Target& target, std::size_t textures, std::size_t rows, const char* name) const;

    gl::Capabilities capabilities_;
    Target local_;   // rotations, translations
    Target solved_;  // rotations
};

}  // namespace phalanx
