// The comparison of compression methods in the window: measures them on one model in the background.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "anim/quality/compression_comparison.h"
#include "core/background_job.h"
#include "ui/bake_comparison/compression_table.h"

namespace phalanx {

class CompressionJob {
  public:
    // Discards the results so far. The model must outlive the work (until it is done or dropped) and must not
    // change meanwhile.
    void begin(const Model& model);
    void cancel();
    // Cancels the work, waits for it to end, and discards all results.
    void drop();

    // Call once per frame; collects finished results.
    CompressionFacts look();
    const std::optional<CompressionComparison>& result() const { return result_; }
    bool running() const { return job_ != nullptr; }

  private:
    std::string model_;  // name of the model of result_
    std::optional<CompressionComparison> result_;
    std::string failure_;
    std::unique_ptr<BackgroundJob<CompressionComparison>> job_;
};

}  // namespace phalanx
