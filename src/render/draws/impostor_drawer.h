// Program, uniforms and GL state for drawing units as impostors.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "gl/context/capabilities.h"
#include "render/draws/unit_draw_pass.h"
#include "render/impostor/impostor_atlas.h"
#include "render/units/unit_programs.h"

namespace phalanx {

class ImpostorDrawer {
  public:
    explicit ImpostorDrawer(const gl::Capabilities& capabilities) : capabilities_(capabilities) {}

    // Puts the program for this pass into use and returns it; nullptr if the pass does not draw impostors.
    // The target framebuffer must be bound. clouds: RenderSettings::clouds. lod: impostorLod() or
    // farImpostorLod() of the model.
    const gl::Program* begin(UnitPrograms& programs, const ImpostorAtlas& atlas, int variant, int lod,
                             const GpuModel& model, const UnitDrawPass& pass, bool clouds);
    // Call after the draws.
    static void end();

    // Where a pass with this many samples per pixel takes the coverage of impostors.
    CoveragePlaces coveragePlaces(UnitPass pass, int samples) const;

    // Sample positions of the bound framebuffer (GL_SAMPLE_POSITION), relative to the pixel's centre, in
    // pixels.
    std::span<const glm::vec2> samplePlaces(int samples);

  private:
    gl::Capabilities capabilities_;
    std::vector<glm::vec2> sample_places_;
};

}  // namespace phalanx
