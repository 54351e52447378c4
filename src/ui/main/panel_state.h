// State of the panels that is not a setting: which are open, what is selected. Undo does not change it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "crowd/crowd.h"
#include "ui/anatomy/anatomy_panel.h"
#include "ui/bake_comparison/bake_comparison_panel.h"
#include "ui/data/battle_settings.h"
#include "ui/data/layers_settings.h"
#include "ui/data/learn_settings.h"
#include "ui/data/tour_state.h"
#include "ui/profiler/profiler_panel.h"

namespace phalanx {

struct PanelState {
    // Restored when the automatic crossfade is switched on.
    double crossfade_kept_s = CrowdSettings{}.crossfade_s;
    std::optional<std::uint32_t> selected;
    UnitEdit edit;             // of the selected unit
    std::string morph_filter;  // part of the names of the morph targets that are listed
    AnatomySettings anatomy;   // of the selected unit
    ProfilerSettings profiler;
    BakeComparisonSettings bakes;
    LearnSettings learn;
    LayersSettings layers;
    BattleSettings battle;
    TourState tour;
    bool adds_clips = false;  // the next file that is opened adds its clips to the models
    bool paused = false;
    bool follow = true;  // the camera follows the army
    bool show_panel = true;
    bool show_help = false;

    // A page that takes the main panel's place in narrow windows.
    bool pageOpen() const {
        return learn.page != SidePage::kNone || (anatomy.shown && selected) || profiler.shown || bakes.shown;
    }
};

}  // namespace phalanx
