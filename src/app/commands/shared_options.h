// Options that several commands declare.
#pragma once

#include <string>
#include <string_view>

#include "app/commands/commands.h"

namespace phalanx {

void declareGl(OptionSet& set, CommonOptions& options);
void declareJson(OptionSet& set, CommonOptions& options, std::string_view help);
void declareScene(OptionSet& set, SceneOptions& options);
// The crowd, its clips, technique and poses, and --gl. `automatic`: explains --units auto.
void declareCrowd(OptionSet& set, CommonOptions& options, std::string_view automatic);

// Defaults of a measurement: no culling, LOD 0 for all, no shadows, one sample, 1920x1080; every unit half
// way between clips A and B, so that every frame does all fetches.
void setPlain(Settings& settings);

// Defaults of a flight: like those, but with culling, LODs and a steady pace, like the window.
void setMoving(Settings& settings);

// Applies the given settings and the OpenGL version. Throws Error (kUsage).
void takeGiven(CommonOptions& options);
// The same, for commands that take one model: without one, it is the soldier. Throws Error (kUsage).
void takeOneModel(CommonOptions& options);
// takeGiven(), and before it the scene. Throws Error.
void takeScene(SceneOptions& options);

// For commands that are given a layered pose: throws Error (kUsage) if a battle decides what soldiers play.
void requireNoBattle(const CommonOptions& options);

// For commands that draw all units at LOD 0: throws Error (kUsage) if the technique is `auto`.
void refuseAuto(const std::string& technique, std::string_view command);

// Throws Error (kUsage) unless the file's name ends in .phx.
void requireContainerName(const std::string& output);

// All techniques except `auto`, separated by commas.
std::string techniqueNames();

// Help of the options whose meaning differs between bench, flight and grow.
struct MeasurementHelp {
    std::string units;
    std::string technique;
    std::string frames;
};

// Options of bench, flight and grow.
void declareMeasurement(OptionSet& set, MeasureOptions& options, const MeasurementHelp& help);
void finishMeasurement(const OptionSet& set, MeasureOptions& options);

}  // namespace phalanx
