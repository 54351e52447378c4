#include "behaviour/battle_queue.h"

namespace phalanx {

std::size_t BattleQueue::waiting() const {
    std::size_t count = 0;
    for (const auto& [at, items] : items_) count += items.size();
    for (const std::vector<Waiting>& list : lists_) count += list.size();
    return count;
}

void BattleQueue::askAll(bool on, std::size_t soldiers, std::size_t companies) {
    if (on == asks_all_) return;
    asks_all_ = on;
    if (on) {
        soldiers_ = soldiers;
        lists_.resize(soldiers + companies);
        for (const auto& [at, items] : std::exchange(items_, {})) {
            for (const BattleItem& item : items) push(at, item);
        }
    } else {
        for (const std::vector<Waiting>& list : std::exchange(lists_, {})) {
            for (const Waiting& waiting : list) push(waiting.at, waiting.item);
        }
    }
}

std::vector<BattleItem> BattleQueue::takeAt(BattleTime at) {
    std::vector<BattleItem> items;
    while (next() <= at) {
        const std::vector<BattleItem> due = take();
        items.insert(items.end(), due.begin(), due.end());
    }
    for (std::vector<Waiting>& list : lists_) {
        std::erase_if(list, [&](const Waiting& waiting) {
            if (waiting.at > at) return false;
            items.push_back(waiting.item);
            return true;
        });
    }
    return sorted(std::move(items));
}

}  // namespace phalanx
