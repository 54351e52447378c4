#include "behaviour/graph_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "anim/layers/form_reader.h"
#include "behaviour/graph_check.h"
#include "core/file.h"
#include "core/json_text.h"
#include "crowd/hosts.h"

namespace phalanx {
namespace {

constexpr double kMostSeconds = 600.0;
constexpr double kMostFade_s = 10.0;
constexpr double kMostStride_m = 20.0;
constexpr double kMostWay_m = 1000.0;
constexpr double kMostScript_s = 24.0 * 3600.0;
constexpr std::uint32_t kMostCompanies = 100'000;

struct TriggerName {
    Trigger trigger;
    const char* name;
};
constexpr std::array kTriggers{
    TriggerName{Trigger::kPlace, "place"},
    TriggerName{Trigger::kGap, "gap"},
    TriggerName{Trigger::kArrived, "arrived"},
    TriggerName{Trigger::kEnd, "end"},
    TriggerName{Trigger::kAfter, "after"},
    TriggerName{Trigger::kShot, "shot"},
    TriggerName{Trigger::kNeighbourFalls, "neighbour falls"},
    TriggerName{Trigger::kTargetFalls, "target falls"},
};

// A word of a list; else an error that names the nearest one.
template <typename Value>
Value oneOf(const FormReader& reader, const std::vector<std::pair<std::string, Value>>& known) {
    const std::string word = reader.text();
    std::vector<std::string> names;
    for (const auto& [name, value] : known) {
        if (name == word) return value;
        names.push_back(name);
    }
    const std::string near = nearestWord(word, names);
    reader.fail(fmt::format("is \"{}\"{}", printable(word),
                            near.empty() ? fmt::format(", not one of {}", listOfNames(names))
                                         : fmt::format("; did you mean \"{}\"?", near)));
}

class GraphReader {
  public:
    GraphReader(const FormReader& form, BehaviourGraph& graph) : form_(form), graph_(graph) {}

    void read() {
        form_.keys({"about", "start", "musket", "break", "clips", "states", "any", "orders"});
        if (const auto about = form_.find("about")) graph_.about = about->text();
        if (const auto musket = form_.find("musket")) readMusket(*musket);
        if (const auto share = form_.find("break")) graph_.break_share = share->number(0.0, 1.0);
        if (const auto clips = form_.find("clips")) readClips(*clips);
        const std::vector<std::pair<std::string, FormReader>> states = form_.need("states").members();
        if (states.empty()) form_.need("states").fail("is empty");
        if (states.size() > kMostStates)
            form_.need("states").fail(
                fmt::format("has {} states; the limit is {}", states.size(), kMostStates));
        for (const auto& [name, state] : states) {
            states_.emplace_back(name, static_cast<int>(states_.size()));
            graph_.states.emplace_back().name = name;
        }
        graph_.start = oneOf(form_.need("start"), states_);
        for (std::size_t s = 0; s < states.size(); ++s) readState(states[s].second, graph_.states[s]);
        if (const auto any = form_.find("any")) {
            graph_.any = transitions(*any);
            for (std::size_t i = 0; i < graph_.any.size(); ++i) {
                if (graph_.any[i].on == Trigger::kAfter || graph_.any[i].on == Trigger::kArrived)
                    any->list(kMostTransitions)[i].need("on").fail(
                        "is for the states themselves, not for \"any\"");
            }
        }
        if (const auto orders = form_.find("orders")) {
            for (const FormReader& item : orders->list(kMostScriptedOrders))
                graph_.orders.push_back(scripted(item));
        }
    }

  private:
    void readMusket(const FormReader& musket) {
        musket.keys({"range", "hit", "speed"});
        Musket& m = graph_.musket;
        if (const auto range = musket.find("range")) m.range_m = range->number(11.0, 500.0);
        if (const auto speed = musket.find("speed")) m.speed_m_s = speed->number(50.0, 3000.0);
        if (const auto hit = musket.find("hit")) {
            const std::vector<FormReader> both = hit->list(2);
            if (both.size() != 2) hit->fail("is not two chances, at 10 m and at the end of the range");
            m.hit_near = both[0].number(0.0, 1.0);
            m.hit_far = both[1].number(0.0, 1.0);
        }
    }

    void readClips(const FormReader& clips) {
        const std::vector<std::pair<std::string, FormReader>> members = clips.members();
        if (members.size() > kMostComposedClips)
            clips.fail(fmt::format("has {} clips; the limit is {}", members.size(), kMostComposedClips));
        for (const auto& [name, form] : members) {
            const std::string where = form.place();
            graph_.clips.push_back({name, parsePose(form.dump(), where), where});
        }
    }

    void readState(const FormReader& form, BehaviourState& state) {
        form.keys({"clip", "stride", "move", "metres", "aims", "out", "body", "speed", "to"});
        const FormReader clip = form.need("clip");
        if (clip.isList()) {
            for (const FormReader& each : clip.list(16)) state.clips.push_back(each.text());
            if (state.clips.empty()) clip.fail("is empty");
        } else {
            state.clips.push_back(clip.text());
        }
        if (const auto move = form.find("move")) {
            state.move = oneOf<Move>(*move, {{"to place", Move::kToPlace},
                                             {"to rear", Move::kToRear},
                                             {"away", Move::kAway},
                                             {"back", Move::kBack}});
        }
        if (const auto stride = form.find("stride"))
            state.stride_m = pairOf(*stride, -kMostStride_m, kMostStride_m, "is not two lengths, x and z");
        if (const auto metres = form.find("metres")) {
            if (state.move != Move::kAway && state.move != Move::kBack)
                metres->fail("needs \"move\": \"away\" or \"back\"");
            state.way_m = pairOf(*metres, 0.5, kMostWay_m, "is not two lengths, the least and the most");
            if (state.way_m.y < state.way_m.x) metres->fail("has a least length above the most");
        }
        if (const auto body = form.find("body")) state.body = body->boolean();
        if (const auto aims = form.find("aims")) state.aims = aims->boolean();
        if (const auto out = form.find("out")) state.out = out->boolean();
        if (const auto speed = form.find("speed")) state.speed = speed->number(0.1, 4.0);
        if (const auto to = form.find("to")) state.to = transitions(*to);
    }

