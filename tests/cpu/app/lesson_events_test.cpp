// The steps of the lesson about events and behaviour: what they set, and numbers that are those of what runs.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/lesson/event_tables.h"
#include "app/lesson/lesson_steps.h"
#include "cpu/behaviour/battle_army.h"

namespace phalanx {
namespace {

const LessonStep& stepOf(LessonEvents events) {
    return *std::ranges::find(lessonSteps(), events, &LessonStep::events);
}

TEST(LessonEventSteps, SetMistakesTracesAndABattle) {
    Settings settings;
    settings.crowd.formation = Formation::kRing;
    settings.event_mistakes.ask_all = true;
    setLessonStep(stepOf(LessonEvents::kPolled), false, "", settings);
    EXPECT_EQ(settings.event_mistakes, (EventMistakes{.once_per_frame = true}));
    EXPECT_TRUE(settings.render.traces);
    EXPECT_EQ(mistakesOn(settings), 1U);
    for (const LessonEvents right : {LessonEvents::kClock, LessonEvents::kQueue}) {
        setLessonStep(stepOf(right), false, "", settings);
        EXPECT_EQ(settings.event_mistakes, EventMistakes{});
        EXPECT_TRUE(settings.render.traces);
        EXPECT_EQ(settings.crowd.formation, Formation::kRing);
    }
    setLessonStep(stepOf(LessonEvents::kGraph), false, "", settings);
    EXPECT_EQ(settings.crowd.formation, Formation::kBattle);
    setLessonStep(lessonSteps().front(), false, "", settings);
    EXPECT_FALSE(settings.render.traces);
}

TEST(LessonEventSteps, CountWhatHappened) {
    EventFacts facts;
    EXPECT_TRUE(countRows(LessonEvents::kPolled, facts, 100).empty()) << "nothing is counted yet";
    facts.counted = true;
    facts.happened = 3000;
    facts.heard = 2400;
    facts.seconds = 10.0;
    facts.frames = 50;
    facts.longest_frame_s = 1.0;
    facts.waiting = 700;
    facts.looked = 40;
    const std::vector<StorageRow> polled = countRows(LessonEvents::kPolled, facts, 100);
    ASSERT_EQ(polled.size(), 5U);
    EXPECT_EQ(polled[0].per_frame, "300");
    EXPECT_EQ(polled[0].all, "3,000");
    EXPECT_EQ(polled[1].all, "2,400");
    EXPECT_EQ(polled[2].all, "600");
    const std::vector<StorageRow> queue = countRows(LessonEvents::kQueue, facts, 100);
    EXPECT_EQ(queue[1].all, "40");
    EXPECT_EQ(queue[2].all, "5,000") << "50 frames of 100 soldiers";
    const std::vector<StorageRow> stored =
        storageRows(LessonEvents::kQueue, test::fighterMarkers(), facts, 100);
    ASSERT_EQ(stored.size(), 3U);
    EXPECT_EQ(stored[0].what, "3 markers of clips");
    EXPECT_EQ(stored[1].all, "6.40 kB");
    EXPECT_EQ(stored[2].what, "700 in the queue");
    EXPECT_EQ(storageRows(LessonEvents::kClock, test::fighterMarkers(), facts, 100).size(), 2U);
}

TEST(LessonEventSteps, ShowTheGraphThatIsPlayed) {
    Crowd crowd = test::hosts(200);
    Battle battle = test::battleOf(crowd);
    battle.advance(crowd, 4 * test::kSecond);
    const std::vector<StorageRow> stored = storageRows(battle, crowd.size());
    ASSERT_EQ(stored.size(), 3U);
    EXPECT_EQ(stored[0].each, std::to_string(battle.graph().states.size()) + " states");
    EXPECT_EQ(stored[2].what, std::to_string(battle.waiting()) + " in the queue");
    EXPECT_GT(battle.waiting(), 0U);
    BattleWorkFacts work;
    work.asked = work.happened = 120.0;
    work.decisions = 30.0;
    EXPECT_EQ(countRows(work)[1].per_frame, "120");
}

}  // namespace
}  // namespace phalanx
