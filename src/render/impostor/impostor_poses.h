// Chooses which baked frames of a model get images in the impostor atlas. No GL calls.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

#include "impostor.h"
#include "render/model/gpu_model.h"
#include "render/skinning/cpu_skin.h"
#include "render/skinning/morph_blender.h"
#include "render/skinning/palette_blender.h"

namespace phalanx {

struct ImpostorPoses {
    std::vector<std::uint32_t> frames;  // the baked frame of each pose
    // By baked frame: the two poses that it lies between (impostorPosesOf() of impostor.h), or the nearest
    // pose for clips that were not requested.
    std::vector<std::uint32_t> of_frame;
    std::optional<std::size_t> of_lying;  // the pose that only own frames have
};

// What a cell of the atlas (impostor.h) shows: the model in all its variants, with a margin of one texel.
struct ImpostorCell {
    layout::ImpostorBox box;
    // Triangle around the silhouette in cell coordinates, where the cell is -1..1; corners lie within
    // +-kTightTriangleReach; counter-clockwise.
    std::array<glm::vec2, 3> triangle;
};

// Everything needed to render an impostor atlas.
struct ImpostorPlan {
    ImpostorPoses poses;
    std::vector<ImpostorCell> cells;  // by pose, then view
};

// Poses a model on the CPU. Copies what it needs of the model: it can outlive the model and run in any
// thread.
class ImpostorPlanner {
  public:
    // wanted: by clip, whether it gets images; own frames are none.
    ImpostorPlanner(const GpuModel& model, std::vector<bool> wanted);

    // Chooses poses of the wanted clips, as few as possible while vertices of neighbouring poses are on
    // average at most step_m metres apart; and one for own frames, if there are any.
    ImpostorPoses choosePoses(double step_m, const std::function<void()>& cancelled) const;
    // Plans with the finest step, starting at step_m, that needs at most most_poses poses; an empty plan if
    // that step would exceed coarsest_m. `cancelled` is called often and may throw to stop.
    ImpostorPlan plan(double step_m, double coarsest_m, std::size_t most_poses,
                      const std::function<void()>& cancelled) const;

  private:
    std::vector<glm::vec3> pose(std::uint32_t clip, std::uint32_t index,
                                std::span<const std::uint32_t> vertices) const;
    std::vector<glm::vec3> pose(std::uint32_t frame, std::span<const std::uint32_t> vertices) const;
    std::vector<ImpostorCell> cellsOf(std::uint32_t frame) const;
    void fillOthers(ImpostorPoses& poses, const std::function<void()>& cancelled) const;

    PaletteBlender blender_;
    MorphBlender morphs_;
    CpuSkinMesh mesh_;
    std::vector<glm::uvec4> clips_;
    OwnFrames own_;  // they show what their stand-in ends with
    std::vector<bool> wanted_;
    std::vector<std::uint32_t> all_;  // indices of all vertices
    std::vector<std::uint32_t> few_;  // a subset of them, compared to choose poses
};

}  // namespace phalanx
