// What panels show but cannot change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "anim/body/body_parts.h"
#include "anim/layers/blend_space.h"
#include "crowd/crowd.h"
#include "playback.h"
#include "render/frame/frame_stats.h"
#include "ui/data/frame_history.h"
#include "ui/data/joint_path.h"

namespace phalanx {

struct MorphTargetFacts {
    std::string name;   // unique within the model
    WeightRange range;  // of weights set by hand
};

// A group of parts of which each unit shows one choice.
struct PartGroupFacts {
    std::string name;
    std::vector<std::string> choices;
    bool may_be_none = false;  // units can show nothing of it
};

struct ModelFacts {
    std::string name;
    std::vector<PartGroupFacts> part_groups;
    std::vector<std::string> clips;
    std::vector<std::string> loops;  // those of the clips that loop
    std::vector<MorphTargetFacts> morph_targets;
    std::vector<std::string> joints;  // uniqueJoints()
    BodyParts body;
    BlendSpaces spaces;         // beside the model
    std::string why_no_layers;  // "": layers can pose it
};

struct TechniqueFacts {
    std::string name;
    std::string summary;
    std::string why_not;    // "": available
    std::string no_layers;  // why it does not draw layers; "": it does
    bool batches = false;   // draws SkinSettings::batch units per call
};

// Why this context cannot do something, as a text for tooltips; "": it can.
struct WhyNotFacts {
    std::string compute;          // culling on the GPU
    std::string multi_draw;       // indirect draws
    std::string wireframe;        // lines in place of triangles
    std::string buffer_textures;  // samplerBuffer
    std::string gpu_times;        // timer queries that measure a GPU
    std::string fullscreen;       // fill the display
};

struct SelectedFacts {
    int model = 0;
    std::string variant;
    layout::UnitState state{};           // at the clock of the frame
    std::string body;                    // what it does that was shot; "": nothing
    ClipChoice clips;                    // of the crowd; an edit overrides them
    std::vector<double> morph_weights;   // per target of the model, as drawn
    std::string morphs_why_not;          // "": weights set by hand are drawn
    std::vector<LayerStep> layer_steps;  // of LayersSettings::joint; empty without layers
};

// Who fell.
struct FallFacts {
    std::string why_not;           // there are no ragdolls; "": there are
    std::uint32_t falling = 0;     // ragdolls
    std::uint32_t recovering = 0;  // they stagger or get up
    std::uint32_t lying = 0;       // each in its own pose
    std::uint32_t by_clip = 0;
    double physics_ms = 0.0;     // of other threads, during the last frame
    bool any_aside = false;      // someone fell since the last layout, though it may stand again
    std::size_t pose_bytes = 0;  // that each of the first two uploads per frame
};

// Events of all units since a mistake with events was switched on, or a step of the lesson about them was
// shown; and what a battle did.
struct EventFacts {
    bool counted = false;
    std::uint64_t happened = 0;
    std::uint64_t heard = 0;  // of these, by a program with EventMistakes
    double seconds = 0.0;     // of the army's clock, in which they happened
    std::uint64_t frames = 0;
    double longest_frame_s = 0.0;
    double cpu_ms = 0.0;       // mean per frame
    std::size_t waiting = 0;   // in the queue
    std::uint64_t looked = 0;  // how often a unit was looked at, to fill the queue
};
struct BattleWorkFacts {
    bool fought = false;
    std::uint32_t soldiers = 0;
    std::size_t waiting = 0;  // things that will happen
    // Per second of the last seconds:
    double asked = 0.0;
    double happened = 0.0;
    double decisions = 0.0;
    double cpu_ms = 0.0;  // per frame
};

struct Facts {
    std::vector<ModelFacts> models;
    std::vector<TechniqueFacts> techniques;
    std::vector<std::string> scenes;  // names of the scenes that come with Phalanx
    std::string scene;                // opened or saved last; "": none
    std::string gpu;                  // name reported by the driver
    std::string gl;                   // "OpenGL 4.6"
    bool software = false;
    WhyNotFacts why_not;
    int max_samples = 1;
    bool fullscreen = false;
    bool quits = true;              // the window can close itself
    bool touch = false;             // fingers reach the window
    std::vector<int> foreign_keys;  // that the program never gets: a browser keeps some
    std::size_t lods = 1;           // LODs including LOD 0: the most that a model has
    std::string units_note;         // result of the search for a number of units; "": no search
    std::uint32_t units_found = 0;  // that number
    std::string limit;              // what limits the frame, with the numbers
    std::string limit_advice;       // what to try; "": no advice
    bool limit_measured = false;    // by variants of this frame; else estimated from frame times
    std::string automatic;          // the technique that `auto` selects; "" if another is set
    std::string baked;              // "15 to 60 Hz, 1,234 frames, in 320 ms"
    std::string fetched;            // "buffer texture": the fetch path
    double spacing_m = 0.0;         // in use: more than the setting if the models are wider
    float covered_below = 0.0F;     // height at the bottom that the platform covers, window coordinates
    float foot = 0.0F;              // height taken by that or by panels at the bottom, window coordinates
    float taken_left = 0.0F;        // width taken by the main panel, window coordinates
    float taken_right = 0.0F;       // width taken by the page at the right, window coordinates
    float taken_by_unit = 0.0F;     // width taken by the panel of the selected soldier beside it
    std::vector<PoseSpacePoint> own_points;  // of soldiers whose layers have a base of their own
    SelectedFacts selected;                  // valid if a soldier is selected
    FallFacts falls;
    EventFacts events;
    BattleWorkFacts battle;
    FrameStats stats;
    FrameTimes times;          // refreshed a few times per second, so that numbers can be read
    std::string shader_error;  // "" if none
    std::string notice;        // recent event; "" after some seconds
    bool notice_is_error = false;
    std::string busy;         // what the program waits for; "": nothing
    bool can_cancel = false;  // the wait can be cancelled
    float busy_share = 0.0F;  // 0..1
};

}  // namespace phalanx
