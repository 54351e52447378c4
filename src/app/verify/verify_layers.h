// The check `layers` of `verify`: layered poses as the passes on the GPU and the shaders of the techniques
// compute them, against the double reference that reads the same texels (evaluateRigPose()).
//
// The poses are made of the model's own clips and joints, the same in every run: each operator alone and all
// together by `palette`, and all together by the other techniques that draw layers. Targets of limbs are
// within 45 to 90 % of their reach, those of aims 2 to 20 heights away and within the limits: at a limb's
// full reach the angle of its middle joint is the root of a rounding error.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "anim/bake/bake.h"
#include "app/verify/verify_report.h"
#include "gl/context/capabilities.h"
#include "render/draws/gpu_skinner.h"
#include "render/model/gpu_model.h"

namespace phalanx {

// Throws Error like GpuSkinner. `poses`: per operator. `only`: the name of the one operator to check; empty:
// all. Vertices are compared as in DrawnReport.
LayersReport verifyLayers(const gl::Capabilities& capabilities, GpuSkinner& skinner,
                          const GpuModel& gpu_model, const Model& model, const BakedAnimation& baked,
                          int poses, std::string_view only = {});

}  // namespace phalanx
