// The layers in the window: draws their panel, and points aims at what is clicked.
#pragma once

#include "anim/layers/layered_pose.h"
#include "app/window/session/session.h"
#include "ui/main/panels.h"

namespace phalanx {

class LayersPage {
  public:
    explicit LayersPage(Session& session) : session_(session) {}

    // Call after the lesson has drawn: both are pages at the right.
    void draw(const PanelContext& context);
    // A click into the view, window coordinates. True if an aim takes it.
    bool pick(const glm::dvec2& at);
    // Call each frame after drawing. True while an aim waits for the soldier that was clicked: the pick is
    // its own then.
    bool takePick();
    void addState(class StateText& state) const;
    // Marks where aims point, in the view: those that the panel edits, or of a step of the lesson. Call after
    // the camera has moved.
    void drawTargets() const;

  private:
    void aimAt(const AimTarget& target);

    Session& session_;
    bool waits_ = false;
};

}  // namespace phalanx
