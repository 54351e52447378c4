// Draws the units of a frame by a technique: makes their poses ready, then issues the draws of each pass.
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
    // pose_bytes: what a technique may hold for units at most, of GPU memory.
    UnitDrawer(const gl::Capabilities& capabilities, std::filesystem::path shader_directory,
               std::size_t pose_bytes = kPoseBytes)
        : capabilities_(capabilities),
          pose_bytes_(pose_bytes),
          programs_(std::move(shader_directory)),
          impostors_(capabilities) {}

    // Compiles what the passes of this technique take with these settings. Throws Error (kEnvironment) where
    // a shader is broken.
    void compile(const Technique& technique, const SkinVariant& variant);

    // Once a frame, before all else: works out what every unit of the crowd shows now, for whatever draws
    // him: by compute shaders where there are any, else by transform feedback. FrameBlock must be bound.
    // Binds a program; leaves the rasterizer on.
    void advance(const UnitFrame& frame, FrameStats& stats);

    // Once a view, before its passes: poses all its units, where they fit in the technique's buffers; where
    // the GPU chose them, as many as fit. The late list joins what is ready for the picture's.
    // FrameBlock must be bound. May bind programs and framebuffers and change raster state. The frame must
    // live until the last pass.
    void begin(const UnitFrame& frame, FrameStats& stats);

    using Pass = UnitDrawPass;
    void draw(const UnitFrame& frame, const Pass& pass, FrameStats& stats);

    // Instead of a pass: every packed vertex of every unit through transform feedback into the buffer, unit
    // by unit. The rasterizer must be off. The units must have fitted in begin().
    void feedBack(const UnitFrame& frame, const gl::Buffer& buffer, FrameStats& stats);

    // Of GPU memory that the technique holds for units.
    std::size_t poseBytes(const Technique& technique) const;
    const NearUnits& nearUnits() const { return near_; }  // of the last begin() where the GPU chose

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
    std::size_t roomFor(const UnitFrame& frame) const;  // bytes, of poses
    // As many as the model has indices.
    void bindZeroIndices(const GpuModel& model);
    void drawChunks(const UnitFrame& frame, const Pass& pass, FrameStats& stats);
    void drawChunk(const UnitFrame& frame, const UnitChunk& chunk, const Pass& pass, FrameStats& stats);
    // What all draws of a run read.
    void bindRun(const UnitFrame& frame, std::size_t run, const Pass& pass);
    static void unbindRun(const UnitFrame& frame, std::size_t run);
    // Where the GPU chose the units: who is ready by the frame's technique, then the rest of the group.
    void drawGroup(const UnitFrame& frame, std::size_t group, const Pass& pass, FrameStats& stats);
    // A call a material and number of joints a vertex, for all levels of those. part: nullopt: all.
    void drawList(const UnitFrame& frame, const UnitChunk& chunk, const Pass& pass,
                  const std::optional<NearUnits::Part>& part, FrameStats& stats);
    UnitFrame nearOf(const UnitFrame& frame) const;
    void drawBatch(const UnitFrame& frame, const UnitChunk& chunk, const UnitSpan& units,
                   const gl::Program& program, const Batch& batch, FrameStats& stats);

    gl::Capabilities capabilities_;
    std::size_t pose_bytes_;
    UnitPrograms programs_;
    std::map<std::string_view, std::unique_ptr<PoseSource>> sources_;  // by technique
    std::size_t zeros_ = 0;                                            // indices in the buffer
    gl::Buffer zero_indices_;
    ImpostorDrawer impostors_;
    std::vector<UnitChunk> chunks_;  // of the frame: all runs
    bool resident_ = true;           // all chunks were made ready by begin()
    NearUnits near_;
    BatchCommands commands_;
};

}  // namespace phalanx
