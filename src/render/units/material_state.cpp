#include "render/units/material_state.h"

#include "gl/objects/texture.h"
#include "layouts.h"

namespace phalanx {

void setMaterial(const gl::Program& program, const GpuModel& model, std::size_t index) {
    const GpuMaterial& entry = model.materials()[index];
    const Material& material = entry.material;
    gl::bindTexture(UNIT_BASE_COLOR, GL_TEXTURE_2D, entry.base_color);
    program.setUniform("u_base_color", material.base_color);
    program.setUniform("u_alpha_cutoff",
                       material.alpha_mode == AlphaMode::kMask ? material.alpha_cutoff : 0.0F);
    program.setUniform("u_tint_mask", material.tint_mask == TintMask::kAlpha ? 1 : 0);
    if (model.unlit()) program.setUniform("u_unlit", material.unlit ? 1 : 0);
    if (model.cullBackFaces() && !material.two_sided) {
        glEnable(GL_CULL_FACE);
        glCullFace(GL_BACK);
        glFrontFace(GL_CCW);
    } else {
        glDisable(GL_CULL_FACE);
    }
}

}  // namespace phalanx
