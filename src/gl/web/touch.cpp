#include "gl/web/touch.h"

#include <algorithm>
#include <cmath>

namespace phalanx::gl {
namespace {

constexpr double kTapRadius = 8.0;  // window coordinates: a finger moves this far while it taps
// The factor of the distance between two fingers that is one step of the wheel.
constexpr double kPinchPerStep = 1.12;
// So many frames after a finger has come, setScroll() has told what is under it.
constexpr int kFramesToHover = 2;

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

bool Touch::moved() const {
    return std::hypot(last_.x - first_->x, last_.y - first_->y) > kTapRadius;
}

void Touch::wheel(std::vector<InputEvent>& events, double steps) {
    InputEvent& event = events.emplace_back();
    event.kind = InputEvent::Kind::kScroll;
    event.y = steps;
}

// Scrolls or drags, once it is known what is under the finger.
void Touch::choose(std::vector<InputEvent>& events) {
    if (frames_ < kFramesToHover || !moved()) return;
    const double sideways = std::abs(last_.x - first_->x);
    const double upwards = last_.y - first_->y;
    if (scroll_ > 0.0 && std::abs(upwards) > sideways) {
        use_ = Use::kScroll;
        wheel(events, upwards / scroll_);
        return;
    }
    use_ = Use::kDrag;
    button(events, mouse::kLeft, InputEvent::Action::kPress, first_->x, first_->y);
    move(events, last_.x, last_.y);
}

// The single finger is lifted, or (not `was_last`) a second one has come.
void Touch::lift(std::vector<InputEvent>& events, bool was_last) {
    if (use_ == Use::kDrag) {
        button(events, mouse::kLeft, InputEvent::Action::kRelease, last_.x, last_.y);
    } else if (use_ == Use::kTap && was_last && !moved()) {
        button(events, mouse::kLeft, InputEvent::Action::kPress, first_->x, first_->y);
        tapped_ = first_;
    }
    first_.reset();
}

void Touch::change(std::span<const Finger> fingers, std::vector<InputEvent>& events) {
    if (pair_ && fingers.size() != 2) {
        button(events, mouse::kMiddle, InputEvent::Action::kRelease, pair_->x, pair_->y);
        pair_.reset();
        return;  // the finger that stays does nothing until it is lifted
    }
    if (fingers.size() == 1) {
        const Finger& finger = fingers.front();
        if (!first_) {
            if (tapped_) return;
            first_ = finger;
            use_ = Use::kTap;
            frames_ = 0;
            move(events, finger.x, finger.y);
        } else if (use_ == Use::kDrag) {
            move(events, finger.x, finger.y);
        } else if (use_ == Use::kScroll && scroll_ > 0.0) {  // the panel may have closed
            wheel(events, (finger.y - last_.y) / scroll_);
        }
        last_ = finger;
        if (use_ == Use::kTap) choose(events);
        return;
    }
    if (first_) lift(events, fingers.empty());
    if (fingers.size() != 2) return;
    const Pair now = pairOf(fingers);
    if (!pair_) {
        move(events, now.x, now.y);
        button(events, mouse::kMiddle, InputEvent::Action::kPress, now.x, now.y);
    } else {
        move(events, now.x, now.y);
        wheel(events, std::log(now.distance / pair_->distance) / std::log(kPinchPerStep));
    }
    pair_ = now;
}

void Touch::beginFrame(std::vector<InputEvent>& events) {
    if (first_ && use_ == Use::kTap) {
        ++frames_;
        choose(events);
    }
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
