// Loads models in a thread of its own, so that the window lives meanwhile.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/army.h"

namespace phalanx {

class ArmyLoader {
  public:
    // Begins at once.
    explicit ArmyLoader(ArmyOptions options);
    // Asks the work to stop, then waits for it; an import in this process (see ArmyOptions::importer) is
    // finished first.
    ~ArmyLoader();
    ArmyLoader(const ArmyLoader&) = delete;
    ArmyLoader& operator=(const ArmyLoader&) = delete;
    ArmyLoader(ArmyLoader&&) = delete;
    ArmyLoader& operator=(ArmyLoader&&) = delete;

    // Asks the work to stop; ready() soon, and take() throws, where it had not been ready already.
    void cancel() { cancelled_ = true; }
    bool cancelled() const { return cancelled_; }
    bool ready() const;
    // Once, when ready. Throws what loading threw.
    std::vector<LoadedModel> take() { return result_.get(); }
    // What is being done.
    std::string stage() const;
    // Of the bake that is under way, 0..1.
    float progress() const { return progress_; }
    const ArmyOptions& options() const { return options_; }

  private:
    ArmyOptions options_;
    mutable std::mutex stage_mutex_;
    std::string stage_;
    std::atomic<float> progress_{0.0F};
    std::atomic<bool> cancelled_{false};
    std::future<std::vector<LoadedModel>> result_;
};

}  // namespace phalanx
