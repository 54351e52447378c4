// Undo steps of the window's settings: what counts as a step, undo and redo.
#include "app/scene/undo.h"

#include <gtest/gtest.h>

namespace phalanx {
namespace {

UndoState stateWithUnits(std::uint32_t units) {
    UndoState state;
    state.settings.crowd.units = units;
    return state;
}

TEST(Undo, GoesBackAndForth) {
    UndoHistory history;
    EXPECT_FALSE(history.undo());
    history.take(stateWithUnits(1));
    history.take(stateWithUnits(1));
    EXPECT_EQ(history.undos(), 0U);
    history.take(stateWithUnits(2));
    history.take(stateWithUnits(3));
    ASSERT_EQ(history.undos(), 2U);
    EXPECT_EQ(history.undo()->settings.crowd.units, 2U);
    history.take(stateWithUnits(2));  // the result of an undo is not a new step
    EXPECT_EQ(history.redos(), 1U);
    EXPECT_EQ(history.undo()->settings.crowd.units, 1U);
    EXPECT_FALSE(history.undo());
    EXPECT_EQ(history.redo()->settings.crowd.units, 2U);
    EXPECT_EQ(history.redo()->settings.crowd.units, 3U);
    EXPECT_FALSE(history.redo());
}

TEST(Undo, ANewStepClearsRedo) {
    UndoHistory history;
    history.take(stateWithUnits(1));
    history.take(stateWithUnits(2));
    ASSERT_TRUE(history.undo());
    history.take(stateWithUnits(7));
    EXPECT_EQ(history.redos(), 0U);
    EXPECT_EQ(history.undo()->settings.crowd.units, 1U);
}

TEST(Undo, ChangesByTheProgramAreNotSteps) {
    UndoHistory history;
    history.take(stateWithUnits(1));
    history.settle(stateWithUnits(5));
    EXPECT_EQ(history.undos(), 0U);
    history.take(stateWithUnits(6));
    EXPECT_EQ(history.undo()->settings.crowd.units, 5U);
    history.forget();
    EXPECT_FALSE(history.redo());
    EXPECT_EQ(history.undos(), 0U);
}

TEST(Undo, ForgetsTheOldest) {
    UndoHistory history;
    for (std::uint32_t units = 0; units < 2 * UndoHistory::kMostSteps; ++units)
        history.take(stateWithUnits(units));
    EXPECT_EQ(history.undos(), UndoHistory::kMostSteps);
}

TEST(Undo, DescribesDifferences) {
    UndoState before;
    before.settings.auto_units = false;
    EXPECT_EQ(differenceText(before, before), "");
    UndoState after = before;
    after.settings.crowd.units += 1;
    after.settings.crowd.speed = 2.0;
    after.settings.render.technique = "palette";
    EXPECT_EQ(differenceText(before, after), "Units, Speed, Technique");
    after = before;
    after.settings.render.skin.switches.weights = 1;
    after.settings.render.samples = 1;
    after.edits[3].speed = 0.5;
    EXPECT_EQ(differenceText(before, after), "Samples, Joints per vertex, Settings of single soldiers");
}

}  // namespace
}  // namespace phalanx
