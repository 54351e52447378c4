#include "behaviour/graph_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/json_text.h"
#include "core/printable.h"
#include "core/spelling.h"

namespace phalanx {
namespace {

class Checker {
  public:
    Checker(const BehaviourGraph& graph, std::string_view text, const std::string& file)
        : graph_(graph), text_(text), file_(file) {}

    [[noreturn]] void fail(const std::string& path, const std::string& what) const {
        const int line = lineOfMember(text_, path);
        throw usageError(line > 0 ? fmt::format("{}:{}", file_, line) : file_, path + " " + what);
    }
    static std::string pathOf(const BehaviourState& state) { return "states." + printable(state.name); }

    void start() const {
        const BehaviourState& state = graph_.states[static_cast<std::size_t>(graph_.start)];
        if (state.out || state.aims || state.move != Move::kNone)
            fail("start",
                 fmt::format(
                     "is \"{}\", but soldiers begin in a state that stands: without move, aims and out",
                     printable(state.name)));
    }

    // Soldiers that are out have left their company for good.
    void outStates() const {
        for (const BehaviourState& state : graph_.states) {
            if (!state.out) continue;
            if (toCompany(state.move) || state.aims)
                fail(pathOf(state), "is out, so it has no place to move to, and does not aim");
            for (const Transition& t : state.to) {
                if (!stateAt(t.to).out)
                    fail(t.place, fmt::format("leads from \"{}\", which is out, back into the battle",
                                              printable(state.name)));
            }
        }
    }

    // Each state must be reachable from the start, and left if its soldiers are still in the battle.
    void reach() const {
        std::vector<bool> reached(graph_.states.size(), false);
        std::vector<int> open{graph_.start};
        reached[static_cast<std::size_t>(graph_.start)] = true;
        while (!open.empty()) {
            const BehaviourState& state = stateAt(open.back());
            open.pop_back();
            forEach(state, [&](const Transition& t) {
                if (t.chance <= 0.0 || reached[static_cast<std::size_t>(t.to)]) return;
                reached[static_cast<std::size_t>(t.to)] = true;
                open.push_back(t.to);
            });
        }
        for (std::size_t s = 0; s < graph_.states.size(); ++s) {
            const BehaviourState& state = graph_.states[s];
            if (!reached[s])
                fail(pathOf(state),
                     fmt::format("cannot be reached from \"{}\"", printable(stateAt(graph_.start).name)));
            bool left = state.out;
            for (const Transition& t : state.to)
                left = left || (t.chance > 0.0 && stateAt(t.to).name != state.name);
            if (!left)
                fail(pathOf(state),
                     "is a dead end: nothing in its \"to\" leads out of it; soldiers that have "
                     "fallen need \"out\": true");
        }
    }

    // What moves must know what to do when it arrives.
    void arrivals() const {
        for (const BehaviourState& state : graph_.states) {
            if (state.move == Move::kNone) continue;
            const bool arrives = std::ranges::any_of(state.to, [](const Transition& t) {
                return t.on == Trigger::kArrived && t.chance >= 1.0 && t.rank == Rank::kAny;
            });
            if (!arrives)
                fail(pathOf(state), "moves, but has no transition on \"arrived\" that always holds");
        }
    }

    // Orders are followed, and places gone to, at once: a circle of such transitions would never end.
    void circles() const {
        for (const Order order : kOrders) {
            for (const bool front : {true, false}) {
                std::vector<int> progress(graph_.states.size(), 0);
                for (std::size_t s = 0; s < graph_.states.size(); ++s) follow(s, order, front, progress);
            }
        }
    }

    void clips(std::span<const BakedClip> clips, const std::string& model) const {
        std::vector<std::string> names;
        for (const BakedClip& clip : clips) names.push_back(clip.name);
        for (const BehaviourState& state : graph_.states) {
            for (const std::string& name : state.clips) {
                const auto found = std::ranges::find(clips, name, &BakedClip::name);
                const std::string path = pathOf(state) + ".clip";
                if (found == clips.end()) {
                    const std::string near = nearestWord(name, names);
                    fail(path,
                         fmt::format("\"{}\" is none of the clips of {}{}", printable(name), printable(model),
                                     near.empty() ? ": " + listOfNames(names)
                                                  : fmt::format("; did you mean \"{}\"?", near)));
                }
                const bool walks = found->loops && (state.stride_m ? glm::length(*state.stride_m) > 0.0
                                                                   : std::abs(found->stride_speed) > 0.0);
                if (state.move != Move::kNone && !walks)
                    fail(path, fmt::format("\"{}\" does not walk, but the state moves", printable(name)));
                if (!found->loops) continue;
                for (const Transition& t : state.to) {
                    if (t.on == Trigger::kEnd)
                        fail(t.place,
                             fmt::format("waits for the end of \"{}\", which loops", printable(name)));
                }
            }
        }
    }

  private:
    template <typename Body>
    void forEach(const BehaviourState& state, const Body& body) const {
        for (const Transition& t : state.to) body(t);
        if (state.out) return;
        for (const Transition& t : graph_.any) body(t);
    }
    const BehaviourState& stateAt(int state) const { return graph_.states[static_cast<std::size_t>(state)]; }
    // progress: 1 while a state is on the path, 2 when all that follows it has been looked at.
    void follow(std::size_t at, Order order, bool front, std::vector<int>& progress) const {
        if (progress[at] != 0) return;
        progress[at] = 1;
        const BehaviourState& state = graph_.states[at];
        const auto look = [&](const Transition& t, bool of_any) {
            const bool taken = (t.on == Trigger::kOrder && t.order == order) || t.on == Trigger::kPlace;
            const bool of_rank = t.rank == Rank::kAny || (t.rank == Rank::kFront) == front;
            const auto to = static_cast<std::size_t>(t.to);
            if (!taken || !of_rank || t.chance <= 0.0 || (of_any && to == at)) return;
            if (progress[to] == 1)
                fail(t.place,
                     fmt::format("leads in a circle without any time: with the order {} back to \"{}\"",
                                 nameOf(order), printable(graph_.states[to].name)));
            follow(to, order, front, progress);
        };
        for (const Transition& t : state.to) look(t, false);
        if (!state.out) {
            for (const Transition& t : graph_.any) look(t, true);
        }
        progress[at] = 2;
    }

    const BehaviourGraph& graph_;
    std::string_view text_;
    const std::string& file_;
};

}  // namespace

void checkGraph(const BehaviourGraph& graph, std::string_view text, const std::string& file) {
    const Checker checker(graph, text, file);
    checker.start();
    checker.outStates();
    checker.reach();
    checker.arrivals();
    checker.circles();
}

void checkClips(const BehaviourGraph& graph, std::span<const BakedClip> clips, const std::string& model,
                std::string_view text, const std::string& file) {
    Checker(graph, text, file).clips(clips, model);
}

}  // namespace phalanx
