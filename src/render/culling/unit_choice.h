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
#include "gl/context/capabilities.h"
#include "render/culling/depth_pyramid.h"
#include "render/culling/gpu_selection.h"
#include "render/culling/occlusion_rule.h"
#include "render/culling/selected_units.h"
#include "render/frame/frame_stats.h"
#include "render/model/gpu_model.h"
#include "render/techniques/pose_source.h"
#include "render/units/unit_buffers.h"

namespace phalanx {

enum class Select : std::uint8_t { kAuto, kCpu, kGpu };
std::string_view nameOf(Select select);  // auto, cpu, gpu

// From so many units on, kAuto lets a GPU choose: below, the CPU takes half a millisecond at most, and what
// it knows of the frame is not late. Measured: docs/scale.md.
inline constexpr std::uint32_t kUnitsForGpu = 5'000;

class UnitChoice {
  public:
    // kShadow: of the first shadow map, then of the others.
    enum View : std::uint8_t { kPicture, kShadow, kLate = GpuSelection::kLate };

    // Throws Error (kEnvironment) where a shader does not compile.
    UnitChoice(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory);

    struct Request {
        Select select = Select::kAuto;
        SelectionView picture;
        std::vector<SelectionView> shadows;     // a shadow map each, at most PH_SHADOW_MAPS
        std::optional<std::uint32_t> outlined;  // drawn by himself too
        // Whether units that others hide are left out of the picture, where the GPU chooses.
        Occlusion occlusion = Occlusion::kOff;
    };
    // Chooses for the views of `frame`, which shows all units. FrameBlock must be bound. False where that
    // cannot be: all units are to be drawn, as they are.
    bool choose(const UnitFrame& frame, const Crowd& crowd, Ticks now, const Request& request,
                FrameStats& stats);

    // After choose(): the same frame, of what a view shows. Valid until the next one. kLate: what the picture
    // shows besides, where lateFollows(), after chooseLate().
    UnitFrame frameOf(const UnitFrame& frame, std::size_t view) const;

    // Units that were hidden in the frame before are not among those of kPicture: when these were drawn,
    // chooseLate() finds out which of the others can be seen.
    bool lateFollows() const { return by_gpu_ && tests_; }
    // depth: of the picture, GL_TEXTURE_2D_MULTISAMPLE where samples > 1.
    void chooseLate(const UnitFrame& frame, const gl::Texture& depth, int samples, glm::ivec2 size,
                    const glm::dmat4& clip_from_world, FrameStats& stats);
    // The same of the one who is outlined alone; nullopt where the picture does not show him.
    std::optional<UnitFrame> outlinedFrame(const UnitFrame& frame) const;

    // Where the GPU chose, the numbers of the newest choose() of which they are known: for the next frame.
    void pollCounts(FrameStats& stats);
    // Those of the last one: waits for it. For pictures, not for frames.
    void awaitCounts(FrameStats& stats);

    // Models were replaced.
    void forget();
    std::size_t bytes() const;  // of GPU memory, for units
    std::size_t pyramidBytes() const { return pyramid_ ? pyramid_->bytes() : 0; }

    int reloadShadersIfChanged();
    int reloadShaders();
    std::string shaderError() const;

  private:
    bool gpuChooses(const UnitFrame& frame, const Request& request);
    bool worthTheGpu(std::span<const UnitGroup> groups) const;
    void chooseByCpu(const UnitFrame& frame, const Crowd& crowd, Ticks now, const Request& request,
                     FrameStats& stats);
    void chooseByGpu(const UnitFrame& frame, const Crowd& crowd, const Request& request, FrameStats& stats);
    void findOutlined(const UnitFrame& frame, const Crowd& crowd, Ticks now, const Request& request);
    void tell(std::string why);
    void count(std::span<const GpuSelection::GroupCounts> counts, FrameStats& stats) const;

    gl::Capabilities capabilities_;
    CrowdSelection selection_;
    SelectedUnits selected_;
    std::optional<GpuSelection> gpu_;
    std::optional<DepthPyramid> pyramid_;
    OcclusionRule rule_;
    bool tests_ = false;  // of who is hidden, in this frame
    bool by_gpu_ = false;
    std::size_t shadows_ = 0;  // maps
    std::vector<SelectionModel> models_;
    std::vector<std::array<std::uint64_t, kMaxLevels>>
        triangles_;                                              // by group and level, where the GPU chooses
    std::array<UnitSelection, GpuSelection::kViews + 1> lists_;  // by View; then the one who is outlined
    std::string told_;
};

}  // namespace phalanx
