// Bakes the army again in the background when the bake settings change, and replaces the bake on the screen.
// Soldiers keep their places and phases. Also applies the fetch path, which shaders read texels by.
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

    // Starts a bake, cancels it if the settings have changed, or takes its result. Unchanged settings cost
    // only a comparison. `may_begin`: no other army is loading. Returns true if the bake on the screen was
    // replaced.
    bool apply(bool may_begin);
    // Keeps the technique on the screen as long as the selected one needs vertices that are not baked yet.
    void adapt(RenderSettings& render) const;

    // Whether the settings need another bake than the one on the screen.
    bool due() const { return session_.stage && !baked_as_.holds(wish()); }
    bool busy() const { return rebaker_ != nullptr; }
    void showProgress(Facts& facts) const;
    // Sets the settings to the bake on the screen, so that a bake in progress is cancelled.
    void revertSettings();

    // Call before the army is replaced: ends a bake, which reads the old models.
    void drop() { rebaker_.reset(); }
    // Call after the army is replaced. bake: the settings that the new army was baked with.
    void armyReplaced(const BakeChoice& bake);
    // Call after the models were replaced together with their bake; vertices are not baked.
    void modelsExchanged();

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
    BakeWish baked_as_;                    // the bake on the screen
    std::optional<FetchPath> fetched_by_;  // the fetch path in use, as set; nullopt: selected by measurement
    BakeWish rebaking_as_;                 // the bake in progress
    std::unique_ptr<BackgroundJob<std::vector<RebakedModel>>> rebaker_;
};

}  // namespace phalanx
