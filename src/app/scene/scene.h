// Scenes: what the window shows, as human-readable JSON.
//
//   {
//     "about": "a description in one line",
//     "models": ["Knight.glb"],                          relative to the scene file; none: the default
//     soldier "options": {"units": 400, "formation": "ring", "stand": true, "camera": "0,2,9:0,1,0"},
//     "window": {"paused": true, "follow": false, "shadows": true, "samples": 4, "selected": 3,
//                "anatomy": true, "overlay": "joints", "overlay-everyone": true,
//                "mistakes": ["no-offset"]},
//     "soldiers": {"3": {"clip": "Salute", "blend-clip": "Idle", "blend": 0.0, "speed": 1.0,
//                        "offset": 0.25, "tint": "#d83020", "tint-strength": 0.8,
//                        "pose": {"base": [{"clip": "Walk"}]}}},
//     "fallen": {"7": {"place": [1.5, 0, -3], "facing": 0.5, "pose": "7fff..."}},    see FallenUnit
//     "moment": {"time": 12.5, "soldiers": "1c.1c.0.2f ..."}   army clock in seconds; see crowd/moment.h
//   }
//
// Without "moment", the army starts at time 0.
// The keys of "options" are those of the settings table (settings/settings.h), which are also the long
// options of `phalanx run`. Files are named relative to the scene file. A switch is true or false; a setting
// with several values is a list. The command line takes precedence over the scene, and the scene over the
// defaults.
#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/falls/fallen_unit.h"
#include "settings/settings_patch.h"

namespace phalanx {

// The window's state in a scene, in addition to settings. A field that is not set leaves the state unchanged.
struct SceneWindow {
    std::optional<bool> paused;
    std::optional<bool> follow;
    std::optional<std::uint32_t> selected;
    std::optional<bool> anatomy;

    bool operator==(const SceneWindow&) const = default;
};

// Edits of one soldier. Clips are stored by name, so that they stay valid after another bake.
struct SceneSoldier {
    std::optional<std::string> clip;
    std::optional<std::string> blend_clip;
    std::optional<double> blend;
    std::optional<double> speed;
    std::optional<double> offset;
    std::optional<glm::vec4> tint;         // sRGB, 0..1; a: strength, 0..1
    std::string pose;                      // its own layered pose, by poseText(); "": that of all
    std::map<std::string, double> morphs;  // weights by morph target: its name, or #K if it is not unique
    // "camp.json:3" by key and by morph target: for errors that only the model shows.
    std::map<std::string, std::string> places;
};

struct SceneMoment {
    std::uint32_t ticks = 0;  // army clock
    std::string soldiers;     // from momentOf(); empty: the state that follows from `ticks` alone
};

struct Scene {
    std::filesystem::path file;
    std::string about;
    std::vector<std::string> models;  // absolute, or relative to the working directory
    SettingsPatch settings;           // from "options" and "window"
    SceneWindow window;
    std::map<std::uint32_t, SceneSoldier> soldiers;
    std::map<std::uint32_t, FallenUnit> fallen;
    std::optional<SceneMoment> moment;
};

// Throws Error (kInput) for text that is not JSON, an unknown key, or a value of the wrong type or out of
// range. The message is one line, with the line number in the file if it is known.
Scene parseScene(std::string_view text, const std::filesystem::path& file);
Scene readScene(const std::filesystem::path& file);

// The scene as JSON. Models in the folder of the scene file are written without their folder.
std::string sceneText(const Scene& scene);

// The names of the scenes that come with Phalanx: the stems of assets/scenes/*.json, sorted.
std::vector<std::string> shippedScenes();
// `name` is a file or the name of a shipped scene. Throws Error (kInput), listing the known names, if it is
// neither.
std::filesystem::path findScene(const std::string& name);
// The file in which the window saves its last session; empty if there is no home folder.
std::filesystem::path lastSessionFile();

}  // namespace phalanx
