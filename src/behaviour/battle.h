// A battle of two hosts (crowd/hosts.h) whose soldiers follow a behaviour graph. No GL.
//
// Nothing is asked of a unit in each frame: what will happen (a clip ends, a soldier arrives, a round hits, a
// company comes within range) waits in a queue, by battle ticks of 1/32 s, and a soldier is looked at when
// something happens to it. What it then does is written once, as a closed form of the clock (Crowd::travel()).
// So an army that marches costs nothing, and the same seed gives the same battle, byte for byte, whatever the
// frame rate.
//
// Companies are told what to do (Order); soldiers do what the graph says. Companies advance until enemies are
// within range, fire, and flee when too few are left; those behind them then advance in turn.
//
// Limits: soldiers go in straight lines and do not push each other. They keep apart because each has a place of
// its own, and who goes to the rear does so between two files.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <unordered_map>
#include <vector>

#include "anim/events/clip_markers.h"
#include "behaviour/battle_queue.h"
#include "behaviour/behaviour_graph.h"
#include "crowd/crowd.h"
#include "crowd/hosts.h"

namespace phalanx {

inline constexpr Ticks kBattleTick = static_cast<Ticks>(PH_TICKS_PER_SECOND) / 32;

// What happened, for logs and listeners.
struct BattleNews {
    enum class What : std::uint8_t { kBegins, kShoots, kOrdered };
    double seconds = 0.0;  // since the battle began
    What what = What::kBegins;
    std::uint32_t who = 0;     // unit; kOrdered: company
    int state = 0;             // kBegins
    std::uint32_t target = 0;  // kShoots
    bool hits = false;         // kShoots
    Order order = Order::kHold;
};

struct BattleWork {
    std::uint64_t items = 0;      // things that happened
    std::uint64_t decisions = 0;  // transitions
    std::uint64_t rounds = 0;     // fired
    std::uint64_t hits = 0;
};

class Battle {
  public:
    using Before = std::function<void(Ticks)>;
    using Listener = std::function<void(const BattleNews&)>;

    // The graph must fit the clips of all models (checkClips()). markers: per model, per clip. The crowd must be
    // in formation battle; all units are written.
    Battle(BehaviourGraph graph, std::vector<std::vector<ClipMarkers>> markers, Crowd& crowd, Ticks now);

    // Lets happen what happens until `now`, which does not come before the last call's. `before` is called with
    // the ticks at which units change, before they do: for logs of events.
    void advance(Crowd& crowd, Ticks now, const Before& before = {}, const Listener& listener = {});
    // Whether the crowd was laid out again: then this battle is over.
    bool isOf(const Crowd& crowd) const { return layout_ == crowd.layoutVersion(); }

    // From the outside, at the time of the last advance(): from then on the company does what it is told, until
    // it breaks.
    void give(std::uint32_t company, Order order);
    // To this place and facing, where it holds. It fires at whoever comes within range. files: 0: as many as now.
    void send(std::uint32_t company, const glm::dvec2& front_m, double facing_rad, std::uint32_t files = 0);

    const BehaviourGraph& graph() const { return graph_; }
    std::span<const std::uint32_t> counts() const { return counts_; }  // units per state
    int stateOf(std::uint32_t unit) const { return soldiers_[unit].state; }
    std::uint32_t companyOf(std::uint32_t unit) const { return soldiers_[unit].company; }
    struct CompanyStatus {
        Company company;  // as it was laid out
        Order order = Order::kHold;
        glm::dvec2 front_m{0.0};
        double facing_rad = 0.0;
        std::uint32_t left = 0;   // soldiers that are not out
        std::uint32_t files = 0;  // now
        bool broken = false;
    };
    std::size_t companyCount() const { return companies_.size(); }
    CompanyStatus statusOf(std::uint32_t company) const;
    double seconds() const { return static_cast<double>(time_) * kBattleTick / PH_TICKS_PER_SECOND; }
    // The last host that is left; -1: both are, or none.
    int winner() const;
    const BattleWork& work() const { return work_; }
    std::size_t waiting() const { return queue_.size(); }

  private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    struct Soldier {
        std::uint16_t state = 0;
        std::uint16_t file = 0;
        std::uint16_t rank = 0;  // in its file, from the front
        std::uint8_t vias = 0;   // places on the way, before the goal
        bool moves = false;
        std::uint32_t company = 0;
        std::uint32_t version = 0;  // of the state: changes with each
        std::uint32_t leg = 0;      // of the way
        std::uint32_t target = kNone;
        glm::vec2 aside{0.0F};  // from the place in the ranks, in the company's axes
        glm::dvec2 goal{0.0};
        std::array<glm::vec2, 2> via{};  // the next one is the last
    };
    struct Fighting {
        Company place;
        Order order = Order::kHold;
        std::vector<std::vector<std::uint32_t>> files;  // units from front to rear
        std::uint32_t left = 0;
        glm::dvec2 from_m{0.0};  // the front, when the motion began
        glm::dvec2 front_m{0.0};  // where it goes
        double facing_rad = 0.0;
        BattleTime began = 0;
        std::uint32_t motion = 0;  // changes with each
        double speed_m_s = 0.0;  // 0: it is there
        std::uint32_t enemy = kNone;
        std::uint32_t ahead = kNone;
        std::uint32_t behind = kNone;
        bool broken = false;
        bool told = false;   // by give() or send(): does not advance by itself
        bool looks = false;  // for enemies: waits for it
    };
    struct ClipUse {  // of a state by a model
        std::vector<int> clips;
    };

