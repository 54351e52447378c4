// The layers of the army on the screen: builds, changes and drops them by the poses in the settings and in
// the edits of single soldiers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/layers/layered_army.h"
#include "app/layers/planted_feet.h"
#include "app/window/session/session.h"

namespace phalanx {

class LiveLayers {
  public:
    explicit LiveLayers(Session& session) : session_(session) {}

    // Call each frame before Crowd::advance().
    void advance();
    // Call each frame before drawing, after models and crowd are as the settings say. A pose that does not
    // fit gives a notice, and what was drawn before is drawn on; if nothing was, layers are off.
    void apply();
    // Call before models or crowd are replaced.
    void drop();

    // A soldier as it is drawn; nullopt without layers.
    std::optional<LayeredLook> look(std::uint32_t unit) const;
    // Starts the one-shots of additive clips again, of the first `units` soldiers.
    void startAdditive(std::uint32_t units, Ticks at);
    // What each operator does to the joint that the panel names, of the selected soldier; empty without
    // layers.
    std::vector<LayerStep> stepsOfSelected() const;

  private:
    // What the layers on the screen follow from.
    struct Shown {
        std::string pose;
        std::map<std::uint32_t, UnitEdit> edits;
        std::uint64_t layout = 0;  // Crowd::layoutVersion()
        bool march = false;
        std::array<double, 4> pace{};  // the settings by which units play
        LayerMistakes mistakes;        // inRecord()
    };

    // The pose in the settings, without aims at soldiers that the army lacks: these wait for a larger army.
    PoseFile wanted() const;
    bool upToDate() const;
    Shown present() const;
    void build();
    void change();
    // Those that differ from the pose of all only in what an order can change. One that does not fit its
    // soldier's model is taken away from it, with a notice.
    std::map<std::uint32_t, LayeredPose> ownPoses(const PoseFile& of_all);
    void show();

    // Without layers: feet on hills.
    void plant();

    Session& session_;
    std::unique_ptr<PlantedFeet> feet_;
    std::uint64_t feet_layout_ = 0;  // Crowd::layoutVersion() of feet_
    std::optional<LayeredArmy> army_;
    Shown shown_;  // valid with army_
};

}  // namespace phalanx
