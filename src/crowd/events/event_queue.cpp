#include "crowd/events/event_queue.h"

#include <algorithm>
#include <numeric>

namespace phalanx {

void EventQueue::listen(Crowd& crowd, Ticks now, std::vector<std::uint32_t> units) {
    std::ranges::sort(units);
    units_ = std::move(units);
    time_ = now;
    begin(crowd, now);
}

void EventQueue::listenToAll(Crowd& crowd, Ticks now) {
    std::vector<std::uint32_t> all(crowd.size());
    std::iota(all.begin(), all.end(), 0U);
    listen(crowd, now, std::move(all));
}

void EventQueue::begin(Crowd& crowd, Ticks /*now*/) {
    crowd.watchChanges();
    crowd.takeChanges();
    layout_ = crowd.layoutVersion();
    queue_.clear();
    versions_.assign(crowd.size(), 0U);
    for (const std::uint32_t unit : units_) {
        if (unit >= crowd.size()) break;
        versions_[unit] = 1;
        look(crowd, unit, time_);
    }
}

void EventQueue::takeChanges(Crowd& crowd) {
    const CrowdChanges changes = crowd.takeChanges();
    if (changes.all || layout_ != crowd.layoutVersion()) return begin(crowd, static_cast<Ticks>(time_));
    for (const std::uint32_t unit : changes.units) {
        if (versions_[unit] == 0U) continue;
        ++versions_[unit];
        look(crowd, unit, time_);
    }
}

void EventQueue::advance(Crowd& crowd, Ticks now, const Listener& listener) {
    const EventTime until = time_ + static_cast<std::int32_t>(now - static_cast<Ticks>(time_));
    takeChanges(crowd);
    if (until <= time_) return;
    while (!queue_.empty() && queue_.front().crossing.tick < until) {
        std::ranges::pop_heap(queue_, later);
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
    std::ranges::push_heap(queue_, later);
}

void EventQueue::look(const Crowd& crowd, std::uint32_t unit, EventTime from) {
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
