// Replaces the models on the screen in the background: by ones with other parts when the choices of their
// groups change (ArmySettings::equip), by ones with other clips when the further files or what is made of
// their clips change, and by ones with LODs after a small first army was shown without
// (ArmyOptions::plain_triangles). Soldiers keep their places, phases, edits, and clips that still exist.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/window/army/army_loading.h"
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

    // Whether other parts, clips, or LODs are to come.
    bool due() const { return settingsDue() || lods_due_; }
    bool settingsDue() const { return session_.stage && Source(session_.settings.army) != shown_; }
    bool busy() const { return job_ != nullptr; }
    void showProgress(Facts& facts) const;
    // Sets the settings to what is on the screen, so that work on anything else is cancelled.
    void revertSettings();

    // Call before the army is replaced.
    void drop() { job_.reset(); }
    // Call after the army is replaced.
    void armyReplaced();

  private:
    // The settings that this applies.
    struct Source {
        std::vector<std::string> equip;
        std::vector<std::string> clip_files;
        std::string joint_map;
        ClipOptions clip_options;

        Source() = default;
        explicit Source(const ArmySettings& army)
            : equip(army.equip),
              clip_files(army.clip_files),
              joint_map(army.joint_map),
              clip_options(army.clip_options) {}
        bool operator==(const Source&) const = default;
        bool sameClips(const Source& other) const;
    };

    void begin();
    bool finish(const std::function<void()>& before_replacing);

    Session& session_;
    LiveArmy& army_;
    Source shown_;   // on the screen
    Source wanted_;  // of the work in progress
    bool lods_due_ = false;
    std::unique_ptr<ModelsJob> job_;
};

}  // namespace phalanx
