// What a draw of one material sets.
#pragma once

#include "gl/objects/program.h"
#include "render/model/gpu_model.h"

namespace phalanx {

// For a program with surface.glsl that is in use: picture, colour, cut-out, tint; and which faces are culled.
void setMaterial(const gl::Program& program, const GpuMaterial& entry, bool cull_back_faces);

}  // namespace phalanx
