// All that a person can set in the window. Panels edit it; the program compares and carries out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "crowd/crowd.h"
#include "render/frame/render_settings.h"
#include "render/techniques/bake_choice.h"
#include "ui/anatomy/anatomy_panel.h"
#include "ui/lesson/learn.h"
#include "ui/main/overlay_settings.h"
#include "ui/profiler/profiler_panel.h"
#include "ui/profiler/rebake_panel.h"

namespace phalanx {

struct Settings {
    CrowdSettings crowd;            // crossfade_s > 0: automatic; 0: by hand, crowd.blend
    double crossfade_kept_s = 1.5;  // what the automatic crossfade takes up again when it is switched on
    std::vector<ClipChoice> clips;  // one a model
    RenderSettings render;          // `outlined` follows `selected`
    BakeChoice bake;
    std::optional<std::uint32_t> selected;
    OverlaySettings overlay;
    AnatomySettings anatomy;  // of the selected unit
    ProfilerSettings profiler;
    UnitEdit edit;  // of the selected unit
    RebakeSettings rebake;
    LearnSettings learn;
    bool paused = false;
    bool follow = true;  // the camera goes along with the army
    bool show_panel = true;
    bool show_help = false;
    std::string scene_wanted;     // the name of one to open; likewise
    bool open_wanted = false;     // the file browser; the program takes it back
    bool measure_wanted = false;  // what limits the frame; likewise
    bool cancel_wanted = false;   // of what is being waited for; likewise
};

}  // namespace phalanx
