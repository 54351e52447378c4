#include "behaviour/battle.h"

#include <array>
#include <utility>

namespace phalanx {

Battle::Battle(BehaviourGraph graph, std::vector<std::vector<ClipMarkers>> markers, Crowd& crowd, Ticks now)
    : field_(std::move(graph), std::move(markers), crowd, now), layout_(crowd.layoutVersion()), now_(now) {
    soldiers_.begin(crowd);
    companies_.begin();
}

void Battle::advance(Crowd& crowd, Ticks now, const Before& before, const Listener& listener) {
    passed_ += static_cast<std::int64_t>(now - now_);
    now_ = now;
    const BattleTime until = passed_ / kBattleTick;
    field_.listener = listener;
    while (field_.queue.asksAll() && field_.time < until) {
        ++field_.time;
        field_.work.asked += field_.queue.askedPerTick();
        const std::vector<BattleItem> items = field_.queue.takeAt(field_.time);
        if (!items.empty()) happen(crowd, items, before);
    }
    while (field_.queue.next() <= until) {
        field_.time = field_.queue.next();
        const std::vector<BattleItem> items = field_.queue.take();
        field_.work.asked += items.size();
        happen(crowd, items, before);
    }
    field_.time = until;
    field_.listener = {};
}

void Battle::happen(Crowd& crowd, const std::vector<BattleItem>& items, const Before& before) {
    if (before) before(field_.ticksOf(field_.time));
    field_.work.items += items.size();
    for (const BattleItem& item : items) {
        if (item.ofCompany()) {
            companies_.happen(item);
        } else {
            soldiers_.happen(crowd, item);
        }
    }
}

Battle::CompanyStatus Battle::statusOf(std::uint32_t company) const {
    const FightingCompany& c = field_.companies[company];
    return {c.place, c.order, field_.frontOf(c), c.facing_rad, c.left, c.broken};
}

int Battle::winner() const {
    std::array<bool, kHosts> left{};
    for (const FightingCompany& company : field_.companies) {
        bool& any = left.at(company.place.host);
        any = any || !company.broken;
    }
    if (left[0] == left[1]) return -1;
    return left[0] ? 0 : 1;
}

}  // namespace phalanx
