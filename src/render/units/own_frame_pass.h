// Writes frames that single units show (OwnFrames) into a model's animation texture: some 300 bytes per pose
// are uploaded, and the GPU makes the rows of all joints of them, once. So a unit that falls costs an upload
// per frame, and one that lies costs what any unit costs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "anim/rig/own_pose.h"
#include "gl/context/capabilities.h"
#include "gl/objects/data_target.h"
#include "gl/objects/handle.h"
#include "render/frame/frame_stats.h"
#include "render/model/gpu_model.h"
#include "render/model/rig_textures.h"
#include "render/units/unit_programs.h"

namespace phalanx {

class OwnFramePass {
  public:
    // slots: OwnFrames::count of the model.
    OwnFramePass(const gl::Capabilities& capabilities, OwnPoseRig rig, std::uint32_t slots);

    const OwnPoseRig& rig() const { return rig_; }
    // The pose of its slot, from the next draw() on.
    void write(OwnPose pose);
    // What was written to a slot last; nullptr: nothing.
    const OwnPose* poseOf(std::uint32_t slot) const;
    // From now on the slot has no pose: the next bake of the model need not draw it.
    void forget(std::uint32_t slot) { poses_[slot].clear(); }

    // Whether draw() has anything to do.
    bool due(const GpuModel& model) const {
        return model.ownFrames().any() && (!changed_.empty() || drawn_version_ != model.animationVersion());
    }
    // Draws the poses that were written since the last call, all of them after another bake. A frame in
    // flight that reads a slot is not disturbed: commands of a context are carried out in order. A model
    // without own frames is left alone.
    void draw(const GpuModel& model, UnitPrograms& programs, FrameStats& stats);
    // So that the first fall does not wait for its program.
    void prepare(const GpuModel& model, UnitPrograms& programs);
    // The same for techniques that pose on the CPU.
    void copyToCpu(GpuModel& model);

    std::size_t bytes() const;

  private:
    void drawSome(const GpuModel& model, const gl::Program& program, std::size_t first, std::size_t count);
    void attach(const GpuModel& model);

    gl::Capabilities capabilities_;
    OwnPoseRig rig_;
    RigTextures textures_;
    std::vector<OwnPose> poses_;  // by slot; empty: none
    std::vector<bool> copied_;    // by slot: copyToCpu()
    std::vector<bool> due_;       // by slot: it is in changed_
    std::vector<std::uint32_t> changed_;
    std::vector<glm::u16vec4> upload_;
    // One texture per frame in flight, so that no upload waits for a draw.
    static constexpr std::size_t kUploads = 3;
    std::array<gl::Texture, kUploads> uploads_;
    std::size_t next_ = 0;
    gl::VertexArray points_;  // no attributes
    // FetchPath::kBuffer: a frame per row, on its way to the buffer, in the format of that: drivers convert
    // others on the CPU, and wait for the GPU.
    std::optional<gl::DataTarget> rows_;
    gl::Framebuffer texture_target_;
    std::uint64_t drawn_version_ = 0;  // of the animation
    std::uint64_t copied_version_ = 0;
    bool prepared_ = false;
};

}  // namespace phalanx
