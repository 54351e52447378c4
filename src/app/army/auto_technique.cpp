#include "app/army/auto_technique.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/log.h"

namespace phalanx {
namespace {

std::string_view drawnBy(const AutoTechnique& automatic, std::size_t model, std::size_t level) {
    const bool prepared = automatic.levels.prepares(model, static_cast<int>(level));
    return prepared ? std::string_view(automatic.levels.technique) : kLevelTechniques.front();
}

std::string_view clockOf(const LevelTimes& times) {
    return times.gpu_clock ? "GPU time" : "wall time around glFinish";
}

std::string timeText(double unit_us) {
    return unit_us > 0.0 ? fmt::format("{:9.3f}", unit_us) : fmt::format("{:>9}", "-");
}

}  // namespace

void checkTechniqueName(const std::string& name, bool with_auto) {
    std::string known;
    for (const Technique& technique : techniques()) {
        if (technique.name == name) return;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", technique.name);
    }
    if (with_auto) {
        if (name == kAutoTechnique) return;
        known += fmt::format(", {}", kAutoTechnique);
    }
    throw usageError("--technique", fmt::format("'{}' is none of {}", name, known));
}

std::string whyNotDrawn(const std::string& name, const gl::Capabilities& capabilities) {
    return name == kAutoTechnique ? "" : whyUnavailable(findTechnique(name), capabilities);
}

AutoTechnique measureTechniques(Renderer& renderer, std::span<const GpuModel> gpu_models,
                                const std::vector<LoadedModel>& models, const SkinSettings& skin) {
    AutoTechnique automatic;
    for (const GpuModel& model : gpu_models) automatic.times.push_back(renderer.measureLevels(model, skin));
    if (const auto rule = chooseLevelTechniques(automatic.times)) {
        automatic.levels = *rule;
        automatic.measured = true;
        info("{}", sentenceOf(automatic, models));
        for (std::size_t m = 0; m < models.size(); ++m) {
            const LevelTimes& times = automatic.times[m];
            info("{}: levels measured in {:.0f} ms, {}, {} rounds", models[m].model.name, times.took_ms,
                 clockOf(times), times.rounds);
        }
        debug("{}", tableText(automatic, models));
    } else {
        warn("technique auto is texture: nothing could be measured, all times are 0; name another by hand");
    }
    return automatic;
}

bool isWanting(const AutoTechnique& automatic, std::span<const GpuModel> gpu_models,
               const gl::Capabilities& capabilities) {
    if (!automatic.measured || automatic.times.size() != gpu_models.size()) return true;
    for (std::size_t t = 0; t < kLevelTechniques.size(); ++t) {
        const Technique& technique = findTechnique(kLevelTechniques.at(t));
        const auto untimed = [t](const LevelTimes::Level& level) { return level.unit_us.at(t) <= 0.0; };
        for (std::size_t m = 0; m < gpu_models.size(); ++m) {
            if (!whyUnavailable(technique, capabilities, gpu_models[m].joints()).empty()) continue;
            if (std::ranges::any_of(automatic.times[m].levels, untimed)) return true;
        }
    }
    return false;
}

std::string sentenceOf(const AutoTechnique& automatic, const std::vector<LoadedModel>& models) {
    std::string text = fmt::format("{}: {}", kAutoTechnique, automatic.levels.technique);
    if (!automatic.measured) return text + ", nothing could be measured";
    for (std::size_t m = 0; m < automatic.times.size(); ++m) {
        const std::size_t levels = automatic.times[m].levels.size();
        text += fmt::format("; {}:", models[m].model.name);
        for (std::size_t first = 0; first < levels;) {
            const std::string_view by = drawnBy(automatic, m, first);
            std::size_t last = first;
            while (last + 1 < levels && drawnBy(automatic, m, last + 1) == by) ++last;
            text += first == 0 ? (first == last ? " level " : " levels ") : ", ";
            text +=
                first == last ? fmt::format("{} {}", first, by) : fmt::format("{} to {} {}", first, last, by);
            first = last + 1;
        }
    }
    return text;
}

std::string tableText(const AutoTechnique& automatic, const std::vector<LoadedModel>& models) {
    std::string text;
    for (std::size_t m = 0; m < automatic.times.size(); ++m) {
        const LevelTimes& times = automatic.times[m];
        text += fmt::format("{}, microseconds a unit, {}, {} of {} rounds\n{:>5}  {:>5}  {:>9}",
                            models[m].model.name, clockOf(times), times.gpu_clock ? "median" : "fastest",
                            times.rounds, "level", "units", "triangles");
        for (const std::string_view name : kLevelTechniques) text += fmt::format("  {:>9}", name);
        text += "  drawn by\n";
        for (std::size_t l = 0; l < times.levels.size(); ++l) {
            const LevelTimes::Level& level = times.levels[l];
            text += fmt::format("{:5}  {:5}  {:9}", l, level.units, level.triangles);
            for (const double unit_us : level.unit_us) text += "  " + timeText(unit_us);
            text += fmt::format("  {}\n", drawnBy(automatic, m, l));
        }
    }
    return text;
}

nlohmann::json autoJson(const AutoTechnique& automatic, const std::vector<LoadedModel>& models) {
    nlohmann::json list = nlohmann::json::array();
    for (std::size_t m = 0; m < automatic.times.size(); ++m) {
        const LevelTimes& times = automatic.times[m];
        nlohmann::json levels = nlohmann::json::array();
        for (std::size_t l = 0; l < times.levels.size(); ++l) {
            const LevelTimes::Level& level = times.levels[l];
            nlohmann::json unit_us;
            for (std::size_t t = 0; t < kLevelTechniques.size(); ++t) {
                unit_us[std::string(kLevelTechniques.at(t))] =
                    level.unit_us.at(t) > 0.0 ? nlohmann::json(level.unit_us.at(t)) : nlohmann::json();
            }
            levels.push_back({{"level", l},
                              {"units", level.units},
                              {"triangles", level.triangles},
                              {"unit_us", unit_us},
                              {"drawn_by", drawnBy(automatic, m, l)}});
        }
        list.push_back({{"name", models[m].model.name},
                        {"timed_by", clockOf(times)},
                        {"rounds", times.rounds},
                        {"took_ms", times.took_ms},
                        {"levels", levels}});
    }
    return {{"measured", automatic.measured},
            {"technique", automatic.levels.technique},
            {"margin", kLevelMargin},
            {"models", list}};
}

}  // namespace phalanx
