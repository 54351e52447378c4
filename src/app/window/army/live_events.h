// Events of the army on the screen: their markers, which the timeline can move, the traces that they leave,
// and the log.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/events/army_traces.h"
#include "app/events/event_log.h"
#include "app/window/session/session.h"

namespace phalanx {

class LiveEvents {
  public:
    // Throws Error (kEnvironment) if the log of RunOptions::log_events cannot be written.
    explicit LiveEvents(Session& session);

    // Call it in each frame with a stage, before anything changes the army at `now`.
    void advance(Ticks now);
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

    Session& session_;
    ArmyMarkers markers_;  // empty: not asked for yet
    std::vector<bool> unsaved_;
    std::optional<ArmyTraces> traces_;  // while RenderSettings::traces
    std::optional<EventLog> log_;
};

}  // namespace phalanx
