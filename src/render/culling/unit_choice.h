// Selects the units that the views of a frame show, and their LODs, on the CPU or on the GPU (OpenGL 4.3).
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
#include "render/culling/selected_units.h"
#include "render/frame/frame_stats.h"
#include "render/frame/render_settings.h"
#include "render/model/gpu_model.h"
#include "render/techniques/pose_source.h"
#include "render/units/unit_buffers.h"

namespace phalanx {

// From this many units on, kAuto selects on the GPU. Below it the CPU takes at most half a millisecond, and
// its counts are those of the current frame. Measured: docs/scale.md.
inline constexpr std::uint32_t kUnitsForGpu = 5'000;

class UnitChoice {
  public:
    // kPicture: the main view. kShadow: the first shadow map, followed by the others. kLate: see
    // lateFollows().
    enum View : std::uint8_t { kPicture, kShadow, kLate = GpuSelection::kLate };

    // Throws Error (kEnvironment) if a shader does not compile.
    UnitChoice(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory);

    struct Request {
        Select select = Select::kAuto;
        SelectionView picture;
        std::vector<SelectionView> shadows;     // one per shadow map, at most PH_SHADOW_MAPS
        std::optional<std::uint32_t> outlined;  // also gets a list of its own
        // Occlusion culling of the main view, where the GPU selects.
        Occlusion occlusion = Occlusion::kOff;
    };
    // Selects units for the views in `request`. `frame` must show all units, and FrameBlock must be bound.
    // Returns false if it cannot select (a model has no detail(), or the units do not fit); then all units
    // are to be drawn at LOD 0.
    bool choose(const UnitFrame& frame, const Crowd& crowd, Ticks now, const Request& request,
                FrameStats& stats);

    // After choose(): `frame` restricted to one view. Valid until the next choose(). kLate is valid after
    // chooseLate(), if lateFollows().
    UnitFrame frameOf(const UnitFrame& frame, std::size_t view) const;

    // Whether occlusion culling is in progress: units hidden in the previous frame are missing from kPicture.
    // Draw kPicture, then call chooseLate(), which puts those that are visible now into kLate.
    bool lateFollows() const { return by_gpu_ && tests_; }
    // depth: of the main view, GL_TEXTURE_2D_MULTISAMPLE where samples > 1. size: pixels.
    void chooseLate(const UnitFrame& frame, const gl::Texture& depth, int samples, glm::ivec2 size,
                    const glm::dmat4& clip_from_world, FrameStats& stats);
    // `frame` restricted to the outlined unit; nullopt if the main view does not show it. Only with GPU
    // selection.
    std::optional<UnitFrame> outlinedFrame(const UnitFrame& frame) const;

    // With GPU selection: sets the counts in stats to those of the newest choose() that has been read back.
    void pollCounts(FrameStats& stats);
    // Same for the last choose(): waits for the GPU. For single images, not for frames.
    void awaitCounts(FrameStats& stats);

    // Call after models were replaced.
    void forget();
    std::size_t bytes() const;  // GPU memory of the selection
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
    bool tests_ = false;  // occlusion is tested in this frame
    bool by_gpu_ = false;
    std::size_t shadows_ = 0;  // number of shadow maps
    std::vector<SelectionModel> models_;
    std::vector<std::array<std::uint64_t, kMaxLevels>>
        triangles_;  // by group and level; only with GPU selection
    std::array<UnitSelection, GpuSelection::kViews + 1> lists_;  // by View, then the outlined unit
    std::string told_;
};

}  // namespace phalanx
