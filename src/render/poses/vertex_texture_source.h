// Technique `vertex-texture`: binds the model's vertex texture; nothing is prepared per frame.
#pragma once

#include "render/poses/pose_source.h"

namespace phalanx {

class VertexTextureSource final : public PoseSource {
  public:
    // The model must have a vertex animation (GpuModel::setVertexAnimation()).
    void bind(const UnitScene& scene, const DrawItem& item, std::size_t /*offset*/,
              const gl::Program& program) override {
        scene.model(item.model).vertexAnimation()->bind(program);
    }
};

}  // namespace phalanx
