// Requests of panels and keys, as values in a queue. The frame loop carries them out
// (app/window/window_actions.cpp), so panels do not depend on the code that does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "behaviour/behaviour_graph.h"
#include "ui/data/sweep_result.h"

namespace phalanx {

namespace action {

struct OpenBrowser {};
struct OpenFiles {
    std::vector<std::filesystem::path> files;  // models, or one scene
};
struct OpenScene {
    std::string name;  // a scene that comes with Phalanx, or a file
};
struct SaveScene {};
struct Undo {
    bool forward = false;  // redo
};
struct Cancel {};  // the current wait
struct TakeScreenshot {};
struct ToggleFullscreen {};
struct ReloadShaders {};

struct ResetCamera {};
struct FrameSelection {};  // the selected soldier, or the army
struct Pick {
    glm::dvec2 at{0.0};  // window coordinates
};
struct Shoot {
    glm::dvec2 at{0.0};  // window coordinates
    bool wounds = false;
};
struct ShootNearest {};
struct TakeLayerStack {};  // that the last step of the lesson about layers has
struct GetUp {};           // who fell, where they lie
struct RaiseAll {};        // who fell
struct StallFrame {};      // this frame takes a second longer
struct TogglePause {};
struct GiveOrder {
    Order order = Order::kHold;  // to BattleSettings::to
};
struct PlaceFront {  // of the selected soldier's company; window coordinates
    glm::dvec2 from{0.0};
    glm::dvec2 to{0.0};
};
struct BeginBattle {};  // again

struct ToggleProfiler {};
struct HoldFrame {
    std::uint64_t number = 0;  // FrameStats::frame
};
struct ReleaseFrame {};
struct Compare {};
struct Sweep {
    SweepKind kind = SweepKind::kUnits;
};
struct CancelMeasurement {};
struct ExportProfiler {};  // the current page
struct MeasureBottleneck {};

struct TurnLesson {
    bool forward = true;
};
struct ResetLessonStep {};
struct ApplyShader {};   // the draft
struct RevertShader {};  // to the file
struct SaveShader {};    // the draft, as a file of the user

struct BeginBakeComparison {};
struct CancelBakeComparison {};
struct BeginCompression {};
struct CancelCompression {};
struct UseBake {
    std::size_t row = 0;  // of the comparison of bakes
};

}  // namespace action

using Action =
    std::variant<action::OpenBrowser, action::OpenFiles, action::OpenScene, action::SaveScene, action::Undo,
                 action::Cancel, action::TakeScreenshot, action::ToggleFullscreen, action::ReloadShaders,
                 action::ResetCamera, action::FrameSelection, action::Pick, action::TakeLayerStack,
                 action::Shoot, action::ShootNearest, action::GetUp, action::RaiseAll, action::StallFrame,
                 action::TogglePause, action::GiveOrder, action::PlaceFront, action::BeginBattle,
                 action::ToggleProfiler, action::HoldFrame, action::ReleaseFrame, action::Compare,
                 action::Sweep, action::CancelMeasurement, action::ExportProfiler, action::MeasureBottleneck,
                 action::TurnLesson, action::ResetLessonStep, action::ApplyShader, action::RevertShader,
                 action::SaveShader, action::BeginBakeComparison, action::CancelBakeComparison,
                 action::BeginCompression, action::CancelCompression, action::UseBake>;

class ActionQueue {
  public:
    void push(Action action) { actions_.push_back(std::move(action)); }
    // Returns all actions in order and empties the queue.
    std::vector<Action> take() { return std::exchange(actions_, {}); }

  private:
    std::vector<Action> actions_;
};

}  // namespace phalanx
