#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace phalanx {
namespace {

std::atomic<unsigned> threads_instead{0};  // 0: as many as the machine has

}  // namespace

ThreadsInstead::ThreadsInstead(unsigned threads) {
    threads_instead = threads;
}
ThreadsInstead::~ThreadsInstead() {
    threads_instead = 0;
}

unsigned hardwareThreads() {
    return std::max(1U, std::thread::hardware_concurrency());
}

void parallelFor(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& body) {
    if (threads == 0) threads = threads_instead;
    const std::size_t workers = std::min<std::size_t>(count, threads == 0 ? hardwareThreads() : threads);
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const auto work = [&] {
        for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
            try {
                body(i);
            } catch (...) {
                const std::lock_guard lock(failure_mutex);
                if (!failure) failure = std::current_exception();
                next = count;
            }
        }
    };
    std::vector<std::thread> pool;
    pool.reserve(workers);
    try {
        for (std::size_t w = 1; w < workers; ++w) pool.emplace_back(work);
    } catch (const std::system_error&) {
        // The system gives no more threads: those that there are do the work.
    }
    work();
    for (std::thread& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace phalanx
