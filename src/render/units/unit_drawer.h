// UnitDrawer draws the units of a frame with a technique: prepares their poses, then issues the draws of each
// pass.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "render/impostor/impostor_drawer.h"
#include "render/techniques/pose_source.h"
#include "render/units/batch_commands.h"
#include "render/units/unit_draw_pass.h"
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
          impostors_(capabilities) {}

    // Compiles the programs for all passes of this technique and these settings. Throws Error (kEnvironment)
    // if a shader does not compile.
    void compile(const Technique& technique, const SkinVariant& variant);

    // Call once per frame, first: computes the current state of every unit for all later draws, by a compute
    // shader (GL 4.3) if available, else by transform feedback. FrameBlock must be bound. Binds a program;
    // leaves rasterizer discard off.
    void advance(const UnitFrame& frame, FrameStats& stats);

    // Call once per view, before its passes: prepares the poses of its units if all fit in the technique's
    // storage; with GPU selection, of as many as fit. The late list adds to the poses of the main view.
    // FrameBlock must be bound. May bind programs and framebuffers and change raster state. `frame` must live
    // until the last pass.
    void begin(const UnitFrame& frame, FrameStats& stats);

    using Pass = UnitDrawPass;
    void draw(const UnitFrame& frame, const Pass& pass, FrameStats& stats);

    // Instead of a pass: writes every packed vertex of every unit to `buffer` through transform feedback,
    // unit by unit. Rasterizer discard must be on, and all units must have fit in begin().
    void feedBack(const UnitFrame& frame, const gl::Buffer& buffer, FrameStats& stats);

    // GPU memory that the technique holds for units, bytes.
    std::size_t poseBytes(const Technique& technique) const;
    const NearUnits& nearUnits() const { return near_; }  // of the last begin() with GPU selection

    const ImpostorDrawer& impostors() const { return impostors_; }

    UnitPrograms& programs() { return programs_; }
    const UnitPrograms& programs() const { return programs_; }

  private:
    struct UnitSpan {  // of a run
        std::size_t first = 0;
        std::size_t count = 0;
    };

    StatesBy statesBy(const UnitFrame& frame) const;
    PoseSource& sourceOf(const Technique& technique);
    std::size_t roomFor(const UnitFrame& frame) const;  // for poses, bytes
    // Index buffer of zeros, at least as large as the model's.
    void bindZeroIndices(const GpuModel& model);
    void drawChunks(const UnitFrame& frame, const Pass& pass, FrameStats& stats);
    void drawChunk(const UnitFrame& frame, const UnitChunk& chunk, const Pass& pass, FrameStats& stats);
    // Binds what all draws of a run read.
    void bindRun(const UnitFrame& frame, std::size_t run, const Pass& pass);
    static void unbindRun(const UnitFrame& frame, std::size_t run);
    // GPU selection: draws units with prepared poses, then the rest of the group by `texture`.
    void drawGroup(const UnitFrame& frame, std::size_t group, const Pass& pass, FrameStats& stats);
    // One call per material and number of joints per vertex, for all LODs with both. part: nullopt: all
    // units.
    void drawList(const UnitFrame& frame, const UnitChunk& chunk, const Pass& pass,
                  const std::optional<NearUnits::Part>& part, FrameStats& stats);
    UnitFrame nearOf(const UnitFrame& frame) const;
    void drawBatch(const UnitFrame& frame, const UnitChunk& chunk, const UnitSpan& units,
                   const gl::Program& program, const Batch& batch, FrameStats& stats);

    gl::Capabilities capabilities_;
    std::size_t pose_bytes_;
    UnitPrograms programs_;
    std::map<std::string_view, std::unique_ptr<PoseSource>> sources_;  // by technique
    std::size_t zeros_ = 0;                                            // number of indices in zero_indices_
    gl::Buffer zero_indices_;
    ImpostorDrawer impostors_;
    std::vector<UnitChunk> chunks_;  // all runs of the frame
    bool resident_ = true;           // begin() prepared all chunks
    NearUnits near_;
    BatchCommands commands_;
};

}  // namespace phalanx
