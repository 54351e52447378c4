// The options of each command. For each there are declareOptions(), finishOptions() and run() in its source,
// cmd_NAME.cpp; desktop/command_table.cpp and web/command_table.cpp list the commands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/army/common_options.h"
#include "app/cli/option_set.h"
#include "app/measure/flight/flight.h"
#include "app/scene/scene_options.h"
#include "app/verify/feet_check.h"
#include "app/verify/ik_comparison.h"
#include "app/window/session/run_options.h"
#include "bodies/falls/fall_check.h"
#include "core/error.h"

namespace phalanx {

struct ShotOptions : SceneOptions {
    std::string output;
    double time_s = 2.0;
    int frames = 1;  // > 1: `output` has a place for the number, such as %04d
    double fps = 30.0;
    bool orbit = false;      // the camera circles the army once over all frames
    std::string pose;        // JSON of a layered pose that all units have; "": none
    std::string orders;      // JSON of orders that change it; "": none
    std::string falls;       // JSON of who falls; "": no one
    std::string log_events;  // file for the events since second 0; "": none
};

struct InfoOptions : CommonOptions {};  // one file

struct BakeOptions : CommonOptions {  // one file
    std::string output;               // .phx; "": none
    std::string png;                  // image of the texture; "": none
    bool compare = false;             // every rate, encoding and lookup side by side
};

struct FigureOptions : CommonOptions {  // one file at most
    std::string name;                   // see figures.h
    bool all = false;                   // instead of a name
    std::string output;                 // SVG, "": stdout; of all: a folder
    std::string data;                   // JSON of bench; "": none
};

struct SwitchesOptions : CommonOptions {};  // one file

struct IkOptions : CommonOptions {  // one file
    IkComparisonSettings comparison;
};

struct RetargetOptions : CommonOptions {};  // one file

struct EventsOptions : CommonOptions {  // one file
    std::string clip;                   // "": all
    double from_s = 0.0;
    std::optional<double> to_s;  // nullopt: from_s and a cycle
};

struct BattleOptions : CommonOptions {
    double seconds = 120.0;
    double fps = 60.0;
    std::string log;  // file; "": none
};

struct FeetOptions : CommonOptions {  // one file
    FeetPlan plan;
};

struct FallsOptions : CommonOptions {  // one file
    FallPlan plan;
};

struct CompressOptions : CommonOptions {  // one file
    std::string clip;                     // "": all
    double error_mm = 0.2;
};

struct ConvertOptions : CommonOptions {       // one file
    std::string output;                       // .phx
    std::optional<double> compress_clips_mm;  // nullopt: clips are stored exactly
};

struct ExportOptions : CommonOptions {  // one file
    std::string output;                 // a folder
};

struct PoseOptions : CommonOptions {  // one file
    std::string clip = "#0";
    double time_s = 0.0;
    std::optional<std::string> blend_clip;
    double blend_time_s = 0.0;
    double blend = 0.0;
    std::string technique = "texture";
    bool exact = false;
    std::vector<std::string> poses;  // JSON of layered poses; empty: the clips above
    std::string joints;              // JSON for the matrices of nodes; "": none; a folder for several poses
    std::string output;              // a folder for several poses
};

struct VerifyOptions : CommonOptions {
    bool quick = false;
};

enum class UnitsAre : std::uint8_t { kNumbers, kRange };

// Shared by bench, flight and grow.
struct MeasureOptions : SceneOptions {
    UnitsAre units_are = UnitsAre::kNumbers;
    std::vector<std::uint32_t> units;
    std::vector<std::string> techniques;
    int frames = 300;
    std::string csv;
    // As on the command line, until finishOptions() reads them.
    std::string unit_list;
    std::string technique_list;
};

struct BenchOptions : MeasureOptions {
    std::string layers;                        // JSON of a layered pose that a further row measures; "": none
    std::vector<std::uint32_t> layer_counts;   // rows with so many layers each
    std::vector<std::uint32_t> layered_units;  // rows in which so many units have layers
    std::string layer_count_list;              // as on the command line
    std::string layered_unit_list;
    std::vector<std::uint32_t> batches;  // units per draw of texture-draws, one row each; empty: the setting
    std::string batch_list;
    std::string plot;  // SVG
};

struct FlightOptions : MeasureOptions {
    FlightPath path = FlightPath::kOver;
    int frames_ahead = 0;  // of the GPU; 0: each frame is waited for
    std::string pose;      // JSON of a layered pose that all units have; "": none
    int falls = 0;         // soldiers who fall in one frame
    int corpses = 0;       // soldiers who lie from the start
};

struct GrowOptions : MeasureOptions {
    GrowOptions() { units_are = UnitsAre::kRange; }  // from the first number to the last
};

struct DiagnoseOptions : CommonOptions {
    int frames = 60;
    std::string pose;  // JSON of a layered pose that all units have; "": none
};

void declareOptions(OptionSet& set, RunOptions& options);
void declareOptions(OptionSet& set, ShotOptions& options);
void declareOptions(OptionSet& set, InfoOptions& options);
void declareOptions(OptionSet& set, BakeOptions& options);
void declareOptions(OptionSet& set, FigureOptions& options);
void declareOptions(OptionSet& set, SwitchesOptions& options);
void declareOptions(OptionSet& set, IkOptions& options);
void declareOptions(OptionSet& set, RetargetOptions& options);
void declareOptions(OptionSet& set, EventsOptions& options);
void declareOptions(OptionSet& set, BattleOptions& options);
void declareOptions(OptionSet& set, FeetOptions& options);
void declareOptions(OptionSet& set, FallsOptions& options);
void declareOptions(OptionSet& set, CompressOptions& options);
void declareOptions(OptionSet& set, ConvertOptions& options);
void declareOptions(OptionSet& set, ExportOptions& options);
void declareOptions(OptionSet& set, PoseOptions& options);
void declareOptions(OptionSet& set, VerifyOptions& options);
void declareOptions(OptionSet& set, BenchOptions& options);
void declareOptions(OptionSet& set, FlightOptions& options);
void declareOptions(OptionSet& set, GrowOptions& options);
void declareOptions(OptionSet& set, DiagnoseOptions& options);

void finishOptions(const OptionSet& set, RunOptions& options);
void finishOptions(const OptionSet& set, ShotOptions& options);
void finishOptions(const OptionSet& set, InfoOptions& options);
void finishOptions(const OptionSet& set, BakeOptions& options);
void finishOptions(const OptionSet& set, FigureOptions& options);
void finishOptions(const OptionSet& set, SwitchesOptions& options);
void finishOptions(const OptionSet& set, IkOptions& options);
void finishOptions(const OptionSet& set, RetargetOptions& options);
void finishOptions(const OptionSet& set, EventsOptions& options);
void finishOptions(const OptionSet& set, BattleOptions& options);
void finishOptions(const OptionSet& set, FeetOptions& options);
void finishOptions(const OptionSet& set, FallsOptions& options);
void finishOptions(const OptionSet& set, CompressOptions& options);
void finishOptions(const OptionSet& set, ConvertOptions& options);
void finishOptions(const OptionSet& set, ExportOptions& options);
void finishOptions(const OptionSet& set, PoseOptions& options);
void finishOptions(const OptionSet& set, VerifyOptions& options);
void finishOptions(const OptionSet& set, BenchOptions& options);
void finishOptions(const OptionSet& set, FlightOptions& options);
void finishOptions(const OptionSet& set, GrowOptions& options);
void finishOptions(const OptionSet& set, DiagnoseOptions& options);

ExitCode run(const RunOptions& options);
ExitCode run(const ShotOptions& options);
ExitCode run(const InfoOptions& options);
ExitCode run(const BakeOptions& options);
ExitCode run(const FigureOptions& options);
ExitCode run(const SwitchesOptions& options);
ExitCode run(const IkOptions& options);
ExitCode run(const RetargetOptions& options);
ExitCode run(const EventsOptions& options);
ExitCode run(const BattleOptions& options);
ExitCode run(const FeetOptions& options);
ExitCode run(const FallsOptions& options);
ExitCode run(const CompressOptions& options);
ExitCode run(const ConvertOptions& options);
ExitCode run(const ExportOptions& options);
ExitCode run(const PoseOptions& options);
ExitCode run(const VerifyOptions& options);
ExitCode run(const BenchOptions& options);
ExitCode run(const FlightOptions& options);
ExitCode run(const GrowOptions& options);
ExitCode run(const DiagnoseOptions& options);

}  // namespace phalanx
