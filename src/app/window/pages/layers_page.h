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
    // A click into the view, window coordinates. True if an aim or a mask takes it.
    bool pick(const glm::dvec2& at);
    // Call each frame after drawing. True while an aim waits for the soldier that was clicked: the pick is
    // its own then.
    bool takePick();
    void addState(class StateText& state) const;
    // Marks in the view where aims point, those that the panel edits or of a step of the lesson, and a mask
    // that waits for joints. Call after the camera has moved. Ends the waiting for clicks if it has lost what
    // it is about.
    void drawMarks();

  private:
    // Whether the page is shown and what waits for clicks is there: the aim, or the mask and a soldier.
    bool canPick() const;
    void aimAt(const AimTarget& target);
    void drawTargets() const;
    // The mask of the item that waits for joints, in the pose; nullptr: none does.
    PoseMask* pickedMask(LayeredPose& pose) const;
    // The skeleton of the selected soldier, with the joints of the mask.
    void drawMask();
    const Model& modelOf(std::uint32_t unit) const;
    // Per joint of the unit's palette; nullopt: the mask does not fit its model.
    std::optional<std::vector<double>> weightsOf(std::uint32_t unit, const LayeredPose& pose,
                                                 const PoseMask& mask) const;
    void toggle(std::size_t joint);  // of the palette

    Session& session_;
    const LabPage& lab_;
    std::vector<AnatomyJoint> joints_;  // of the skeleton, while a mask waits
    bool waits_ = false;
};

}  // namespace phalanx
