// The options that most commands share.
#pragma once

#include <string>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "settings/settings.h"
#include "settings/settings_patch.h"

namespace phalanx {

struct CommonOptions {
    Settings settings;
    SettingsPatch given;  // the settings given on the command line
    ImportOptions import;
    std::string gl;                // highest OpenGL version to use, such as "4.1"; "": the newest
    std::string json;              // file for the results; "-": stdout; "": none
    std::uint32_t own_frames = 0;  // ArmyOptions::own_frames
    bool graph_may_fail = false;   // a mistake of the graph is reported where its battle begins

    int glVersion() const;  // 41 for "4.1"; 0: the newest. Throws Error (kUsage)
    ArmyOptions army() const;
    SkinOptions skin() const { return {settings.render.skin, settings.bake}; }
};

}  // namespace phalanx
