// Scenes in the window: what one sets, and the window's present state as one.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "app/scene/scene.h"
#include "app/window/army/live_army.h"
#include "app/window/session/session.h"

namespace phalanx {

class SceneKeeping {
  public:
    SceneKeeping(Session& session, LiveArmy& army) : session_(session), army_(army) {}

    // All settings but the army, which is loaded first. What only this machine decides stays, and so do
    // samples and shadows that are not given.
    void takeSettings(const RunOptions& options);
    // Before the army is replaced: what of the old scene belongs to its soldiers.
    void armyReplaced() { left_.clear(); }
    // What the scene says of soldiers, clock and panels, after its army was put on the screen.
    void take(const Scene& scene);

    // Into the file of the scene, or a new one. `edited_shader`: one is drawn, which no scene holds.
    void save(bool edited_shader);
    // For `run --last`.
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
    std::filesystem::path file_;  // that save() writes; empty: a new one
    std::string about_;           // its first line
    // Its soldiers that the army does not have: saved as they were.
    std::map<std::uint32_t, SceneSoldier> left_;
};

}  // namespace phalanx
