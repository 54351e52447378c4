// A measurement of one model that the window makes in the background: begun, cancelled, collected.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/background_job.h"
#include "core/error.h"
#include "core/log.h"
#include "ui/bake_comparison/measurement_facts.h"

namespace phalanx {

template <typename Result>
class MeasurementJob {
  public:
    // Discards the result so far. What the work refers to must outlive it (until it is done or dropped) and
    // must not change meanwhile. `model`: its name.
    void begin(const std::string& model, std::function<Result(const JobReports&)> work) {
        drop();
        model_ = model;
        job_ = std::make_unique<BackgroundJob<Result>>(std::move(work));
    }
    void cancel() {
        if (job_) job_->cancel();
    }
    // Cancels the work, waits for it to end, and discards the result.
    void drop() {
        job_.reset();
        result_.reset();
        failure_.clear();
    }

    // Call once per frame; collects a finished result.
    MeasurementFacts look() {
        if (job_ && job_->ready()) {
            const auto done = std::move(job_);
            try {
                result_ = done->take();
            } catch (const Error& error) {
                failure_ = done->cancelled() ? "cancelled" : error.what();
                if (!done->cancelled()) warn("{}", failure_);
            }
        }
        MeasurementFacts facts;
        if (job_ || result_) facts.model = model_;
        facts.running = running();
        if (job_) {
            facts.stage = job_->stage();
            facts.share = job_->progress();
        }
        facts.failure = failure_;
        return facts;
    }
    const std::optional<Result>& result() const { return result_; }
    bool running() const { return job_ != nullptr; }

  private:
    std::string model_;  // of result_
    std::optional<Result> result_;
    std::string failure_;
    std::unique_ptr<BackgroundJob<Result>> job_;
};

}  // namespace phalanx
