#include "render/frame/frame_stats.h"

#include <algorithm>

namespace phalanx {

LayerWork& LayerWork::operator+=(const LayerWork& more) {
    units += more.units;
    joints += more.joints;
    texels_read += more.texels_read;
    texels_written += more.texels_written;
    return *this;
}

LayerWork LayerWork::since(const LayerWork& before) const {
    return {units - before.units, joints - before.joints, texels_read - before.texels_read,
            texels_written - before.texels_written};
}

std::optional<double> FrameStats::layersGpu_ms() const {
    std::optional<double> sum;
    for (const PassTime& pass : passes) {
        if (isLayerPass(pass.name)) sum = sum.value_or(0.0) + pass.gpu_ms;
    }
    return sum;
}

bool isLayerPass(std::string_view name) {
    return std::ranges::find(kLayerPasses, name) != kLayerPasses.end();
}

}  // namespace phalanx
