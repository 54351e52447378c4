// A battle of two hosts (crowd/hosts.h) whose soldiers follow a behaviour graph. No GL.
//
// Nothing is asked of a unit in each frame: what will happen (a clip ends, a soldier arrives, a round hits, a
// company comes within range) waits in a queue, by battle ticks of 1/32 s, and a soldier is looked at when
// something happens to it. What it then does is written once, as a closed form of the clock
// (Crowd::travel()). So an army that marches costs nothing, and the same seed gives the same battle, byte for
// byte, whatever the frame rate.
//
// Companies have orders (Order); soldiers do what the graph says. Companies advance until enemies are
// within range, fire, and flee when too few are left; those behind them then advance in turn.
//
// Limits: soldiers go in straight lines and do not push each other. They keep apart because each has a place
// of its own, and soldiers go to the rear between two files.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "behaviour/battle_companies.h"
#include "behaviour/battle_field.h"
#include "behaviour/battle_soldiers.h"

namespace phalanx {

class Battle {
  public:
    using Before = std::function<void(Ticks)>;
    using Listener = std::function<void(const BattleNews&)>;

    // The graph must fit the clips of all models (checkClips()). markers: per model, per clip. The crowd must
    // be in formation battle; all units are written.
    Battle(BehaviourGraph graph, std::vector<std::vector<ClipMarkers>> markers, Crowd& crowd, Ticks now);
    Battle(const Battle&) = delete;
    Battle& operator=(const Battle&) = delete;
    Battle(Battle&&) = delete;
    Battle& operator=(Battle&&) = delete;
    ~Battle() = default;

    // Lets happen what happens until `now`, which does not come before the last call's. `before` is called
    // with the ticks at which units change, before they do: for logs of events.
    void advance(Crowd& crowd, Ticks now, const Before& before = {}, const Listener& listener = {});
    // EventMistakes::ask_all. The battle stays the same, byte for byte.
    void askAll(bool on) { field_.queue.askAll(on, field_.soldiers.size(), field_.companies.size()); }
    // Whether the crowd is still the one that was laid out for this battle.
    bool isOf(const Crowd& crowd) const { return layout_ == crowd.layoutVersion(); }
    Ticks now() const { return now_; }  // of the last advance()

    // From the outside, at the time of the last advance(). Hold, fire and cheer last; after advance a company
    // does what it finds right.
    void give(std::uint32_t company, Order order) { companies_.give(company, order); }
    // To this place and facing, where it holds. It fires at enemies that come within range. files: 0: as many
    // as now.
    void send(std::uint32_t company, const glm::dvec2& front_m, double facing_rad, std::uint32_t files = 0) {
        companies_.send(company, front_m, facing_rad, files);
    }

    const BehaviourGraph& graph() const { return field_.graph; }
    std::span<const std::uint32_t> counts() const { return field_.counts; }  // units per state
    int stateOf(std::uint32_t unit) const { return field_.soldiers[unit].state; }
    std::uint32_t companyOf(std::uint32_t unit) const { return field_.soldiers[unit].company; }
    struct CompanyStatus {
        Company company;  // as it was laid out; its files as they are now
        Order order = Order::kHold;
        glm::dvec2 front_m{0.0};
        double facing_rad = 0.0;
        std::uint32_t left = 0;  // soldiers that are not out
        bool broken = false;
    };
    std::size_t companyCount() const { return field_.companies.size(); }
    CompanyStatus statusOf(std::uint32_t company) const;
    double seconds() const { return field_.seconds(); }
    // The last host that is left; -1: both are, or none.
    int winner() const;
    const BattleWork& work() const { return field_.work; }
    std::size_t waiting() const { return field_.queue.waiting(); }  // items

  private:
    void happen(Crowd& crowd, const std::vector<BattleItem>& items, const Before& before);

    BattleField field_;
    BattleSoldiers soldiers_{field_};
    BattleCompanies companies_{field_};
    std::uint64_t layout_ = 0;
    Ticks now_ = 0;
    std::int64_t passed_ = 0;  // ticks since the beginning
};

}  // namespace phalanx
