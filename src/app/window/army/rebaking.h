// Bakes the army again when the bake's settings change, in the background, and puts the result on the screen;
// the soldiers keep their places and phases. And where shaders fetch texels from.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/army/rebake.h"
#include "app/window/army/live_army.h"
#include "app/window/session/session.h"
#include "core/background_job.h"

namespace phalanx {

class Rebaking {
  public:
    Rebaking(Session& session, LiveArmy& army) : session_(session), army_(army) {}

    // Begins, goes on or finishes. Equal settings cost a comparison. `may_begin`: no other army is loading.
    // True when a new bake was put on the screen.
    bool apply(bool may_begin);
    // What is drawn meanwhile: as before, if what is set needs vertices that are not baked yet.
    void adapt(RenderSettings& render) const;

    // The settings ask for another bake than the one on the screen.
    bool due() const { return session_.stage && !baked_as_.holds(wish()); }
    bool busy() const { return rebaker_ != nullptr; }
    void showProgress(Facts& facts) const;
    // The settings become what is on the screen, which ends the work.
    void revertSettings();

    // Before an army is replaced: ends work that reads the old models.
    void drop() { rebaker_.reset(); }
    // After it was replaced by one that was baked so.
    void armyReplaced(const BakeChoice& bake);

  private:
    BakeWish wish() const;
    void applyFetch();
    void begin(const BakeWish& wish);
    bool finish();
    void take(std::vector<RebakedModel> rebaked);
    void dropVertices();
    void measureFetch();
    void refreshFacts();

    Session& session_;
    LiveArmy& army_;
    BakeWish baked_as_;                    // what is on the screen
    std::optional<FetchPath> fetched_by_;  // as set: nullopt was measured
    BakeWish rebaking_as_;                 // what the rebaker works on
    std::unique_ptr<BackgroundJob<std::vector<RebakedModel>>> rebaker_;
};

}  // namespace phalanx
