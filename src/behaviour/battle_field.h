// What a battle is about, shared by its rules: who stands where in which company, does what, and what will
// happen. The rules are in battle_soldiers.h and battle_companies.h; they reach each other through the queue
// only.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "anim/events/clip_markers.h"
#include "behaviour/battle_queue.h"
#include "behaviour/behaviour_graph.h"
#include "crowd/crowd.h"
#include "crowd/hosts.h"

namespace phalanx {

inline constexpr Ticks kBattleTick = static_cast<Ticks>(PH_TICKS_PER_SECOND) / 32;
inline constexpr std::uint32_t kNoOne = 0xFFFFFFFFU;  // instead of a unit or a company
inline constexpr double kReaction_s = 0.5;            // of a soldier to what it sees; at most

// What happened, for logs and listeners.
struct BattleNews {
    enum class What : std::uint8_t { kBegins, kShoots, kOrdered };
    double seconds = 0.0;  // since the battle began
    What what = What::kBegins;
    std::uint32_t who = 0;         // unit; kOrdered: company
    int state = 0;                 // kBegins
    std::uint32_t other = kNoOne;  // kShoots: the target; kBegins: who has hit it
    bool hits = false;             // kShoots
    Order order = Order::kHold;
};

struct BattleWork {
    std::uint64_t items = 0;      // things that happened
    std::uint64_t asked = 0;      // soldiers and companies that were looked at
    std::uint64_t decisions = 0;  // transitions
    std::uint64_t rounds = 0;     // fired
    std::uint64_t hits = 0;
};

struct FightingSoldier {
    std::uint16_t state = 0;
    std::uint16_t file = 0;
    std::uint16_t rank = 0;  // in its file, from the front
    std::uint8_t vias = 0;   // places on the way, before the goal
    bool moves = false;
    std::uint32_t company = 0;
    std::uint32_t version = 0;  // of the state: changes with each
    std::uint32_t leg = 0;      // of the way
    std::uint32_t target = kNoOne;
    glm::vec2 aside{0.0F};  // from the place in the ranks, in the company's axes
    glm::dvec2 goal{0.0};
    std::array<glm::vec2, 2> via{};  // the next one is the last
};

struct FightingCompany {
    Company place;  // as it was laid out; its files as they are now
    Order order = Order::kHold;
    std::vector<std::vector<std::uint32_t>> files;  // units from front to rear
    std::uint32_t left = 0;                         // in files
    glm::dvec2 from_m{0.0};                         // the front, when the motion began
    glm::dvec2 front_m{0.0};                        // where it goes
    double facing_rad = 0.0;
    BattleTime began = 0;
    std::uint32_t motion = 0;  // changes with each
    double speed_m_s = 0.0;    // 0: it is there
    std::uint32_t enemy = kNoOne;
    std::uint32_t ahead = kNoOne;  // of its own host
    std::uint32_t behind = kNoOne;
    std::uint32_t commands = 0;  // from the outside: what was planned before is void
    bool broken = false;
    // By an order from the outside: it does not advance by itself, and is not one of its column any more.
    bool stays = false;
    bool sent = false;   // it goes to where it was sent, and does not fire before it is there
    bool looks = false;  // for enemies: waits for it
};

struct BattleField {
    // The crowd must be in formation battle. markers: per model, per clip.
    BattleField(BehaviourGraph behaviour, std::vector<std::vector<ClipMarkers>> clip_markers, Crowd& crowd,
                Ticks now);

    Ticks ticksOf(BattleTime at) const { return began + static_cast<Ticks>(at) * kBattleTick; }
    double seconds() const { return static_cast<double>(time) * kBattleTick / PH_TICKS_PER_SECOND; }
    BattleTime after(double seconds) const;  // at least the next tick
    // 0 .. 1, by seed and time; `what` keeps chances of the same unit and time apart.
    double chanceOf(std::uint32_t who, std::uint64_t what) const;
    // Values of `what`; those of a soldier's transitions begin at 0.
    enum Chance : std::uint64_t {
        kOfTime = 2 * kMostTransitions,  // and those after it: of the transition
        kOfHit = 4 * kMostTransitions,
        kOfFile,
        kOfRank,
        kOfWay,
        kOfDistance,
        kOfDelay,
        kOfOrder,
        kOfLook,
        kOfStart,
        kOfClip,
        kOfShooter,  // and those after it: the unit that has hit
    };
    void report(const BattleNews& news) const {
        if (listener) listener(news);
    }

    const BehaviourState& stateOf(std::uint32_t unit) const {
        return graph.states[static_cast<std::size_t>(soldiers[unit].state)];
    }
    const BakedClip& clipAt(const Crowd& crowd, std::uint32_t unit, int clip) const {
        return crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))]
            .clips[static_cast<std::size_t>(clip)];
    }
    // The clip of its state; of several, the same until it begins another state.
    int clipOf(const Crowd& crowd, std::uint32_t unit) const;
    // Of its state, metres per cycle, x and z of model space.
    glm::dvec2 strideOf(const Crowd& crowd, std::uint32_t unit) const;
    double speedOf(const Crowd& crowd, std::uint32_t unit) const;  // m/s, of its state
    // Where it is and which way it faces; of a ragdoll, as if it had not fallen.
    glm::vec4 placementOf(const Crowd& crowd, std::uint32_t unit) const;
    glm::dvec2 placeOf(const Crowd& crowd, std::uint32_t unit) const {
        const glm::vec4 placement = placementOf(crowd, unit);
        return {placement.x, placement.z};
    }
    // Where its company wants it.
    glm::dvec2 slotOf(std::uint32_t unit) const;
    bool isElsewhere(const Crowd& crowd, std::uint32_t unit) const;  // not there
    glm::dvec2 frontOf(const FightingCompany& company) const;        // now
    bool covered(const FightingCompany& company) const;              // by one of its own host ahead of it
    void findOpen();                                                 // after one has broken
    struct Near {
        std::uint32_t company = kNoOne;
        double distance_m = 0.0;
    };
    Near nearestEnemy(std::uint32_t company) const;

    BehaviourGraph graph;
    std::vector<std::vector<ClipMarkers>> markers;
    std::vector<std::vector<std::vector<int>>> clips;  // per model, state
    std::vector<FightingSoldier> soldiers;
    std::vector<FightingCompany> companies;
    std::array<std::vector<std::uint32_t>, kHosts> open;  // companies that are not covered
    std::vector<std::uint32_t> counts;                    // units per state
    BattleQueue queue;
    BattleWork work;
    std::function<void(const BattleNews&)> listener;  // during Battle::advance()
    std::uint32_t seed = 1;
    double spacing_m = 1.5;
    double march_m_s = 1.3;  // of companies
    Ticks began = 0;
    BattleTime time = 0;
};

}  // namespace phalanx
