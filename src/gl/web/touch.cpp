#include "gl/web/touch.h"

#include <algorithm>
#include <cmath>

namespace phalanx::gl {
namespace {

constexpr double kTapRadius = 8.0;  // window coordinates: a finger moves this far while it taps
// The factor of the distance between two fingers that is one step of the wheel.
constexpr double kPinchPerStep = 1.12;

}  // namespace

void Touch::move(std::vector<InputEvent>& events, double x, double y) {
    InputEvent& event = events.emplace_back();
    event.kind = InputEvent::Kind::kMouseMove;
    event.x = x;
    event.y = y;
}

void Touch::button(std::vector<InputEvent>& events, int button, InputEvent::Action action, double x,
                   double y) {
    InputEvent& event = events.emplace_back();
    event.kind = InputEvent::Kind::kMouseButton;
    event.code = button;
    event.action = action;
    event.x = x;
    event.y = y;
}

Touch::Pair Touch::pairOf(std::span<const Finger> fingers) {
    const Finger& a = fingers[0];
    const Finger& b = fingers[1];
    return {0.5 * (a.x + b.x), 0.5 * (a.y + b.y), std::max(1.0, std::hypot(a.x - b.x, a.y - b.y))};
}

void Touch::change(std::span<const Finger> fingers, std::vector<InputEvent>& events) {
    using Action = InputEvent::Action;
    if (pair_ && fingers.size() != 2) {
        button(events, mouse::kMiddle, Action::kRelease, pair_->x, pair_->y);
        pair_.reset();
        return;  // the finger that stays does nothing until it is lifted
    }
    if (fingers.size() == 1) {
        const Finger& finger = fingers.front();
        if (!first_) {
            if (tapped_) return;
            first_ = finger;
            move(events, finger.x, finger.y);
        } else if (pressed_) {
            move(events, finger.x, finger.y);
            *first_ = finger;
        } else if (std::hypot(finger.x - first_->x, finger.y - first_->y) > kTapRadius) {
            button(events, mouse::kLeft, Action::kPress, first_->x, first_->y);
            pressed_ = true;
            move(events, finger.x, finger.y);
            *first_ = finger;
        }
        return;
    }
    if (first_) {
        if (pressed_) {
            button(events, mouse::kLeft, Action::kRelease, first_->x, first_->y);
        } else if (fingers.empty()) {
            button(events, mouse::kLeft, Action::kPress, first_->x, first_->y);
            tapped_ = first_;
        }
        first_.reset();
        pressed_ = false;
    }
    if (fingers.size() != 2) return;
    const Pair now = pairOf(fingers);
    if (!pair_) {
        move(events, now.x, now.y);
        button(events, mouse::kMiddle, Action::kPress, now.x, now.y);
    } else {
        move(events, now.x, now.y);
        InputEvent& wheel = events.emplace_back();
        wheel.kind = InputEvent::Kind::kScroll;
        wheel.y = std::log(now.distance / pair_->distance) / std::log(kPinchPerStep);
    }
    pair_ = now;
}

void Touch::beginFrame(std::vector<InputEvent>& events) {
    if (!tapped_) return;
    InputEvent release;
    release.kind = InputEvent::Kind::kMouseButton;
    release.code = mouse::kLeft;
    release.action = InputEvent::Action::kRelease;
    release.x = tapped_->x;
    release.y = tapped_->y;
    const bool pressed_now = std::any_of(events.begin(), events.end(), [](const InputEvent& event) {
        return event.kind == InputEvent::Kind::kMouseButton && event.action == InputEvent::Action::kPress;
    });
    if (pressed_now) return;
    events.push_back(release);
    tapped_.reset();
}

}  // namespace phalanx::gl
