// Options that several commands share. Only for files that see CLI11.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "app/commands/commands.h"

namespace phalanx {

// Texts that are checked after CLI11 has read them.
struct Texts {
    std::string units = "auto";
    std::string formation = "phalanx";
    std::string gl;
    std::string size = "1280x720";
    std::string camera;
    std::string scene;
    bool last = false;
    std::string unit_list = "100,1000,10000";
    std::string techniques = "all";
    std::string batches;
    std::string bench_size = "1920x1080";
};

// CLI::Range lets "nan" pass: every comparison with it is false.
template <typename Number>
CLI::Validator between(Number low, Number high) {
    const auto check = [low, high](std::string& text) -> std::string {
        Number value{};
        if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return "";
        return fmt::format("{} is not a number from {} to {}", text, low, high);
    };
    return {check, fmt::format("{} to {}", low, high)};
}

// Refuses the empty name.
CLI::Validator named();
// Refuses "-" too, of what is not written to stdout.
CLI::Validator fileAlone();

// MODEL, several of them or exactly one, and how it is imported.
void addModels(CLI::App& command, ArmyOptions& army, bool several);

// How clips are baked.
void addBaking(CLI::App& command, ArmyOptions& army);

void addGl(CLI::App& command, Texts& texts);

// What the units are and play; --gl too.
void addCrowdSettings(CLI::App& command, ArmyOptions& army, CrowdSettings& s, Texts& texts);

// The same, and how many and how drawn. `automatic`: what --units auto means to this command.
void addCrowd(CLI::App& command, ArmyOptions& army, CrowdOptions& crowd, Texts& texts,
              const std::string& automatic);

// Which units are drawn, and in how much detail.
void addDetail(CLI::App& command, CrowdOptions& crowd);
// For commands that draw frame after frame, and may draw each otherwise.
void addRenderScale(CLI::App& command, CrowdOptions& crowd);
void addFrameBudget(CLI::App& command, CrowdOptions& crowd);
void addPace(CLI::App& command, CrowdOptions& crowd);
void addFlightPath(CLI::App& command, BenchOptions& bench);

// How poses are fetched and blended; --encoding is an option of baking.
void addSkin(CLI::App& command, SkinOptions& skin);

// What belongs to the window alone.
void addWindow(CLI::App& command, RunOptions& run, Texts& texts);

// "static, cpu, ..."
std::string techniqueNames();

// Of a command that draws every unit whole: throws Error (kUsage) where the technique is `auto`.
void refuseAuto(const std::string& technique, const char* command);

// After parsing: texts -> values. Throws Error (kUsage).
void finishCrowd(const CLI::App& command, CrowdOptions& crowd, const Texts& texts);

}  // namespace phalanx
