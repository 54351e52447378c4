// What one frame cost: counts and measured times.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx {

struct PassTime {
    std::string name;
    double gpu_ms = 0.0;
};

// The passes of layered poses: by fragment shaders the first three, in their order; within OpenGL 4.3, and
// where the CPU poses, the last one does all.
namespace layer_pass {
inline constexpr std::string_view kBlend = "layer blend";  // clips to local transforms
inline constexpr std::string_view kSolve = "layer solve";  // aims and IK
inline constexpr std::string_view kRows = "layer rows";    // the product over ancestors
inline constexpr std::string_view kAll = "layer poses";
}  // namespace layer_pass
inline constexpr std::array kLayerPasses{layer_pass::kBlend, layer_pass::kSolve, layer_pass::kRows,
                                         layer_pass::kAll};

inline constexpr std::uint64_t kLayerTexelBytes = 16;  // of records, rigs, local transforms and rows

// What passes of layered poses do. Counted on the CPU; docs/pose.md explains the counts.
struct LayerWork {
    std::uint64_t units = 0;
    std::uint64_t joints = 0;  // of all units
    std::uint64_t texels_read = 0;
    std::uint64_t texels_written = 0;

    std::uint64_t bytes() const { return kLayerTexelBytes * (texels_read + texels_written); }
    LayerWork& operator+=(const LayerWork& more);
    // What came after `before`, which is part of this.
    LayerWork since(const LayerWork& before) const;
    bool operator==(const LayerWork&) const = default;
};

// CPU time of one pass of this frame, and what it issued. `name` is a string literal.
struct PassWork {
    std::string_view name;
    double cpu_ms = 0.0;
    std::uint32_t draws = 0;
    std::uint64_t triangles = 0;  // of units; 0 where the GPU selects them
    std::uint32_t uploads = 0;
    std::uint64_t bytes_uploaded = 0;
    LayerWork layers{};
};

// Vertex shader invocations of one frame, read back some frames later.
struct ShaderRuns {
    std::uint64_t frame = 0;  // FrameStats::frame
    std::uint64_t vertex_runs = 0;
};

// Bytes that the pass "upload" has uploaded, by cause.
struct UploadCauses {
    std::uint64_t units = 0;    // that were written: edits, orders, states of a battle
    std::uint64_t layers = 0;   // records of layered poses
    std::uint64_t terrain = 0;  // a new ground
    std::uint64_t traces = 0;   // of events
    std::uint64_t clouds = 0;   // once
    std::uint64_t frame = 0;    // camera, light and clock
};

struct FrameStats {
    std::uint64_t frame = 0;     // counted by the renderer, from 1 on
    std::string_view technique;  // that drew the units; points into the static table
    std::uint32_t units = 0;
    double lod_error_px = 0.0;  // the LOD error the frame was drawn with, see RenderSettings
    std::uint32_t visible = 0;  // units drawn in the view
    bool occlusion = false;     // occlusion culling ran
    std::uint32_t hidden = 0;  // units found hidden; those that were visible one frame before are still drawn
    std::uint64_t hidden_triangles = 0;        // of the hidden units, in one pass
    std::uint32_t shadow_visible = 0;          // units drawn in all shadow maps together; 0 without shadows
    std::vector<std::uint32_t> lod_units;      // of `visible`, by LOD
    std::vector<std::uint64_t> lod_triangles;  // of `lod_units`, in one pass
    std::uint32_t unit_draws = 0;              // draw calls for units, all passes
    std::uint32_t draws = 0;                   // all draw calls of the frame
    std::uint32_t dispatches = 0;              // of compute shaders
    std::size_t programs = 0;                  // programs for units' passes so far
    std::size_t programs_building = 0;  // of those and of culling's, not built yet (FrameRequest::at_once)
    std::uint64_t triangles = 0;        // of units, all passes
    std::uint64_t vertices = 0;         // indices submitted for units, all passes
    std::uint64_t bytes_uploaded = 0;
    std::uint32_t uploads = 0;  // number of calls that uploaded those bytes
    UploadCauses upload_causes;
    // Of all passes of layered poses; where the GPU selects units, those that it had selected some frames
    // before.
    LayerWork layers;
    std::size_t animation_bytes = 0;  // of all animation textures
    std::size_t instance_bytes = 0;
    std::size_t impostor_bytes = 0;
    std::size_t raster_bytes = 0;       // of ImpostorRasterizer
    std::uint32_t impostors_made = 0;   // models whose impostor atlas was completed by this frame
    bool impostors_busy = false;        // some impostor atlases are still being made
    bool impostors_by_compute = false;  // compute shaders draw those of the main view (ImpostorsBy)
    std::size_t pose_bytes = 0;         // held by the technique for units: palettes, posed vertices
    std::size_t pyramid_bytes = 0;      // of the depth pyramid, for occlusion culling
    std::size_t mesh_bytes = 0;
    std::size_t image_bytes = 0;
    std::size_t selection_bytes = 0;  // CPU memory of the unit selection
    // The GPU selected the units; counts of units and triangles are those of an earlier frame.
    bool selected_by_gpu = false;
    double select_ms = 0.0;        // CPU time of the selection, part of submit_ms
    double submit_ms = 0.0;        // CPU time from the first to the last GL call of the frame
    std::vector<PassTime> passes;  // newest results; empty where timer queries are not reliable
    std::optional<double> gpu_ms;  // of the whole frame; nullopt where timer queries are not reliable
    std::optional<std::uint64_t> timed_frame;  // frame that those times belong to; nullopt: no new result
    std::optional<ShaderRuns> runs;            // newest result; only with FrameRequest::count_runs
    std::vector<PassWork> work;                // of this frame, in order of first use

    // GPU time of all passes of layered poses; nullopt where none was timed.
    std::optional<double> layersGpu_ms() const;
};

bool isLayerPass(std::string_view name);

}  // namespace phalanx
