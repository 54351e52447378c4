#include "render/techniques/level_techniques.h"

#include <cstddef>

namespace phalanx {
namespace {

struct Choice {
    LevelTechniques rule;
    double sum_us = 0.0;
};

Choice choiceOf(std::span<const LevelTimes> models, std::size_t technique) {
    Choice choice;
    choice.rule.technique = kLevelTechniques.at(technique);
    for (const LevelTimes& times : models) {
        std::uint32_t& levels = choice.rule.prepared.emplace_back(0);
        for (std::size_t l = 0; l < times.levels.size(); ++l) {
            const double texture_us = times.levels[l].unit_us.front();
            const double unit_us = times.levels[l].unit_us.at(technique);
            const bool faster = technique > 0 && unit_us > 0.0 && unit_us < texture_us * (1.0 - kLevelMargin);
            if (faster) levels |= 1U << l;
            choice.sum_us += faster ? unit_us : texture_us;
        }
    }
    return choice;
}

}  // namespace

std::optional<LevelTechniques> chooseLevelTechniques(std::span<const LevelTimes> models) {
    Choice best = choiceOf(models, 0);
    if (best.sum_us <= 0.0) return std::nullopt;
    for (std::size_t technique = 1; technique < kLevelTechniques.size(); ++technique) {
        Choice next = choiceOf(models, technique);
        if (next.sum_us < best.sum_us * (1.0 - kLevelMargin)) best = std::move(next);
    }
    return best.rule;
}

}  // namespace phalanx
