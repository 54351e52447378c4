// How background jobs run: the platform's choice.
#pragma once

#include <future>

namespace phalanx {

// std::launch::async where there are threads. std::launch::deferred in a browser without shared memory: the
// work then runs in BackgroundJob::take(), and the window stands still meanwhile.
std::launch jobLaunch();

}  // namespace phalanx
