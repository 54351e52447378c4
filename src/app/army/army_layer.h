// Lays a large army anew in a thread of its own: frames go on with the old one meanwhile.
#pragma once

#include <cstdint>
#include <future>
#include <memory>

#include "core/background_job.h"
#include "crowd/crowd.h"

namespace phalanx {

class ArmyLayer {
  public:
    // Laid at once: that takes few milliseconds on one core.
    static constexpr std::uint32_t kAtOnce = 20'000;

    // Once a frame: carries settings out on the crowd, at once where nobody is laid anew or there are few,
    // else in the background. True where another crowd took the place of this one: what was made of it is to
    // be forgotten. Edits and clips chosen meanwhile are kept. at_once: whatever it takes. Throws Error
    // (kUsage) that names a setting out of range; the crowd is as it was then.
    bool carryOut(Crowd& crowd, const CrowdSettings& wanted, Ticks now, bool at_once = false);

    // The crowd's models were replaced: what is being laid is of the old ones.
    void forgetModels() { stale_ = true; }
    bool busy() const { return job_ != nullptr; }

  private:
    bool take(Crowd& crowd, Ticks now);

    std::unique_ptr<BackgroundJob<Crowd>> job_;
    bool stale_ = false;
    std::future<void> freeing_;  // of the old crowd: that takes milliseconds, too
};

}  // namespace phalanx
