// What one frame cost, as counted and as measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace phalanx {

struct PassTime {
    std::string name;
    double gpu_ms = 0.0;
};

struct FrameStats {
    std::uint32_t units = 0;
    std::uint32_t visible = 0;                   // of them, drawn into the picture
    std::uint32_t shadow_visible = 0;            // drawn into the shadow map; 0 without shadows
    std::vector<std::uint32_t> level_units;      // of `visible`, by level of detail
    std::vector<std::uint64_t> level_triangles;  // of those units, in one pass
    std::uint32_t unit_draws = 0;                // draw calls for units, all passes
    std::uint32_t draws = 0;                     // all draw calls of the frame
    std::uint32_t dispatches = 0;                // of compute shaders
    std::uint64_t triangles = 0;                 // of units, all passes
    std::uint64_t vertices = 0;                  // indices of units submitted, all passes
    std::uint64_t bytes_uploaded = 0;
    std::size_t animation_bytes = 0;  // of all animation textures
    std::size_t instance_bytes = 0;
    std::size_t pose_bytes = 0;  // what the technique holds for units: palettes, skinned vertices
    std::size_t mesh_bytes = 0;
    std::size_t image_bytes = 0;
    std::size_t selection_bytes = 0;  // of memory that is not the GPU's, to choose units with
    // The GPU chose the units: the numbers of units and triangles are those of some frames ago.
    bool chosen_by_gpu = false;
    double select_ms = 0.0;        // CPU time to choose units, a part of submit_ms
    double submit_ms = 0.0;        // CPU time from the first to the last GL call of the frame
    std::vector<PassTime> passes;  // newest read; empty where timers cannot be relied on
    std::optional<double> gpu_ms;  // of the whole frame, the same way
};

}  // namespace phalanx
