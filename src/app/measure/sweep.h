// A `bench` sweep for the window: the same turns, one step between two displayed frames.
#pragma once

#include <optional>
#include <vector>

#include "app/measure/sweep_plan.h"

namespace phalanx {

class Sweep {
  public:
    // Uses the stage's settings, models and clips, with weight 0.5 of clip B for all units, as in `bench`,
    // and the pose of the army's layers, if it has any. The stage and the models must outlive this.
    Sweep(Stage& stage, const std::vector<LoadedModel>& models, const std::optional<PoseFile>& pose,
          SweepKind kind, glm::ivec2 size);

    bool done() const { return run_.done(); }
    float share() const { return run_.share(); }  // progress 0..1
    std::string next() const { return run_.next(); }
    // Restores the stage.
    void step();
    // The results so far.
    SweepResult result() const { return sweepResultOf(plan_, run_.rows(), done()); }

  private:
    Stage& stage_;
    SweepPlan plan_;
    Crowd crowd_;  // swapped into the stage during step()
    BenchRun run_;
};

}  // namespace phalanx
