// A parallel loop over independent items.
#pragma once

#include <cstddef>
#include <functional>

namespace phalanx {

// Calls body(i) once for every i in [0, count), in any order, and returns when all are done. Items are
// distributed one by one, so they may differ in size. threads 0: as many as the machine has. After the first
// exception of a body no further items start, and the exception is rethrown here.
void parallelFor(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& body);

// The number of hardware threads, at least 1.
unsigned hardwareThreads();

// While it exists, parallelFor uses `threads` if it is called with 0. For tests that check that results do
// not depend on the number of threads. Only one may exist at a time.
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
