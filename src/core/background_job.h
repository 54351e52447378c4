// Work in a thread of its own, so that the window lives meanwhile.
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

namespace phalanx {

// What the work tells and asks while it lasts; all may be called from any thread.
struct JobReports {
    std::function<void(float)> progress;            // 0..1 of its present stage
    std::function<void(const std::string&)> stage;  // what is being done
    std::function<bool()> cancelled;                // asked often: true asks the work to stop, by throwing
};

template <typename Result>
class BackgroundJob {
  public:
    // Begins at once. What the work refers to must outlive the job, and nobody may change it meanwhile. A
    // lack of memory comes as an Error.
    explicit BackgroundJob(std::function<Result(const JobReports&)> work) {
        const JobReports reports{[this](float share) { progress_ = share; },
                                 [this](const std::string& text) {
                                     const std::lock_guard lock(stage_mutex_);
                                     stage_ = text;
                                 },
                                 [this] { return cancelled_.load(); }};
        result_ = std::async(std::launch::async, [reports, work = std::move(work)] {
            try {
                return work(reports);
            } catch (const std::bad_alloc&) {
                throw environmentError("", "not enough memory for this");
            }
        });
    }
    // Asks the work to stop, then waits for it; what cannot be stopped, as an import in this process, is
    // finished first.
    ~BackgroundJob() {
        cancelled_ = true;
        if (result_.valid()) result_.wait();
    }
    BackgroundJob(const BackgroundJob&) = delete;
    BackgroundJob& operator=(const BackgroundJob&) = delete;
    BackgroundJob(BackgroundJob&&) = delete;
    BackgroundJob& operator=(BackgroundJob&&) = delete;

    // Asks the work to stop; ready() soon, and take() throws, where it had not been ready already.
    void cancel() { cancelled_ = true; }
    bool cancelled() const { return cancelled_; }
    bool ready() const { return result_.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }
    // Once, when ready. Throws what the work threw.
    Result take() { return result_.get(); }
    std::string stage() const {
        const std::lock_guard lock(stage_mutex_);
        return stage_;
    }
    float progress() const { return progress_; }

  private:
    mutable std::mutex stage_mutex_;
    std::string stage_;
    std::atomic<float> progress_{0.0F};
    std::atomic<bool> cancelled_{false};
    std::future<Result> result_;
};

}  // namespace phalanx
