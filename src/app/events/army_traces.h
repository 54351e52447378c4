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
#include "crowd/events/event_queue.h"
#include "crowd/selection.h"
#include "traces.h"

namespace phalanx {

// What a marker leaves behind, and where: model space, metres, at the marker's moment.
struct MarkerTrace {
    enum class Kind : std::uint8_t { kNone, kStep, kShot, kHit, kFall };
    Kind kind = Kind::kNone;
    glm::vec3 place{0.0F};
    glm::vec3 direction{0.0F, 0.0F, 1.0F};  // of a shot; unit length
    float toe_out = 0.0F;                   // of a step, radians
};

// Per clip and marker. By names: "footstep.L", "fire", "hit", "fall"; others leave nothing.
std::vector<std::vector<MarkerTrace>> markerTraces(const Model& model,
                                                   const std::vector<ClipMarkers>& markers);

class ArmyTraces {
  public:
    explicit ArmyTraces(const std::vector<LoadedModel>& models);

    // What a frame adds.
    struct Left {
        bool replaces_all =
            false;  // what was added before is void: another layout, or a clock that was set back
        std::vector<layout::Trace> traces;
    };
    // The traces of what happened since the last call and before `now`. Call it in each frame, before
    // anything changes the crowd at `now`. eye: world. at_once: listens to all that come near, for images;
    // else to some per frame.
    const Left& advance(const Crowd& crowd, const glm::dvec3& eye, Ticks now, bool at_once = false);

    std::size_t heard() const { return near_.size(); }

  private:
    void findNear(const Crowd& crowd, const glm::dvec3& eye, Ticks now);
    void hearNear(const Crowd& crowd);
    void takeHistory(const Crowd& crowd, std::uint32_t unit);
    void leave(const Crowd& crowd, const Crossing& crossing);

    std::vector<std::vector<ClipMarkers>> markers_;                  // per model
    std::vector<std::vector<std::vector<MarkerTrace>>> of_markers_;  // per model, clip
    std::vector<SelectionModel> selection_models_;
    EventQueue queue_;
    CrowdSelection selection_;
    std::vector<std::uint32_t> near_;     // listened to
    std::vector<EventTime> told_until_;   // by unit: the traces of its events before this have been added
    std::vector<std::uint32_t> coming_;   // near, but not listened to yet; the nearest last
    std::vector<std::uint32_t> indices_;  // scratch
    std::vector<Crossing> past_;          // scratch
    Left left_;
    std::optional<Ticks> looked_;  // at who is near
    std::uint64_t layout_ = 0;
};

}  // namespace phalanx