    Ticks ticksOf(BattleTime at) const { return began_ + static_cast<Ticks>(at) * kBattleTick; }
    double chanceOf(std::uint32_t who, std::uint64_t what) const;  // 0 .. 1
    BattleTime after(double seconds) const;                        // at least the next tick
    void happen(Crowd& crowd, const BattleItem& item);
    // Soldiers
    bool take(Crowd& crowd, std::uint32_t unit, Trigger trigger, std::uint32_t data = 0);
    bool holds(const Transition& t, const Soldier& soldier, Trigger trigger) const;
    void enter(Crowd& crowd, std::uint32_t unit, const Transition& by);
    // looks_around: for its order and place.
    void expect(const Crowd& crowd, std::uint32_t unit, int clip, bool looks_around = true);
    const ClipMarkers& markersOf(const Crowd& crowd, std::uint32_t unit, int clip) const;
    double untilMarker(const Crowd& crowd, std::uint32_t unit, int clip, double phase) const;
    void again(const Crowd& crowd, const BattleItem& item);
    void stand(Crowd& crowd, std::uint32_t unit, int clip, double facing_rad, double fade_s);
    double turnTime_s(const Crowd& crowd, std::uint32_t unit, double facing_rad) const;
    void setOut(std::uint32_t unit);
    void leaveFile(std::uint32_t unit);
    void arrive(Crowd& crowd, std::uint32_t unit);
    void setOff(Crowd& crowd, std::uint32_t unit, double fade_s);
    void route(Crowd& crowd, std::uint32_t unit);
    BattleTime arrival(const Crowd& crowd, std::uint32_t unit) const;
    double headingOf(const Crowd& crowd, std::uint32_t unit) const;
    double wantedFacing(const Crowd& crowd, std::uint32_t unit) const;
    glm::dvec2 slotOf(std::uint32_t unit) const;
    bool isElsewhere(const Crowd& crowd, std::uint32_t unit) const;  // not at its place
    glm::dvec2 placeOf(const Crowd& crowd, std::uint32_t unit) const;
    const BehaviourState& stateAt(std::uint32_t unit) const {
        return graph_.states[static_cast<std::size_t>(soldiers_[unit].state)];
    }
    int clipOf(const Crowd& crowd, std::uint32_t unit) const;
    double speedOf(const Crowd& crowd, std::uint32_t unit) const;
    void shoot(Crowd& crowd, std::uint32_t unit);
    std::uint32_t chooseTarget(const Crowd& crowd, std::uint32_t unit) const;
    void setTarget(std::uint32_t unit, std::uint32_t target);
    // Companies
    void order(std::uint32_t company, Order order);
    void move(std::uint32_t company, const glm::dvec2& front_m, double facing_rad);
    void halt(Crowd& crowd, std::uint32_t company);
    void lookForEnemies(Crowd& crowd, std::uint32_t company);
    void look(std::uint32_t company, double seconds);  // for enemies
    void seek(std::uint32_t company);
    void reach(std::uint32_t company);  // where it went
    void fileUp(std::uint32_t company, std::uint32_t files);
    void haltBehind(Crowd& crowd, std::uint32_t company);
    void breakUp(std::uint32_t company);
    bool covered(const Fighting& company) const;  // by one of its own host ahead of it
    void findOpen();
    glm::dvec2 frontOf(const Fighting& company) const;
    struct Near {
        std::uint32_t company = kNone;
        double distance_m = 0.0;
    };
    Near nearestEnemy(std::uint32_t company) const;

    BehaviourGraph graph_;
    std::vector<std::vector<ClipMarkers>> markers_;
    std::vector<std::vector<ClipUse>> uses_;  // per model, state
    std::vector<Soldier> soldiers_;
    std::vector<Fighting> companies_;
    std::array<std::vector<std::uint32_t>, kHosts> open_;  // companies that are not covered
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> aimed_at_;  // target: by whom
    std::vector<std::uint32_t> counts_;
    BattleQueue queue_;
    BattleWork work_;
    Listener listener_;  // during advance()
    std::uint32_t seed_ = 1;
    double spacing_m_ = 1.5;
    double march_m_s_ = 1.3;
    std::uint64_t layout_ = 0;
    Ticks began_ = 0;
    Ticks now_ = 0;
    std::int64_t passed_ = 0;  // ticks since the beginning
    BattleTime time_ = 0;
};

}  // namespace phalanx
