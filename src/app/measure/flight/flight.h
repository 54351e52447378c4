// A camera flight on a fixed path through the army, and the times of each of its frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/army/stage.h"
#include "app/measure/frame_timer.h"
#include "render/frame/frame_stats.h"
#include "settings/camera_take.h"

namespace phalanx {

// Who falls and lies in a frame, and what that costs.
struct FallLoad {
    std::uint32_t falling = 0;  // ragdolls
    std::uint32_t lying = 0;
    double fall_ms = 0.0;  // CPU time of the drawing thread: poses taken from the physics and packed
};

// What a battle decided before a frame, and what that cost.
struct BattleLoad {
    std::uint64_t decisions = 0;
    double behaviour_ms = 0.0;  // CPU time of the drawing thread
};

// kOver: from above down to the front rank, then through the ranks. kThrough: at eye height all the way.
// kTake: as the take says.
enum class FlightPath : std::uint8_t { kOver, kThrough, kTake };
std::string_view nameOf(FlightPath path);  // "over", "through" or "take"

inline constexpr double kFlightFps = 60.0;  // frames per second of the army's clock

struct FlightPlan {
    glm::ivec2 size{1920, 1080};
    int frames = 300;
    FlightPath path = FlightPath::kOver;
    CameraTake take{};     // kTake: not empty
    int frames_ahead = 0;  // how many frames the CPU may be ahead of the GPU; 0: wait for each frame
    // Called before each measured frame, if it is set.
    std::function<FallLoad(int frame, const Camera& camera, Ticks now)> falls{};
    // Called in each frame, with the camera of the last one, before anything changes the crowd at `now`.
    // Empty: no traces of events, no battle.
    std::function<BattleLoad(const Camera& camera, Ticks now)> hear{};
};

inline constexpr int kFlightWarmUp = 8;  // frames before the first measured one

// If the GPU culls the units and frames are not waited for, the unit and triangle counts are those of an
// earlier frame.
struct FlightFrame {
    std::uint64_t number = 0;      // FrameStats::frame
    double frame_ms = 0.0;         // wall time since the end of the previous frame
    double submit_ms = 0.0;        // CPU time of the GL calls
    double select_ms = 0.0;        // CPU time of culling and LOD selection
    std::optional<double> gpu_ms;  // of exactly this frame; nullopt if it was not read back in time
    std::vector<PassTime> passes;  // of exactly this frame; empty if not read back in time
    double error_px = 0.0;         // the LOD error used, pixels
    bool tested = false;           // occlusion culling was on in this frame
    bool impostors_by_compute = false;
    std::uint32_t visible = 0;  // units
    std::uint32_t hidden = 0;   // units found hidden by occlusion culling
    std::uint64_t triangles = 0;
    std::vector<std::uint32_t> lod_units;
    FallLoad falls;
    BattleLoad battle;
    std::uint64_t uploaded = 0;  // bytes
    UploadCauses upload_causes;
    std::uint64_t fall_bytes = 0;       // of `uploaded`: poses of those who fall
    std::uint64_t selection_bytes = 0;  // of `uploaded`: lists of units, from the CPU
};

struct Flight {
    // Bytes of GPU memory by purpose.
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
    std::string drawn_by;  // technique of the last frame; differs from `technique` if that is auto
    std::string skipped;   // why it was not measured; "": it was measured
    Select select = Select::kCpu;
    std::vector<FlightFrame> frames;
    // Maxima over all frames.
    Parts parts;
    std::size_t gpu_bytes = 0;
    std::size_t cpu_bytes = 0;
    std::size_t gpu_unit_bytes = 0;  // the part of gpu_bytes that grows with the crowd

    double gpuBytesPerUnit() const { return static_cast<double>(gpu_unit_bytes) / units; }
    double cpuBytesPerUnit() const { return static_cast<double>(cpu_bytes) / units; }
};

// Flies over stage.crowd for plan.frames frames on plan.path. The caller sets flight.units; fly() fills in
// everything except `units`, `technique` and `skipped`. The timer's warm-up must be kFlightWarmUp.
void fly(Stage& stage, const FlightPlan& plan, FrameTimer& timer, Flight& flight);

}  // namespace phalanx
