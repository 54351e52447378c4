// Writes the result of CrowdSelection as lists by group and LOD.
#include <algorithm>
#include <cassert>

#include "core/parallel.h"
#include "crowd/selection.h"

namespace phalanx {

// Counts the units of a chunk per LOD. Most cells have one result for all units, which are then not visited.
void CrowdSelection::count(Chunk& chunk) const {
    std::array<std::size_t, kMaxLods + 1> counts{};
    const std::uint8_t* const lods = groups_[chunk.group].lods.data();
    for (std::size_t c = chunk.first; c < chunk.last; ++c) {
        const Cell& cell = cells_[c];
        if (cell.answer != kMixed) {
            counts[cell.answer] += cell.count;
            continue;
        }
        for (std::uint32_t i = 0; i < cell.count; ++i) ++counts[lods[cell.first + i]];
    }
    std::copy(counts.begin() + 1, counts.end(), chunk.at.begin());
}

void CrowdSelection::makeRuns() {
    runs_.clear();
    count_ = 0;
    std::size_t begin = 0;
    while (begin < chunks_.size()) {
        std::size_t end = begin;
        while (end < chunks_.size() && chunks_[end].group == chunks_[begin].group) ++end;
        for (std::size_t lod = 0; lod < kMaxLods; ++lod) {
            const std::size_t first = count_;
            for (std::size_t c = begin; c < end; ++c) {
                const std::size_t here = chunks_[c].at[lod];
                chunks_[c].at[lod] = count_;
                count_ += here;
            }
            if (count_ > first) {
                runs_.push_back(
                    {static_cast<int>(chunks_[begin].group), static_cast<int>(lod), first, count_ - first});
            }
        }
        begin = end;
    }
}

void CrowdSelection::write(std::span<std::uint32_t> out) const {
    assert(out.size() >= count_);
    parallelFor(chunks_.size(), 0, [&](std::size_t c) {
        const Chunk& chunk = chunks_[c];
        std::array<std::size_t, kMaxLods> next = chunk.at;
        const Group& group = groups_[chunk.group];
        for (std::size_t i = chunk.first; i < chunk.last; ++i) {
            const Cell& cell = cells_[i];
            if (cell.answer == 0) continue;
            const std::uint32_t* const order = group.order.data() + cell.first;
            if (cell.answer != kMixed) {
                std::size_t& at = next[cell.answer - 1U];
                std::copy_n(order, cell.count, out.data() + at);
                at += cell.count;
                continue;
            }
            const std::uint8_t* const lods = group.lods.data() + cell.first;
            for (std::uint32_t u = 0; u < cell.count; ++u) {
                if (lods[u] != 0) out[next[lods[u] - 1U]++] = order[u];
            }
        }
    });
}

std::vector<int> CrowdSelection::lods(int group) const {
    const Group& of = groups_[static_cast<std::size_t>(group)];
    std::vector<int> lods(of.order.size(), -1);
    for (const Cell& cell : cells_) {
        if (cell.group != static_cast<std::uint32_t>(group)) continue;
        for (std::uint32_t i = cell.first; i < cell.first + cell.count; ++i)
            lods[of.order[i]] = (cell.answer == kMixed ? of.lods[i] : cell.answer) - 1;
    }
    return lods;
}

}  // namespace phalanx
