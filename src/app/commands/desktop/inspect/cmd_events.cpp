// `phalanx events`: the markers of a model's clips, and when they are crossed.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "anim/events/clip_markers.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"

namespace phalanx {
void declareOptions(OptionSet& set, EventsOptions& options) {
    set.models(options.settings.army, options.import, 1);
    set.add({.key = "clip", .help = "The clip, by its name or #K. Without it: the first cycle of each clip."},
            options.clip);
    set.add({.key = "from",
             .help = "Start of the time, seconds. A crossing at exactly this time counts.",
             .least = -86'400.0,
             .most = 86'400.0},
            options.from_s);
    set.add({.key = "to",
             .help = "End of the time, seconds; default: --from and one cycle. A crossing at exactly this "
                     "time does not "
                     "count.",
             .least = -86'400.0,
             .most = 86'400.0},
            options.to_s);
    declareJson(set, options, "Writes the crossings as an array to a file; -: stdout.");
}

void finishOptions(const OptionSet& /*set*/, EventsOptions& options) {
    takeOneModel(options);
    if (options.to_s && *options.to_s < options.from_s)
        throw usageError("--to", fmt::format("{:g} is before --from, {:g}", *options.to_s, options.from_s));
    checkOutputs(inputFiles(options.settings.army), {options.json});
}

ExitCode run(const EventsOptions& options) {
    requireWritable(options.json);
    const Model model = importFile(options.settings.army.files.front(), options.army()).model;
    checkSideFiles(model, {options.json});
    std::vector<std::size_t> clips;
    if (options.clip.empty()) {
        for (std::size_t c = 0; c < model.clips.size(); ++c) clips.push_back(c);
    } else {
        clips.push_back(static_cast<std::size_t>(findClip(model, options.clip)));
    }
    const std::vector<ClipMarkers> markers = clipMarkers(model);
    nlohmann::json json = nlohmann::json::array();
    std::string text = fmt::format("{:<16} {:<16} {:>12} {:>10}\n", "clip", "event", "seconds", "phase");
    for (const std::size_t c : clips) {
        const Clip& clip = model.clips[c];
        const double to_s = options.to_s.value_or(options.from_s + clip.duration_s);
        constexpr double kMostCycles = 1e6;
        if (clip.loops && clip.duration_s > 0.0 && (to_s - options.from_s) / clip.duration_s > kMostCycles) {
            throw usageError("--to", fmt::format("{:g} s after --from are more than {:g} cycles of {}",
                                                 to_s - options.from_s, kMostCycles, clip.name));
        }
        // A one-shot's last moment belongs to it.
        const double end = clip.loops ? clip.duration_s : std::nextafter(clip.duration_s, 1e9);
        for (const MarkerTime& time :
             markerTimes(clip, markers[c], options.from_s, options.to_s.value_or(options.from_s + end))) {
            const ClipMarker& marker = markers[c][time.marker];
            nlohmann::json row{{"name", marker.name}, {"seconds", time.seconds}, {"phase", marker.phase}};
            if (options.clip.empty()) row["clip"] = clip.name;
            json.push_back(std::move(row));
            text += fmt::format("{:<16} {:<16} {:>12.4f} {:>10.4f}{}\n", clip.name, marker.name, time.seconds,
                                marker.phase, marker.found ? "  found" : "");
        }
    }
    if (json.empty()) text = fmt::format("{}: nothing happens in this time\n", model.source_path);
    if (options.json != "-") printResult(text);
    writeJson(options.json, json);
    return ExitCode::kOk;
}

}  // namespace phalanx
