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
    void push(BattleTime at, const BattleItem& item) {
        if (asks_all_ && item.kind != ItemKind::kScript) {
            listOf(item).push_back({at, item});
        } else {
            items_[at].push_back(item);
        }
    }
    // kNever: nothing waits. While all are asked, only the graph's orders do.
    static constexpr BattleTime kNever = INT64_MAX;
    BattleTime next() const { return items_.empty() ? kNever : items_.begin()->first; }
    // The items of next(), which are taken out, in order.
    std::vector<BattleItem> take() { return sorted(std::move(items_.extract(items_.begin()).mapped())); }
    std::size_t waiting() const;

    // EventMistakes::ask_all: each soldier and each company keeps what waits for it, and is asked at each
    // tick.
    void askAll(bool on, std::size_t soldiers, std::size_t companies);
    bool asksAll() const { return asks_all_; }
    std::size_t askedPerTick() const { return lists_.size(); }
    // Asks all: the items of the tick, which are taken out, in order.
    std::vector<BattleItem> takeAt(BattleTime at);

  private:
    struct Waiting {
        BattleTime at = 0;
        BattleItem item;
    };
    std::vector<Waiting>& listOf(const BattleItem& item) {
        return lists_[item.ofCompany() ? soldiers_ + item.who : item.who];
    }
    static std::vector<BattleItem> sorted(std::vector<BattleItem> items) {
        std::sort(items.begin(), items.end(),
                  [](const BattleItem& a, const BattleItem& b) { return a.order() < b.order(); });
        return items;
    }

    std::map<BattleTime, std::vector<BattleItem>> items_;  // while all are asked: the graph's orders
    bool asks_all_ = false;
    std::size_t soldiers_ = 0;
    std::vector<std::vector<Waiting>> lists_;  // while all are asked: of soldiers, then of companies
};

}  // namespace phalanx
