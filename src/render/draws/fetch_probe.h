// Measures which way of fetching texels is faster on this machine, in some milliseconds.
#pragma once

#include <filesystem>

#include "anim/bake/bake.h"
#include "gl/context/capabilities.h"
#include "render/model/gpu_model.h"

namespace phalanx {

struct FetchTimes {
    double texture_2d_ms = 0.0;  // 0: the driver supports no 2D texture of this size
    double buffer_ms = 0.0;      // 0: the driver supports no buffer texture of this size
    FetchPath faster() const {
        if (texture_2d_ms <= 0.0) return FetchPath::kBuffer;
        return buffer_ms > 0.0 && buffer_ms < texture_2d_ms ? FetchPath::kBuffer : FetchPath::kTexture2d;
    }
};

// Skins the model's vertices with crossfades, frame interpolation and rasterizer discard, alternating between
// both ways, and takes the fastest round of each. Leaves the model with the faster way. The context must be
// current.
FetchTimes chooseFetchPath(const gl::Capabilities& capabilities,
                           const std::filesystem::path& shader_directory, const BakedAnimation& baked,
                           GpuModel& model);

}  // namespace phalanx
