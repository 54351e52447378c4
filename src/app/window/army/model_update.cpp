#include "app/window/army/model_update.h"

#include <algorithm>
#include <utility>

#include "core/log.h"

namespace phalanx {

bool ModelUpdate::apply(bool may_begin, const std::function<void()>& before_replacing) {
    if (job_) {
        if (wanted_ != session_.settings.army.equip) job_->cancel();
        return job_->ready() && finish(before_replacing);
    }
    if (due() && may_begin) begin();
    return false;
}

void ModelUpdate::showProgress(Facts& facts) const {
    facts.busy = partsDue() ? "Equipping the army ..." : "Making LODs ...";
    facts.can_cancel = partsDue();
    facts.busy_share = 0.0F;
}

void ModelUpdate::armyReplaced() {
    shown_ = session_.settings.army.equip;
    lods_due_ =
        std::ranges::any_of(session_.models, [](const LoadedModel& loaded) { return !loaded.detail; });
}

void ModelUpdate::begin() {
    wanted_ = session_.settings.army.equip;
    job_ = std::make_unique<BackgroundJob<std::vector<LoadedModel>>>(
        [models = session_.models, picks = wanted_](const JobReports& reports) {
            return reequipped(models, picks, reports.cancelled);
        });
}

bool ModelUpdate::finish(const std::function<void()>& before_replacing) {
    const auto job = std::move(job_);
    if (job->cancelled()) return false;
    try {
        std::vector<LoadedModel> models = job->take();
        before_replacing();
        army_.exchange(std::move(models));
        armyReplaced();
        shown_ = wanted_;
        return true;
    } catch (const Error& error) {
        lods_due_ = false;  // trying again would fail again
        revertSettings();
        session_.notify(error.what(), true);
        warn("{}", error.what());
        return false;
    }
}

}  // namespace phalanx
