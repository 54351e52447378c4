// Scenes in the window: applies a scene, and saves the state of the window as a scene.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "app/scene/scene.h"
#include "app/window/army/live_army.h"
#include "app/window/session/session.h"

namespace phalanx {

// The ground of a window for which none is chosen. Hills show an army better; the plane costs less and needs
// fewer programs, which counts where the CPU draws or a browser builds them.
std::string_view firstGround(const gl::Capabilities& can);
// The same for traces, clouds and grass of RenderSettings.
bool firstScenery(const gl::Capabilities& can);

class SceneKeeping {
  public:
    SceneKeeping(Session& session, LiveArmy& army) : session_(session), army_(army) {}

    // Applies all settings except the army, which is loaded first. Settings that depend on the machine are
    // kept, and so are samples and shadows if the options do not give them.
    void takeSettings(const RunOptions& options);
    // Call when the army is replaced: drops the soldiers of the old scene.
    void armyReplaced() { left_.clear(); }
    // Applies soldiers, clock and panels of the scene. Call after its army is on the screen.
    void take(const Scene& scene);

    // Saves to the file of the scene, or to a new file. `edited_shader`: an edited shader is in use, which a
    // scene cannot store.
    void save(bool edited_shader);
    // Saves the session for `run --last`.
    void keepSession() const;

    void addState(class StateText& state) const;

  private:
    ArmySettings presentArmy() const;
    ViewSettings presentView(bool keeps_soldiers) const;
    Scene present() const;
    std::string leftOut(bool edited_shader) const;
    std::string takeMoment(const Scene& scene);
    std::string takeSoldiers(const Scene& scene);

    Session& session_;
    LiveArmy& army_;
    std::filesystem::path file_;  // the file that save() writes; empty: a new file
    std::string about_;           // the scene's description ("about")
    // Soldiers of the scene that could not be applied, for example because the army is too small. save()
    // writes them unchanged.
    std::map<std::uint32_t, SceneSoldier> left_;
};

}  // namespace phalanx
