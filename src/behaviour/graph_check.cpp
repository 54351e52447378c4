#include "behaviour/graph_check.h"

#include <fmt/format.h>

#include <algorithm>

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

    // Each state must be reachable from the start, and left if its soldiers are still in the battle.
    void reach() const {
        std::vector<bool> reached(graph_.states.size(), false);
        std::vector<int> open{graph_.start};
        reached[static_cast<std::size_t>(graph_.start)] = true;
        while (!open.empty()) {
            const BehaviourState& state = graph_.states[static_cast<std::size_t>(open.back())];
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
                fail(pathOf(state), fmt::format("cannot be reached from \"{}\"",
                                                printable(graph_.states[static_cast<std::size_t>(graph_.start)].name)));
            if (state.to.empty() && !state.out)
                fail(pathOf(state), "is a dead end: nothing in its \"to\" leads out of it; soldiers that have "
                                    "fallen need \"out\": true");
        }
    }

    // Orders are followed at once: a circle of them would never end.
    void circles() const {
        for (const Order order : kOrders) {
            for (std::size_t s = 0; s < graph_.states.size(); ++s) {
                std::vector<bool> seen(graph_.states.size(), false);
                std::size_t at = s;
                while (!seen[at]) {
                    seen[at] = true;
                    const Transition* const next = atOnce(graph_.states[at], order);
                    if (next == nullptr || static_cast<std::size_t>(next->to) == at) break;
                    at = static_cast<std::size_t>(next->to);
                    if (at == s)
                        fail(next->place, fmt::format("leads in a circle without any time: the order {} leads "
                                                      "back to \"{}\" at once",
                                                      nameOf(order), printable(graph_.states[s].name)));
                }
            }
        }
    }

    void clips(std::span<const BakedClip> clips) const {
        std::vector<std::string> names;
        for (const BakedClip& clip : clips) names.push_back(clip.name);
        for (const BehaviourState& state : graph_.states) {
            for (const std::string& name : state.clips) {
                const auto found = std::ranges::find(clips, name, &BakedClip::name);
                const std::string path = pathOf(state) + ".clip";
                if (found == clips.end()) {
                    const std::string near = nearestWord(name, names);
                    fail(path, fmt::format("\"{}\" is none of the model's clips{}", printable(name),
                                           near.empty() ? ": " + listOfNames(names)
                                                        : fmt::format("; did you mean \"{}\"?", near)));
                }
                if (state.move != Move::kNone && !(found->loops && found->stride_speed > 0.0))
                    fail(path, fmt::format("\"{}\" does not walk, but the state moves", printable(name)));
                if (!found->loops) continue;
                for (const Transition& t : state.to) {
                    if (t.on == Trigger::kEnd)
                        fail(t.place, fmt::format("waits for the end of \"{}\", which loops", printable(name)));
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
    const Transition* atOnce(const BehaviourState& state, Order order) const {
        const Transition* found = nullptr;
        forEach(state, [&](const Transition& t) {
            if (found == nullptr && t.on == Trigger::kOrder && t.order == order) found = &t;
        });
        return found;
    }

    const BehaviourGraph& graph_;
    std::string_view text_;
    const std::string& file_;
};

}  // namespace

void checkGraph(const BehaviourGraph& graph, std::string_view text, const std::string& file) {
    const Checker checker(graph, text, file);
    checker.reach();
    checker.circles();
}

void checkClips(const BehaviourGraph& graph, std::span<const BakedClip> clips, std::string_view text,
                const std::string& file) {
    Checker(graph, text, file).clips(clips);
}

}  // namespace phalanx
