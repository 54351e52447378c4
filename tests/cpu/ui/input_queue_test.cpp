// Input in pieces that one frame of the panels can tell apart.
#include "ui/imgui/input_queue.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <span>
#include <vector>

namespace phalanx {
namespace {

using Event = gl::InputEvent;
using Kind = gl::InputEvent::Kind;
using Action = gl::InputEvent::Action;

Event moved(double x) {
    return {.kind = Kind::kMouseMove, .x = x, .files = {}};
}
Event button(Action action, double x, int code = 0) {
    return {.kind = Kind::kMouseButton, .action = action, .code = code, .x = x, .files = {}};
}
Event scrolled() {
    return {.kind = Kind::kScroll, .y = 1.0, .files = {}};
}
Event keyed(Action action, int code) {
    return {.kind = Kind::kKey, .action = action, .code = code, .files = {}};
}
Event typed(int code) {
    return {.kind = Kind::kText, .code = code, .files = {}};
}

// Sizes of the frames that the events take.
std::vector<std::size_t> framesOf(std::initializer_list<Event> events) {
    InputQueue queue;
    queue.add(std::span(events.begin(), events.size()));
    std::vector<std::size_t> frames;
    while (queue.size() > 0) frames.push_back(queue.takeFrame().size());
    return frames;
}

using Frames = std::vector<std::size_t>;

TEST(InputQueue, AClickIsSeenWhereItWas) {
    const auto press = button(Action::kPress, 10.0);
    const auto release = button(Action::kRelease, 10.0);
    EXPECT_EQ(framesOf({moved(5.0), moved(10.0), press, release, moved(90.0)}), (Frames{3, 1, 1}));
    // A double click.
    EXPECT_EQ(framesOf({press, release, press, release}), (Frames{1, 1, 1, 1}));
    // Dragged, and two buttons at once.
    EXPECT_EQ(framesOf({press, moved(20.0), moved(30.0), button(Action::kRelease, 30.0)}), (Frames{1, 3}));
    EXPECT_EQ(framesOf({press, button(Action::kPress, 10.0, 1)}), (Frames{2}));
    EXPECT_EQ(framesOf({press, button(Action::kPress, 40.0, 1)}), (Frames{1, 1}));
}

TEST(InputQueue, KeysAreNeitherLostNorLate) {
    EXPECT_EQ(framesOf({keyed(Action::kPress, 65), typed('a'), keyed(Action::kPress, 66), typed('b')}),
              (Frames{4}));
    EXPECT_EQ(framesOf({keyed(Action::kPress, 65), keyed(Action::kRelease, 65)}), (Frames{1, 1}));
    EXPECT_EQ(framesOf({keyed(Action::kPress, 65), keyed(Action::kRepeat, 65), keyed(Action::kRepeat, 65)}),
              (Frames{3}));
    // A click into a field, then text.
    EXPECT_EQ(framesOf({button(Action::kPress, 1.0), typed('7')}), (Frames{1, 1}));
}

// The cursor goes on only when what was scrolled has been seen; but a pinch, which does both at once, does
// not lag.
TEST(InputQueue, ScrollingDoesNotLag) {
    EXPECT_EQ(framesOf({moved(1.0), scrolled(), scrolled(), moved(9.0)}), (Frames{3, 1}));
    InputQueue queue;
    for (int i = 0; i < 100; ++i) {
        const std::vector<Event> pinch{moved(i), scrolled()};
        queue.add(pinch);
    }
    EXPECT_GT(queue.takeFrame().size(), 160U);
    EXPECT_LE(queue.size(), 32U);
    EXPECT_EQ(queue.takeFrame().size(), 2U);
}

TEST(InputQueue, AnEmptyFrameTakesNothing) {
    InputQueue queue;
    EXPECT_TRUE(queue.takeFrame().empty());
    const std::vector<Event> click{button(Action::kPress, 1.0), button(Action::kRelease, 1.0)};
    queue.add(click);
    EXPECT_EQ(queue.takeAll().size(), 2U);
    EXPECT_EQ(queue.size(), 0U);
}

}  // namespace
}  // namespace phalanx
