// The crowd on the GPU, per group: 64 bytes per unit of instance data, uploaded when a unit is edited; 48
// bytes per unit of state, computed from that and the clock each frame; and the vertex arrays that combine
// the states with the mesh.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "crowd/crowd.h"
#include "gl/objects/handle.h"
#include "render/model/gpu_model.h"
#include "render/units/morph_row_texture.h"

namespace phalanx {

// Makes the bound vertex array read its instance attributes from `states`, starting at first_unit.
void readStates(const gl::Buffer& states, std::size_t first_unit);

class UnitBuffers {
  public:
    struct Group {
        int model = 0;
        int variant = 0;
        std::uint32_t count = 0;
        // Another one for every new buffer, of any UnitBuffers; GL names are reused.
        std::uint64_t build = 0;
        gl::Buffer instances;
        gl::Buffer states;        // written by UnitStates::advance()
        gl::VertexArray sources;  // for advance() by transform feedback: one unit per vertex
        MorphRowTexture morph_rows;
        std::array<gl::VertexArray, 3> vertex_arrays;  // by MeshKind; states are instance attributes

        const gl::VertexArray& vertexArray(MeshKind kind) const {
            return vertex_arrays[static_cast<std::size_t>(kind)];
        }
    };

    struct Uploaded {
        std::size_t bytes = 0;
        std::uint32_t calls = 0;
    };
    // Uploads units and morph rows marked as changed and clears the marks; an unedited crowd uploads nothing.
    // Groups whose model, variant or size changed get new buffers.
    Uploaded update(std::span<UnitGroup> sources, std::span<const GpuModel> models);

    std::span<const Group> groups() const { return groups_; }
    // Makes the group's bound vertex array start at this unit (GL 3.3 has no base instance). Reset with 0.
    void pointTo(std::size_t group, std::size_t first_unit) const;
    std::size_t bytes() const;

  private:
    void build(Group& group, const UnitGroup& source, const GpuModel& model);

    std::vector<Group> groups_;
};

}  // namespace phalanx
