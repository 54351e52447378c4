// Common mistakes with events and behaviour, made on purpose to show their effect.
#pragma once

namespace phalanx {

struct EventMistakes {
    // Units are polled: in each frame, has an event of this name happened since the last one? A second one of
    // the same name and frame is lost.
    bool once_per_frame = false;
    // Units that are not drawn are not asked: what happens to them is lost.
    bool drawn_only = false;
    // Behaviour without a queue: each soldier is asked at each battle tick whether something happens to it.
    bool ask_all = false;

    bool loses() const { return once_per_frame || drawn_only; }
    bool operator==(const EventMistakes&) const = default;
};

}  // namespace phalanx
