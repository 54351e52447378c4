// The clips that are selected for real models by clip name: default ones, and those of layers.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "cpu/crowd/crowd_army.h"
#include "crowd/clip_names.h"

namespace phalanx {
namespace {

using namespace test;

TEST(ClipNames, DefaultClipsOfRealModels) {
    const auto choose = [](std::initializer_list<const char*> names) {
        std::vector<BakedClip> clips;
        for (const char* name : names) clips.push_back(clip(name, 1.0, true, 0.0));
        const ClipChoice c = defaultClips(clips);
        return std::pair<std::string, std::string>(clips[static_cast<std::size_t>(c.a)].name,
                                                   clips[static_cast<std::size_t>(c.b)].name);
    };
    using Pair = std::pair<std::string, std::string>;
    EXPECT_EQ(choose({"1H_Melee_Attack_Chop", "Idle", "Running_A", "Running_B", "Running_Strafe_Left",
                      "T-Pose", "Walking_A", "Walking_Backwards"}),
              (Pair{"Walking_A", "Running_A"}));
    EXPECT_EQ(choose({"Walking_Backwards", "Running_Strafe_Left", "Running_B", "Walking_C"}),
              (Pair{"Walking_C", "Running_B"}));
    EXPECT_EQ(choose({"mixamo.com"}), (Pair{"mixamo.com", "mixamo.com"}));
    EXPECT_EQ(choose({"HumanArmature|Man_Clapping", "HumanArmature|Man_Idle", "HumanArmature|Man_Run",
                      "HumanArmature|Man_RunningJump", "HumanArmature|Man_Walk"}),
              (Pair{"HumanArmature|Man_Walk", "HumanArmature|Man_Run"}));
    EXPECT_EQ(choose({"Survey", "Walk", "Run"}), (Pair{"Walk", "Run"}));
    EXPECT_EQ(choose({"Wave", "Idle", "Run"}), (Pair{"Run", "Idle"}));
    EXPECT_EQ(choose({"Dance", "Wave"}), (Pair{"Dance", "Wave"}));
    EXPECT_EQ(choose({"Idle_Gun_Pointing", "Idle", "CharacterArmature|March"}),
              (Pair{"CharacterArmature|March", "Idle"}));
    // "Trunk" and "Crunch" contain "run" but are not runs.
    EXPECT_EQ(choose({"Trunk", "Crunch", "Jog_Fwd"}), (Pair{"Jog_Fwd", "Trunk"}));
}

// A name with "*" loops.
std::vector<NamedClip> namedClips(std::initializer_list<const char*> names) {
    std::vector<NamedClip> clips;
    for (std::string_view name : names) {
        const bool loops = name.ends_with('*');
        if (loops) name.remove_suffix(1);
        clips.push_back({name, loops});
    }
    return clips;
}

TEST(ClipNames, ActionsOfRealModels) {
    const auto action = [](std::string_view name) { return readClipName(name).action; };
    EXPECT_EQ(action("2H_Ranged_Aiming"), ClipAction::kAim);
    EXPECT_EQ(action("HitFront"), ClipAction::kHit);
    EXPECT_EQ(action("CharacterArmature|HitReact"), ClipAction::kHit);
    EXPECT_EQ(action("LookAround"), ClipAction::kLook);
    EXPECT_EQ(action("HumanArmature|Man_Death"), ClipAction::kFall);
    EXPECT_EQ(action("Die2"), ClipAction::kFall);
    EXPECT_EQ(action("Hit_Fall"), ClipAction::kFall);
    EXPECT_EQ(action("Fall_Hit"), ClipAction::kFall);
    EXPECT_EQ(action("White"), ClipAction::kNone);  // contains "hit"
    EXPECT_EQ(action("GetUp2"), ClipAction::kRise);
    EXPECT_EQ(action("Lie_StandUp"), ClipAction::kRise);
    EXPECT_EQ(action("Armature|Getting Up"), ClipAction::kRise);
    EXPECT_EQ(action("stand_up"), ClipAction::kRise);
    EXPECT_EQ(action("standup"), ClipAction::kRise);
    EXPECT_EQ(action("Rise_From_Ground"), ClipAction::kRise);
    EXPECT_EQ(action("Hit_GetUp"), ClipAction::kRise);
    EXPECT_EQ(action("GetUp_Look"), ClipAction::kRise);
    EXPECT_EQ(action("Fall_GetUp"), ClipAction::kFall);
    EXPECT_EQ(action("GetUp_Fall"), ClipAction::kFall);
    EXPECT_EQ(action("Stand_Look_Up"), ClipAction::kLook);
    EXPECT_EQ(action("Sunrise"), ClipAction::kNone);
    EXPECT_EQ(action("Target_Up"), ClipAction::kNone);
}

TEST(ClipNames, LayersAim) {
    const auto choose = [](std::initializer_list<const char*> names) {
        const std::vector<NamedClip> clips = namedClips(names);
        return std::string(clips[layerClip(clips)].name);
    };
    EXPECT_EQ(choose({"Idle*", "Walk*", "AimUp", "Aim", "Die"}), "Aim");
    EXPECT_EQ(choose({"Idle*", "Walk*"}), "Idle");
    EXPECT_EQ(choose({"GetUp", "Die", "Idle*"}), "Idle");
    EXPECT_EQ(choose({"GetUp", "Die"}), "GetUp");
}

TEST(ClipNames, AdditiveClipsAreHitsAndNeverFallsOrRises) {
    const auto choose = [](std::initializer_list<const char*> names, std::string_view base) {
        const std::vector<NamedClip> clips = namedClips(names);
        const AdditiveClips chosen = additiveClips(clips, {{base}});
        return std::pair<std::string, std::string>(clips[chosen.clip].name, clips[chosen.reference].name);
    };
    using Pair = std::pair<std::string, std::string>;
    EXPECT_EQ(choose({"Walk*", "Idle*", "Run*", "LookAround", "HitFront", "Hit", "Die", "Die2"}, "Walk"),
              (Pair{"Hit", "Idle"}));
    EXPECT_EQ(choose({"Idle*", "Walk*", "LookAround", "Die"}, "Walk"), (Pair{"LookAround", "Idle"}));
    EXPECT_EQ(choose({"Idle*", "Hit_Fall", "Wave", "Walk*", "Run*", "Die"}, "Walk"), (Pair{"Run", "Idle"}));
    EXPECT_EQ(choose({"Walk*", "Death", "Wave"}, "Walk"), (Pair{"Wave", "Walk"}));
    EXPECT_EQ(choose({"Idle*", "Walk*", "Death"}, "Walk"), (Pair{"Walk", "Idle"}));
    EXPECT_EQ(choose({"Walk*", "Death", "Fall"}, "Walk"), (Pair{"Walk", "Walk"}));
    EXPECT_EQ(choose({"Walk*", "GetUp", "Wave"}, "Walk"), (Pair{"Wave", "Walk"}));
    EXPECT_EQ(choose({"Walk*", "GetUp", "Hit_StandUp"}, "Walk"), (Pair{"Walk", "Walk"}));
}

// A name with "*" loops.
std::vector<BakedClip> bakedClips(std::initializer_list<const char*> names) {
    std::vector<BakedClip> clips;
    for (const NamedClip& named : namedClips(names))
        clips.push_back(clip(std::string(named.name).c_str(), 1.0, named.loops, 0.0));
    return clips;
}

TEST(ClipNames, UnitsPlayNoFallsOrRisesByDefault) {
    const auto choose = [](std::initializer_list<const char*> names) {
        const std::vector<BakedClip> clips = bakedClips(names);
        const ClipChoice c = defaultClips(clips);
        return std::pair<std::string, std::string>(clips[static_cast<std::size_t>(c.a)].name,
                                                   clips[static_cast<std::size_t>(c.b)].name);
    };
    using Pair = std::pair<std::string, std::string>;
    EXPECT_EQ(choose({"GetUp*", "Idle_Death*", "Wave*"}), (Pair{"Wave", "Wave"}));
    EXPECT_EQ(choose({"GetUp", "Die", "Wave"}), (Pair{"Wave", "Wave"}));
    EXPECT_EQ(choose({"Walk_StandUp*", "Walk_Left*"}), (Pair{"Walk_Left", "Walk_Left"}));
    EXPECT_EQ(choose({"GetUp", "Die"}), (Pair{"GetUp", "GetUp"}));
}

TEST(ClipNames, RisingClipsEndAndKeepTheirOrder) {
    const std::vector<BakedClip> clips =
        bakedClips({"Idle*", "GetUp2", "Die", "Lie_StandUp", "StandUp_Loop*", "GetUp"});
    EXPECT_EQ(risingClips(clips), (std::vector<int>{1, 3, 5}));
    EXPECT_EQ(fallingClip(clips), 2);
    EXPECT_TRUE(risingClips(bakedClips({"Idle*", "Die"})).empty());
}

}  // namespace
}  // namespace phalanx
