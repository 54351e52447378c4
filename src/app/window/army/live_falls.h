// Who falls on the screen: shots by the mouse, the nearest soldiers by a button; and those who lie.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "app/battle/battle_bodies.h"
#include "app/falls/falls.h"
#include "app/window/session/session.h"

namespace phalanx {

class LiveFalls {
  public:
    explicit LiveFalls(Session& session) : session_(session) {}

    // The soldier under the mouse, in window coordinates, is shot from the eye,
    // when its pick is available.
    void shootAt(const glm::dvec2& at, bool wounds);
    // A soldier is shot at the chest, from the eye.
    void shootUnit(std::uint32_t unit, bool wounds);
    // A click that is no shot comes after it.
    void forgetShot() { shooting_.reset(); }
    // Takes the result of such a pick; false: none was asked for.
    bool takePick();
    // Of the soldiers that the view shows, the nearest ones, as many as a rank
    // has.
    void shootNearest();
    // Those who lie, for a scene.
    std::map<std::uint32_t, FallenUnit> fallen() const;
    // They lie again with the next advance(): after models, crowd and layers are as the settings say.
    void restore(std::map<std::uint32_t, FallenUnit> fallen);
    // All who fell get up where they lie.
    void getUp();
    // Soldiers of a battle, those of them that are near.
    void fall(std::span<const StruckSoldier> struck);
    // So that the first fall does not take time.
    void prepare() { falls(); }
    // All who fell are in their ranks again.
    void raiseAll();

    // Call each frame before drawing, after crowd, technique and layers are as
    // the settings say.
    void advance();
    // Falls::bodyText()
    std::string bodyText(std::uint32_t unit) const;
    // Some soldier has fallen since the start.
    bool used() const { return falls_.has_value() || !due_.empty(); }
    // Call before models or crowd are replaced.
    void drop();

  private:
    FallView view() const;
    Falls& falls();  // made when it is first needed
    void shoot(std::span<const Shot> shots);
    void restoreDue();

    Session& session_;
    std::optional<Falls> falls_;
    BodyMistakes mistakes_;                    // of falls_
    std::map<std::uint32_t, FallenUnit> due_;  // restore()
    std::uint64_t layout_ = 0;                 // Crowd::layoutVersion() of those who fell
    struct Aimed {
        glm::dvec3 direction{0.0};
        bool wounds = false;
    };
    std::optional<Aimed> shooting_;  // the shot whose pick is not available yet
};

}  // namespace phalanx
