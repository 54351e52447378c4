// What panels show and cannot change.
#pragma once

#include <string>
#include <vector>

#include "crowd/crowd.h"
#include "playback.h"
#include "render/frame/frame_stats.h"
#include "ui/profiler/frame_history.h"

namespace phalanx {

struct ModelFacts {
    std::string name;
    std::vector<std::string> clips;
};

struct TechniqueFacts {
    std::string name;
    std::string summary;
    std::string why_not;   // "": available
    bool batches = false;  // draws SkinSettings::batch units at a time
};

struct SelectedFacts {
    int model = 0;
    std::string variant;
    layout::UnitState state{};  // at the clock of the frame
    ClipChoice clips;           // of the crowd, which an edit replaces
};

struct Facts {
    std::vector<ModelFacts> models;
    std::vector<TechniqueFacts> techniques;
    std::vector<std::string> scenes;  // that come with Phalanx, by name
    std::string scene;                // that was opened or saved last; "": none
    std::string gpu;                  // the driver's name for it
    std::string gl;                   // "OpenGL 4.6"
    bool software = false;
    bool multi_draw = false;  // the context has multi-draw indirect
    int max_samples = 1;
    std::size_t levels = 1;       // of detail, the whole mesh among them: the most that a model has
    std::string units_note;       // what the search for a number of units found; "" without one
    std::string limit;            // what limits the frame, with the numbers that show it
    std::string limit_advice;     // what to try; "" where nothing can be said
    bool limit_measured = false;  // by variants of this frame; else by the times of what was shown
    std::string automatic;        // what technique `auto` stands for; "" while another is set
    std::string baked;            // "15 to 60 Hz, 1,234 frames, in 320 ms"
    std::string fetched;          // "buffer texture": where texels are fetched from
    float foot = 0.0F;            // window coordinates at its foot that panels there take
    float beside = 0.0F;          // window coordinates at its right that the lesson takes
    SelectedFacts selected;       // where Settings::selected is set
    FrameStats stats;
    FrameTimes times;          // refreshed a few times a second, so that the numbers can be read
    std::string shader_error;  // "" if none
    std::string notice;        // what just happened; "" after a while
    bool notice_is_error = false;
    std::string busy;         // what is being waited for; "" if nothing
    bool can_cancel = false;  // the wait, and go on with what there is
    float busy_share = 0.0F;  // 0..1
};

}  // namespace phalanx
