// The lab in the window: anatomy and vertex of the selected soldier at the bottom of the window, and
// overlays, skeleton and normals on the army.
#pragma once

#include <optional>
#include <vector>

#include "app/lab/anatomy.h"
#include "app/lab/ik_lab.h"
#include "app/lab/joint_lens.h"
#include "app/lab/overlay_painter.h"
#include "app/lab/vertex_lens.h"
#include "app/window/army/live_army.h"
#include "app/window/army/live_events.h"
#include "app/window/session/session.h"

namespace phalanx {

class LabPage {
  public:
    LabPage(Session& session, const LiveArmy& army, LiveEvents& events)
        : session_(session), army_(army), events_(events) {}

    // Sets up the overlay. Call before the frame is drawn.
    void applyOverlay();
    // Call after the camera has moved. Either this page or the profiler is at the bottom of the window: the
    // one that was opened last.
    void draw();
    // If the anatomy is open, selects the vertex of the soldier at this point of the window. Returns false if
    // there is none.
    bool pickVertex(glm::dvec2 at);
    void armyReplaced();

    void addState(class StateText& state) const;
    AnatomyView view() const;
    // The joints of a soldier of the army.
    std::vector<AnatomyJoint> skeletonOf(std::uint32_t unit) const;

  private:
    void drawNormals();
    void drawAnatomy();
    // Puts the lab's IK into the army's layers or takes it out, as the panel asks, and moves its target
    // there.
    IkLabFacts lookAtIk(std::uint32_t unit, const LayeredLook* look);
    // Moves the marker that the timeline was asked to move, and saves markers.
    void takeMarkers(std::size_t model);

    Session& session_;
    const LiveArmy& army_;
    LiveEvents& events_;
    Anatomy anatomy_;
    LensSkinner skinner_;
    VertexLens lens_{skinner_};
    JointLens joint_lens_{skinner_};
    IkLab ik_;
    OverlayPainter overlay_;
    std::vector<AnatomyJoint> joints_;   // joints in the last frame
    std::optional<VertexFacts> vertex_;  // selected vertex in the last frame
    std::optional<JointPath> path_;      // the same of the joint
    std::optional<IkLabFacts> shown_ik_;
    std::string pose_without_ik_;  // of layers that only the lab's IK has switched on; else ""
    std::size_t normal_lines_ = 0;
    bool profiler_was_shown_ = false;
};

}  // namespace phalanx
