// The first step of a frame: the state of every unit at the current time, 48 bytes per unit
// (layout::UnitShown), which all later draws read.
#pragma once

#include <cstdint>
#include <vector>

#include "gl/objects/buffer_texture.h"
#include "gl/objects/data_target.h"
#include "render/culling/unit_scene.h"
#include "render/frame/frame_stats.h"
#include "render/units/unit_programs.h"

namespace phalanx {

// By compute shaders where there are (GL 4.3); else by fragment shaders, whose pixels are copied into the
// buffer, where a buffer texture holds the units; else by transform feedback.
class UnitStates {
  public:
    explicit UnitStates(const gl::Capabilities& capabilities);

    // Fills UnitBuffers::Group::states. FrameBlock must be bound. Binds programs and framebuffers and changes
    // raster state; leaves rasterizer discard off.
    void advance(const UnitScene& scene, UnitPrograms& programs, FrameStats& stats);

    // Has the program of advance() built ahead (UnitPrograms::buildSome()).
    void request(const UnitScene& scene, UnitPrograms& programs) const;

    StatesBy by(const UnitScene& scene) const;
    std::size_t bytes() const { return pixels_.bytes(); }  // GPU memory, beside that of UnitBuffers

  private:
    struct Source {
        std::uint64_t build = 0;  // UnitBuffers::Group::build
        gl::BufferTexture units;
    };
    void compute(const UnitScene& scene, const gl::Program& program, FrameStats& stats);
    void drawFragments(const UnitScene& scene, const gl::Program& program, FrameStats& stats);
    static void feedBack(const UnitScene& scene, FrameStats& stats);

    gl::Capabilities capabilities_;
    std::vector<Source> sources_;  // by group; for drawFragments()
    gl::DataTarget pixels_;
};

}  // namespace phalanx
