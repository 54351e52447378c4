#include "app/commands/shared_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/parse.h"
#include "app/scene/scene.h"
#include "asset/model_file.h"
#include "render/techniques/technique.h"

namespace phalanx {
void declareGl(OptionSet& set, CommonOptions& options) {
    set.add({.key = "gl",
             .help = "Uses no more than this OpenGL version, 3.3 to 4.6, or OpenGL ES 3.0 (es3.0), whose "
                     "features WebGL 2 has."},
            options.gl);
}

void declareJson(OptionSet& set, CommonOptions& options, std::string_view help) {
    set.add({.key = "json", .help = help}, options.json, {.file = FileName::kAny});
}

void declareCrowd(OptionSet& set, CommonOptions& options, std::string_view automatic) {
    const Settings& defaults = options.settings;
    set.setting("units", defaults, fmt::format("auto: {}.", automatic));
    set.group(kCrowdGroup, defaults, {"units"});
    set.group(kVariationGroup, defaults);
    set.group(kAnimationGroup, defaults);
    set.group(kGroundGroup, defaults);
    set.setting("technique", defaults);
    set.group(kPosesGroup, defaults);
    declareGl(set, options);
}

void declareScene(OptionSet& set, SceneOptions& options) {
    std::string help = "A scene: a file that Ctrl + S wrote";
    std::vector<std::string> names;
    try {
        names = shippedScenes();
        if (!names.empty()) help += fmt::format(", or one of {}", fmt::join(names, ", "));
    } catch (const Error&) {  // no data folder; what needs it will report that
    }
    set.add({.key = "scene", .help = help + ". bench and grow take its models and settings only."},
            options.scene_name, {.file = FileName::kAny, .words = names});
}

void setPlain(Settings& settings) {
    setMoving(settings);
    settings.render = wholeUnits();
    settings.render.environment.shadows = false;
    settings.render.samples = 1;
}

void setMoving(Settings& settings) {
    settings.render = RenderSettings{};
    settings.render.environment.shadows = false;
    settings.render.samples = 1;
    settings.view.size = {1920, 1080};
    settings.crowd.crossfade_s = 0.0;
    settings.crowd.blend = 0.5;
}

void takeGiven(CommonOptions& options) {
    options.given.apply(options.settings);
    options.glVersion();
}

void takeOneModel(CommonOptions& options) {
    takeGiven(options);
    std::vector<std::string>& files = options.settings.army.files;
    if (files.empty()) files.push_back(defaultModelFile().string());
}

void takeScene(SceneOptions& options) {
    if (!options.scene_name.empty()) options.scene = readScene(findScene(options.scene_name));
    layerSettings(options);
    options.glVersion();
}

void requireNoBattle(const CommonOptions& options) {
    if (options.settings.crowd.formation != Formation::kBattle) return;
    throw usageError("--pose",
                     "layers would decide what soldiers play, and in formation battle the graph does; give "
                     "another --formation");
}

void refuseAuto(const std::string& technique, std::string_view command) {
    if (technique != kAutoTechnique) return;
    throw usageError("--technique",
                     fmt::format("auto depends on the LODs, but {} draws LOD 0 only; give one of {}", command,
                                 techniqueNames()));
}

void requireContainerName(const std::string& output) {
    if (isContainer(output)) return;
    throw usageError("--output",
                     fmt::format("'{}' must end in .phx, as all files of this format do", output));
}

std::string techniqueNames() {
    std::string names;
    for (const Technique& technique : techniques())
        names += fmt::format("{}{}", names.empty() ? "" : ", ", technique.name);
    return names;
}

void declareMeasurement(OptionSet& set, MeasureOptions& options, const MeasurementHelp& help) {
    const Settings& defaults = options.settings;
    set.models(options.settings.army, options.import, OptionSet::kManyModels);
    set.group(kEquipmentGroup, defaults);
    set.group(kBakingGroup, defaults);
    set.add({.key = "units", .help = help.units, .group = kCrowdGroup}, options.unit_list);
    set.group(kCrowdGroup, defaults, {"units"});
    set.group(kVariationGroup, defaults);
    set.group(kAnimationGroup, defaults);
    set.group(kGroundGroup, defaults);
    std::vector<std::string> lists{"all"};
    for (const Technique& technique : techniques()) lists.emplace_back(technique.name);
    set.add({.key = "technique", .help = help.technique, .group = kDrawingGroup}, options.technique_list,
            {.words = lists});
    set.group(kPosesGroup, defaults);
    set.group(kPictureGroup, defaults);
    set.setting("size", defaults);
    set.add({.key = "frames", .help = help.frames, .least = 5, .most = 100'000}, options.frames);
    declareJson(set, options, "Writes the results to a file; -: stdout.");
    declareGl(set, options);
    declareScene(set, options);
}

void finishMeasurement(const OptionSet& set, MeasureOptions& options) {
    takeScene(options);
    // What the scene says counts more than the defaults of these two.
    const Settings& settings = options.settings;
    const bool one_number = options.units_are == UnitsAre::kNumbers;
    if (one_number && options.given.gives("units") && !set.given("units") && !settings.auto_units)
        options.unit_list = std::to_string(settings.crowd.units);
    if (options.given.gives("technique") && !set.given("technique"))
        options.technique_list = settings.render.technique;
    options.units = parseUnitList("--units", options.unit_list);
    options.techniques = parseTechniques(options.technique_list);
}

}  // namespace phalanx
