// The army on the screen: a new one put in place of the old, the crowd's settings carried out on it, one of
// its soldiers selected, and the camera that follows it.
#pragma once

#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/army/army_layer.h"
#include "app/window/session/session.h"

namespace phalanx {

class LiveArmy {
  public:
    explicit LiveArmy(Session& session) : session_(session) {}

    // Throws Error, and leaves the present army as it is, if the models do not fit this context.
    void replace(std::vector<LoadedModel> models, const ArmyOptions& army);
    // For models that were baked again: the crowd in the background is laid out from the old ones.
    void forgetModels() { layer_.forgetModels(); }

    // Carries out number, formation, clips, playback and the selected soldier's own settings. Equal settings
    // cost a comparison. `at_once`: do not lay out large crowds in the background.
    void applyCrowd(bool at_once);
    // The technique that is set, if this context can draw by it.
    void applyTechnique();
    // Resolves `auto`, after the render settings were set.
    void applyAutomatic();
    // Settings of single soldiers, all at once. Throws Error.
    void applyEdits(const std::map<std::uint32_t, UnitEdit>& edits);
    // A crowd is laid out in the background.
    bool busy() const { return layer_.busy(); }

    void select(std::optional<std::uint32_t> unit);
    // The answer to a pick, if there is one.
    void takePick();
    void refreshSelected(SelectedFacts& facts) const;

    // The camera moves with the army, if it is to follow.
    void follow();
    void forgetFollowed() { followed_.reset(); }

    // Moves the camera: to where it was asked for or in front of the army, to the selected soldier or the
    // whole army, to one soldier.
    void resetCamera();
    void frameSelection();
    void focusOn(std::uint32_t unit);

  private:
    struct Followed {
        std::uint32_t unit = 0;
        glm::dvec3 gone{0.0};  // from its place in the formation
    };
    void applyUnits(bool at_once);

    Session& session_;
    ArmyLayer layer_;
    std::vector<std::vector<std::string>> variants_;  // names, per model
    std::optional<Followed> followed_;
};

}  // namespace phalanx
