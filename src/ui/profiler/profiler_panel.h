// The profiler: the last frames as stacked graphs, two settings compared, costs over units and batches. A
// panel at the foot of the window.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "ui/actions.h"
#include "ui/profiler/comparison_result.h"
#include "ui/profiler/profile.h"
#include "ui/profiler/sweep_result.h"
#include "ui/toolkit/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

struct TechniqueFacts;

enum class ProfilerTab : std::uint8_t { kFrames, kCompare, kSweeps };

struct ProfilerSettings {
    bool shown = false;
    ProfilerTab page = ProfilerTab::kFrames;
    // A and B; what was not set by hand follows the army's own settings.
    std::array<std::optional<ComparedSide>, 2> sides;
    double compare_s = 4.0;
};

struct ProfilerFacts {
    const Profile* profile = nullptr;
    LaneStatistics usual;  // refreshed a few times a second
    bool software = false;
    std::string limit;  // the verdict
    std::string limit_advice;
    const std::vector<TechniqueFacts>* techniques = nullptr;
    ComparedSide present;  // what the army is drawn with
    const ComparisonResult* comparison = nullptr;
    std::array<const SweepResult*, kSweepKinds> sweeps{};
    bool comparing = false;
    std::optional<SweepKind> sweeping;
    float share = 0.0F;      // of what is running
    std::string step;        // of it, in words
    std::string folder;      // that exports go to
    bool exporting = false;  // the page is about to be saved as an image
};

// Where the panel lies, window coordinates.
struct ProfilerPlace {
    float left = 0.0F, top = 0.0F, right = 0.0F, bottom = 0.0F;
};

// `left`, `right`: window coordinates between which it may lie.
ProfilerPlace drawProfilerPanel(const Theme& theme, WidgetLog& log, ActionQueue& actions,
                                const ProfilerFacts& facts, ProfilerSettings& settings, float left,
                                float right);

// The pages. Frames: two stacked graphs over one axis of time, the table of passes, a frame held.
void drawFramesPage(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts);
void drawComparePage(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts,
                     ProfilerSettings& settings);
void drawSweepsPage(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts);
// A button that pushes `begin`, or while that runs its progress and Cancel.
void drawRunButton(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts,
                   bool running, const char* name, const char* text, const Action& begin);

ImU32 inkOf(Lane lane);
inline constexpr float kPageHeight_points = 315.0F;

}  // namespace phalanx
