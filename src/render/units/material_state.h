// GL state and uniforms of one material.
#pragma once

#include "gl/objects/program.h"
#include "render/model/gpu_model.h"

namespace phalanx {

// For a program in use that includes surface.glsl: sets texture, colour, alpha cutoff, tint and face culling.
void setMaterial(const gl::Program& program, const GpuMaterial& entry, bool cull_back_faces);

}  // namespace phalanx
