// The FrameBlock of the shaders, filled from the environment, the camera and the shadow maps.
#pragma once

#include "layouts.h"
#include "playback.h"
#include "render/frame/camera.h"
#include "render/frame/environment.h"
#include "render/passes/shadow_maps.h"

namespace phalanx {

layout::FrameBlock makeFrameBlock(const Environment& environment, const Camera& camera, double aspect,
                                  const ShadowMaps& shadow, const layout::Schedule& schedule);

}  // namespace phalanx
