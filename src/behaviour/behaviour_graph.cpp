#include "behaviour/behaviour_graph.h"

#include <fmt/format.h>

#include <algorithm>

namespace phalanx {

namespace {

std::string whyText(const Transition& t) {
    std::string text;
    switch (t.on) {
        case Trigger::kOrder:
            text = fmt::format("order {}", nameOf(t.order));
            break;
        case Trigger::kPlace:
            text = "its place moves";
            break;
        case Trigger::kGap:
            text = "the one ahead falls";
            break;
        case Trigger::kArrived:
            text = "it arrives";
            break;
        case Trigger::kEnd:
            text = "the clip ends";
            break;
        case Trigger::kAfter:
            text = t.from_s == t.until_s ? fmt::format("after {:g} s", t.from_s)
                                         : fmt::format("after {:g} to {:g} s", t.from_s, t.until_s);
            if (t.per_file_s > 0.0) text += fmt::format(" and {:g} s per file", t.per_file_s);
            break;
        case Trigger::kEvent:
            text = "event " + t.event;
            break;
        case Trigger::kShot:
            text = "it is hit";
            break;
        case Trigger::kNeighbourFalls:
            text = "a neighbour falls";
            break;
        case Trigger::kTargetFalls:
            text = "its target falls";
            break;
    }
    if (t.rank == Rank::kFront) text += ", in front";
    if (t.rank == Rank::kBehind) text += ", not in front";
    if (t.side == Side::kAhead) text += ", ahead";
    if (t.side == Side::kLeft) text += ", to the left";
    if (t.side == Side::kRight) text += ", to the right";
    if (t.side == Side::kBehind) text += ", behind";
    if (t.chance < 1.0) text += fmt::format(", {:.0f} %", 100.0 * t.chance);
    return text;
}

// Whether `before`, earlier in the list, is tried wherever `t` is.
bool comesFirst(const Transition& before, const Transition& t) {
    return before.on == t.on && before.order == t.order && before.event == t.event &&
           (before.rank == Rank::kAny || before.rank == t.rank) &&
           (before.side == Side::kAny || before.side == t.side);
}

}  // namespace

std::string_view nameOf(Order order) {
    constexpr std::array<std::string_view, kOrders.size()> kNames{"hold",   "advance", "fire",
                                                                  "volley", "flee",    "cheer"};
    return kNames.at(static_cast<std::size_t>(order));
}

std::vector<std::string> whyTexts(std::span<const Transition> transitions) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < transitions.size(); ++i) {
        const Transition& t = transitions[i];
        // Those after a time are each tried at their own.
        const bool rest = t.on != Trigger::kAfter &&
                          std::ranges::any_of(transitions.first(i), [&](const Transition& before) {
                              return before.chance < 1.0 && comesFirst(before, t);
                          });
        texts.push_back(whyText(t));
        if (rest) texts.back() += t.chance < 1.0 ? " of the rest" : ", the rest";
    }
    return texts;
}

int BehaviourGraph::stateOf(std::string_view name) const {
    for (std::size_t s = 0; s < states.size(); ++s) {
        if (states[s].name == name) return static_cast<int>(s);
    }
    return -1;
}

}  // namespace phalanx
