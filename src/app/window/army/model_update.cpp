#include "app/window/army/model_update.h"

#include <algorithm>
#include <utility>

#include "core/child_process.h"
#include "core/log.h"

namespace phalanx {

bool ModelUpdate::apply(bool may_begin, const std::function<void()>& before_replacing) {
    if (job_) {
        if (wanted_ != Source(session_.settings.army)) job_->cancel();
        return childrenAheadEnded() && job_->ready() && finish(before_replacing);
    }
    if (due() && may_begin) begin();
    return false;
}

void ModelUpdate::showProgress(Facts& facts) const {
    facts.can_cancel = settingsDue();
    facts.busy_share = job_->progress();
    if (!settingsDue()) {
        facts.busy = "Making LODs ...";
    } else {
        facts.busy = wanted_.sameClips(shown_) ? "Equipping the army ..." : job_->stage() + " ...";
    }
}

bool ModelUpdate::Source::sameClips(const Source& other) const {
    return clip_files == other.clip_files && joint_map == other.joint_map &&
           clip_options == other.clip_options;
}

void ModelUpdate::revertSettings() {
    ArmySettings& army = session_.settings.army;
    army.equip = shown_.equip;
    army.clip_files = shown_.clip_files;
    army.joint_map = shown_.joint_map;
    army.clip_options = shown_.clip_options;
}

void ModelUpdate::armyReplaced() {
    shown_ = Source(session_.settings.army);
    lods_due_ =
        std::ranges::any_of(session_.models, [](const LoadedModel& loaded) { return !loaded.detail; });
}

void ModelUpdate::begin() {
    wanted_ = Source(session_.settings.army);
    if (!wanted_.sameClips(shown_)) {
        RunOptions present = session_.options;
        present.settings = session_.settings;
        ArmyOptions army = present.army();
        job_ = loadForWindow(army);
        return;
    }
    job_ = std::make_unique<ModelsJob>(
        [models = session_.models, picks = wanted_.equip](const JobReports& reports) {
            return reequipped(models, picks, reports.cancelled);
        });
}

bool ModelUpdate::finish(const std::function<void()>& before_replacing) {
    const auto job = std::move(job_);
    dropChildrenAhead();
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
