// The states of all units of all groups in one buffer, one group after the other, and their records in
// another: where layered units find the units that they aim at or reach for. Copied on the GPU, so that a
// frame uploads nothing for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/buffer_texture.h"
#include "gl/objects/handle.h"
#include "render/units/layered_units.h"
#include "render/units/unit_buffers.h"

namespace phalanx {

class TargetUnits {
  public:
    explicit TargetUnits(const gl::Capabilities& capabilities) : capabilities_(capabilities) {}

    // Copies the states of this frame. Throws Error (kEnvironment) if the driver's buffer textures are too
    // small for all units.
    void copy(const UnitBuffers& units);
    void bind() const;
    // Copies the records that have changed since the last time. layered: per group; nullptr: none. Throws
    // like copy().
    void copyRecords(const UnitBuffers& units, std::span<const LayeredUnits* const> layered);
    // In place of the records of a group.
    void bindRecords() const;
    std::size_t bytes() const { return states_.bytes + records_.bytes; }

  private:
    struct Copies {
        gl::Buffer buffer;  // must outlive its view
        gl::BufferTexture view;
        std::size_t bytes = 0;
    };
    // Returns whether it is a new one, without content.
    bool makeRoom(Copies& copies, std::size_t bytes, const char* name) const;

    gl::Capabilities capabilities_;
    Copies states_;
    Copies records_;
    std::vector<std::uint64_t> versions_;  // per group, of LayeredUnits
};

}  // namespace phalanx
