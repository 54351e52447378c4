// Replaces the models on the screen in the background: by ones with other parts when the choices of their
// groups change (ArmySettings::equip), and by ones with LODs after a small first army was shown without
// (ArmyOptions::plain_triangles). Soldiers keep their places, phases and edits.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/window/army/live_army.h"
#include "app/window/session/session.h"
#include "core/background_job.h"

namespace phalanx {

class ModelUpdate {
  public:
    ModelUpdate(Session& session, LiveArmy& army) : session_(session), army_(army) {}

    // Starts to prepare the models, cancels that if the settings have changed, or puts the result on the
    // screen: `before_replacing` is called first, for what reads the old models. Unchanged settings cost only
    // a comparison. `may_begin`: no other army is loading and no bake is due. Returns true if the models were
    // replaced.
    bool apply(bool may_begin, const std::function<void()>& before_replacing);

    // Whether other parts, or LODs, are to come.
    bool due() const { return partsDue() || lods_due_; }
    bool partsDue() const { return session_.stage && session_.settings.army.equip != shown_; }
    bool busy() const { return job_ != nullptr; }
    void showProgress(Facts& facts) const;
    // Sets the settings to what is on the screen, so that work on other parts is cancelled.
    void revertSettings() { session_.settings.army.equip = shown_; }

    // Call before the army is replaced.
    void drop() { job_.reset(); }
    // Call after the army is replaced.
    void armyReplaced();

  private:
    void begin();
    bool finish(const std::function<void()>& before_replacing);

    Session& session_;
    LiveArmy& army_;
    std::vector<std::string> shown_;   // on the screen
    std::vector<std::string> wanted_;  // of the work in progress
    bool lods_due_ = false;
    std::unique_ptr<BackgroundJob<std::vector<LoadedModel>>> job_;
};

}  // namespace phalanx
