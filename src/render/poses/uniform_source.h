// Technique `uniform`: the CPU blends the palettes of all units of a view into one uniform buffer, and each
// unit's draw binds its range. An element is a byte.
#pragma once

#include <array>

#include "gl/objects/handle.h"
#include "render/poses/pose_source.h"
#include "render/skinning/model_caches.h"
#include "render/skinning/palette_blender.h"

namespace phalanx {

class UniformSource final : public PoseSource {
  public:
    explicit UniformSource(const gl::Capabilities& capabilities) : capabilities_(capabilities) {}

    std::size_t elements(const GpuModel& model, int lod, std::size_t units) const override;
    std::size_t capacity() const override;
    void prepare(const Job& job) override;
    void bind(const UnitScene& scene, const DrawItem& item, std::size_t offset,
              const gl::Program& program) override;
    std::size_t bytes() const override { return bytes_; }

  private:
    std::size_t stride(const GpuModel& model) const;

    gl::Capabilities capabilities_;
    ModelCaches<PaletteBlender> blenders_;
    // Used in turn: the GPU may still read what earlier frames wrote, and a driver may wait for it even if
    // the storage is reallocated (NVIDIA's does: 2.8 ms per frame for 10 units).
    std::array<gl::Buffer, 3> palettes_;
    std::size_t current_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace phalanx
