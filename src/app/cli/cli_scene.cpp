#include "app/cli/cli_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace phalanx {
namespace {

// What a file that came from somewhere must not decide, and what belongs to one run alone.
constexpr std::array<std::string_view, 14> kNotForScenes{
    "help",          "scene",       "last",       "json",        "dump-state", "frames", "trust",
    "import-memory", "import-time", "import-cpu", "import-size", "gl",         "quiet",  "verbose"};

std::string placeOf(const Scene& scene, const SceneOption& option) {
    return scene.file.string() + (option.line > 0 ? fmt::format(":{}", option.line) : "");
}

const CLI::Option& optionOf(const CLI::App& run, const Scene& scene, const SceneOption& option) {
    if (std::ranges::find(kNotForScenes, option.name) != kNotForScenes.end())
        throw inputError(placeOf(scene, option), fmt::format("\"{}\" is not for scenes", option.name));
    const CLI::Option* found = run.get_option_no_throw("--" + option.name);
    if (found == nullptr)
        throw inputError(placeOf(scene, option),
                         fmt::format("\"{}\" is no option of `phalanx run`", option.name));
    const bool truth = option.values.front() == "true" || option.values.front() == "false";
    const bool flag = found->get_expected_min() == 0;
    if (flag && !truth)
        throw inputError(placeOf(scene, option),
                         fmt::format("\"{}\" is a switch: true or false", option.name));
    if (!flag && truth)
        throw inputError(placeOf(scene, option), fmt::format("\"{}\" takes a value", option.name));
    return *found;
}

// The option of the scene that an error's text names.
const SceneOption* optionNamedBy(const Scene& scene, const std::string& text) {
    for (const SceneOption& option : scene.options) {
        const std::string name = "--" + option.name;
        const std::size_t at = text.find(name);
        if (at == std::string::npos) continue;
        const std::size_t end = at + name.size();  // --offset is not --offset-spread
        if (end == text.size() ||
            (text[end] != '-' && std::isalnum(static_cast<unsigned char>(text[end])) == 0))
            return &option;
    }
    return nullptr;
}

}  // namespace

std::string sceneHelp() {
    std::string help = "a scene: a file that Ctrl + S wrote";
    try {
        if (const std::vector<std::string> names = shippedScenes(); !names.empty())
            help += fmt::format(", or one of {}", fmt::join(names, ", "));
    } catch (const Error&) {  // no data: what needs them will say so
    }
    return help;
}

std::filesystem::path requireLastSession() {
    std::filesystem::path file = lastSessionFile();
    std::error_code error;
    if (file.empty() || !std::filesystem::is_regular_file(file, error))
        throw inputError(file.string(), "there is no last session; the window leaves one when it is closed");
    return file;
}

std::vector<std::string> withScene(const CLI::App& run, std::vector<std::string> arguments,
                                   const Scene& scene) {
    for (const SceneOption& option : scene.options) {
        if (optionOf(run, scene, option).count() > 0) continue;
        // A weight that was asked for holds: no automatic crossfade of the scene's.
        if (option.name == "crossfade" && run.count("--blend") > 0) continue;
        for (const std::string& value : option.values)
            arguments.push_back(fmt::format("--{}={}", option.name, value));
    }
    if (run.count("MODEL") == 0) arguments.insert(arguments.end(), scene.models.begin(), scene.models.end());
    return arguments;
}

Scene leftOpen(Scene settings, const Scene& scene) {
    std::erase_if(settings.options, [&](const SceneOption& option) {
        return std::ranges::find(scene.options, option.name, &SceneOption::name) != scene.options.end();
    });
    return settings;
}

bool isAbout(const Scene& scene, const Error& error) {
    return optionNamedBy(scene, error.what()) != nullptr;
}

Error atPlaceInScene(const Scene& scene, const Error& error) {
    const SceneOption* option = optionNamedBy(scene, error.what());
    return inputError(option != nullptr ? placeOf(scene, *option) : scene.file.string(), error.what());
}

}  // namespace phalanx
