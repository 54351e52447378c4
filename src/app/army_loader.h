// Loads models in a thread of its own, so that the window lives meanwhile.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <vector>

#include "app/army.h"

namespace phalanx {

class ArmyLoader {
  public:
    // Begins at once.
    explicit ArmyLoader(ArmyOptions options);
    // Asks the work to stop, then waits for it; an import that is under way is finished first.
    ~ArmyLoader();
    ArmyLoader(const ArmyLoader&) = delete;
    ArmyLoader& operator=(const ArmyLoader&) = delete;
    ArmyLoader(ArmyLoader&&) = delete;
    ArmyLoader& operator=(ArmyLoader&&) = delete;

    bool ready() const;
    // Once, when ready. Throws what loading threw.
    std::vector<LoadedModel> take() { return result_.get(); }
    // Of the bake that is under way, 0..1.
    float progress() const { return progress_; }
    const ArmyOptions& options() const { return options_; }

  private:
    ArmyOptions options_;
    std::atomic<float> progress_{0.0F};
    std::atomic<bool> cancelled_{false};
    std::future<std::vector<LoadedModel>> result_;
};

}  // namespace phalanx
