// The default clips that are selected for real models by clip name.
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

TEST(ClipNames, ClipsToAddToAStack) {
    const std::vector<std::string> soldier{"Idle", "Walk", "Aim", "Hit", "Die", "Die2", "Salute"};
    EXPECT_EQ(clipForLayer(soldier), 2);
    EXPECT_EQ(clipForAdditive(soldier), 3);
    const std::vector<std::string> woman{"Female_Death", "Female_Idle_Look", "Female_White", "Female_Claim"};
    EXPECT_EQ(clipForAdditive(woman), 1) << "words begin with it: White has no hit, Claim no aim";
    EXPECT_EQ(clipForLayer(woman), -1);
    EXPECT_EQ(clipForAdditive(std::vector<std::string>{"Flinch_L", "Hit_1"}), 1) << "the order of the words";
}

}  // namespace
}  // namespace phalanx
