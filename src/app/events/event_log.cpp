#include "app/events/event_log.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/log.h"

namespace phalanx {

namespace {

// As a field of a table (RFC 4180).
std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"") == std::string::npos) return text;
    std::string result = "\"";
    for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + "\"";
}

}  // namespace

EventLog::EventLog(const std::string& file) : file_(file), out_(file, std::ios::binary | std::ios::trunc) {
    if (!out_) throw environmentError(file_, "cannot be written");
    out_ << "seconds,unit,clip,event\n";
}

void EventLog::advance(const Crowd& crowd, const ArmyMarkers& markers, Ticks now, PolledEvents* polled) {
    const bool first = !queue_;
    if (first) queue_.emplace(markers);
    if (first || static_cast<std::int32_t>(now - static_cast<Ticks>(queue_->time())) < 0) {
        queue_->begin(crowd, now);
        return queue_->listenToAll(crowd);
    }
    queue_->advance(crowd, now, [&](const Crossing& crossing) {
        if (polled != nullptr && !polled->hears(crowd, crossing)) return;
        const BakedClip& clip =
            crowd.models()[static_cast<std::size_t>(crowd.modelOf(crossing.unit))].clips[crossing.clip];
        out_ << fmt::format("{:.4f},{},{},{}\n", crossing.seconds(), crossing.unit, quoted(clip.name),
                            quoted(queue_->markerOf(crowd, crossing).name));
        ++lines_;
    });
}

void EventLog::close() {
    out_.close();
    if (!out_) throw environmentError(file_, "not all events could be written; is the disk full?");
    info("{} events in {}", lines_, file_);
}

}  // namespace phalanx
