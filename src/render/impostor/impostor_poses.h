// Which of a model's baked frames get pictures to show as impostors. No GL calls.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "impostor.h"
#include "render/model/gpu_model.h"
#include "render/techniques/cpu_skin.h"
#include "render/techniques/palette_blender.h"

namespace phalanx {

struct ImpostorPoses {
    std::vector<std::uint32_t> frames;  // the baked frame of each pose
    // By baked frame: the poses between which it lies (impostorPosesOf() of impostor.h), of clips that were
    // not asked for the one that comes nearest.
    std::vector<std::uint32_t> of_frame;
};

// What a cell (impostor.h) shows: all variants of the model, with a texel to spare in the picture.
struct ImpostorCell {
    layout::ImpostorBox box;
    // Holds him: places in the cell, which is -1..1, themselves within +-kTightTriangleReach;
    // counter-clockwise.
    std::array<glm::vec2, 3> triangle;
};

// All that pictures are drawn by.
struct ImpostorPlan {
    ImpostorPoses poses;
    std::vector<ImpostorCell> cells;  // by pose and view
};

// Poses a model on the CPU. Keeps what it needs of the model: works on when that is gone, in any thread.
class ImpostorPlanner {
  public:
    // wanted: by clip.
    ImpostorPlanner(const GpuModel& model, std::vector<bool> wanted);

    // Poses of the wanted clips, as few as keep the vertices of two neighbours on average no farther apart
    // than `step_m`, metres.
    ImpostorPoses choosePoses(double step_m, const std::function<void()>& cancelled) const;
    // The finest step from `step_m` on that makes at most so many poses; none where that were coarser than
    // `coarsest_m`. Throws what `cancelled` throws, which is asked often.
    ImpostorPlan plan(double step_m, double coarsest_m, std::size_t most_poses,
                      const std::function<void()>& cancelled) const;

  private:
    std::vector<glm::vec3> pose(std::uint32_t clip, std::uint32_t index,
                                std::span<const std::uint32_t> vertices) const;
    std::vector<glm::vec3> pose(std::uint32_t frame, std::span<const std::uint32_t> vertices) const;
    std::vector<ImpostorCell> cellsOf(std::uint32_t frame) const;
    void fillOthers(ImpostorPoses& poses, const std::function<void()>& cancelled) const;

    PaletteBlender blender_;
    CpuSkinMesh mesh_;
    std::vector<glm::uvec4> clips_;
    std::vector<bool> wanted_;
    std::vector<std::uint32_t> all_;  // vertices
    std::vector<std::uint32_t> few_;  // of them, to choose by
};

}  // namespace phalanx
