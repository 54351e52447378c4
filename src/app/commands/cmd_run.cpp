// `phalanx run`: the window.
#include <filesystem>
#include <memory>

#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/window/window_app.h"
#include "core/main_loop.h"

namespace phalanx {
namespace {

std::filesystem::path requireLastSession() {
    std::filesystem::path file = lastSessionFile();
    std::error_code error;
    if (file.empty() || !std::filesystem::is_regular_file(file, error))
        throw inputError(file.string(), "there is no last session; the window saves one when it is closed");
    return file;
}

}  // namespace

void declareOptions(OptionSet& set, RunOptions& options) {
    const Settings& defaults = options.settings;
    set.models(options.settings.army, options.import, OptionSet::kManyModels);
    set.group(kEquipmentGroup, defaults);
    set.group(kBakingGroup, defaults);
    declareCrowd(set, options, "what this machine draws 30 times per second");
    set.group(kLayersGroup, defaults);
    set.group(kBattleGroup, defaults);
    set.setting("render-scale", defaults);
    for (const std::string_view group : {kPictureGroup, kTracesGroup, kSceneryGroup, kDetailGroup,
                                         kPacingGroup, kOverlayGroup, kMistakesGroup, kWindowGroup})
        set.group(group, defaults);
    set.add({.key = "last", .help = "Opens the window as it was when it was closed the last time."},
            options.last);
    set.add(
        {.key = "fit",
         .help = "Without --units: chooses the number of units and the render scale that run at 60 frames "
                 "per second here, and keeps both as your settings."},
        options.fit);
    declareScene(set, options);
    set.exclude("scene", "last");
    set.add({.key = "frames",
             .help = "Ends after this many frames, with a line of statistics.",
             .least = 1,
             .most = 1e8},
            options.frames);
    set.add({.key = "log-events", .help = "Writes what happens to the units, as it happens, to a file."},
            options.log_events, {.file = FileName::kRegularOnly});
    declareJson(set, options, "Writes the statistics to a file; -: stdout.");
    set.add({.key = "dump-state"}, options.dump_state, {.hidden = true});
}

void finishOptions(const OptionSet& /*set*/, RunOptions& options) {
    if (options.last || !options.scene_name.empty())
        options.scene = readScene(options.last ? requireLastSession() : findScene(options.scene_name));
    layerAllSettings(options);
    options.glVersion();
    checkOutputs(inputFiles(options.settings.army), {options.json, options.log_events});
}

ExitCode run(const RunOptions& options) {
    requireWritable(options.json);
    requireWritable(options.log_events);
    // Before a window opens only to close again.
    ArmyOptions army = options.army();
    army.equipped = true;
    checkInputFiles(army);
    const auto app = std::make_shared<WindowApp>(options);
    app->begin();
    runMainLoop({[app] { return app->frame(); }, [app] { app->end(); }, [app] { app->keep(); }});
    return ExitCode::kOk;
}

}  // namespace phalanx
