// `phalanx retarget`: how clips of further files come to a model, from body to body.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "anim/body/body_map.h"
#include "app/army/army.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "asset/import.h"
#include "core/printable.h"

namespace phalanx {
namespace {

double inMm(double metres) {
    return std::round(metres * 1e4) / 10.0;
}

std::string rolesText(const Model& model) {
    const BodyMap map = findBodyMap(model.nodes);
    std::string text;
    for (std::size_t r = 0; r < kBodyRoles; ++r) {
        const auto role = static_cast<BodyRole>(r);
        if (!map.has(role)) continue;
        text += fmt::format("{:<14}", nameOf(role));
        for (const int node : map.nodes(role))
            text += " " + printable(model.nodes[static_cast<std::size_t>(node)].name);
        text += "\n";
    }
    return text.empty() ? "the model is no body\n" : text;
}

std::string retargetText(const std::vector<RetargetedClip>& clips) {
    if (clips.empty()) return "no clip was retargeted from body to body\n";
    std::string text = fmt::format("{:<20} {:<32} {:>5} {:>9} {:>9} {:>8} {:>8} {:>8}\n", "file", "clip",
                                   "steps", "slide mm", "source mm", "hand mm", "grip mm", "head deg");
    for (const RetargetedClip& clip : clips) {
        const RetargetRow& row = clip.row;
        text += fmt::format("{:<20} {:<32} {:>5} {:>9.1f} {:>9.1f} {:>8.1f} {:>8.1f} {:>8.2f}\n", clip.file,
                            row.clip, row.steps, row.slide * 1e3, row.source_slide * 1e3, row.hand * 1e3,
                            row.grip * 1e3, glm::degrees(row.head_rad));
    }
    return text;
}

nlohmann::json retargetJson(const std::vector<RetargetedClip>& clips) {
    nlohmann::json rows = nlohmann::json::array();
    for (const RetargetedClip& clip : clips) {
        const RetargetRow& row = clip.row;
        rows.push_back({{"file", clip.file},
                        {"clip", row.clip},
                        {"steps", row.steps},
                        {"slide_mm", inMm(row.slide)},
                        {"source_slide_mm", inMm(row.source_slide)},
                        {"hand_mm", inMm(row.hand)},
                        {"grip_mm", inMm(row.grip)},
                        {"head_deg", glm::degrees(row.head_rad)}});
    }
    return rows;
}

}  // namespace

void declareOptions(OptionSet& set, RetargetOptions& options) {
    set.models(options.settings.army, options.import, 1);
    set.setting("absolute-rotations", options.settings);
    declareJson(set, options, "Writes the table to a file; -: stdout.");
}

void finishOptions(const OptionSet& /*set*/, RetargetOptions& options) {
    takeOneModel(options);
    checkOutputs(inputFiles(options.settings.army), {options.json});
}

ExitCode run(const RetargetOptions& options) {
    requireWritable(options.json);
    std::vector<RetargetedClip> clips;
    ImportSettings settings = importSettingsOf(options.army());
    settings.retargeted = &clips;
    // In this process, since the table does not travel with the model.
    const Model model = importModel(hereOrShipped(options.settings.army.files.front()), settings);
    checkSideFiles(model, {options.json});
    if (options.json != "-") {
        std::string text =
            fmt::format("{}\n{}\n{}", model.source_path, rolesText(model), retargetText(clips));
        for (const Note& note : model.notes) text += "  " + note.text + "\n";
        printResult(text);
    }
    writeJson(options.json, {{"file", model.source_path}, {"rows", retargetJson(clips)}});
    return ExitCode::kOk;
}

}  // namespace phalanx
