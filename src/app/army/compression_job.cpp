#include "app/army/compression_job.h"

#include <utility>

#include "core/error.h"
#include "core/log.h"

namespace phalanx {

void CompressionJob::begin(const Model& model) {
    drop();
    model_ = model.name;
    job_ = std::make_unique<BackgroundJob<CompressionComparison>>([&model](const JobReports& reports) {
        CompressionComparisonOptions options;
        options.progress = reports.progress;
        options.stage = reports.stage;
        options.cancelled = reports.cancelled;
        return compareCompression(model, options);
    });
}

void CompressionJob::cancel() {
    if (job_) job_->cancel();
}

void CompressionJob::drop() {
    job_.reset();
    result_.reset();
    failure_.clear();
}

CompressionFacts CompressionJob::look() {
    if (job_ && job_->ready()) {
        const auto done = std::move(job_);
        try {
            result_ = done->take();
        } catch (const Error& error) {
            failure_ = done->cancelled() ? "cancelled" : error.what();
            if (!done->cancelled()) warn("{}", failure_);
        }
    }
    CompressionFacts facts;
    if (job_ || result_) facts.model = model_;
    facts.running = running();
    if (job_) {
        facts.stage = job_->stage();
        facts.share = job_->progress();
    }
    facts.failure = failure_;
    facts.result = result_ ? &*result_ : nullptr;
    return facts;
}

}  // namespace phalanx
