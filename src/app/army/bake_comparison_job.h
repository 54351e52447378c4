// The bake comparison of the window: measures all bakes (rate, encoding, lookup) of one model in the
// background.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "anim/quality/bake_comparison.h"
#include "core/background_job.h"
#include "ui/bake_comparison/bake_comparison_panel.h"

namespace phalanx {

class BakeComparisonJob {
  public:
    // Discards the results so far. The model must outlive the work (until it is done or dropped) and must not
    // change meanwhile.
    void begin(const Model& model, const BakeComparisonOptions& settings);
    void cancel();
    // Cancels the work, waits for it to end, and discards all results.
    void drop();

    // Call once per frame; collects finished results. `rate_hz`, `encoding`, `lookup`: the army's, for
    // BakeComparisonFacts::used.
    BakeComparisonFacts look(const std::string& model, std::optional<double> rate_hz, Encoding encoding,
                             FrameLookup lookup);
    const std::vector<ComparedBake>& rows() const { return rows_; }
    bool running() const { return job_ != nullptr; }

  private:
    std::string model_;  // name of the model of rows_
    std::vector<ComparedBake> rows_;
    std::string failure_;
    std::unique_ptr<BackgroundJob<std::vector<ComparedBake>>> job_;
};

}  // namespace phalanx
