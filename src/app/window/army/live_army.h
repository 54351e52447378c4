// The army on the screen: replaces it, applies the crowd's settings, selects a soldier, and moves the camera.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/army/background_layout.h"
#include "app/army/framing.h"
#include "app/window/army/live_falls.h"
#include "app/window/army/live_layers.h"
#include "app/window/session/session.h"

namespace phalanx {

class LiveArmy {
  public:
    explicit LiveArmy(Session& session) : session_(session) {}

    // Replaces the army. Throws Error and keeps the current army if the models do not fit the limits of the
    // context.
    void replace(std::vector<LoadedModel> models, const ArmyOptions& army);
    // Replaces the models by the same ones with other variants (reequipped()). Clips, edits and the selected
    // soldier are kept. Throws Error as replace() does.
    void exchange(std::vector<LoadedModel> models);
    // Call when models are baked again: discards a crowd that is being laid out with the old models, and
    // their layers; none lies any more.
    void forgetModels();

    // Applies number, formation, clips, playback, and the settings of the selected soldier. Unchanged
    // settings cost only a comparison. `at_once`: do not lay out large crowds in the background.
    void applyCrowd(bool at_once);
    // Applies the layered poses, after the models are as the settings say.
    void applyLayers();
    // A soldier as its layers pose it; nullopt without layers.
    std::optional<LayeredLook> layeredLook(std::uint32_t unit) const { return layers_.look(unit); }
    LiveLayers& layers() { return layers_; }
    LiveFalls& falls() { return falls_; }
    // Checks the technique that is set. If it is not available, restores the current one.
    void applyTechnique();
    // Resolves technique `auto`. Call after the render settings of the stage are set.
    void applyAutomatic();
    // Replaces the individual settings of all soldiers. Throws Error.
    void applyEdits(const std::map<std::uint32_t, UnitEdit>& edits);
    // Whether a crowd is being laid out in the background.
    bool busy() const { return layout_.busy(); }

    void select(std::optional<std::uint32_t> unit);
    // Selects the soldier in view nearest to `middle`, window coordinates, that this has not selected yet;
    // back: the one selected before. Starts again after another selection and when all had their turn.
    void selectNext(const glm::dvec2& middle, bool back);
    // Selects the picked soldier when the result of a pick is available.
    void takePick();
    void refreshSelected(SelectedFacts& facts) const;

    // Moves the camera with the army if PanelState::follow is set.
    void follow();
    void forgetFollowed() { followed_.reset(); }

    // Moves the camera to the position in the options, or in front of the army.
    void resetCamera();
    // Moves the camera to the selected soldier, or else to the whole army.
    void frameSelection();
    // Moves the camera to one soldier.
    void focusOn(std::uint32_t unit);

  private:
    using FetchOf = std::function<std::optional<FetchPath>(std::size_t model)>;
    void replace(std::vector<LoadedModel> models, const ArmyOptions& army, const FetchOf& fetch);
    FreeView freeView() const;
    // Added to the camera's target, metres: what it looked at is then in the middle between the panels.
    glm::dvec3 besidePanels(double distance) const;
    struct Followed {
        std::uint32_t unit = 0;
        glm::dvec3 gone{0.0};  // offset from its place in the formation
    };
    void applyUnits(bool at_once);
    void followGround();

    Session& session_;
    BackgroundLayout layout_;
    std::vector<std::vector<std::string>> variants_;  // names of the variants, per model
    std::optional<Followed> followed_;
    std::vector<std::uint32_t> visited_;     // by selectNext(), the present one last
    std::shared_ptr<const Terrain> ground_;  // that the camera stands on
    LiveLayers layers_{session_};
    LiveFalls falls_{session_};
};

}  // namespace phalanx
