// Scenes: what a person sees in the window, as JSON that a person reads.
//
//   {
//     "about": "one line on what there is to see",
//     "models": ["Knight.glb"],                          beside the scene's file; none: the soldier
//     "options": {"units": 400, "formation": "ring", "stand": true, "camera": "0,2,9:0,1,0"},
//     "window": {"paused": true, "follow": false, "shadows": true, "samples": 4, "selected": 3,
//                "anatomy": true, "overlay": "joints", "overlay-everyone": true,
//                "mistakes": ["no-offset"]},
//     "soldiers": {"3": {"clip": "Salute", "blend-clip": "Idle", "blend": 0.0, "speed": 1.0,
//                        "offset": 0.25, "tint": "#d83020", "tint-strength": 0.8}},
//     "moment": {"time": 12.5, "soldiers": "1c.1c.0.2f ..."}   the army's clock in seconds; see
//     crowd/moment.h
//   }
//
// Without a moment the army sets out anew.
// The keys of "options" are those of the settings table (settings/settings.h), which are the long options of
// `phalanx run` too; a switch is true or false, a setting with several values a list. The command line takes
// precedence over the scene, and the scene over the defaults.
#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "settings/settings_patch.h"

namespace phalanx {

// What a scene says of the window besides settings. A field that is not set is left as it is.
struct SceneWindow {
    std::optional<bool> paused;
    std::optional<bool> follow;
    std::optional<std::uint32_t> selected;
    std::optional<bool> anatomy;

    bool operator==(const SceneWindow&) const = default;
};

// What one soldier does differently; clips by name, so that another bake keeps them.
struct SceneSoldier {
    std::optional<std::string> clip;
    std::optional<std::string> blend_clip;
    std::optional<double> blend;
    std::optional<double> speed;
    std::optional<double> offset;
    std::optional<glm::vec4> tint;  // sRGB 0..1, a = strength
};

struct SceneMoment {
    std::uint32_t ticks = 0;  // of the army's clock
    std::string soldiers;     // of momentOf(); empty: as they are after so long
};

struct Scene {
    std::filesystem::path file;
    std::string about;
    std::vector<std::string> models;  // absolute, or beside the working directory
    SettingsPatch settings;           // of "options" and "window"
    SceneWindow window;
    std::map<std::uint32_t, SceneSoldier> soldiers;
    std::optional<SceneMoment> moment;
};

// Throws Error (kInput) in one line, with the line in the file where there is one: no JSON, an unknown key, a
// value of another kind or out of its range.
Scene parseScene(std::string_view text, const std::filesystem::path& file);
Scene readScene(const std::filesystem::path& file);

// JSON of a scene; models beside its file are named without their folder.
std::string sceneText(const Scene& scene);

// The scenes that come with Phalanx, by name: the stems of assets/scenes/*.json, in their order.
std::vector<std::string> shippedScenes();
// A file, or the name of a shipped scene. Throws Error (kInput), listing the known names, where it is
// neither.
std::filesystem::path findScene(const std::string& name);
// Where the window keeps its last session; empty where there is no home.
std::filesystem::path lastSessionFile();

}  // namespace phalanx
