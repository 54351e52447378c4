// UnitDrawer draws the units of a frame with a technique. Per view: prepare() makes a DrawList of the visible
// units and prepares their poses; draw() issues the draws of a pass.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "render/draws/batch_commands.h"
#include "render/draws/impostor_drawer.h"
#include "render/draws/impostor_rasterizer.h"
#include "render/draws/unit_draw_pass.h"
#include "render/draws/unit_states.h"
#include "render/poses/kept_poses.h"
#include "render/poses/pose_source.h"
#include "render/units/unit_programs.h"

namespace phalanx {

inline constexpr std::size_t kFeedbackVertexBytes = 24;  // v_world_position, v_world_normal

class UnitDrawer {
  public:
    // pose_bytes: the most GPU memory that a technique may hold for poses, bytes.
    UnitDrawer(const gl::Capabilities& capabilities, std::filesystem::path shader_directory,
               std::size_t pose_bytes = kPoseBytes)
        : capabilities_(capabilities),
          pose_bytes_(pose_bytes),
          programs_(std::move(shader_directory)),
          states_(capabilities),
          sources_(capabilities),
          impostors_(capabilities),
          rasterizer_(capabilities),
          kept_(capabilities) {}

    // Call once per frame, first: computes the states of all units, see UnitStates.
    void advance(const UnitScene& scene, FrameStats& stats) { states_.advance(scene, programs_, stats); }

    // Call once per frame, after culling and before the first prepare(). views: of the frame, in the order in
    // which they are prepared, the picture last; empty: the CPU has not culled.
    void keepPoses(const UnitScene& scene, std::span<const UnitSelection* const> views, FrameStats& stats);
    bool keepsPoses() const { return kept_.elements() > 0; }

    enum class Poses : std::uint8_t {
        kPrepared,  // by the scene's technique
        kDirect,    // the poses of other lists stay valid: by technique `texture`, if the scene's prepares
    };
    // Call once per view, before its passes. Prepares the poses if all fit in the technique's storage; where
    // the GPU culled, of as many units as fit. The late list of a GpuSelection adds to the poses of the main
    // view. FrameBlock must be bound. May bind programs and framebuffers and change raster state.
    DrawList prepare(const UnitScene& scene, const VisibleUnits& visible, Poses poses, FrameStats& stats);

    using Pass = UnitDrawPass;
    void draw(const UnitScene& scene, const DrawList& list, const Pass& pass, FrameStats& stats);

    // Instead of a pass: writes every packed vertex of every unit to `buffer` through transform feedback,
    // unit by unit. Rasterizer discard must be on, and the list resident.
    void feedBack(const UnitScene& scene, const DrawList& list, const gl::Buffer& buffer, FrameStats& stats);

    // The matrix rows of the list's units, PoseSource::readRows(). The list must be resident.
    std::vector<glm::vec4> readRows(const UnitScene& scene, const DrawList& list);
    // Those of the first unit, PoseSource::copyRows().
    void copyRows(const UnitScene& scene, const DrawList& list, const gl::Buffer& buffer);

    // GPU memory held for poses of units that this technique draws, with layers or without, bytes.
    std::size_t poseBytes(const Technique& technique, bool layers);
    const UnitStates& states() const { return states_; }
    const NearUnits& nearUnits() const { return near_; }  // of the last prepare() of a list of the GPU

    const ImpostorDrawer& impostors() const { return impostors_; }
    // Call in frames whose passes have no RasterTarget.
    void restRasterizer() { rasterizer_.rest(); }
    std::size_t rasterBytes() const { return rasterizer_.bytes(); }  // GPU memory of ImpostorRasterizer

    UnitPrograms& programs() { return programs_; }
    const UnitPrograms& programs() const { return programs_; }

  private:
    struct UnitSpan {  // of an item
        std::size_t first = 0;
        std::size_t count = 0;
    };

    // weights: joints per vertex that the item's vertices need.
    const gl::Program& programOf(const UnitScene& scene, const DrawItem& item, UnitPass pass,
                                 const VertexNeeds& needs);
    std::size_t roomFor(const UnitScene& scene) const;  // for poses, bytes
    void limitSources(const UnitScene& scene, const DrawnBy& by);
    // The items of the list that this technique prepares, or these, which one technique does.
    void prepareItems(const UnitScene& scene, const DrawList& list, const Technique& technique,
                      FrameStats& stats);
    void prepareItems(const UnitScene& scene, std::span<const DrawItem> items, FrameStats& stats);
    // Index buffer of zeros, at least as large as the model's.
    void bindZeroIndices(const GpuModel& model);
    // Draws units of an item, by one draw or several per batch.
    void drawUnits(const UnitScene& scene, const DrawItem& item, const UnitSpan& units, const Pass& pass,
                   FrameStats& stats);
    // Draws an item by its indirect draws.
    void drawIndirect(const UnitScene& scene, const DrawItem& item, std::span<const GpuSelection::Draw> draws,
                      const Pass& pass, FrameStats& stats);
    void drawBatch(const UnitScene& scene, const DrawItem& item, const UnitSpan& units,
                   const gl::Program& program, const Batch& batch, FrameStats& stats);

    gl::Capabilities capabilities_;
    std::size_t pose_bytes_;
    UnitPrograms programs_;
    UnitStates states_;
    PoseSources sources_;
    std::size_t zeros_ = 0;  // number of indices in zero_indices_
    gl::Buffer zero_indices_;
    ImpostorDrawer impostors_;
    ImpostorRasterizer rasterizer_;
    std::vector<ImpostorRasterizer::Units> rasterized_;  // of one draw()
    NearUnits near_;
    KeptPoses kept_;
    BatchCommands commands_;
};

}  // namespace phalanx
