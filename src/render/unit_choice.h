// Which units the views of a frame show, and in how much detail: chosen by the CPU, or by the GPU where it
// can.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crowd/crowd.h"
#include "crowd/selection.h"
#include "gl/capabilities.h"
#include "render/frame_stats.h"
#include "render/gpu_model.h"
#include "render/gpu_selection.h"
#include "render/pose_source.h"
#include "render/selected_units.h"
#include "render/unit_buffers.h"

namespace phalanx {

enum class Chooser : std::uint8_t { kAuto, kCpu, kGpu };
std::string_view nameOf(Chooser chooser);  // auto, cpu, gpu

// From so many units on, kAuto lets a GPU choose: below, the CPU takes half a millisecond at most, and what
// it knows of the frame is not late. Measured: docs/scale.md.
inline constexpr std::uint32_t kUnitsForGpu = 5'000;

class UnitChoice {
  public:
    enum View : std::uint8_t { kPicture, kShadow };

    // Throws Error (kEnvironment) where a shader does not compile.
    UnitChoice(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory);

    struct Request {
        Chooser chooser = Chooser::kAuto;
        SelectionView picture;
        std::optional<SelectionView> shadow;
        std::optional<std::uint32_t> outlined;  // drawn by himself too
    };
    // Chooses for the views of `frame`, which shows all units. FrameBlock must be bound. False where that
    // cannot be: all units are to be drawn, as they are.
    bool choose(const UnitFrame& frame, const Crowd& crowd, Ticks now, const Request& request,
                FrameStats& stats);

    // After choose(): the same frame, of what a view shows. Valid until the next one.
    UnitFrame frameOf(const UnitFrame& frame, View view) const;
    // The same of the one who is outlined alone; nullopt where the picture does not show him.
    std::optional<UnitFrame> outlinedFrame(const UnitFrame& frame) const;

    // The numbers of the last choose(), where the GPU chose: waits for it. For pictures, not for frames.
    void awaitCounts(FrameStats& stats);

    // Models were replaced.
    void forget();
    std::size_t bytes() const;  // of GPU memory

    int reloadShadersIfChanged();
    int reloadShaders();
    std::string shaderError() const;

  private:
    bool gpuChooses(const UnitFrame& frame, Chooser chooser);
    void chooseByCpu(const UnitFrame& frame, const Crowd& crowd, Ticks now, const Request& request,
                     FrameStats& stats);
    void chooseByGpu(const UnitFrame& frame, const Request& request, FrameStats& stats);
    void findOutlined(const UnitFrame& frame, const Crowd& crowd, Ticks now, const Request& request);
    void tell(std::string why);
    void count(std::span<const GpuSelection::GroupCounts> counts, FrameStats& stats) const;

    gl::Capabilities capabilities_;
    CrowdSelection selection_;
    SelectedUnits selected_;
    std::optional<GpuSelection> gpu_;
    bool by_gpu_ = false;
    bool shadow_ = false;
    std::vector<SelectionModel> models_;
    std::vector<std::array<std::uint64_t, kMaxLevels>>
        triangles_;                       // by group and level, where the GPU chooses
    std::array<UnitSelection, 3> lists_;  // by View; then the one who is outlined
    std::string told_;
};

}  // namespace phalanx
