// What soldiers do and why: a graph of states and transitions, read from JSON (graph_json.h). It names clips,
// so it fits every model that has them. docs/battle.md has the form and its meaning.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anim/evaluation/compose_clip.h"

namespace phalanx {

inline constexpr std::size_t kMostStates = 64;
inline constexpr std::size_t kMostTransitions = 64;  // of one state
inline constexpr std::size_t kMostScriptedOrders = 256;
inline constexpr std::size_t kMostComposedClips = 64;

// What a company shall do.
enum class Order : std::uint8_t { kHold, kAdvance, kFire, kVolley, kFlee, kCheer };
inline constexpr std::array kOrders{Order::kHold,   Order::kAdvance, Order::kFire,
                                    Order::kVolley, Order::kFlee,    Order::kCheer};
std::string_view nameOf(Order order);  // hold, advance, fire, volley, flee, cheer

// Why a soldier looks for a transition.
enum class Trigger : std::uint8_t {
    kOrder,           // its company has the order: when it is given, and when the state begins
    kPlace,           // its place is elsewhere: when it moves away, and when the state begins
    kGap,             // the one ahead of it in its file is out, and its place moves up
    kArrived,         // it has come to the place to which the state moves
    kEnd,             // the state's clip, which does not loop, has ended
    kAfter,           // the state has lasted so long
    kEvent,           // it passed a marker of the state's clip
    kShot,            // a round hit it
    kNeighbourFalls,  // one beside or ahead of it fell
    kTargetFalls,     // the one that it aims at is out
};

enum class Rank : std::uint8_t { kAny, kFront, kBehind };  // in its file
// Where its place is, as its company faces.
enum class Side : std::uint8_t { kAny, kAhead, kLeft, kRight, kBehind };

struct Transition {
    Trigger on = Trigger::kEnd;
    Order order = Order::kHold;  // kOrder
    std::string event;           // kEvent: the marker's name
    double from_s = 0.0;         // kAfter: a time from .. until, by chance,
    double until_s = 0.0;
    double per_file_s = 0.0;  // and so much more for each file of the company, from the left
    Rank rank = Rank::kAny;
    Side side = Side::kAny;
    double chance = 1.0;  // 0 .. 1
    int to = 0;           // a state
    double fade_s = 0.25;
    std::string place;  // in the file: "states.aim.to[0]", for messages
};

enum class Move : std::uint8_t {
    kNone,
    kToPlace,  // to its place in its company
    kToRear,   // to the rear of its file, along the lane beside it; the file moves up
    kAway,     // from the enemy
    kBack,     // from the enemy, without turning round: by clips that go backwards
};

// To a place in its company.
inline bool toCompany(Move move) {
    return move == Move::kToPlace || move == Move::kToRear;
}

// "after 1.3 to 1.8 s, 55 %": when each is taken. Where one is tried only after another with a chance has
// failed, its own chance is that "of the rest".
std::vector<std::string> whyTexts(std::span<const Transition> transitions);

struct BehaviourState {
    std::string name;
    std::vector<std::string> clips;  // at least one; of several, each unit takes one by chance
    Move move = Move::kNone;
    bool aims = false;   // it looks for a target when the state begins, and faces it
    bool out = false;    // it has fallen: orders, shots and places no longer concern it
    bool body = false;   // it falls as a body where physics has room for it, else by the clip
    double speed = 1.0;  // of the clip
    // Travel per cycle of the clip, metres, x and z of model space; none: as far ahead as the clip walks.
    std::optional<glm::dvec2> stride_m;
    glm::dvec2 way_m{104.0, 156.0};  // kAway, kBack: how far, by chance
    std::vector<Transition> to;
};

// What happens by the clock, whatever the companies do.
struct ScriptedOrder {
    double at_s = 0.0;
    int host = 0;
    // Of the companies, as they were laid out; none: all.
    std::optional<std::uint32_t> line;
    std::optional<glm::uvec2> columns;  // first and last
    std::optional<Order> order;
    glm::dvec2 move_m{0.0};  // instead of an order: they go so far left and ahead, and fire there
};

// What rounds do. Between and beyond the distances the chance is linear, then constant.
struct Musket {
    double range_m = 55.0;   // companies fire at enemies that are as near
    double hit_near = 0.30;  // at 10 m
    double hit_far = 0.06;   // at range_m
    double speed_m_s = 420.0;
};

struct BehaviourGraph {
    std::string about;
    int start = 0;
    Musket musket;
    double break_share = 0.4;  // a company flees when less of it is left; 0: never
    std::vector<BehaviourState> states;
    std::vector<Transition> any;  // of all states that are not `out`, after their own
    std::vector<ScriptedOrder> orders;
    std::vector<ComposedClip> clips;  // in addition to the model's

    // -1: none
    int stateOf(std::string_view name) const;
};

}  // namespace phalanx
