// The crowd on the GPU, a group at a time: 64 bytes a unit, which change when somebody edits him, and the 48
// that are worked out of them and the clock for each frame, with the vertex arrays that join these to the
// mesh.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "crowd/crowd.h"
#include "gl/objects/handle.h"
#include "render/model/gpu_model.h"

namespace phalanx {

// Lets the bound vertex array read its instance attributes from what units show, beginning with this one.
void readStates(const gl::Buffer& states, std::size_t first_unit);

class UnitBuffers {
  public:
    struct Group {
        int model = 0;
        int variant = 0;
        std::uint32_t count = 0;
        std::uint64_t build = 0;  // grows when the buffer is another one: names of buffers come again
        gl::Buffer instances;
        gl::Buffer states;                             // what UnitDrawer::advance() works out
        gl::VertexArray sources;                       // for that: a vertex a unit
        std::array<gl::VertexArray, 3> vertex_arrays;  // by MeshKind; the states are instance attributes

        const gl::VertexArray& vertexArray(MeshKind kind) const {
            return vertex_arrays[static_cast<std::size_t>(kind)];
        }
    };

    struct Uploaded {
        std::size_t bytes = 0;
        std::uint32_t calls = 0;
    };
    // Copies what is marked as changed and takes the marks away. Nothing is uploaded for a crowd that nobody
    // edited. Groups that were laid anew get new buffers.
    Uploaded update(std::span<UnitGroup> sources, std::span<const GpuModel> models);

    std::span<const Group> groups() const { return groups_; }
    // Lets the bound vertex array of a group begin with this unit (GL 3.3 has no base instance). Undo with 0.
    void pointTo(std::size_t group, std::size_t first_unit) const;
    std::size_t bytes() const;

  private:
    void build(Group& group, const UnitGroup& source, const GpuModel& model);

    std::vector<Group> groups_;
    std::uint64_t builds_ = 0;
};

}  // namespace phalanx
