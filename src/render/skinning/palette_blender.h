// Blends a unit's joint matrices on the CPU in single precision, with the shaders' formulas, for the
// techniques `cpu` and `uniform`.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/bake/encode.h"
#include "anim/bake/switches.h"
#include "crowd/crowd.h"
#include "render/model/gpu_model.h"

namespace phalanx {

class PaletteBlender {
  public:
    // Decodes all texels to floats once, 16 bytes per texel. `clips`: the clip table as the shaders read it.
    PaletteBlender(const EncodedAnimation& encoded, std::span<const glm::uvec4> clips);
    explicit PaletteBlender(const GpuModel& model) : PaletteBlender(model.encoded(), model.clipTable()) {}

    std::uint32_t joints() const { return joints_; }
    // Reads the frames that single units show, if one was written since; without this it has none.
    void follow(const GpuModel& model);

    // Writes three rows of model_from_bind per joint (minus the encoding's centres), as the unit is posed at
    // the schedule's tick. `rows` has 3 * joints() items, written once and in order.
    void blend(const layout::UnitInstance& unit, const layout::Schedule& schedule,
               const PoseSwitches& switches, std::span<glm::vec4> rows) const;

  private:
    struct Lookup {
        const glm::vec4* before = nullptr;  // first texel of the frame
        const glm::vec4* after = nullptr;
        float within = 0.0F;
    };
    Lookup lookUp(const glm::uvec4& clip, std::uint32_t cycle, FrameLookup lookup) const;
    void blendRows(const Lookup& a, const Lookup& b, float weight, std::span<glm::vec4> rows) const;
    void blendTrs(const Lookup& a, const Lookup& b, float weight, std::span<glm::vec4> rows) const;

    std::uint32_t joints_;
    std::uint32_t texels_per_entry_;
    bool trs_;
    std::vector<glm::vec4> texels_;
    std::uint64_t own_version_ = 0;
    std::vector<glm::vec4> bind_origins_;
    std::vector<glm::uvec4> clips_;
};

}  // namespace phalanx
