// What one frame cost, as counted and as measured.
#pragma once

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

// What a pass of this very frame took of the CPU, and what it issued. `name` is a literal.
struct PassWork {
    std::string_view name;
    double cpu_ms = 0.0;
    std::uint32_t draws = 0;
    std::uint64_t triangles = 0;  // of units; not where the GPU chose them
    std::uint32_t uploads = 0;
    std::uint64_t bytes_uploaded = 0;
};

// Vertex shaders' runs in one frame, known frames later.
struct ShaderRuns {
    std::uint64_t frame = 0;  // FrameStats::frame
    std::uint64_t vertex_runs = 0;
};

struct FrameStats {
    std::uint64_t frame = 0;     // of this renderer, from 1 on
    std::string_view technique;  // by which units were drawn; of the table, so it lives on
    std::uint32_t units = 0;
    double lod_error_px = 0.0;                   // that it was drawn with, see RenderSettings
    std::uint32_t visible = 0;                   // of them, drawn into the picture
    bool occlusion = false;                      // it was looked for who is hidden by others
    std::uint32_t hidden = 0;                    // they; a few of them are drawn still
    std::uint64_t hidden_triangles = 0;          // of them, in one pass
    std::uint32_t shadow_visible = 0;            // drawn into the shadow map; 0 without shadows
    std::vector<std::uint32_t> level_units;      // of `visible`, by level of detail
    std::vector<std::uint64_t> level_triangles;  // of those units, in one pass
    std::uint32_t unit_draws = 0;                // draw calls for units, all passes
    std::uint32_t draws = 0;                     // all draw calls of the frame
    std::uint32_t dispatches = 0;                // of compute shaders
    std::size_t programs = 0;                    // of units' passes, that were built so far
    std::uint64_t triangles = 0;                 // of units, all passes
    std::uint64_t vertices = 0;                  // indices of units submitted, all passes
    std::uint64_t bytes_uploaded = 0;
    std::uint32_t uploads = 0;        // calls that copied those
    std::size_t animation_bytes = 0;  // of all animation textures
    std::size_t instance_bytes = 0;
    std::size_t impostor_bytes = 0;
    std::uint32_t impostors_made = 0;  // models whose pictures are there since this frame
    bool impostors_busy = false;       // some are being made
    std::size_t pose_bytes = 0;        // what the technique holds for units: palettes, skinned vertices
    std::size_t pyramid_bytes = 0;     // of depths, to find who is hidden
    std::size_t mesh_bytes = 0;
    std::size_t image_bytes = 0;
    std::size_t selection_bytes = 0;  // of memory that is not the GPU's, to choose units with
    // The GPU chose the units: the numbers of units and triangles are those of some frames ago.
    bool selected_by_gpu = false;
    double select_ms = 0.0;                    // CPU time to choose units, a part of submit_ms
    double submit_ms = 0.0;                    // CPU time from the first to the last GL call of the frame
    std::vector<PassTime> passes;              // newest read; empty where timers cannot be relied on
    std::optional<double> gpu_ms;              // of the whole frame, the same way
    std::optional<std::uint64_t> timed_frame;  // whose times those two are; nothing where none came just now
    std::optional<ShaderRuns> runs;            // newest counted; only with RenderSettings::count_runs
    std::vector<PassWork> work;                // of this frame, in order of their first begin
};

}  // namespace phalanx
