// What a pass sets before it draws units as impostors.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "gl/context/capabilities.h"
#include "render/impostor/impostor_atlas.h"
#include "render/units/unit_draw_pass.h"
#include "render/units/unit_programs.h"

namespace phalanx {

class ImpostorDrawer {
  public:
    explicit ImpostorDrawer(const gl::Capabilities& capabilities) : capabilities_(capabilities) {}

    // The program, in use, for the framebuffer that is bound; nullptr where the pass leaves impostors out.
    // level: of the model, one of its two of impostors.
    const gl::Program* begin(UnitPrograms& programs, const ImpostorAtlas& atlas, int variant, int level,
                             const GpuModel& model, const UnitDrawPass& pass);
    static void end();

    // With so many samples a pixel: which of them are covered is decided one by one, in the shader.
    bool decidesEachSample(int samples) const;

  private:
    // Of a pixel of the framebuffer that is bound, from its middle, by parts of its side.
    std::span<const glm::vec2> samplePlaces(int samples);

    gl::Capabilities capabilities_;
    std::vector<glm::vec2> sample_places_;
};

}  // namespace phalanx
