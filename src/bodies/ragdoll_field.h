// All ragdolls of a crowd, simulated by threads of its own.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "bodies/ragdoll.h"

namespace phalanx {

enum class Wait : std::uint8_t {
    kNo,   // show what is finished
    kYes,  // until everything is simulated up to the time: exact, for images and tests
};

class RagdollField {
  public:
    // `terrain`: nullptr: the plane y = 0. threads: 0: one less than the machine has,
    // at least one.
    explicit RagdollField(std::shared_ptr<const Terrain> terrain = nullptr, unsigned threads = 0);
    ~RagdollField();
    RagdollField(const RagdollField&) = delete;
    RagdollField& operator=(const RagdollField&) = delete;
    RagdollField(RagdollField&&) = delete;
    RagdollField& operator=(RagdollField&&) = delete;

    // Begins a fall at the time of the last advance() (0 before). Ids are not used again. Throws Error
    // (kEnvironment) if bodiesAvailable() is false.
    std::uint32_t begin(const RagdollStart& start);
    // Takes effect at the next step that is simulated.
    void setTarget(std::uint32_t id, const RagdollTarget& target);
    // Forgets a ragdoll.
    void end(std::uint32_t id);

    // Simulates up to `time_s`, in seconds of any clock that does not run backwards. With Wait::kYes, poses
    // depend only on the starts, targets and times, not on threads.
    void advance(double time_s, Wait wait);

    // The pose at the last advance()'s time, or the latest one that is simulated. It never waits for a
    // simulation. An unknown id is an error of the program: std::out_of_range.
    RagdollPose pose(std::uint32_t id) const;
    // Joints' largest gap in the last finished step, metres.
    double jointGap(std::uint32_t id) const;

    std::size_t size() const { return entries_.size(); }
    // What its threads have computed since the last call, seconds of all together.
    double takeWorked_s() { return static_cast<double>(worked_ns_.exchange(0)) * 1e-9; }

  private:
    struct Entry {
        Entry(const RagdollStart& begin, double birth) : start(begin), birth_s(birth) {}

        const RagdollStart start;
        double birth_s = 0.0;
        // Made and moved on by the thread that works on it, which takes longer than a frame has for many.
        std::unique_ptr<Ragdoll> ragdoll;
        // The rest is guarded by `mutex`.
        mutable std::mutex mutex;
        std::deque<Ragdoll::State>
            states;  // the last steps; the last one is number `last_step`; at first none
        int last_step = 0;
        int wanted_step = 0;
        bool queued = false;  // or being worked on
        bool ended = false;
        std::vector<RagdollTarget> targets;  // that the next step takes
    };

    void work();
    void simulate(Entry& entry);
    const Entry& at(std::uint32_t id) const { return *entries_.at(id); }

    std::shared_ptr<const Terrain> terrain_;
    double time_s_ = 0.0;
    std::uint32_t next_id_ = 1;
    std::map<std::uint32_t, std::shared_ptr<Entry>> entries_;
    std::atomic<std::int64_t> worked_ns_{0};

    std::mutex mutex_;  // of the queue
    std::condition_variable work_;
    std::condition_variable finished_;
    std::deque<std::shared_ptr<Entry>> queue_;
    std::size_t busy_ = 0;
    bool stop_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace phalanx
