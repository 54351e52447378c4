// What the options of most commands have in common.
#pragma once

#include <string>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "settings/settings.h"
#include "settings/settings_patch.h"

namespace phalanx {

struct CommonOptions {
    Settings settings;
    SettingsPatch given;  // what the command line gives of the settings
    ImportOptions import;
    std::string gl;    // "4.1": use no more than this OpenGL version; "": the newest
    std::string json;  // file for results; "-": stdout; "": none

    int glVersion() const;  // 41; 0: the newest. Throws Error (kUsage)
    ArmyOptions army() const;
    SkinOptions skin() const {
        return {settings.render.skin, settings.bake.fetch, settings.bake.vertex_format};
    }
};

}  // namespace phalanx
