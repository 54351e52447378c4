// Runs work in a separate thread, where there are threads (core/job_launch.h), so that the window stays
// responsive.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include "core/error.h"
#include "core/job_launch.h"

namespace phalanx {

// Functions that the work calls to report progress and to poll for cancellation, from any thread.
struct JobReports {
    std::function<void(float)> progress;            // progress in the current stage, 0..1
    std::function<void(const std::string&)> stage;  // name of the current stage
    std::function<bool()> cancelled;                // poll it often; if true, the work must throw
};

template <typename Result>
class BackgroundJob {
  public:
    // Starts immediately. Everything that the work refers to must outlive the job and must not change
    // meanwhile. std::bad_alloc is converted to an Error.
    explicit BackgroundJob(std::function<Result(const JobReports&)> work) {
        const JobReports reports{[this](float share) { progress_ = share; },
                                 [this](const std::string& text) {
                                     const std::lock_guard lock(stage_mutex_);
                                     stage_ = text;
                                 },
                                 [this] { return cancelled_.load(); }};
        result_ = std::async(jobLaunch(), [reports, work = std::move(work)] {
            try {
                return work(reports);
            } catch (const std::bad_alloc&) {
                throw environmentError("", "out of memory");
            }
        });
    }
    // Cancels the work and waits until it ends. Work that cannot be cancelled, such as an import in this
    // process, runs to its end.
    ~BackgroundJob() {
        cancelled_ = true;
        if (result_.valid() && !deferred()) result_.wait();
    }
    BackgroundJob(const BackgroundJob&) = delete;
    BackgroundJob& operator=(const BackgroundJob&) = delete;
    BackgroundJob(BackgroundJob&&) = delete;
    BackgroundJob& operator=(BackgroundJob&&) = delete;

    // Requests cancellation. Unless the work had already finished, ready() becomes true soon and take()
    // throws.
    void cancel() { cancelled_ = true; }
    bool cancelled() const { return cancelled_; }
    // Without threads, the work runs in take(). Until then ready() is false a few times, once per frame, so
    // that the window shows that there is work, unless `shown` says that this is shown already.
    bool ready(bool shown = false) const {
        if (deferred()) return shown || ++asked_ > kAskedFirst;
        return result_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    }
    // Returns the result; call it once, when ready(). Rethrows the exception of the work.
    Result take() { return result_.get(); }
    std::string stage() const {
        const std::lock_guard lock(stage_mutex_);
        return stage_;
    }
    float progress() const { return progress_; }

  private:
    static constexpr int kAskedFirst = 2;
    bool deferred() const {
        return result_.wait_for(std::chrono::seconds(0)) == std::future_status::deferred;
    }

    mutable int asked_ = 0;
    mutable std::mutex stage_mutex_;
    std::string stage_;
    std::atomic<float> progress_{0.0F};
    std::atomic<bool> cancelled_{false};
    std::future<Result> result_;
};

}  // namespace phalanx
