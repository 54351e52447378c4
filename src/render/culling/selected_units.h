// Lists of selected units on the GPU, and the buffer textures from which a vertex shader fetches a unit by
// index.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/buffer_texture.h"
#include "gl/objects/handle.h"
#include "gl/objects/upload_ring.h"
#include "render/model/gpu_model.h"
#include "render/units/unit_buffers.h"

namespace phalanx {

// Units of one group in one LOD, drawn together.
struct UnitRun {
    std::size_t group = 0;  // index into Crowd::groups()
    int model = 0;
    int variant = 0;
    int lod = 0;
    std::size_t first = 0;  // index into UnitSelection::indices
    std::size_t count = 0;
};

// The selected units of one view.
struct UnitSelection {
    std::vector<UnitRun> runs;
    std::vector<std::uint32_t> indices;  // of units in their groups, run by run
    std::size_t base = 0;                // offset of `indices` in the uploaded buffer
};

class SelectedUnits {
  public:
    explicit SelectedUnits(const gl::Capabilities& capabilities)
        : capabilities_(capabilities), lists_("selected unit lists") {}

    // "" if the units fit into GL_MAX_TEXTURE_BUFFER_SIZE, else the reason.
    std::string whyNot(std::span<const UnitGroup> groups) const;

    // Call once per frame, first, but after the units' states were computed: creates the buffer textures and
    // vertex arrays for these models and buffers.
    void follow(const UnitBuffers& buffers, std::span<const GpuModel> models);
    // Uploads the lists of a frame. Sets each view's `base`; returns the bytes uploaded.
    std::size_t upload(std::span<UnitSelection> views);

    // Binds the vertex array of a model's mesh, and the buffer texture of the group's states. Call pointTo()
    // next.
    void bind(std::size_t group, int model, MeshKind kind) const;
    // Makes the bound vertex array read this buffer from entry `first` on. An entry is `words` 32-bit words:
    // an index, or an index and a slot.
    static void pointTo(GLuint buffer, int words, std::size_t first);
    const gl::Buffer& indices() const { return lists_.list(); }
    std::size_t bytes() const { return lists_.bytes(); }

  private:
    struct Units {
        std::uint64_t build = 0;  // UnitBuffers::Group::build
        gl::BufferTexture view;
    };
    using VertexArrays = std::array<gl::VertexArray, 3>;  // by MeshKind

    gl::Capabilities capabilities_;
    gl::UploadRing lists_;
    std::vector<Units> units_;                 // by group
    std::vector<VertexArrays> vertex_arrays_;  // by model
};

}  // namespace phalanx
