// What events and behaviour store and cost, for the steps of the lesson about them. No GL.
#pragma once

#include <vector>

#include "app/events/army_markers.h"
#include "app/lesson/lesson_steps.h"
#include "behaviour/battle.h"
#include "ui/data/facts.h"
#include "ui/lesson/lesson_facts.h"

namespace phalanx {

std::vector<StorageRow> storageRows(LessonEvents events, const ArmyMarkers& markers, const EventFacts& facts,
                                    std::uint32_t soldiers);
// Per second of the army's clock, and in all.
std::vector<StorageRow> countRows(LessonEvents events, const EventFacts& facts, std::uint32_t soldiers);

// Of the step about a battle.
std::vector<StorageRow> storageRows(const Battle& battle, std::uint32_t soldiers);
std::vector<StorageRow> countRows(const BattleWorkFacts& battle);

}  // namespace phalanx
