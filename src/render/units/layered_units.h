// The layered units of a group on the GPU: the rig of their model, and a record per unit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "anim/bake/clip_bounds.h"
#include "gl/context/capabilities.h"
#include "gl/objects/buffer_texture.h"
#include "gl/objects/handle.h"
#include "render/model/rig_textures.h"
#include "render/units/layer_cost.h"
#include "render/units/layer_record.h"

namespace phalanx {

class LayeredUnits {
  public:
    // One record per unit of the group, in its order; `use`: of these and of all that are written later.
    // Throws Error (kEnvironment) if the driver's buffer textures are too small.
    LayeredUnits(const gl::Capabilities& capabilities, std::shared_ptr<const RigTextures> rig,
                 std::vector<LayerRecord> records, const LayerUse& use);

    // All units of the group have one record. It counts as one unit in cost().
    LayeredUnits(const gl::Capabilities& capabilities, std::shared_ptr<const RigTextures> rig,
                 const LayerRecord& of_all, const LayerUse& use);

    const RigTextures& rig() const { return *rig_; }
    // Units are posed in LODs below this; in others they are drawn as without layers.
    int lods() const { return lods_; }
    void limitLods(int lods) { lods_ = lods; }
    const std::shared_ptr<const RigTextures>& sharedRig() const { return rig_; }
    bool sharesRecord() const { return shared_; }
    // At each texture unit that a shader reads records or states by.
    void bindRecords() const;
    const LayerTargets& targets() const { return targets_; }
    // The records, as uploaded; of sharesRecord(), one.
    const gl::Buffer& buffer() const { return records_; }
    // Changes with each upload, and differs between all objects.
    std::uint64_t version() const { return version_; }
    // From 1 on, another one for each object.
    std::uint64_t number() const { return number_; }
    // Hold for all poses of all units, at scale 1.
    const ClipBounds& bounds() const { return bounds_; }
    // What posing its units takes.
    const LayerCost& cost() const { return cost_; }
    // The record of a unit, for techniques that pose on the CPU.
    const LayerRecord& record(std::size_t unit) const { return on_cpu_[shared_ ? 0 : unit]; }

    // Call before writing records that `use` of the constructor does not contain: what all that were written
    // and will be need.
    void expect(const LayerUse& use);

    // Takes effect at the next upload(). Not if they share one.
    void write(std::size_t unit, const LayerRecord& record);
    // Uploads the records from the first to the last that was written since. Returns the bytes.
    std::size_t upload();

  private:
    std::shared_ptr<const RigTextures> rig_;
    std::vector<LayerRecord> on_cpu_;
    gl::Buffer records_;  // must outlive its view
    gl::BufferTexture view_;
    std::size_t written_first_ = 0;  // [first, last)
    std::size_t written_last_ = 0;
    LayerTargets targets_;
    std::uint64_t number_ = 0;
    std::uint64_t version_ = 0;
    bool shared_ = false;
    int lods_ = 1000;  // all
    ClipBounds bounds_;
    LayerCost cost_;
};

}  // namespace phalanx
