// `phalanx switches`: the errors of nearest frames, fewer weights, encodings and crossfades on a model.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "anim/bake/encode.h"
#include "anim/quality/blend_loss.h"
#include "anim/quality/switch_error.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"

namespace phalanx {
namespace {

struct Fade {
    std::string clips;
    std::vector<BlendLoss> losses;
};

// Avoids "-0.00".
double shown(double value) {
    return std::abs(value) < 0.005 ? 0.0 : value;
}

std::string settingsText(const std::vector<SwitchError>& errors) {
    std::string text =
        "setting            moved: mean mm   p99 mm   max mm   normals: mean deg   p99 deg   max deg\n";
    for (const SwitchError& error : errors) {
        if (!error.refused.empty()) {
            text += fmt::format("{:<16}   refused: {}\n", error.setting, error.refused);
            continue;
        }
        const ErrorSummary& mm = error.moved_mm;
        const ErrorSummary& deg = error.turned_deg;
        text += fmt::format("{:<16}   {:14.3f}   {:6.2f}   {:6.2f}   {:17.3f}   {:7.3f}   {:7.2f}\n",
                            error.setting, mm.mean, mm.p99, mm.max, deg.mean, deg.p99, deg.max);
    }
    return text;
}

std::string fadesText(const std::vector<Fade>& fades) {
    std::size_t width = 5;
    for (const Fade& fade : fades) width = std::max(width, fade.clips.size());
    std::string text = fmt::format(
        "{:<{}}   encoding   limbs: mean %    max %   volume: mean %    max %   gap: mean mm   max mm   off: "
        "mean "
        "mm   p99 mm   max mm\n",
        "clips", width);
    for (const Fade& fade : fades) {
        for (const BlendLoss& loss : fade.losses) {
            text += fmt::format(
                "{:<{}}   {:<8}   {:13.2f}   {:6.2f}   {:14.2f}   {:6.2f}   {:12.2f}   {:6.1f}   {:12.2f}   "
                "{:6.1f}"
                "   {:6.1f}\n",
                fade.clips, width, nameOf(loss.encoding), shown(loss.limb_mean_percent),
                shown(loss.limb_max_percent), shown(loss.volume_mean_percent), shown(loss.volume_max_percent),
                loss.gap_mean_mm, loss.gap_max_mm, loss.moved_mm.mean, loss.moved_mm.p99, loss.moved_mm.max);
        }
    }
    return text;
}

nlohmann::json summaryJson(const ErrorSummary& summary) {
    return {{"mean", summary.mean}, {"p99", summary.p99}, {"max", summary.max}};
}

nlohmann::json switchesJson(const LoadedModel& loaded, const std::vector<SwitchError>& errors,
                            const std::vector<Fade>& fades) {
    using nlohmann::json;
    json settings = json::array();
    for (const SwitchError& error : errors) {
        json entry{{"setting", error.setting}};
        if (error.refused.empty()) {
            entry["moved_mm"] = summaryJson(error.moved_mm);
            entry["turned_deg"] = summaryJson(error.turned_deg);
        } else {
            entry["refused"] = error.refused;
        }
        settings.push_back(entry);
    }
    json crossfades = json::array();
    for (const Fade& fade : fades) {
        for (const BlendLoss& loss : fade.losses) {
            crossfades.push_back(
                {{"clips", fade.clips},
                 {"encoding", nameOf(loss.encoding)},
                 {"limb_percent", {{"mean", loss.limb_mean_percent}, {"max", loss.limb_max_percent}}},
                 {"volume_percent", {{"mean", loss.volume_mean_percent}, {"max", loss.volume_max_percent}}},
                 {"gap_mm", {{"mean", loss.gap_mean_mm}, {"max", loss.gap_max_mm}}},
                 {"moved_mm", summaryJson(loss.moved_mm)}});
        }
    }
    return {{"file", loaded.model.source_path}, {"settings", settings}, {"crossfades", crossfades}};
}

std::vector<Fade> measureFades(const LoadedModel& loaded, const ClipChoice& clips) {
    const std::size_t count = loaded.model.clips.size();
    std::vector<Fade> fades;
    if (count < 2) return fades;
    BlendLossSettings settings;
    const std::size_t pairs = count * (count - 1) / 2;
    const std::size_t taken = std::min(pairs, static_cast<std::size_t>(settings.pairs));
    fades.push_back(
        {taken == pairs ? fmt::format("all {} pairs", pairs) : fmt::format("{} of {} pairs", taken, pairs),
         measureBlendLoss(loaded.model, loaded.baked, settings)});
    constexpr int kMomentsOfOnePair = 64;
    settings.pair = {clips.a, clips.b};
    settings.phases = kMomentsOfOnePair;
    const auto nameOfClip = [&](int clip) { return loaded.model.clips[static_cast<std::size_t>(clip)].name; };
    fades.push_back({nameOfClip(clips.a) + " + " + nameOfClip(clips.b),
                     measureBlendLoss(loaded.model, loaded.baked, settings)});
    return fades;
}

}  // namespace

void declareOptions(OptionSet& set, SwitchesOptions& options) {
    set.models(options.settings.army, options.import, 1);
    set.group(kBakingGroup, options.settings);
    set.setting("clip", options.settings, "With --blend-clip: the pair that is measured.");
    set.setting("blend-clip", options.settings);
    declareJson(set, options, "Writes the tables to a file; -: stdout.");
}

void finishOptions(const OptionSet& /*set*/, SwitchesOptions& options) {
    takeOneModel(options);
    checkOutputs(inputFiles(options.settings.army), {options.json});
}

ExitCode run(const SwitchesOptions& options) {
    requireWritable(options.json);
    const std::vector<LoadedModel> models = loadModels(options.army());
    for (const LoadedModel& loaded : models) checkSideFiles(loaded.model, {options.json});
    const LoadedModel& loaded = models.front();
    const ClipChoice clips = chooseClips(models, options.settings.army).front();
    const SwitchErrorSettings settings;
    const std::vector<SwitchError> errors = measureSwitches(loaded.model, loaded.baked, settings);
    const std::vector<Fade> fades = measureFades(loaded, clips);
    std::string text = fmt::format(
        "{}: against rgba32f, frames blended, 4 weights; {} moments of each of {} clips, all vertices, for a "
        "model "
        "1.8 m tall\n\n",
        loaded.model.source_path, settings.moments, loaded.baked.clips.size());
    text += settingsText(errors);
    text += "\ncrossfades half way, against every node blended by itself (slerp)\n\n";
    text += fades.empty() ? "no two clips\n" : fadesText(fades);
    if (options.json != "-") printResult(text);
    writeJson(options.json, switchesJson(loaded, errors, fades));
    return ExitCode::kOk;
}

}  // namespace phalanx
