// A loop over independent items on several cores.
#pragma once

#include <cstddef>
#include <functional>

namespace phalanx {

// Calls body(i) for every i in [0, count), each once, in no promised order, and returns when all are done.
// Items are handed out one by one, so they may differ in size. threads 0: as many as the machine has. The
// first exception that a body throws stops the handing out and is thrown here.
void parallelFor(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& body);

// At least 1.
unsigned hardwareThreads();

// While it lives, parallelFor takes `threads` where it is asked for 0. For tests: no result may depend on it.
// One at a time.
class ThreadsInstead {
  public:
    explicit ThreadsInstead(unsigned threads);
    ~ThreadsInstead();
    ThreadsInstead(const ThreadsInstead&) = delete;
    ThreadsInstead& operator=(const ThreadsInstead&) = delete;
    ThreadsInstead(ThreadsInstead&&) = delete;
    ThreadsInstead& operator=(ThreadsInstead&&) = delete;
};

}  // namespace phalanx
