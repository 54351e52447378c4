// Graphs of behaviour: what is wrong is said with its line.
#include <gtest/gtest.h>

#include "behaviour/graph_check.h"
#include "core/error.h"
#include "cpu/behaviour/battle_army.h"

namespace phalanx {
namespace {

std::string refusal(const std::string& text) {
    try {
        const BehaviourGraph graph = parseGraph(text, "g.json");
        checkClips(graph, test::fighter().clips, "Fighter", text, "g.json");
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

std::string graphWith(const std::string& ready_to, const std::string& more = "") {
    return "{\"start\": \"ready\",\n"
           " \"states\": {\n"
           "  \"ready\": {\"clip\": \"Idle\", \"to\": [\n" +
           ready_to + "]}" + more + "\n }\n}";
}

TEST(BehaviourGraph, TheShippedOneFits) {
    const std::string text = readTextFile(graphFile(""));
    EXPECT_EQ(refusal(text), "");
    const BehaviourGraph graph = parseGraph(text, "g.json");
    for (const char* const state :
         {"ready", "march", "aim", "fire", "reload", "duck", "flinch", "fall", "flee", "cheer"})
        EXPECT_GE(graph.stateOf(state), 0) << state;
}

// Each is tried where those before it have failed: 0.45, then 0.4 of what is left, then what is left.
TEST(BehaviourGraph, ChancesAfterOthersAreThoseOfTheRest) {
    std::vector<Transition> transitions(5);
    for (Transition& t : transitions) t.on = Trigger::kShot;
    transitions[0].chance = 0.45;
    transitions[1].on = Trigger::kArrived;
    transitions[2].chance = 0.4;
    transitions[4].on = Trigger::kArrived;
    EXPECT_EQ(whyTexts(transitions),
              (std::vector<std::string>{"it is hit, 45 %", "it arrives", "it is hit, 40 % of the rest",
                                        "it is hit, the rest", "it arrives"}));
    // Of others in the file, and at another time, nothing was taken before.
    transitions[0].rank = Rank::kFront;
    transitions[2].rank = Rank::kBehind;
    transitions[3].on = Trigger::kAfter;
    transitions[3].from_s = transitions[3].until_s = 5.0;
    transitions[3].chance = 0.5;
    transitions[4].on = Trigger::kAfter;
    transitions[4].from_s = transitions[4].until_s = 2.0;
    EXPECT_EQ(whyTexts(transitions),
              (std::vector<std::string>{"it is hit, in front, 45 %", "it arrives",
                                        "it is hit, not in front, 40 %", "after 5 s, 50 %", "after 2 s"}));
}

TEST(BehaviourGraph, MistakesAreSaidWithTheirLine) {
    const std::string march =
        ",\n  \"march\": {\"clip\": \"Walk\", \"move\": \"to place\", \"to\": [{\"on\": "
        "\"arrived\", \"go\": \"ready\"}]}";
    const std::string go = "   {\"on\": \"order advance\", \"go\": \"march\"}";
    EXPECT_EQ(refusal(graphWith(go, march)), "");
    EXPECT_EQ(refusal(graphWith("   {\"on\": \"order advance\", \"go\": \"marhc\"}", march)),
              "g.json:4: states.ready.to[0].go is \"marhc\"; did you mean \"march\"?");
    EXPECT_EQ(refusal(graphWith("   {\"on\": \"order advnace\", \"go\": \"march\"}", march)),
              "g.json:4: states.ready.to[0].on is \"order advnace\"; did you mean \"order advance\"?");
    const std::string hurt =
        ",\n  \"hurt\": {\"clip\": \"Hit\", \"to\": [{\"on\": \"end\", \"go\": \"ready\"}]}";
    EXPECT_EQ(refusal(graphWith("   {\"on\": \"shot\", \"go\": \"hurt\"}", march + hurt)),
              "g.json:5: states.march cannot be reached from \"ready\"");
    EXPECT_EQ(refusal(graphWith("   {\"on\": \"shot\", \"go\": \"ready\"}")),
              "g.json:3: states.ready is a dead end: nothing in its \"to\" leads out of it; soldiers that "
              "have fallen need "
              "\"out\": true");
    EXPECT_EQ(refusal(graphWith(go, ",\n  \"march\": {\"clip\": \"Walk\", \"move\": \"to place\"}")),
              "g.json:5: states.march is a dead end: nothing in its \"to\" leads out of it; soldiers that "
              "have fallen need "
              "\"out\": true");
    EXPECT_EQ(
        refusal(graphWith(go,
                          ",\n  \"march\": {\"clip\": \"Wlak\", \"move\": \"to place\", \"to\": [{\"on\": "
                          "\"arrived\", \"go\": \"ready\"}]}")),
        "g.json:5: states.march.clip \"Wlak\" is none of the clips of Fighter; did you mean \"Walk\"?");
    EXPECT_EQ(
        refusal(graphWith(go,
                          ",\n  \"march\": {\"clip\": \"Idle\", \"move\": \"to place\", \"to\": [{\"on\": "
                          "\"arrived\", \"go\": \"ready\"}]}")),
        "g.json:5: states.march.clip \"Idle\" does not walk, but the state moves");
    EXPECT_EQ(refusal(graphWith(go + ",\n   {\"on\": \"end\", \"go\": \"march\"}", march)),
              "g.json:5: states.ready.to[1] waits for the end of \"Idle\", which loops");
    EXPECT_EQ(
        refusal(graphWith(go,
                          ",\n  \"march\": {\"clip\": \"Walk\", \"to\": [\n   {\"on\": \"order advance\", "
                          "\"go\": \"ready\"}]}")),
        "g.json:6: states.march.to[0] leads in a circle without any time: with the order advance back to "
        "\"ready\"");
    EXPECT_EQ(refusal(graphWith("   {\"on\": \"after\", \"go\": \"ready\"}")),
              "g.json:4: states.ready.to[0] has no \"seconds\"");
    EXPECT_EQ(refusal(graphWith("   {\"on\": \"after\", \"seconds\": [3, 2], \"go\": \"ready\"}")),
              "g.json:4: states.ready.to[0].seconds[1] is not a number from 3 to 600");
    EXPECT_EQ(refusal(graphWith("   {\"on\": \"shot\", \"chanse\": 0.5, \"go\": \"ready\"}")),
              "g.json:4: states.ready.to[0].chanse is not a known key; did you mean chance?");
    EXPECT_EQ(refusal(graphWith(go + ",\n   {\"on\": \"order fire\", \"go\": \"ready\"}", march)),
              "g.json:5: states.ready.to[1] leads in a circle without any time: with the order fire back to "
              "\"ready\"");
    EXPECT_EQ(
        refusal(graphWith(
            go + ",\n   {\"on\": \"shot\", \"go\": \"lies\"}",
            march + ",\n  \"lies\": {\"clip\": \"Die\", \"out\": true, \"to\": [{\"on\": \"end\", \"go\": "
                    "\"ready\"}]}")),
        "g.json:7: states.lies.to[0] leads from \"lies\", which is out, back into the battle");
    EXPECT_EQ(refusal(graphWith(
                  go + ",\n   {\"on\": \"shot\", \"go\": \"lies\"}",
                  march + ",\n  \"lies\": {\"clip\": \"Walk\", \"out\": true, \"move\": \"to rear\"}")),
              "g.json:7: states.lies is out, so it has no place to move to, and does not aim");
    EXPECT_EQ(
        refusal(graphWith(
            go,
            ",\n  \"march\": {\"clip\": \"Walk\", \"move\": \"to place\", \"to\": [{\"on\": \"arrived\", "
            "\"chance\": 0.5, \"go\": \"ready\"}]}")),
        "g.json:5: states.march moves, but has no transition on \"arrived\" that always holds");
    EXPECT_EQ(
        refusal("{\"start\": \"go\", \"states\": {\"go\": {\"clip\": \"Walk\", \"move\": \"away\", \"to\": "
                "[]}}}"),
        "g.json:1: start is \"go\", but soldiers begin in a state that stands: without move, aims and out");
    EXPECT_EQ(refusal("{\"start\": \"redy\", \"states\": {\"ready\": {\"clip\": \"Idle\"}}}"),
              "g.json:1: start is \"redy\"; did you mean \"ready\"?");
}

}  // namespace
}  // namespace phalanx
