#include "crowd/events/event_queue.h"

#include <algorithm>

namespace phalanx {

void EventQueue::begin(const Crowd& crowd, Ticks now) {
    time_ = now;
    changes_ = crowd.changesEnd();
    layout_ = crowd.layoutVersion();
    all_ = false;
    queue_.clear();
    versions_.assign(crowd.size(), 0U);
    heard_.assign(crowd.size(), 0U);
}

void EventQueue::listen(const Crowd& crowd, std::uint32_t unit) {
    if (listensTo(unit) || unit >= heard_.size()) return;
    heard_[unit] = 1U;
    ++versions_[unit];
    look(crowd, unit, time_);
}

void EventQueue::listenToAll(const Crowd& crowd) {
    all_ = true;
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) listen(crowd, unit);
}

void EventQueue::forget(std::uint32_t unit) {
    if (!listensTo(unit)) return;
    heard_[unit] = 0U;
    ++versions_[unit];
}

void EventQueue::takeChanges(const Crowd& crowd) {
    const CrowdChanges changes = crowd.changesSince(changes_);
    changes_ = crowd.changesEnd();
    if (changes.all || layout_ != crowd.layoutVersion()) {
        layout_ = crowd.layoutVersion();
        queue_.clear();
        versions_.resize(crowd.size(), 0U);
        heard_.resize(crowd.size(), all_ ? 1U : 0U);
        for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
            ++versions_[unit];
            if (heard_[unit] != 0U) look(crowd, unit, time_);
        }
        return;
    }
    for (const std::uint32_t unit : changes.units) {
        if (!listensTo(unit)) continue;
        ++versions_[unit];
        look(crowd, unit, time_);
    }
}

void EventQueue::advance(const Crowd& crowd, Ticks now, const Listener& listener) {
    const EventTime until = time_ + static_cast<std::int32_t>(now - static_cast<Ticks>(time_));
    takeChanges(crowd);
    if (until <= time_) return;
    while (!queue_.empty() && queue_.front().crossing.tick < until) {
        std::pop_heap(queue_.begin(), queue_.end(), later);
        const Entry entry = queue_.back();
        queue_.pop_back();
        const Crossing& crossing = entry.crossing;
        if (entry.version != versions_[crossing.unit]) continue;
        if (entry.look) {
            look(crowd, crossing.unit, crossing.tick);
        } else {
            listener(crossing);
        }
    }
    time_ = until;
}

bool EventQueue::later(const Entry& a, const Entry& b) {
    if (a.crossing.tick != b.crossing.tick) return a.crossing.tick > b.crossing.tick;
    if (a.look != b.look) return b.look;
    return a.crossing.order() > b.crossing.order();
}

void EventQueue::push(Entry entry) {
    queue_.push_back(entry);
    std::push_heap(queue_.begin(), queue_.end(), later);
}

void EventQueue::look(const Crowd& crowd, std::uint32_t unit, EventTime from) {
    ++looked_;
    const std::vector<ClipMarkers>& markers = markers_[static_cast<std::size_t>(crowd.modelOf(unit))];
    const UnitPlayback playback = playbackOf(crowd, unit, static_cast<Ticks>(from));
    const Outlook outlook = outlookOf(playback, markers);
    if (!outlook.any) return;
    found_.clear();
    appendCrossings(playback, markers, unit, from, 0, outlook.ticks, found_);
    const std::uint32_t version = versions_[unit];
    for (const Crossing& crossing : found_) push({crossing, version, false});
    Crossing again;
    again.tick = from + outlook.ticks;
    again.unit = unit;
    push({again, version, true});
}

}  // namespace phalanx
