// Lays out a large army in a background thread, while frames still draw the old one.
#pragma once

#include <cstdint>
#include <future>
#include <memory>

#include "core/background_job.h"
#include "crowd/crowd.h"

namespace phalanx {

class BackgroundLayout {
  public:
    // Armies up to this many units are laid out at once: it takes a few milliseconds on one core.
    static constexpr std::uint32_t kAtOnce = 20'000;

    // Call once per frame. Applies the settings to the crowd: at once if the layout does not change, if both
    // layouts have at most kAtOnce units, or if `at_once` is set; else in the background. Returns true if
    // `crowd` was replaced: discard everything derived from the old one. Edits and clips selected meanwhile
    // are kept. Throws Error (kUsage) that names a setting out of range; the crowd is not changed then.
    bool carryOut(Crowd& crowd, const CrowdSettings& wanted, Ticks now, bool at_once = false);

    // Call if the crowd's models were replaced: discards a running layout, which uses the old models.
    void forgetModels() { stale_ = true; }
    bool busy() const { return job_ != nullptr; }

  private:
    bool take(Crowd& crowd, Ticks now);

    std::unique_ptr<BackgroundJob<Crowd>> job_;
    bool stale_ = false;
    std::future<void> freeing_;  // frees the old crowd in the background, because it also takes milliseconds
};

}  // namespace phalanx
