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

// Requests that need no values.
enum class Request : std::uint8_t {
    kOpenBrowser,
    kSaveScene,
    kCancel,  // the current wait
    kTakeScreenshot,
    kToggleFullscreen,
    kReloadShaders,

    kResetCamera,
    kFrameSelection,  // the selected soldier, or the army
    kShootNearest,
    kTakeLayerStack,  // that the last step of the lesson about layers has
    kGetUp,           // who fell, where they lie
    kRaiseAll,        // who fell
    kStallFrame,      // this frame takes a second longer
    kTogglePause,
    kBeginBattle,  // again

    kToggleProfiler,
    kReleaseFrame,
    kCompare,
    kCancelMeasurement,
    kExportProfiler,  // the current page
    kMeasureBottleneck,

    kResetLessonStep,
    kApplyShader,   // the draft
    kRevertShader,  // to the file
    kSaveShader,    // the draft, as a file of the user

    kBeginBakeComparison,
    kCancelBakeComparison,
    kBeginCompression,
    kCancelCompression,
};

namespace action {

struct OpenFiles {
    std::vector<std::filesystem::path> files;  // models, or one scene
};
struct OpenScene {
    std::string name;  // a scene that comes with Phalanx, or a file
};
struct Undo {
    bool forward = false;  // redo
};

struct Pick {
    glm::dvec2 at{0.0};  // window coordinates
};
struct SelectNext {          // of the soldiers in view, from the middle outwards
    glm::dvec2 middle{0.0};  // window coordinates
    bool back = false;       // to the one selected before
};
struct ShootSelected {
    bool wounds = false;
};
struct Shoot {
    glm::dvec2 at{0.0};  // window coordinates
    bool wounds = false;
};
struct GiveOrder {
    Order order = Order::kHold;  // to BattleSettings::to
};
struct PlaceFront {  // of the selected soldier's company; window coordinates
    glm::dvec2 from{0.0};
    glm::dvec2 to{0.0};
};
struct MarkFront {  // one end of that line, by a key; PlaceFront then begins there
    glm::dvec2 at{0.0};
};

struct HoldFrame {
    std::uint64_t number = 0;  // FrameStats::frame
};
struct Sweep {
    SweepKind kind = SweepKind::kUnits;
};
struct TurnLesson {
    bool forward = true;
};
struct UseBake {
    std::size_t row = 0;  // of the comparison of bakes
};

}  // namespace action

using Action = std::variant<Request, action::OpenFiles, action::OpenScene, action::Undo, action::Pick,
                            action::SelectNext, action::ShootSelected, action::Shoot, action::GiveOrder,
                            action::PlaceFront, action::MarkFront, action::HoldFrame, action::Sweep,
                            action::TurnLesson, action::UseBake>;

class ActionQueue {
  public:
    void push(Action action) { actions_.push_back(std::move(action)); }
    // Returns all actions in order and empties the queue.
    std::vector<Action> take() { return std::exchange(actions_, {}); }

  private:
    std::vector<Action> actions_;
};

}  // namespace phalanx
