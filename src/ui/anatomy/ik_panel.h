// IK on one chain of the selected soldier: two-bone IK, CCD and FABRIK from the same pose to the same target,
// round by round.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "anim/layers/layered_pose.h"
#include "ui/imgui/theme.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

inline constexpr int kLabRounds = 30;  // that the lab shows; two-bone IK has one

// Where the target is put, until it is dragged.
enum class IkLabTarget : std::uint8_t {
    kReachable,
    kTooFar,     // farther away than all bones together are long
    kCollinear,  // on the line of the chain, which starts straight
};

struct IkLabSettings {
    std::size_t chain = 0;  // into IkLabFacts::chains
    IkLabTarget start = IkLabTarget::kReachable;
    std::optional<glm::dvec3> target;  // model space, metres; none: where `start` puts it
    IkSolver shown = IkSolver::kFabrik;
    int step = kIkRounds;  // the round that is drawn, 0: the start .. kLabRounds
    bool limits = false;   // of the joints, for CCD and FABRIK
    glm::vec2 grip{0.0F};  // from the mouse to the middle of the target's mark, while it is held
    // Requests of the panel, which the lab carries out.
    std::optional<glm::vec2> drag;  // where the target's mark was dragged to, window coordinates
    bool place = false;             // puts the target where `start` says
    bool toggle_army = false;       // puts the IK into the army's layers, or takes it out
};

// A solver's way to the target.
struct IkLabRun {
    IkSolver solver = IkSolver::kFabrik;
    std::string why_not;            // "": it suits the chain
    std::vector<double> errors_mm;  // from the nearest point in reach; at the start, then after each round
    std::optional<int> rounds;      // until 1 mm
    double microseconds = 0.0;      // per solve until then
};

struct IkLabFacts {
    std::vector<std::string> chains;
    std::string why_not;                           // "": there is a chain
    std::array<IkLabRun, kIkSolvers.size()> runs;  // in the order of kIkSolvers
    // Of the solver that is shown: the joints at the start and after each round, window coordinates; nullopt
    // behind the camera.
    std::vector<std::vector<std::optional<glm::vec2>>> joints;
    std::optional<glm::vec2> target;
    double target_m = 0.0;  // from the chain's root
    double length_m = 0.0;  // of all bones
    bool moved = false;     // the target was, in this frame
    bool army = false;      // the army's layers have an IK with this chain
    std::string why_no_army;

    const IkLabRun& run(IkSolver solver) const { return runs[static_cast<std::size_t>(solver)]; }
};

// The page below the anatomy's tabs.
void drawIkPanel(const Theme& theme, WidgetLog& log, const IkLabFacts& facts, IkLabSettings& settings);
// Over the scene, behind all panels: the chain at the start, in each round up to the one shown, and the
// target, whose mark can be dragged.
void drawIkChain(const Theme& theme, WidgetLog& log, const IkLabFacts& facts, IkLabSettings& settings);
// Width that the page needs.
float ikPanelPoints();

}  // namespace phalanx
