#include "app/lesson/event_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "crowd/events/event_queue.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

std::string rateText(double count, double seconds) {
    return seconds > 0.0 ? grouped(static_cast<std::uint64_t>(count / seconds)) : "...";
}
StorageRow counted(std::string what, std::uint64_t count, double seconds) {
    return {std::move(what), "", rateText(static_cast<double>(count), seconds), grouped(count)};
}

StorageRow markerRow(const ArmyMarkers& markers) {
    std::size_t count = 0;
    for (const std::vector<ClipMarkers>& of_model : markers) {
        for (const ClipMarkers& of_clip : of_model) count += of_clip.size();
    }
    return {fmt::format("{} markers of clips", count), fmt::format("{} B per marker", sizeof(ClipMarker)), "",
            bytesText(count * sizeof(ClipMarker))};
}

}  // namespace

std::vector<StorageRow> storageRows(LessonEvents events, const ArmyMarkers& markers, const EventFacts& facts,
                                    std::uint32_t soldiers) {
    std::vector<StorageRow> rows{
        markerRow(markers),
        {"Soldiers, as before", fmt::format("{} B per soldier", sizeof(UnitInstance)), "",
         bytesText(soldiers * sizeof(UnitInstance))},
    };
    if (events == LessonEvents::kQueue) {
        const std::size_t entry = EventQueue::entryBytes();
        rows.push_back({fmt::format("{} in the queue", grouped(facts.waiting)),
                        fmt::format("{} B per entry", entry), "", bytesText(facts.waiting * entry)});
    }
    return rows;
}

std::vector<StorageRow> countRows(LessonEvents events, const EventFacts& facts, std::uint32_t soldiers) {
    if (!facts.counted) return {};
    std::vector<StorageRow> rows{counted("Events", facts.happened, facts.seconds)};
    if (events == LessonEvents::kQueue) {
        rows.push_back(counted("Soldiers looked at", facts.looked, facts.seconds));
        rows.push_back(counted("If all were asked", facts.frames * soldiers, facts.seconds));
    } else {
        rows.push_back(counted("Heard of", facts.heard, facts.seconds));
        rows.push_back(counted("Lost", facts.happened - facts.heard, facts.seconds));
        rows.push_back({"Longest frame", "", "", millisecondsText(1000.0 * facts.longest_frame_s)});
    }
    rows.push_back({"CPU, mean per frame", "", "", finerMillisecondsText(facts.cpu_ms)});
    return rows;
}

std::vector<StorageRow> storageRows(const Battle& battle, std::uint32_t soldiers) {
    const BehaviourGraph& graph = battle.graph();
    std::size_t transitions = graph.any.size();
    for (const BehaviourState& state : graph.states) transitions += state.to.size();
    const std::size_t entry = sizeof(BattleItem);
    return {
        {"Graph", fmt::format("{} states", graph.states.size()), "",
         fmt::format("{} transitions", transitions)},
        {"Soldier", fmt::format("{} B per soldier", sizeof(FightingSoldier)), "",
         bytesText(soldiers * sizeof(FightingSoldier))},
        {fmt::format("{} in the queue", grouped(battle.waiting())), fmt::format("{} B per entry", entry), "",
         bytesText(battle.waiting() * entry)},
    };
}

std::vector<StorageRow> countRows(const BattleWorkFacts& battle) {
    const auto row = [&](const char* what, double rate) {
        return StorageRow{what, "", grouped(static_cast<std::uint64_t>(rate)), ""};
    };
    return {row("Something happens", battle.happened),
            row("Soldiers looked at", battle.asked),
            row("Decisions", battle.decisions),
            {"CPU, mean per frame", "", "", finerMillisecondsText(battle.cpu_ms)}};
}

}  // namespace phalanx
