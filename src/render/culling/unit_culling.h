// Culls the units of a frame's views and selects their LODs, on the CPU or on the GPU (OpenGL 4.3).
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
#include "render/culling/unit_scene.h"
#include "render/frame/frame_stats.h"
#include "render/frame/render_settings.h"
#include "render/model/gpu_model.h"
#include "render/units/unit_programs.h"

namespace phalanx {

// From this many units on, kAuto culls on the GPU. Below it the CPU takes at most half a millisecond, and
// its counts are those of the current frame. Measured: docs/culling.md.
inline constexpr std::uint32_t kUnitsForGpu = 5'000;

class UnitCulling {
  public:
    // kPicture: the main view. kShadow: the first shadow map, followed by the others. kLate: see
    // lateFollows().
    enum View : std::uint8_t { kPicture, kShadow, kLate = GpuSelection::kLate };

    // This, cull() and cullLate() throw Error (kEnvironment) if a shader does not compile.
    UnitCulling(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory);

    struct Request {
        Select select = Select::kAuto;
        SelectionView picture;
        std::vector<SelectionView> shadows;     // one per shadow map, at most PH_SHADOW_MAPS
        std::optional<std::uint32_t> outlined;  // also gets a list of its own
        // Occlusion culling of the main view, where the GPU culls.
        Occlusion occlusion = Occlusion::kOff;
    };
    // Culls for the views in `request`. FrameBlock must be bound. Returns false if it cannot (a model has no
    // detail(), or the units do not fit); then all units are to be drawn at LOD 0.
    bool cull(const UnitScene& scene, const Crowd& crowd, Ticks now, const Request& request,
              FrameStats& stats);

    // Hands the programs that the GPU culls with to the driver.
    void startPrograms();

    // Has the programs built that the GPU will cull with, if it will. Until they are there the CPU culls,
    // unless `select` asks for the GPU, and nothing is tested for being hidden, unless the request asks for
    // it.
    void buildAhead(UnitPrograms& programs, std::span<const UnitGroup> groups, Select select);

    // The visible units of one view. Valid until the next cull(). kLate is valid after cullLate(), if
    // lateFollows().
    VisibleUnits visible(std::size_t view) const;

    // Whether occlusion culling is in progress: units hidden in the previous frame are missing from kPicture.
    // Draw kPicture, then call cullLate(), which puts those that are visible now into kLate.
    bool lateFollows() const { return by_gpu_ && tests_; }
    // depth: of the main view, GL_TEXTURE_2D_MULTISAMPLE where samples > 1. size: pixels.
    void cullLate(const UnitScene& scene, const gl::Texture& depth, int samples, glm::ivec2 size,
                  const glm::dmat4& clip_from_world, FrameStats& stats);
    // Only the outlined unit, in a list of its own, where the GPU culled; nullopt if the main view does not
    // show it.
    std::optional<VisibleUnits> outlined() const;
    // Around the outlined unit of the last cull(); nullopt if there is none.
    const std::optional<CrowdSelection::Box>& outlinedBox() const { return outlined_box_; }

    // Where the GPU culled: sets the counts in stats to those of the newest cull() that has been read back.
    void pollCounts(FrameStats& stats);
    // The counts of the last cull(): waits for the GPU. For single images, not for frames.
    void awaitCounts(FrameStats& stats);

    // Impostors of the main view in the newest counts that have arrived, where the GPU culled.
    std::uint64_t impostorsLately(std::span<const GpuModel> models, std::span<const UnitGroup> groups) const;

    // Call after models were replaced.
    void forget();
    const SelectedUnits& selectedUnits() const { return selected_; }  // for UnitScene
    std::size_t bytes() const;                                        // GPU memory of the selection
    std::size_t pyramidBytes() const { return pyramid_ ? pyramid_->bytes() : 0; }

    int reloadShadersIfChanged();
    int reloadShaders();
    std::string shaderError() const;

  private:
    bool usesGpu(const UnitScene& scene, const Request& request);
    bool worthTheGpu(std::span<const UnitGroup> groups) const;
    void cullByCpu(const UnitScene& scene, const Crowd& crowd, Ticks now, const Request& request,
                   FrameStats& stats);
    void cullByGpu(const UnitScene& scene, const Crowd& crowd, const Request& request, FrameStats& stats);
    void findOutlined(const UnitScene& scene, const Crowd& crowd, Ticks now, const Request& request);
    void warnOnce(std::string why);
    void count(std::span<const GpuSelection::GroupCounts> counts, FrameStats& stats) const;

    gl::Capabilities capabilities_;
    CrowdSelection selection_;
    SelectedUnits selected_;
    std::optional<GpuSelection> gpu_;
    std::optional<DepthPyramid> pyramid_;
    OcclusionRule rule_;
    bool tests_ = false;       // occlusion is tested in this frame
    bool by_gpu_ = false;      // the last cull()
    std::size_t shadows_ = 0;  // number of shadow maps
    std::vector<SelectionModel> models_;
    std::optional<CrowdSelection::Box> outlined_box_;
    // By group and LOD; only with GPU selection.
    std::vector<std::array<std::uint64_t, kMaxLods>> triangles_;
    std::array<UnitSelection, GpuSelection::kViews + 1> lists_;  // by View, then the outlined unit
    std::string warned_;                                         // the last warning
};

}  // namespace phalanx
