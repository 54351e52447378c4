#include "bodies/ragdoll_field.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "core/parallel.h"
#include "core/stopwatch.h"

namespace phalanx {
namespace {

// Finished steps that are kept, so that a time between two of them can be shown: threads run ahead of the
// shown time by at most one step.
constexpr std::size_t kKeptSteps = 4;

}  // namespace

RagdollField::RagdollField(std::shared_ptr<const Terrain> terrain, unsigned threads)
    : terrain_(std::move(terrain)) {
    if (!bodiesAvailable()) return;
    const unsigned count = threads > 0 ? threads : std::max(1U, hardwareThreads() - 1);
    for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
}

RagdollField::~RagdollField() {
    {
        const std::scoped_lock lock(mutex_);
        stop_ = true;
    }
    work_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

std::uint32_t RagdollField::begin(const RagdollStart& start) {
    if (!bodiesAvailable()) throw environmentError("", whyNoBodies());
    const std::uint32_t id = next_id_++;
    entries_.emplace(id, std::make_shared<Entry>(start, time_s_));
    return id;
}

void RagdollField::setTarget(std::uint32_t id, const RagdollTarget& target) {
    Entry& entry = *entries_.at(id);
    const std::scoped_lock lock(entry.mutex);
    entry.targets.assign(1, target);
}

void RagdollField::end(std::uint32_t id) {
    const auto found = entries_.find(id);
    if (found == entries_.end()) return;
    {
        const std::scoped_lock lock(found->second->mutex);
        found->second->ended = true;
    }
    entries_.erase(found);
}

void RagdollField::advance(double time_s, Wait wait) {
    time_s_ = std::max(time_s_, time_s);
    {
        const std::scoped_lock lock(mutex_);
        for (auto& [id, entry] : entries_) {
            const std::scoped_lock entry_lock(entry->mutex);
            // The first step that is not before the time.
            const auto step = static_cast<int>(std::ceil((time_s_ - entry->birth_s) / kRagdollStep_s - 1e-6));
            entry->wanted_step = std::max(entry->wanted_step, step);
            const bool rests = !entry->states.empty() && entry->states.back().at_rest;
            const bool due = entry->last_step < entry->wanted_step && !rests;
            if (!due || entry->queued) continue;
            entry->queued = true;
            queue_.push_back(entry);
        }
    }
    work_.notify_all();
    if (wait == Wait::kNo) return;
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [&] { return queue_.empty() && busy_ == 0; });
}

void RagdollField::work() {
    while (true) {
        std::shared_ptr<Entry> entry;
        {
            std::unique_lock lock(mutex_);
            work_.wait(lock, [&] { return stop_ || !queue_.empty(); });
            if (stop_) return;
            entry = std::move(queue_.front());
            queue_.pop_front();
            ++busy_;
        }
        const Stopwatch watch;
        simulate(*entry);
        worked_ns_ += static_cast<std::int64_t>(watch.elapsed_s() * 1e9);
        bool idle = false;
        {
            const std::scoped_lock lock(mutex_);
            idle = --busy_ == 0 && queue_.empty();
        }
        if (idle) finished_.notify_all();
    }
}

// Up to the step that is wanted, which advance() may move on meanwhile.
void RagdollField::simulate(Entry& entry) {
    if (entry.ragdoll == nullptr) {
        auto ragdoll = std::make_unique<Ragdoll>(entry.start, terrain_.get());
        const std::scoped_lock lock(entry.mutex);
        entry.states.push_back(ragdoll->state());
        entry.ragdoll = std::move(ragdoll);
    }
    while (true) {
        std::vector<RagdollTarget> targets;
        {
            const std::scoped_lock lock(entry.mutex);
            if (entry.ended || entry.last_step >= entry.wanted_step || entry.states.back().at_rest) {
                entry.queued = false;
                return;
            }
            targets.swap(entry.targets);
        }
        for (const RagdollTarget& target : targets) entry.ragdoll->setTarget(target);
        entry.ragdoll->step();
        const std::scoped_lock lock(entry.mutex);
        entry.states.push_back(entry.ragdoll->state());
        if (entry.states.size() > kKeptSteps) entry.states.pop_front();
        ++entry.last_step;
    }
}

RagdollPose RagdollField::pose(std::uint32_t id) const {
    const Entry& entry = at(id);
    Ragdoll::State from;
    Ragdoll::State to;
    double blend = 0.0;
    double at_s = 0.0;
    {
        const std::scoped_lock lock(entry.mutex);
        if (entry.states.empty()) return {entry.start.stand, entry.start.now, 0.0, false};
        const auto kept = static_cast<int>(entry.states.size());
        const int oldest = entry.last_step - kept + 1;
        const double wanted = std::max(0.0, (time_s_ - entry.birth_s) / kRagdollStep_s);
        const double step =
            std::clamp(wanted, static_cast<double>(oldest), static_cast<double>(entry.last_step));
        const auto below = std::min(static_cast<int>(step), entry.last_step);
        blend = step - below;
        from = entry.states[static_cast<std::size_t>(below - oldest)];
        to = blend > 0.0 ? entry.states[static_cast<std::size_t>(below + 1 - oldest)] : from;
        at_s = step * kRagdollStep_s;
    }
    RagdollPose pose = entry.ragdoll->pose(from, to, blend, at_s);
    pose.at_rest = from.at_rest;  // the blend towards rest still moves
    return pose;
}

double RagdollField::jointGap(std::uint32_t id) const {
    const Entry& entry = at(id);
    const std::scoped_lock lock(entry.mutex);
    return entry.states.empty() ? 0.0 : entry.states.back().joint_gap_m;
}

}  // namespace phalanx