    std::vector<Transition> transitions(const FormReader& list) {
        std::vector<Transition> result;
        for (const FormReader& item : list.list(kMostTransitions)) result.push_back(transition(item));
        return result;
    }

    Transition transition(const FormReader& form) {
        form.keys({"on", "seconds", "per file", "rank", "side", "chance", "go", "fade"});
        Transition t;
        t.place = form.path();
        readTrigger(form.need("on"), t);
        if (t.on == Trigger::kAfter) {
            const std::vector<FormReader> range = form.need("seconds").list(2);
            if (range.size() != 2) form.need("seconds").fail("is not two times, the least and the most");
            t.from_s = range[0].number(0.0, kMostSeconds);
            t.until_s = range[1].number(t.from_s, kMostSeconds);
            if (const auto file = form.find("per file")) t.per_file_s = file->number(0.0, 60.0);
        } else if (const auto seconds = form.find(form.has("seconds") ? "seconds" : "per file")) {
            seconds->fail("needs \"on\": \"after\"");
        }
        if (const auto rank = form.find("rank"))
            t.rank = oneOf<Rank>(*rank, {{"front", Rank::kFront}, {"behind", Rank::kBehind}});
        if (const auto side = form.find("side")) {
            t.side = oneOf<Side>(*side, {{"ahead", Side::kAhead},
                                         {"left", Side::kLeft},
                                         {"right", Side::kRight},
                                         {"behind", Side::kBehind}});
            const bool place = t.on == Trigger::kPlace || t.on == Trigger::kGap ||
                               (t.on == Trigger::kOrder && t.order == Order::kAdvance);
            if (!place) side->fail("needs \"on\": \"place\", \"gap\" or \"order advance\"");
        }
        if (const auto chance = form.find("chance")) t.chance = chance->number(0.0, 1.0);
        t.to = oneOf(form.need("go"), states_);
        if (const auto fade = form.find("fade")) t.fade_s = fade->number(0.0, kMostFade_s);
        return t;
    }

    static glm::dvec2 pairOf(const FormReader& form, double least, double most, const char* what) {
        const std::vector<FormReader> both = form.list(2);
        if (both.size() != 2) form.fail(what);
        return {both[0].number(least, most), both[1].number(least, most)};
    }

    static ScriptedOrder scripted(const FormReader& form) {
        form.keys({"at", "host", "line", "columns", "order", "move"});
        ScriptedOrder result;
        result.at_s = form.need("at").number(0.0, kMostScript_s);
        result.host = static_cast<int>(form.need("host").index(kHosts, 1)) - 1;
        if (const auto line = form.find("line")) result.line = line->index(kMostCompanies, 1) - 1;
        if (const auto columns = form.find("columns")) {
            const std::vector<FormReader> both = columns->list(2);
            if (both.size() != 2) columns->fail("is not two numbers, the first column and the last");
            const std::uint32_t first = both[0].index(kMostCompanies, 1);
            result.columns = glm::uvec2(first - 1, both[1].index(kMostCompanies, first) - 1);
        }
        if (const auto move = form.find("move")) {
            if (const auto order = form.find("order")) order->fail("and \"move\" exclude each other");
            result.move_m =
                pairOf(*move, -kMostWay_m, kMostWay_m, "is not two lengths, to the left and ahead");
        } else {
            std::vector<std::pair<std::string, Order>> known;
            for (const Order order : kOrders) known.emplace_back(nameOf(order), order);
            result.order = oneOf(form.need("order"), known);
        }
        return result;
    }

    static void readTrigger(const FormReader& on, Transition& t) {
        const std::string word = on.text();
        constexpr std::string_view kEvent = "event ";
        if (word.starts_with(kEvent) && word.size() > kEvent.size()) {
            t.on = Trigger::kEvent;
            t.event = word.substr(kEvent.size());
            return;
        }
        std::vector<std::pair<std::string, Transition>> known;
        for (const Order order : kOrders) {
            Transition given = t;
            given.on = Trigger::kOrder;
            given.order = order;
            known.emplace_back(fmt::format("order {}", nameOf(order)), given);
        }
        for (const TriggerName& each : kTriggers) {
            Transition given = t;
            given.on = each.trigger;
            known.emplace_back(each.name, given);
        }
        t = oneOf(on, known);
    }

    const FormReader& form_;
    BehaviourGraph& graph_;
    std::vector<std::pair<std::string, int>> states_;
};

}  // namespace

BehaviourGraph parseGraph(std::string_view text, const std::string& file) {
    const auto json = parseJson(text, file);
    BehaviourGraph graph;
    const FormReader form(json, "", file, text);
    GraphReader(form, graph).read();
    checkGraph(graph, text, file);
    return graph;
}

BehaviourGraph readGraph(const std::string& file) {
    return parseGraph(readTextFile(file), file);
}

std::string graphFile(const std::string& name) {
    std::error_code error;
    if (std::filesystem::is_regular_file(name, error)) return name;
    const std::string shipped =
        (dataDirectory() / "assets" / "graphs" / ((name.empty() ? std::string("soldier") : name) + ".json"))
            .string();
    const bool plain = name.find('/') == std::string::npos;
    return plain && std::filesystem::is_regular_file(shipped, error) ? shipped : name;
}

}  // namespace phalanx
