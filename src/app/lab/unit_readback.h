// What the GPU computes for one soldier, read back without waiting: posed vertices, and with layers matrix
// rows.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "app/army/stage.h"
#include "app/layers/layered_look.h"
#include "gl/objects/handle.h"
#include "render/draws/gpu_skinner.h"

namespace phalanx {

// The programs that pose single soldiers, which the lenses share. Created on first use.
class LensSkinner {
  public:
    GpuSkinner& of(const Stage& stage);
    // The models are replaced.
    void forgetArmy() { skinner_.reset(); }

  private:
    std::optional<GpuSkinner> skinner_;
};

class UnitReadback {
  public:
    explicit UnitReadback(LensSkinner& skinner) : skinner_(skinner) {}

    // The context must be current in all calls. Draws with the technique and settings of the stage, at model
    // space. look: of a soldier with layers.
    void askVertices(const Stage& stage, std::uint32_t unit, const LayeredLook* look, Ticks now);
    void askRows(const Stage& stage, std::uint32_t unit, const LayeredLook& look);

    // Whether the GPU has done what was asked for last; false if nothing was.
    bool arrived();
    // After arrived(). A vertex of the mesh of the technique, and three rows per joint of the palette.
    FeedbackVertex vertex(std::uint32_t number) const;
    std::vector<glm::vec4> rows() const;

    void forget() { fence_.reset(); }

  private:
    static void reserve(gl::Buffer& buffer, std::size_t& held, std::size_t bytes);

    LensSkinner& skinner_;
    gl::Buffer vertices_;
    gl::Buffer rows_;
    std::size_t vertex_bytes_ = 0;
    std::size_t row_bytes_ = 0;
    std::optional<gl::Sync> fence_;
};

}  // namespace phalanx
