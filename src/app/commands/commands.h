// The commands of the program. Each takes its options and returns the exit code; all throw Error.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "app/scene/scene.h"
#include "core/error.h"
#include "crowd/crowd.h"
#include "render/frame/camera.h"
#include "render/pacing/detail_governor.h"

namespace phalanx {

// What several commands share.
struct CrowdOptions {
    bool cull = true;
    double lod_error_px = 1.0;
    double frame_budget_ms = 0.0;  // 1 .. 1000; 0: none. Of run, bench --flight and --grow
    Pace pace = Pace::kSteady;     // of run and bench --flight
    Select select = Select::kAuto;
    Occlusion occlusion = Occlusion::kAuto;
    ImpostorUse impostors = ImpostorUse::kAuto;
    int shadow_cascades = PH_SHADOW_MAPS;
    double render_scale = 1.0;
    SkinOptions skin;
    std::optional<std::uint32_t> units;  // nullopt: auto
    CrowdSettings settings;              // units is set from the above
    std::string technique = "texture";
    int gl_version = 0;  // 33 ...; 0: the best there is
};

struct RunOptions {
    ArmyOptions army;
    CrowdOptions crowd;
    std::optional<int> frames;
    glm::ivec2 size{1280, 720};
    double ui_scale = 0.0;  // 0: by the display
    bool fullscreen = false;
    bool vsync = true;
    bool hide_ui = false;
    std::optional<Camera> camera;
    std::string json;            // statistics at the end; "-": stdout; "": none
    std::optional<Scene> scene;  // its options are in the fields above already
    std::string dump_state;      // file that the window's state is written to on request, for tests
};

struct ShotOptions {
    ArmyOptions army;
    CrowdOptions crowd;
    std::string output;
    glm::ivec2 size{1280, 720};
    double time_s = 2.0;
    int frames = 1;  // > 1: output holds one %d-style place for the frame's number
    double fps = 30.0;
    std::optional<Camera> camera;
    bool orbit = false;  // the camera goes once around over all frames
    std::string json;
};

struct InfoOptions {
    ArmyOptions army;  // one file
    std::string json;
};

struct BakeOptions {
    ArmyOptions army;      // one file
    std::string output;    // .phx; "": none
    std::string png;       // picture of the texture; "": none
    bool compare = false;  // every rate, encoding and lookup side by side
    std::string json;
};

struct FigureOptions {
    ArmyOptions army;    // one file at most
    std::string name;    // see figures.h
    bool all = false;    // instead of a name
    std::string output;  // SVG, "": stdout; of all: a folder
    std::string data;    // JSON of bench; "": none
};

struct SwitchesOptions {
    ArmyOptions army;  // one file
    std::string json;
};

struct ConvertOptions {
    ArmyOptions army;    // one file
    std::string output;  // .phx
};

struct PoseOptions {
    SkinOptions skin;
    ArmyOptions army;  // one file
    std::string clip = "#0";
    double time_s = 0.0;
    std::optional<std::string> blend_clip;
    double blend_time_s = 0.0;
    double blend = 0.0;
    std::string technique = "texture";
    bool exact = false;
    int gl_version = 0;
    std::string output;
};

struct VerifyOptions {
    SkinOptions skin;
    ArmyOptions army;
    bool quick = false;
    int gl_version = 0;
    std::string json;
};

// Down to the front rank and through the ranks, or at the height of eyes all the way.
enum class FlightPath : std::uint8_t { kOver, kThrough };
std::string_view nameOf(FlightPath path);  // over, through

struct BenchOptions {
    ArmyOptions army;
    CrowdOptions crowd;
    std::vector<std::uint32_t> units{100, 1000, 10'000};
    std::vector<std::string> techniques;
    std::vector<std::uint32_t> batches;  // units a draw of texture-draws, a row each; empty: as crowd.skin
    int frames = 300;
    bool flight = false;  // a camera on a path instead of a still one; what CrowdOptions says of detail holds
    FlightPath flight_path = FlightPath::kOver;
    int frames_ahead = 0;  // of the GPU, that the CPU may be in a flight; 0: each is waited for
    bool grow = false;     // instead: frames while the army grows from the first number of units to the last
    glm::ivec2 size{1920, 1080};
    bool shadows = false;
    int samples = 1;
    std::string json;
    std::string csv;
    std::string plot;  // SVG
};

struct DiagnoseOptions {
    ArmyOptions army;
    CrowdOptions crowd;
    int frames = 60;
    glm::ivec2 size{1920, 1080};
    bool shadows = false;
    int samples = 1;
    std::string json;
};

// What the renderer takes of these.
void takeDetail(const CrowdOptions& options, RenderSettings& render);
// What these settings ask of a governor, and what it makes of them for the next frame. Raised errors leave
// nobody out: an army that loses its far ranks for a moment would be worse than one that is slow.
DetailGovernor::Wish wishOf(const RenderSettings& render);
void govern(DetailGovernor& governor, const DetailGovernor::Wish& wish, RenderSettings& render);
// Throws Error where this context cannot do what they ask for (kEnvironment), or nobody can (kUsage).
void requireDetail(const gl::Capabilities& capabilities, const CrowdOptions& options);

ExitCode runCommand(const RunOptions& options);
ExitCode shotCommand(const ShotOptions& options);
ExitCode infoCommand(const InfoOptions& options);
ExitCode bakeCommand(const BakeOptions& options);
ExitCode figureCommand(const FigureOptions& options);
ExitCode switchesCommand(const SwitchesOptions& options);
ExitCode convertCommand(const ConvertOptions& options);
ExitCode poseCommand(const PoseOptions& options);
ExitCode verifyCommand(const VerifyOptions& options);
ExitCode benchCommand(const BenchOptions& options);
ExitCode flightCommand(const BenchOptions& options);  // of bench --flight
ExitCode growCommand(const BenchOptions& options);    // of bench --grow
ExitCode diagnoseCommand(const DiagnoseOptions& options);

}  // namespace phalanx
