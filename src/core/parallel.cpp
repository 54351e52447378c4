#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace phalanx {
namespace {

std::atomic<unsigned> threads_instead{0};  // 0: as many as the machine has

// One call of parallelFor. It is on the caller's stack; the caller returns when no worker uses it any more.
struct Job {
    Job(std::size_t items, std::size_t wanted, const std::function<void(std::size_t)>& what)
        : count(items), helpers(wanted), body(what) {}

    void work() {
        for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
            try {
                body(i);
            } catch (...) {
                const std::lock_guard lock(failure_mutex);
                if (!failure) failure = std::current_exception();
                next = count;
            }
        }
    }

    std::size_t count;
    std::size_t helpers;      // number of further workers it accepts; guarded by the pool's mutex
    std::size_t at_work = 0;  // number of workers that run it; guarded by the pool's mutex
    std::condition_variable left;
    const std::function<void(std::size_t)>& body;
    std::atomic<std::size_t> next{0};
    std::mutex failure_mutex;
    std::exception_ptr failure;
};

// Threads that sleep between calls, because starting a thread takes about 20 to 50 us and there are several
// calls per frame. The caller works, too, and waits only for workers that already run its job, so calls may
// be nested and come from any thread.
class Pool {
  public:
    Pool() = default;
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    Pool(Pool&&) = delete;
    Pool& operator=(Pool&&) = delete;
    ~Pool() {
        {
            const std::lock_guard lock(mutex_);
            ending_ = true;
        }
        wake_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }

    void run(Job& job) {
        {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(&job);
            startThreads();
        }
        wake_.notify_all();
        job.work();
        std::unique_lock lock(mutex_);
        std::erase(jobs_, &job);
        job.left.wait(lock, [&] { return job.at_work == 0; });
    }

  private:
    // Starts enough threads that no job waits for another one with long items, such as a bake in the
    // background. The number is bounded, since calls may be nested.
    void startThreads() {
        std::size_t wanted = 0;
        for (const Job* job : jobs_) wanted += job->helpers;
        const std::size_t most = 4 * std::size_t{hardwareThreads()} + kMostAsked;
        try {
            while (idle_ < wanted && threads_.size() < most) {
                threads_.emplace_back([this] { live(); });
                ++idle_;
            }
        } catch (const std::system_error&) {
            // The system cannot start more threads; the existing ones do the work.
        }
    }

    void live() {
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
            if (ending_) return;
            Job& job = *jobs_.back();
            --idle_;
            if (--job.helpers == 0) jobs_.pop_back();
            ++job.at_work;
            lock.unlock();
            job.work();
            lock.lock();
            ++idle_;
            if (--job.at_work == 0) job.left.notify_one();
        }
    }

    static constexpr std::size_t kMostAsked = 16;  // threads in addition to 4 per hardware thread

    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Job*> jobs_;  // jobs that accept helpers
    std::vector<std::thread> threads_;
    std::size_t idle_ = 0;  // number of threads without a job
    bool ending_ = false;
};

Pool& pool() {
    static Pool instance;
    return instance;
}

}  // namespace

ThreadsInstead::ThreadsInstead(unsigned threads) {
    threads_instead = threads;
}
ThreadsInstead::~ThreadsInstead() {
    threads_instead = 0;
}

unsigned hardwareThreads() {
    static const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    return threads;
}

void parallelFor(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& body) {
    if (threads == 0) threads = threads_instead;
    const std::size_t workers = std::min<std::size_t>(count, threads == 0 ? hardwareThreads() : threads);
    if (workers == 0) return;
    Job job(count, workers - 1, body);
    if (workers == 1) {
        job.work();
    } else {
        pool().run(job);
    }
    if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace phalanx
