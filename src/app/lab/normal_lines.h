// The normals of one soldier as lines in the scene, as the CPU skins them from the texels that he reads.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "app/army/stage.h"
#include "render/frame/line_pass.h"

namespace phalanx {

// Of the vertices of his variant that lie before the eye, for Renderer::setLines(): pulled a few millimetres
// to the eye, so that his own surface does not hide their feet. `unit` is one of the crowd's.
std::vector<SceneLine> normalLines(const Stage& stage, const std::vector<LoadedModel>& models,
                                   std::uint32_t unit, Ticks now, const glm::dmat4& clip_from_world);

}  // namespace phalanx
