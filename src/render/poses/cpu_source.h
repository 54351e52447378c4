// Technique `cpu`: all CPU cores skin every vertex of every unit of a view into a vertex buffer, and each
// unit is one draw from it. An element is a posed vertex.
#pragma once

#include "gl/objects/handle.h"
#include "render/poses/pose_source.h"
#include "render/skinning/cpu_skin.h"
#include "render/skinning/model_caches.h"
#include "render/skinning/morph_blender.h"
#include "render/skinning/palette_blender.h"

namespace phalanx {

class CpuSource final : public PoseSource {
  public:
    std::size_t elements(const GpuModel& model, int lod, std::size_t units) const override;
    std::size_t capacity() const override;
    void prepare(const Job& job) override;
    void bind(const UnitScene& scene, const DrawItem& item, std::size_t offset,
              const gl::Program& program) override;
    std::size_t bytes() const override { return bytes_; }

  private:
    ModelCaches<PaletteBlender> blenders_;
    ModelCaches<CpuSkinMesh> meshes_;
    ModelCaches<MorphBlender> morphs_;
    gl::Buffer posed_;
    std::size_t bytes_ = 0;
};

}  // namespace phalanx
