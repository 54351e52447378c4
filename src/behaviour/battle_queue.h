// What will happen in a battle, by battle tick. Within a tick the order does not depend on when it was put here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace phalanx {

using BattleTime = std::int64_t;  // battle ticks since the battle began

enum class ItemKind : std::uint8_t {
    kOrder,      // of its company
    kPlace,      // its place may have moved away
    kArrived,    // version: of its leg
    kEnd,        // its clip ends
    kAfter,      // data: the transition
    kShoots,     // its round leaves
    kMarker,     // data: the marker of its clip
    kHit,        // a round arrives, by `other`
    kNeighbour,  // `other` fell
    kTarget,     // `other`, its target, is out
    kContact,    // a company looks for enemies
    kHalt,       // a company, because the one ahead of it did
    kThere,      // a company has come to where it went; version: of its motion
    kSeek,       // a company looks for something to do
};

struct BattleItem {
    std::uint32_t who = 0;  // unit, of kContact and what follows it: company
    ItemKind kind = ItemKind::kOrder;
    std::uint16_t data = 0;
    std::uint32_t version = 0;  // kAnyVersion: whatever it has done meanwhile
    std::uint32_t other = 0;

    auto order() const { return std::tuple(who, kind, data, version, other); }
};
inline constexpr std::uint32_t kAnyVersion = 0xFFFFFFFFU;

class BattleQueue {
  public:
    void push(BattleTime at, const BattleItem& item) {
        items_[at].push_back(item);
        ++size_;
    }
    // kNone: nothing waits.
    static constexpr BattleTime kNone = INT64_MAX;
    BattleTime next() const { return items_.empty() ? kNone : items_.begin()->first; }
    // The items of next(), which are taken out, in order.
    std::vector<BattleItem> take() {
        std::vector<BattleItem> items = std::move(items_.extract(items_.begin()).mapped());
        std::sort(items.begin(), items.end(),
                  [](const BattleItem& a, const BattleItem& b) { return a.order() < b.order(); });
        size_ -= items.size();
        return items;
    }
    std::size_t size() const { return size_; }
    void clear() {
        items_.clear();
        size_ = 0;
    }

  private:
    std::map<BattleTime, std::vector<BattleItem>> items_;
    std::size_t size_ = 0;
};

}  // namespace phalanx
