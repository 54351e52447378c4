// Turns events of the soldiers near the camera into traces (shaders/include/traces.h): footprints and dust of
// steps, flashes, light, smoke and tracers of shots, dust of hits and falls.
//
// A soldier that comes near also gets the traces of its last seconds, because its past is as much a closed
// form of the clock as its present. So none appears suddenly.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "app/army/army.h"
#include "app/events/army_markers.h"
#include "app/events/marker_traces.h"
#include "crowd/events/event_queue.h"
#include "crowd/events/polled_events.h"
#include "crowd/selection.h"
#include "traces.h"

namespace phalanx {

class ArmyTraces {
  public:
    // markers: of these models.
    ArmyTraces(const std::vector<LoadedModel>& models, ArmyMarkers markers);

    struct NewTraces {
        // Those added before are void: another layout, or a clock that was set back.
        bool replace_all = false;
        std::vector<layout::Trace> traces;
    };
    // The traces of what happened since the last call and before `now`. Call it in each frame, before
    // anything changes the crowd at `now`. eye: world. at_once: listens to all that come near, for images;
    // else to some per frame. polled: only of what this program hears of, which knows no past.
    const NewTraces& advance(const Crowd& crowd, const glm::dvec3& eye, Ticks now, bool at_once = false,
                             PolledEvents* polled = nullptr);

    std::size_t nearUnits() const { return near_.size(); }

  private:
    void findNear(const Crowd& crowd, const glm::dvec3& eye, Ticks now);
    void enter(const Crowd& crowd, bool with_past);
    void takeHistory(const Crowd& crowd, std::uint32_t unit);
    void addTracesOf(const Crowd& crowd, const Crossing& crossing);

    ArmyMarkers markers_;
    std::vector<std::vector<std::vector<MarkerTrace>>> of_markers_;  // per model, clip
    std::vector<ClipBounds> bounds_;                                 // per model
    std::vector<SelectionModel> selection_models_;
    EventQueue queue_;
    CrowdSelection selection_;
    std::vector<std::uint32_t> near_;      // listened to
    std::vector<EventTime> told_until_;    // by unit: the traces of its events before this have been added
    std::vector<std::uint32_t> entering_;  // near, but not listened to yet; the nearest last
    std::vector<std::uint32_t> indices_;   // scratch
    std::vector<Crossing> past_;           // scratch
    NewTraces new_;
    std::optional<Ticks> looked_;  // at who is near
    std::uint64_t layout_ = 0;
};

}  // namespace phalanx
