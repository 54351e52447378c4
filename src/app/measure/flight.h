// A camera's flight on a fixed path through the army, and what each of its frames took.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/army/stage.h"
#include "app/measure/frame_timer.h"
#include "render/frame/frame_stats.h"

namespace phalanx {

// Down to the front rank and through the ranks, or at the height of eyes all the way.
enum class FlightPath : std::uint8_t { kOver, kThrough };
std::string_view nameOf(FlightPath path);  // over, through

struct FlightPlan {
    glm::ivec2 size{1920, 1080};
    int frames = 300;
    FlightPath path = FlightPath::kOver;
    int frames_ahead = 0;  // of the GPU, that the CPU may be; 0: each frame is waited for
};

inline constexpr int kFlightWarmUp = 8;  // frames before the first one that counts

// Where the GPU chooses the units and frames are not waited for, numbers of units and triangles are those
// of some frames before.
struct FlightFrame {
    std::uint64_t number = 0;  // FrameStats::frame
    double frame_ms = 0.0;     // wall, from the end of the frame before
    double submit_ms = 0.0;
    double select_ms = 0.0;
    std::optional<double> gpu_ms;  // of this very frame; nothing where it was not read in time
    std::vector<PassTime> passes;  // likewise
    double error_px = 0.0;         // in force
    bool tested = false;           // it was looked for who is hidden
    std::uint32_t visible = 0;
    std::uint32_t hidden = 0;
    std::uint64_t triangles = 0;
    std::vector<std::uint32_t> level_units;
};

struct Flight {
    // Bytes of GPU memory by what they are for.
    struct Parts {
        std::size_t units = 0;
        std::size_t poses = 0;
        std::size_t animation = 0;
        std::size_t meshes = 0;
        std::size_t images = 0;
        std::size_t pyramid = 0;
        std::size_t impostors = 0;

        void raise(const FrameStats& stats);
    };

    std::uint32_t units = 0;
    std::string technique;
    std::string drawn_by;  // in the last frame; another one where `technique` is auto
    std::string skipped;   // why; "" where it was flown
    Select select = Select::kCpu;
    std::vector<FlightFrame> frames;
    Parts parts;                // the most
    std::size_t gpu_bytes = 0;  // the most
    std::size_t cpu_bytes = 0;
    std::size_t gpu_unit_bytes = 0;  // of those, what grows with the crowd

    double gpuBytesAUnit() const { return static_cast<double>(gpu_unit_bytes) / units; }
    double cpuBytesAUnit() const { return static_cast<double>(cpu_bytes) / units; }
};

// Flies over stage.crowd with options.frames frames on options.flight_path; fills in all but `units`,
// `technique` and `skipped`. The timer's warm-up must be kFlightWarmUp.
void fly(Stage& stage, const FlightPlan& plan, FrameTimer& timer, Flight& flight);

}  // namespace phalanx
