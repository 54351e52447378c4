// The last frames split into passes: CPU and GPU times of each, and what is unusual about one frame. No GL.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/frame/frame_stats.h"

namespace phalanx {

// The parts of a frame, in order. The same list for the CPU and the GPU: a colour means the same pass in
// both.
enum class FramePass : std::uint8_t {
    kWindow,      // events, settings, camera; CPU only
    kPanels,      // building the panels; CPU only
    kUpload,      // edits and the frame block
    kFalls,       // poses of ragdolls: taken from the physics, uploaded, made to frames
    kStates,      // the current state of each unit
    kCulling,     // culling and LOD selection
    kPoses,       // poses that the technique prepares
    kLayerBlend,  // of layered poses: kLayerPasses, by the same names
    kLayerSolve,
    kLayerRows,
    kLayers,
    kShadow,
    kUnits,
    kGrass,
    kScenery,  // ground and sky
    kOutline,  // of the selected soldier, and picks
    kPresent,
    kInterface,  // drawing the panels
    kRest,       // CPU: the swap, which may wait for the display or the GPU. GPU: between passes
};
inline constexpr std::size_t kFramePasses = static_cast<std::size_t>(FramePass::kRest) + 1;
std::string_view nameOf(FramePass pass);
bool isLayerPass(FramePass pass);

using FramePassTimes = std::array<float, kFramePasses>;  // milliseconds
float sumOf(const FramePassTimes& times);

struct FramePassCounts {
    std::uint32_t draws = 0;
    std::uint32_t uploads = 0;  // calls
    std::uint64_t triangles = 0;
    std::uint64_t bytes = 0;
    LayerWork layers{};
};

struct ProfiledFrame {
    std::uint64_t number = 0;  // FrameStats::frame
    float frame_ms = 0.0F;     // from one swap to the next
    FramePassTimes cpu{};      // their sum is frame_ms
    FramePassTimes gpu{};
    bool timed = false;  // `gpu` is valid
    std::array<FramePassCounts, kFramePasses> counts{};
    FramePassCounts all;  // of the whole frame
    std::uint32_t units = 0;
    std::uint32_t visible = 0;
    std::uint32_t shadow_visible = 0;
    std::optional<std::uint64_t> vertex_runs;  // of vertex shaders, if the driver counts them
};

// CPU times outside the renderer, milliseconds.
struct WindowTimes {
    double window_ms = 0.0;
    double panels_ms = 0.0;
    double frame_ms = 0.0;
    double falls_ms = 0.0;
};

ProfiledFrame profiledFrame(const FrameStats& stats, const WindowTimes& times);

// p50 and p95 of each pass, milliseconds; 0 without frames.
struct FramePassStatistics {
    FramePassTimes cpu50{}, cpu95{}, gpu50{}, gpu95{};
    float frame50 = 0.0F, frame95 = 0.0F;
    float gpu_frame50 = 0.0F, gpu_frame95 = 0.0F;
    float interface50 = 0.0F, interface95 = 0.0F;  // CPU: building and drawing the panels
    bool timed = false;                            // at least one frame has GPU times
    std::array<bool, kFramePasses> layered{};      // the pass is of layered poses, and some frame has it
    bool hasLayers() const;
    bool falls = false;  // some frame has kFalls
    bool grass = false;  // some frame has kGrass
    // Whether a row of this pass says anything: not those of layers, falls and grass that there are not.
    bool shows(FramePass pass) const;
};

class Profile {
  public:
    static constexpr std::size_t kFrames = 300;

    // `frame` is the newest. GPU times of earlier frames in `stats` are added to those frames.
    void add(const ProfiledFrame& frame, const FrameStats& stats);
    void clear();
    std::size_t size() const { return ring_.size(); }
    // 0: the oldest frame kept.
    const ProfiledFrame& at(std::size_t i) const { return ring_[(first_ + i) % ring_.size()]; }

    // Stops recording and shows one frame; add() then only adds GPU times to kept frames. Does nothing if
    // frame `number` is not kept.
    void hold(std::uint64_t number);
    void resume() { held_.reset(); }
    const ProfiledFrame* held() const;

    FramePassStatistics statistics() const;

  private:
    ProfiledFrame* find(std::uint64_t number);
    void join(const FrameStats& stats);

    std::vector<ProfiledFrame> ring_;
    std::size_t first_ = 0;
    std::optional<std::uint64_t> held_;
};

// What the passes of layered poses did in a frame; "" without layers.
std::string layersText(const ProfiledFrame& frame);
// One pass: "1,000 units, 37,000 joints; reads 844,000 texels (13.5 MB), writes 74,000 (1.2 MB)".
std::string workText(const LayerWork& work);

// A sentence: the frame against the median, the pass that differs most, and the count that explains it.
std::string oddityOf(const Profile& profile, const ProfiledFrame& frame, const FramePassStatistics& usual);

}  // namespace phalanx
