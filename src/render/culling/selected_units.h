// The units that views show, on the GPU: lists of indices, and what lets a vertex shader fetch a unit by one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "render/model/gpu_model.h"
#include "render/units/unit_buffers.h"

namespace phalanx {

// Units of one group in one level of detail, drawn together.
struct UnitRun {
    std::size_t group = 0;  // of the crowd
    int model = 0;
    int variant = 0;
    int level = 0;
    std::size_t first = 0;  // in UnitSelection::indices
    std::size_t count = 0;
};

// Units of one run that are made ready and drawn together.
struct UnitChunk {
    std::size_t run = 0;
    std::size_t first = 0;  // among the run's units
    std::size_t count = 0;
    std::size_t base = 0;  // where the PoseSource keeps what belongs to `first`, in elements of its own
};

// What one view shows.
struct UnitSelection {
    std::vector<UnitRun> runs;
    std::vector<std::uint32_t> indices;  // of units in their groups, run by run
    std::size_t base = 0;                // where `indices` begin in the buffer

    // Where a unit of the crowd is drawn: its run, and its place there; nullopt where it is not. Looks
    // through its group's runs: for one unit a frame.
    std::optional<UnitPlace> find(const UnitPlace& unit) const;
};

class SelectedUnits {
  public:
    explicit SelectedUnits(const gl::Capabilities& capabilities) : capabilities_(capabilities) {}

    // "" where shaders can fetch units by index, else the reason.
    std::string whyNot(std::span<const UnitGroup> groups) const;

    // Once a frame, before all else: the models and buffers that are drawn.
    void follow(const UnitBuffers& buffers, std::span<const GpuModel> models);
    // The lists of a frame, all in one mapping, into one of three buffers in turn, and from there to where
    // the GPU reads them. Sets their `base`; returns the bytes.
    std::size_t upload(std::span<UnitSelection> views);

    // Binds the vertex array of a run's mesh, reading the run's indices, and the units that they name.
    void bind(const UnitSelection& view, const UnitRun& run, MeshKind kind) const;
    // The same of a whole group, reading from the beginning of a buffer: an index a unit, or with his slot
    // beside it.
    enum class Entry : std::uint8_t { kIndex = 1, kIndexAndSlot = 2 };
    void bind(std::size_t group, int model, MeshKind kind, const gl::Buffer& entries, Entry entry) const;
    // Lets the bound vertex array begin with this unit of the run.
    void pointTo(const UnitSelection& view, const UnitRun& run, std::size_t first) const;
    const gl::Buffer& indices() const { return lists_; }
    std::size_t bytes() const { return sizes_[0] + sizes_[1] + sizes_[2] + list_bytes_; }

  private:
    struct Units {
        std::uint64_t build = 0;  // of UnitBuffers::Group
        gl::Texture view;
    };
    void bindUnits(std::size_t group, int model, MeshKind kind) const;

    using VertexArrays = std::array<gl::VertexArray, 3>;  // by MeshKind

    gl::Capabilities capabilities_;
    std::array<gl::Buffer, 3> uploads_;
    std::size_t current_ = 0;
    std::array<std::size_t, 3> sizes_{};  // of the buffers
    // What draws read. Not `uploads_`: a driver keeps what is mapped every frame in the CPU's memory, and
    // each vertex would read across the bus (docs/scale.md).
    gl::Buffer lists_;
    std::size_t list_bytes_ = 0;
    std::vector<Units> units_;                 // per group
    std::vector<VertexArrays> vertex_arrays_;  // per model
};

}  // namespace phalanx
