// The layers in the window: draws their panel, and points aims at what is clicked.
#pragma once

#include "anim/layers/layered_pose.h"
#include "app/window/pages/lab_page.h"
#include "app/window/session/session.h"
#include "ui/main/panels.h"

namespace phalanx {

class LayersPage {
  public:
    LayersPage(Session& session, const LabPage& lab) : session_(session), lab_(lab) {}

    // Call after the lesson has drawn: both are pages at the right.
    void draw(const PanelContext& context);
    // A click into the view, window coordinates. True if an aim takes it.
    bool pick(const glm::dvec2& at);
    // Call each frame after drawing. True while an aim waits for the soldier that was clicked: the pick is
    // its own then.
    bool takePick();
    void addState(class StateText& state) const;

  private:
    void aimAt(const AimTarget& target);
    // Where the aims that the panel edits point, in the view.
    void drawTargets() const;

    // The mask of the item that waits for joints, in the pose; nullptr: none does.
    PoseMask* pickedMask(LayeredPose& pose) const;
    // The skeleton of the selected soldier, with the joints of the mask.
    void drawMask();
    void toggleJoint();

    Session& session_;
    const LabPage& lab_;
    std::vector<AnatomyJoint> joints_;  // of the skeleton, while a mask waits
    AnatomySettings skeleton_;          // the joint under the mouse
    bool waits_ = false;
};

}  // namespace phalanx
