#include "render/skinning/morph_blender.h"

#include <algorithm>
#include <cassert>

namespace phalanx {

void MorphBlender::blend(const layout::UnitInstance& unit, const layout::Schedule& schedule,
                         const PoseSwitches& switches, std::span<const float> by_hand,
                         std::span<float> weights) const {
    assert(weights.size() == frames_.targets);
    const glm::uvec4& clip_a = clips_[unit.playback.y & 0xFFFFU];
    const glm::uvec4& clip_b = clips_[unit.playback.y >> 16U];
    const layout::UnitState state = layout::unitState(unit, clip_a, clip_b, schedule);
    const auto of_b = static_cast<float>(shownWeight(static_cast<double>(state.weight), switches));
    const auto add = [&](const glm::uvec4& clip, std::uint32_t cycle, float share) {
        if (share == 0.0F) return;
        const layout::ClipMoment moment = layout::clipMoment(cycle, clip.y);
        float within = moment.within;
        if (switches.lookup == FrameLookup::kNearest) within = within < 0.5F ? 0.0F : 1.0F;
        const std::size_t first = std::size_t{clip.x} + moment.frame;
        const std::span<const float> before = frames_.at(first);
        const std::span<const float> after = frames_.at(first + 1);
        for (std::size_t t = 0; t < weights.size(); ++t)
            weights[t] += share * (before[t] * (1.0F - within) + after[t] * within);
    };
    std::ranges::fill(weights, 0.0F);
    add(clip_a, state.cycle_a, 1.0F - of_b);
    add(clip_b, state.cycle_b, of_b);
    for (std::size_t t = 0; t < by_hand.size(); ++t) {
        if (by_hand[t] < PH_WEIGHT_OF_CLIP) weights[t] = by_hand[t];
    }
}

}  // namespace phalanx
