#include "behaviour/company_files.h"

#include <algorithm>
#include <cassert>

namespace phalanx {
namespace {

constexpr double kStepUp_s = 0.25;  // from rank to rank, until a file has moved up

}  // namespace

void leaveFile(BattleField& field, std::uint32_t unit, bool falls) {
    const FightingSoldier& soldier = field.soldiers[unit];
    std::vector<std::uint32_t>& file = field.companies[soldier.company].files[soldier.file];
    assert(file[soldier.rank] == unit);
    file.erase(file.begin() + soldier.rank);
    for (std::size_t r = soldier.rank; r < file.size(); ++r) {
        field.soldiers[file[r]].rank = static_cast<std::uint16_t>(r);
        const double delay = kReaction_s * field.chanceOf(file[r], BattleField::kOfDelay) +
                             kStepUp_s * static_cast<double>(r - soldier.rank);
        const bool gap = falls && r == soldier.rank;
        field.queue.push(field.after(delay),
                         {.who = file[r], .kind = ItemKind::kPlace, .data = static_cast<std::uint16_t>(gap)});
    }
}

void goToRear(BattleField& field, std::uint32_t unit) {
    FightingSoldier& soldier = field.soldiers[unit];
    leaveFile(field, unit, false);
    std::vector<std::uint32_t>& file = field.companies[soldier.company].files[soldier.file];
    soldier.rank = static_cast<std::uint16_t>(file.size());
    file.push_back(unit);
}

// Rank by rank, from left to right.
void fileUp(BattleField& field, std::uint32_t company, std::uint32_t files) {
    FightingCompany& c = field.companies[company];
    std::vector<std::uint32_t> units;
    std::size_t ranks = 0;
    for (const auto& file : c.files) ranks = std::max(ranks, file.size());
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        for (const auto& file : c.files) {
            if (rank < file.size()) units.push_back(file[rank]);
        }
    }
    c.place.files = std::clamp(files, 1U, std::max(1U, c.left));
    c.files.assign(c.place.files, {});
    for (std::size_t i = 0; i < units.size(); ++i) {
        FightingSoldier& soldier = field.soldiers[units[i]];
        soldier.file = static_cast<std::uint16_t>(i % c.place.files);
        soldier.rank = static_cast<std::uint16_t>(i / c.place.files);
        c.files[soldier.file].push_back(units[i]);
    }
}

}  // namespace phalanx
