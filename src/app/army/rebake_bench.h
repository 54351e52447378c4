// The re-bake bench of the window: every bake of one model, worked out in the background.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "anim/quality/bake_study.h"
#include "core/background_job.h"
#include "ui/profiler/rebake_panel.h"

namespace phalanx {

class RebakeBench {
  public:
    // The model must live until the work is done or dropped, and nobody changes it meanwhile. What was found
    // before goes.
    void begin(const Model& model, const BakeStudySettings& settings);
    void cancel();
    // Waits for the work to end; nothing is left of it, nor of what was found.
    void drop();

    // Once a frame: takes what is ready. `rate_hz`, `encoding`, `lookup`: of the army, for RebakeFacts::used.
    RebakeFacts look(const std::string& model, std::optional<double> rate_hz, Encoding encoding,
                     FrameLookup lookup);
    const std::vector<BakeStudyRow>& rows() const { return rows_; }
    bool running() const { return job_ != nullptr; }

  private:
    std::string model_;  // that the rows are about
    std::vector<BakeStudyRow> rows_;
    std::string failure_;
    std::unique_ptr<BackgroundJob<std::vector<BakeStudyRow>>> job_;
};

}  // namespace phalanx
