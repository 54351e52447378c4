// What the lab shows of the selected soldier, over the image of the army and at the foot of the window: the
// anatomy, one vertex, overlays and normals.
#pragma once

#include <optional>
#include <vector>

#include "app/lab/anatomy.h"
#include "app/lab/overlay_painter.h"
#include "app/lab/vertex_lens.h"
#include "app/window/session/session.h"

namespace phalanx {

class LabPage {
  public:
    explicit LabPage(Session& session) : session_(session) {}

    // Overlay and normals, before the frame is drawn.
    void applyOverlay();
    // After the camera has moved. Only one page is at the foot of the window, this or the profiler: the one
    // that was opened last.
    void draw();
    // With the anatomy open, a click on the soldier selects one of its vertices. False: it hit none.
    bool pickVertex(glm::dvec2 at);
    void armyReplaced();

    void addState(class StateText& state) const;
    AnatomyView view() const;

  private:
    void drawNormals();
    void drawAnatomy();

    Session& session_;
    Anatomy anatomy_;
    VertexLens lens_;
    OverlayPainter overlay_;
    std::vector<AnatomyJoint> joints_;   // as drawn last
    std::optional<VertexFacts> vertex_;  // as drawn last
    std::size_t normal_lines_ = 0;
    bool profiler_was_shown_ = false;
};

}  // namespace phalanx
