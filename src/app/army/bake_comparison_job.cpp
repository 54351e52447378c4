#include "app/army/bake_comparison_job.h"

#include <utility>

#include "core/log.h"

namespace phalanx {

void BakeComparisonJob::begin(const Model& model, const BakeComparisonOptions& settings) {
    drop();
    model_ = model.name;
    job_ = std::make_unique<BackgroundJob<std::vector<ComparedBake>>>(
        [&model, settings](const JobReports& reports) {
            BakeComparisonOptions asked = settings;
            asked.progress = reports.progress;
            asked.stage = reports.stage;
            asked.cancelled = reports.cancelled;
            return compareBakes(model, asked);
        });
}

void BakeComparisonJob::cancel() {
    if (job_) job_->cancel();
}

void BakeComparisonJob::drop() {
    job_.reset();
    rows_.clear();
    failure_.clear();
}

BakeComparisonFacts BakeComparisonJob::look(const std::string& model, std::optional<double> rate_hz,
                                            Encoding encoding, FrameLookup lookup) {
    if (job_ && job_->ready()) {
        const auto done = std::move(job_);
        try {
            rows_ = done->take();
        } catch (const Error& error) {
            failure_ = done->cancelled() ? "cancelled" : error.what();
            if (!done->cancelled()) warn("{}", failure_);
        }
    }
    BakeComparisonFacts facts;
    facts.model = job_ || !rows_.empty() ? model_ : model;
    facts.running = running();
    if (job_) {
        facts.stage = job_->stage();
        facts.share = job_->progress();
    }
    facts.failure = failure_;
    facts.rows = rows_;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const ComparedBake& row = rows_[i];
        if (row.rate_hz == rate_hz && row.encoding == encoding && row.lookup == lookup) facts.used = i;
    }
    return facts;
}

}  // namespace phalanx
