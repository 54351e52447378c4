// The lab's IK: the chain of one soldier, as it is drawn, solved by each solver from the same pose to the
// same target.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/body/ik_limbs.h"
#include "anim/evaluation/chain_ik.h"
#include "anim/evaluation/lone_chain.h"
#include "app/army/army.h"
#include "app/army/stage.h"
#include "app/lab/anatomy_view.h"
#include "app/layers/layered_look.h"
#include "ui/anatomy/ik_panel.h"

namespace phalanx {

bool sameChain(const PoseIk& a, const PoseIk& b);

class IkLab {
  public:
    // The soldier at `now`, without the IK of its layers. look: of one with layers; else nullptr. army: the
    // IKs of the army's layers; one with the same chain gives the target. Carries out settings.drag and
    // settings.place, and settles settings.chain and settings.target. `why_no_army` is left to the caller.
    IkLabFacts look(const Stage& stage, const std::vector<LoadedModel>& models, std::uint32_t unit,
                    const LayeredLook* look, std::span<const PoseIk> army, Ticks now, const AnatomyView& view,
                    IkLabSettings& settings);
    // The IK of the last look as an item of a pose; nullopt: there is no chain.
    const std::optional<PoseIk>& poseIk() const { return pose_ik_; }
    // Call after the army was replaced.
    void forgetArmy() { model_ = nullptr; }

  private:
    void know(const Model& model);
    // Solves by each solver; `shown`: the rounds of the one that is drawn. beyond: file units.
    void solveAll(LoneChain chain, double beyond, double metres_per_unit, const IkLabSettings& settings,
                  IkLabFacts& facts, IkTrace& shown);

    const Model* model_ = nullptr;  // of the chains
    std::vector<IkLimb> chains_;    // whose joints all move vertices
    std::optional<PoseIk> pose_ik_;
    // Times are measured a few times per second, so that they can be read.
    std::array<double, kIkSolvers.size()> microseconds_{};
    std::optional<std::chrono::steady_clock::time_point> timed_;
};

}  // namespace phalanx
