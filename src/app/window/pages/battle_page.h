// The battle in the window: draws its page, marks soldiers of a state, gives orders.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/window/army/live_battle.h"
#include "app/window/session/session.h"
#include "ui/battle/battle_facts.h"
#include "ui/data/actions.h"
#include "ui/main/panels.h"

namespace phalanx {

class BattlePage {
  public:
    BattlePage(Session& session, LiveBattle& live) : session_(session), live_(live) {}

    // Call after the lesson has drawn: both are pages at the right.
    void draw(const PanelContext& context);
    // Marks in the view. Call after the camera has moved.
    void drawMarks();
    void give(const action::GiveOrder& given);
    // A line over the ground, window coordinates.
    void place(const action::PlaceFront& line);
    // The left end of a front line, which place() then uses.
    void mark(const glm::dvec2& at);
    void beginAgain();
    // A living soldier of the company whose flag lies there, window coordinates.
    std::optional<std::uint32_t> soldierOfFlag(const glm::dvec2& at) const;
    void addState(class StateText& state) const;

  private:
    bool open() const;
    void refresh();
    std::optional<std::uint32_t> selectedCompany() const;
    void placeFlags(const Battle& battle, const glm::dmat4& clip_from_world);

    Session& session_;
    LiveBattle& live_;
    BattleFacts facts_;
    std::vector<CompanyFlag> flags_;  // in the view, from far to near
};

}  // namespace phalanx
