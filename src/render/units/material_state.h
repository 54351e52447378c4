// GL state and uniforms of one material.
#pragma once

#include "gl/objects/program.h"
#include "render/model/gpu_model.h"

namespace phalanx {

// For a program in use that includes surface.glsl: sets texture, colour, alpha cutoff, tint, whether the
// material is unlit, and face culling. index: in GpuModel::materials().
void setMaterial(const gl::Program& program, const GpuModel& model, std::size_t index);

}  // namespace phalanx
