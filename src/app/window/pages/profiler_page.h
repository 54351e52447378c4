// The profiler in the window: its panel, what it measures between two frames, and what it exports.
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
    // At the foot of the window, if it is shown.
    void draw();

    // These stop the animation while they run.
    void compare(glm::ivec2 size);
    void sweep(SweepKind kind, glm::ivec2 size);
    // The next turn. `disturbed`: loading or baking has begun. True: it is over, and times of the frames
    // until now are not those of the army.
    bool step(bool disturbed);
    void cancel();

    // Writes the page that is shown as CSV, JSON and PNG: in the next frame, the first without the tooltip of
    // the button.
    void requestExport() { export_frames_ = 2; }
    // After the panels are drawn, before the frame is shown.
    void exportIfDue(glm::ivec2 size);

    void addState(class StateText& state) const;

  private:
    void writeExport(glm::ivec2 size);
    void end(const std::string& notice, bool error);

    Session& session_;
    Profiler profiler_;
    ProfilerPlace place_;
    int export_frames_ = 0;    // until the export; 0: none was requested
    std::string last_export_;  // its files, without their endings
    bool ended_ = false;       // by cancel(): the next step() reports it
};

}  // namespace phalanx
