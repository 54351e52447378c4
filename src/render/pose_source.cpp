#include "render/pose_source.h"

#include "render/compute_source.h"
#include "render/cpu_source.h"
#include "render/palette_source.h"
#include "render/uniform_source.h"
#include "render/vertex_texture_source.h"

namespace phalanx {

std::unique_ptr<PoseSource> makePoseSource(const Technique& technique, const gl::Capabilities& capabilities) {
    switch (technique.pose) {
        case PoseKind::kPalette:
            return std::make_unique<PaletteSource>(capabilities);
        case PoseKind::kUniform:
            return std::make_unique<UniformSource>(capabilities);
        case PoseKind::kVertexTexture:
            return std::make_unique<VertexTextureSource>();
        case PoseKind::kCpu:
            return std::make_unique<CpuSource>();
        case PoseKind::kCompute:
            return std::make_unique<ComputeSource>(capabilities);
        case PoseKind::kRest:
        case PoseKind::kTexture:
            break;
    }
    return std::make_unique<PoseSource>();
}

}  // namespace phalanx
