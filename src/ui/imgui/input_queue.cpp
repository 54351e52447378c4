#include "ui/imgui/input_queue.h"

#include <algorithm>

namespace phalanx {
namespace {

using Event = gl::InputEvent;
using Kind = gl::InputEvent::Kind;

// Beyond this, the cursor may go on before what was scrolled is seen: else a pinch, which does both at once,
// would lag.
constexpr std::size_t kMostWaiting = 32;

// Whether `event` changes what Dear ImGui is to see of `earlier`.
bool hides(const Event& event, const Event& earlier, bool behind) {
    switch (event.kind) {
        case Kind::kMouseMove:
            return earlier.kind == Kind::kMouseButton || (earlier.kind == Kind::kScroll && !behind);
        case Kind::kMouseButton:
            // A button's event has a place of its own.
            return earlier.kind == Kind::kScroll ||
                   (earlier.kind == Kind::kMouseButton &&
                    (earlier.code == event.code || earlier.x != event.x || earlier.y != event.y));
        case Kind::kScroll:
            return earlier.kind == Kind::kMouseButton;
        case Kind::kKey:
            // A widget takes keys from the frame after the click on.
            return earlier.kind == Kind::kMouseButton ||
                   (earlier.kind == Kind::kKey && earlier.code == event.code &&
                    event.action != Event::Action::kRepeat);
        case Kind::kText:
            return earlier.kind == Kind::kMouseButton;
        case Kind::kFocus:
        case Kind::kDrop:
        case Kind::kResize:
        case Kind::kContentScale:
            break;
    }
    return false;
}

}  // namespace

void InputQueue::add(std::span<const Event> events) {
    waiting_.insert(waiting_.end(), events.begin(), events.end());
}

std::vector<Event> InputQueue::takeFrame() {
    std::vector<Event> frame;
    while (!waiting_.empty()) {
        const Event& next = waiting_.front();
        const bool behind = waiting_.size() > kMostWaiting;
        if (std::ranges::any_of(frame, [&](const Event& earlier) { return hides(next, earlier, behind); }))
            break;
        frame.push_back(next);
        waiting_.pop_front();
    }
    return frame;
}

std::vector<Event> InputQueue::takeAll() {
    std::vector<Event> all(waiting_.begin(), waiting_.end());
    waiting_.clear();
    return all;
}

}  // namespace phalanx
