#include "crowd/events/polled_events.h"

#include <map>
#include <string>
#include <utility>

namespace phalanx {

PolledEvents::PolledEvents(const std::vector<std::vector<ClipMarkers>>& markers) : queue_(markers) {
    for (const std::vector<ClipMarkers>& of_model : markers) {
        std::map<std::string, std::uint32_t> numbers;
        std::vector<std::vector<std::uint32_t>>& of_clips = names_.emplace_back();
        for (const ClipMarkers& of_clip : of_model) {
            std::vector<std::uint32_t>& names = of_clips.emplace_back();
            for (const ClipMarker& marker : of_clip) {
                const auto next = static_cast<std::uint32_t>(numbers.size());
                names.push_back(numbers.try_emplace(marker.name, next).first->second);
            }
        }
    }
}

void PolledEvents::beginFrame(const EventMistakes& mistakes, std::vector<bool> drawn) {
    mistakes_ = mistakes;
    drawn_ = std::move(drawn);
    first_.clear();
}

void PolledEvents::advance(const Crowd& crowd, Ticks now) {
    if (!begun_ || static_cast<std::int32_t>(now - static_cast<Ticks>(queue_.time())) < 0) {
        begun_ = true;
        queue_.begin(crowd, now);
        return queue_.listenToAll(crowd);
    }
    queue_.advance(crowd, now, [&](const Crossing& crossing) {
        ++counts_.happened;
        if (hears(crowd, crossing)) ++counts_.heard;
    });
}

bool PolledEvents::hears(const Crowd& crowd, const Crossing& crossing) {
    if (mistakes_.drawn_only && (crossing.unit >= drawn_.size() || !drawn_[crossing.unit])) return false;
    if (!mistakes_.once_per_frame) return true;
    const auto model = static_cast<std::size_t>(crowd.modelOf(crossing.unit));
    const std::uint64_t name = names_[model][crossing.clip][crossing.marker];
    // Queues that began at different laps of the clock count on from there.
    const std::tuple when(static_cast<Ticks>(crossing.tick), crossing.within, crossing.clip, crossing.marker);
    const auto [first, added] = first_.try_emplace(std::uint64_t{crossing.unit} << 32U | name, when);
    return added || first->second == when;
}

}  // namespace phalanx
