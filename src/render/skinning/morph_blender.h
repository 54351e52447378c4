// Blends the weights of a unit's morph targets on the CPU in single precision, with the shaders' formulas,
// for technique `cpu` and the planning of impostors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/switches.h"
#include "crowd/crowd.h"
#include "render/model/gpu_model.h"

namespace phalanx {

class MorphBlender {
  public:
    explicit MorphBlender(const GpuModel& model)
        : frames_(model.encoded().morphs), clips_(model.clipTable().begin(), model.clipTable().end()) {}

    std::uint32_t targets() const { return frames_.targets; }

    // Writes the weight of each target at the schedule's tick. by_hand: the unit's morph row, or empty.
    void blend(const layout::UnitInstance& unit, const layout::Schedule& schedule,
               const PoseSwitches& switches, std::span<const float> by_hand, std::span<float> weights) const;

  private:
    MorphFrames frames_;
    std::vector<glm::uvec4> clips_;
};

}  // namespace phalanx
