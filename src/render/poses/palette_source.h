// Technique `palette` (OpenGL 3.3): a fragment shader blends the joint matrices of every unit of a view once
// into a texture. The palettes of groups with layers come from computeLayers() or LayerPasses instead. An
// element is a texture row of PH_PALETTE_WIDTH texels.
#pragma once

#include <vector>

#include "gl/objects/data_target.h"
#include "render/poses/layer_passes.h"
#include "render/poses/pose_source.h"
#include "render/units/target_units.h"

namespace phalanx {

class PaletteSource final : public PoseSource {
  public:
    explicit PaletteSource(const gl::Capabilities& capabilities);

    std::size_t elements(const GpuModel& model, int lod, std::size_t units) const override;
    std::size_t capacity() const override;
    std::optional<bool> keep(std::size_t elements, std::size_t bytes) override;
    void release() override;
    void limit(std::size_t bytes) override;
    void prepare(const Job& job) override;
    void bind(const UnitScene& scene, const DrawItem& item, std::size_t offset,
              const gl::Program& program) override;
    std::size_t bytes() const override;
    std::vector<glm::vec4> readRows(const GpuModel& model, const DrawItem& item) const override;
    void copyRows(const GpuModel& model, const DrawItem& item, const gl::Buffer& buffer) const override;

  private:
    void blend(const Job& job, const DrawItem& item) const;
    void pose(const Job& job, const DrawItem& item, const LayeredUnits& layers);

    gl::Capabilities capabilities_;
    std::size_t most_bytes_ = kPoseBytes;
    gl::DataTarget palettes_;
    std::size_t kept_bytes_ = 0;  // may be held while poses stay
    bool kept_ = false;           // keep() was called, and the texture is still that one
    LayerPasses layers_;
    TargetUnits targets_;  // of groups with layers
};

}  // namespace phalanx
