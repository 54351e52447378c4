// The profiler panel at the bottom of the window: the last frames as stacked graphs, two settings compared,
// costs over units and batches.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "ui/data/actions.h"
#include "ui/data/facts.h"
#include "ui/data/sweep_result.h"
#include "ui/imgui/theme.h"
#include "ui/profiler/comparison_result.h"
#include "ui/profiler/profile.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

enum class ProfilerTab : std::uint8_t { kFrames, kCompare, kSweeps };

struct ProfilerSettings {
    bool shown = false;
    ProfilerTab page = ProfilerTab::kFrames;
    // A and B; what the user did not set follows the current settings.
    std::array<std::optional<ComparedSide>, 2> sides;
    double compare_s = 4.0;
    bool layer_sweeps = false;  // the page of sweeps shows those over layers
};

struct ProfilerFacts {
    const Profile* profile = nullptr;
    FramePassStatistics usual;  // refreshed a few times per second
    bool software = false;
    WhyNotFacts why_not;
    std::string limit;  // the bottleneck
    std::string limit_advice;
    const std::vector<TechniqueFacts>* techniques = nullptr;
    ComparedSide present;  // the current settings
    const ComparisonResult* comparison = nullptr;
    std::array<const SweepResult*, kSweepKinds> sweeps{};
    std::string layers_why_not;  // why the current army cannot have layers; "": it can
    bool has_layers = false;     // it has
    bool comparing = false;
    std::optional<SweepKind> sweeping;
    float share = 0.0F;      // progress, 0..1
    std::string step;        // the current step as text
    std::string folder;      // for exports
    bool exporting = false;  // the page is about to be saved as an image
};

// Place of the panel, window coordinates.
struct ProfilerPlace {
    float left = 0.0F, top = 0.0F, right = 0.0F, bottom = 0.0F;
};

// At the bottom of the window, above `foot`, window coordinates.
ProfilerPlace drawProfilerPanel(const Theme& theme, WidgetLog& log, ActionQueue& actions,
                                const ProfilerFacts& facts, ProfilerSettings& settings, float foot);

// The pages. Frames: two stacked graphs over time, the table of passes, a held frame.
void drawFramesPage(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts);
void drawComparePage(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts,
                     ProfilerSettings& settings);
void drawSweepsPage(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts,
                    ProfilerSettings& settings);
// A button that pushes `begin`; while that runs, its progress and Cancel.
struct RunButton {
    const char* name;
    const char* text;
    bool running = false;
    std::string why_not{};  // shown by a disabled button; "": it can run
};
void drawRunButton(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts,
                   const RunButton& button, const Action& begin);

ImU32 inkOf(FramePass pass);
inline constexpr float kPageHeight_points = 315.0F;
// Widths that the pages need: of the smallest graph and the table, of the form and the result, of two plots.
inline constexpr float kFramesPage_points = 680.0F;
inline constexpr float kComparePage_points = 890.0F;
inline constexpr float kSweepsPage_points = 760.0F;

}  // namespace phalanx
