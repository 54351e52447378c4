#include "app/window/army/equipping.h"

#include <utility>

#include "core/log.h"

namespace phalanx {

bool Equipping::apply(bool may_begin, const std::function<void()>& before_replacing) {
    if (job_) {
        if (wanted_ != session_.settings.army.equip) job_->cancel();
        return job_->ready() && finish(before_replacing);
    }
    if (due() && may_begin) begin();
    return false;
}

void Equipping::showProgress(Facts& facts) const {
    facts.busy = "Equipping the army ...";
    facts.can_cancel = true;
    facts.busy_share = 0.0F;
}

void Equipping::begin() {
    wanted_ = session_.settings.army.equip;
    job_ = std::make_unique<BackgroundJob<std::vector<LoadedModel>>>(
        [models = session_.models, picks = wanted_](const JobReports& reports) {
            return reequipped(models, picks, reports.cancelled);
        });
}

bool Equipping::finish(const std::function<void()>& before_replacing) {
    const auto job = std::move(job_);
    if (job->cancelled()) return false;
    try {
        std::vector<LoadedModel> models = job->take();
        before_replacing();
        army_.exchange(std::move(models));
        shown_ = wanted_;
        return true;
    } catch (const Error& error) {
        revertSettings();
        session_.notify(error.what(), true);
        warn("{}", error.what());
        return false;
    }
}

}  // namespace phalanx
