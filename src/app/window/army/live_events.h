// Events of the army on the screen: their markers, which the timeline can move, the traces that they leave,
// and the log.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/events/army_traces.h"
#include "app/events/drawn_units.h"
#include "app/events/event_log.h"
#include "app/window/session/session.h"

namespace phalanx {

class LiveEvents {
  public:
    // Throws Error (kEnvironment) if the log of RunOptions::log_events cannot be written.
    explicit LiveEvents(Session& session);

    // Call it in each frame with a stage, before the first advance().
    void beginFrame();
    // Call it in each frame with a stage, before anything changes the army at `now`.
    void advance(Ticks now);
    // Counts all events from now on, with and without mistakes: for the lesson.
    void count(bool on) {
        counts_ = on;
        polled_.reset();
    }
    void modelsReplaced();
    // At the end. Throws Error (kEnvironment) if not everything could be written.
    void closeLog();

    // Per clip; valid until they are moved or models are replaced.
    const std::vector<ClipMarkers>& markersOf(std::size_t model);
    bool unsaved(std::size_t model) const { return model < unsaved_.size() && unsaved_[model]; }
    void move(std::size_t model, const TimelineSettings::MarkerMove& move);
    // Writes the file beside the model, and says so.
    void save(std::size_t model);

    const ArmyMarkers& markers();

  private:
    void restart();
    void showCounts();

    Session& session_;
    ArmyMarkers markers_;  // empty: not asked for yet
    std::vector<bool> unsaved_;
    std::optional<ArmyTraces> traces_;  // while RenderSettings::traces
    std::optional<EventLog> log_;
    bool counts_ = false;
    EventMistakes mistakes_;              // of polled_
    std::optional<PolledEvents> polled_;  // while events are counted or mistakes lose some
    DrawnUnits drawn_;
    Ticks counted_from_ = 0;
    // Since then:
    double longest_frame_s_ = 0.0;
    std::uint64_t frames_ = 0;
    double cpu_ms_ = 0.0;
    Ticks frame_ = 0;  // when the present frame began
};

}  // namespace phalanx
