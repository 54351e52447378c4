// The profiler in the window: its panel, its measurements between two frames shown, and its export.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "app/lab/profiler.h"
#include "app/window/session/session.h"

namespace phalanx {

class ProfilerPage {
  public:
    explicit ProfilerPage(Session& session) : session_(session) {}

    Profiler& profiler() { return profiler_; }
    const Profiler& profiler() const { return profiler_; }

    void toggle();
    // Draws the panel at the bottom of the window if it is open.
    void draw();

    // Start a measurement. The animation is stopped while it runs.
    void compare(glm::ivec2 size);
    void sweep(SweepKind kind, glm::ivec2 size);
    // Runs the next step of a measurement. `disturbed`: loading or baking has started, which ends it. Returns
    // true when it has ended: frame times until now belong to the measurement.
    bool step(bool disturbed);
    void cancel();

    // Writes the current page as CSV, JSON and PNG at the end of this frame. Call before draw(), which then
    // leaves out the tooltip of the button.
    void requestExport() { exporting_ = true; }
    // Call after the panels are drawn and before the swap.
    void exportIfDue(glm::ivec2 size);

    void addState(class StateText& state) const;

  private:
    std::string whyNoLayersHere() const;
    void writeExport(glm::ivec2 size);
    void end(const std::string& notice, bool error);

    Session& session_;
    Profiler profiler_;
    ProfilerPlace place_;
    bool exporting_ = false;
    std::string last_export_;  // path of the last exported files without extension
    bool ended_ = false;       // a measurement was cancelled: the next step() returns true
};

}  // namespace phalanx
