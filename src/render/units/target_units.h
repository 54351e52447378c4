// The states of all units of all groups in one buffer, one group after the other: where layered units find
// the units that they aim at. Copied on the GPU, so that a frame uploads nothing for them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gl/context/capabilities.h"
#include "gl/objects/buffer_texture.h"
#include "gl/objects/handle.h"
#include "render/units/unit_buffers.h"

namespace phalanx {

class TargetUnits {
  public:
    explicit TargetUnits(const gl::Capabilities& capabilities) : capabilities_(capabilities) {}

    // Copies the states of this frame. Throws Error (kEnvironment) if the driver's buffer textures are too
    // small for all units.
    void copy(const UnitBuffers& units);
    void bind() const;
    std::size_t bytes() const { return bytes_; }

  private:
    gl::Capabilities capabilities_;
    gl::Buffer states_;  // must outlive its view
    gl::BufferTexture view_;
    std::size_t bytes_ = 0;
};

}  // namespace phalanx
