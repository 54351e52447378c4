// The layered units of a group on the GPU: the rig of their model, and a record per unit.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "anim/bake/clip_bounds.h"
#include "gl/context/capabilities.h"
#include "gl/objects/buffer_texture.h"
#include "gl/objects/handle.h"
#include "render/model/rig_textures.h"
#include "render/units/layer_record.h"

namespace phalanx {

class LayeredUnits {
  public:
    // One record per unit of the group, in its order. Throws Error (kEnvironment) if the driver's buffer
    // textures are too small.
    LayeredUnits(const gl::Capabilities& capabilities, std::shared_ptr<const RigTextures> rig,
                 std::span<const LayerRecord> records);

    const RigTextures& rig() const { return *rig_; }
    // At each texture unit that a shader reads records or states by.
    void bindRecords() const;
    bool aimsAtUnits() const { return aims_at_units_; }
    // Hold for all poses of all units, at scale 1.
    const ClipBounds& bounds() const { return bounds_; }
    // The record of a unit, for those who pose on the CPU.
    const LayerRecord& record(std::size_t unit) const { return on_cpu_[unit]; }

  private:
    std::shared_ptr<const RigTextures> rig_;
    std::vector<LayerRecord> on_cpu_;
    gl::Buffer records_;  // must outlive its view
    gl::BufferTexture view_;
    bool aims_at_units_ = false;
    ClipBounds bounds_;
};

}  // namespace phalanx
