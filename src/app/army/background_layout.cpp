#include "app/army/background_layout.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/job_launch.h"

namespace phalanx {

bool BackgroundLayout::carryOut(Crowd& crowd, const CrowdSettings& wanted, Ticks now, bool at_once) {
    bool replaced = false;
    if (job_ && job_->ready()) replaced = take(crowd, now);
    if (wanted == crowd.settings()) return replaced;
    if (at_once || std::max(wanted.units, crowd.size()) <= kAtOnce || sameLayout(wanted, crowd.settings())) {
        crowd.apply(wanted, now);
        return replaced;
    }
    checkSettings(wanted);
    if (job_) return replaced;
    stale_ = false;
    std::vector<CrowdModel> models(crowd.models().begin(), crowd.models().end());
    std::vector<ClipChoice> choices(crowd.choices().begin(), crowd.choices().end());
    job_ = std::make_unique<BackgroundJob<Crowd>>(
        [models = std::move(models), choices = std::move(choices), wanted, now](const JobReports&) mutable {
            return Crowd(std::move(models), std::move(choices), wanted, now);
        });
    return replaced;
}

bool BackgroundLayout::take(Crowd& crowd, Ticks now) {
    const auto job = std::move(job_);
    Crowd laid = job->take();
    if (stale_) return false;
    for (std::size_t m = 0; m < laid.models().size(); ++m)
        laid.chooseClips(static_cast<int>(m), crowd.choices()[m], now, 0.0);
    // A unit index may now belong to another model, which may have fewer clips or morph targets.
    for (const auto& [unit, edit] : crowd.edits()) {
        if (unit >= laid.size()) continue;
        const UnitEdit kept = fittingEdit(edit, laid.models()[static_cast<std::size_t>(laid.modelOf(unit))]);
        if (!kept.empty()) laid.edit(unit, kept, now);
    }
    std::swap(crowd, laid);
    freeing_ = std::async(jobLaunch(), [old = std::move(laid)]() mutable { Crowd gone(std::move(old)); });
    if (jobLaunch() == std::launch::deferred) freeing_.wait();  // else it would be freed by the next take()
    return true;
}

}  // namespace phalanx
