// Technique `compute` (OpenGL 4.3): a compute shader skins every unit of a view once into a buffer, and all
// passes of the view draw from it. An element is a posed vertex.
#pragma once

#include "gl/objects/buffer_texture.h"
#include "gl/objects/handle.h"
#include "render/poses/pose_source.h"

namespace phalanx {

class ComputeSource final : public PoseSource {
  public:
    explicit ComputeSource(const gl::Capabilities& capabilities) : capabilities_(capabilities) {}

    std::size_t elements(const GpuModel& model, int lod, std::size_t units) const override;
    std::size_t capacity() const override;
    void limit(std::size_t bytes) override;
    void prepare(const Job& job) override;
    void bind(const UnitScene& scene, const DrawItem& item, std::size_t offset,
              const gl::Program& program) override;
    std::size_t bytes() const override { return vertices_ * PH_POSED_BYTES; }

  private:
    void reserve(std::size_t vertices);

    gl::Capabilities capabilities_;
    std::size_t most_bytes_ = kPoseBytes;
    std::size_t vertices_ = 0;
    gl::Buffer posed_;
    gl::BufferTexture view_;  // view of posed_; must be destroyed first
};

}  // namespace phalanx
