// What will happen in a battle, by battle ticks. Within a tick the order does not depend on when it was put
// here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace phalanx {

using BattleTime = std::int64_t;  // battle ticks since the battle began

enum class ItemKind : std::uint8_t {
    // Of soldiers.
    kOrder,      // that of its company reaches it
    kPlace,      // its place may have moved away; data: 1 because the one ahead of it is out
    kRedirect,   // on its way to its place: the place has moved
    kArrived,    // version: of its leg
    kEnd,        // its clip ends
    kAfter,      // data: the transition
    kShoots,     // its round leaves
    kMarker,     // data: the marker of its clip
    kHit,        // a round arrives, by `other`
    kNeighbour,  // `other` fell
    kTarget,     // `other`, its target, is out
    // Of companies.
    kBreaks,  // too few are left
    kLook,    // for enemies
    kHalt,    // because the company ahead of it did
    kThere,   // where it went; version: of its motion
    kSeek,    // something to do
    // Of the graph's `orders`: who is one of them.
    kScript,
};

struct BattleItem {
    static constexpr std::uint32_t kAnyVersion = 0xFFFFFFFFU;  // whatever it has done meanwhile

    std::uint32_t who = 0;  // unit, company or order of the graph
    ItemKind kind = ItemKind::kOrder;
    std::uint16_t data = 0;
    std::uint32_t version =
        kAnyVersion;  // void if the soldier has begun another state since, or the company was commanded
    std::uint32_t other = 0;

    bool ofCompany() const { return kind >= ItemKind::kBreaks; }
    // Companies first.
    auto order() const { return std::tuple(!ofCompany(), who, kind, data, version, other); }
};

class BattleQueue {
  public:
    void push(BattleTime at, const BattleItem& item) { items_[at].push_back(item); }
    // kNever: nothing waits.
    static constexpr BattleTime kNever = INT64_MAX;
    BattleTime next() const { return items_.empty() ? kNever : items_.begin()->first; }
    // The items of next(), which are taken out, in order.
    std::vector<BattleItem> take() {
        std::vector<BattleItem> items = std::move(items_.extract(items_.begin()).mapped());
        std::sort(items.begin(), items.end(),
                  [](const BattleItem& a, const BattleItem& b) { return a.order() < b.order(); });
        return items;
    }

  private:
    std::map<BattleTime, std::vector<BattleItem>> items_;
};

}  // namespace phalanx
