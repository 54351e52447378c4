// What a scene adds to a command line. Only for files that see CLI11.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "app/scene/scene.h"
#include "core/error.h"

namespace phalanx {

// Help of --scene, with the names of the scenes that come with Phalanx.
std::string sceneHelp();

// The file of the last session. Throws Error (kInput) where there is none.
std::filesystem::path requireLastSession();

// `arguments` and, behind them, those of the scene's options and models that `run`, which has parsed them,
// was not given. Throws Error (kInput), with the place in the scene's file, for an option that `run` does not
// have or that is not for scenes.
std::vector<std::string> withScene(const CLI::App& run, std::vector<std::string> arguments,
                                   const Scene& scene);

// `settings` less the options that the scene has.
Scene leftOpen(Scene settings, const Scene& scene);
// The error names one of its options.
bool isAbout(const Scene& scene, const Error& error);

// An error of the options that withScene() added, as one of the scene's file.
Error atPlaceInScene(const Scene& scene, const Error& error);

}  // namespace phalanx
