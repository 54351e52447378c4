// The normals of one soldier as lines in the scene, skinned on the CPU from the same texels as on the GPU.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "app/army/stage.h"
#include "app/layers/layered_look.h"
#include "render/passes/line_pass.h"

namespace phalanx {

// Lines for Renderer::setLines(), for the vertices of the unit's variant that are in front of the eye. Moved
// a few millimetres towards the eye, so that the unit's own surface does not hide where they begin. `unit`:
// of the crowd. look: of a soldier with layers; else nullptr.
std::vector<SceneLine> normalLines(const Stage& stage, const std::vector<LoadedModel>& models,
                                   std::uint32_t unit, const LayeredLook* look, Ticks now,
                                   const glm::dmat4& clip_from_world);

}  // namespace phalanx
