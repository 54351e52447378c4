// Which joints of a skeleton are which parts of a body, for the namings of the field.
#include "anim/body/body_map.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <map>
#include <string>
#include <utility>

namespace phalanx {
namespace {

using Tree = std::vector<Node>;

// "name < parent" lines, parents first.
Tree treeOf(std::initializer_list<std::pair<const char*, const char*>> names_and_parents) {
    Tree tree;
    std::map<std::string, int> index;
    for (const auto& [name, parent] : names_and_parents) {
        Node node;
        node.name = name;
        node.parent = *parent == '\0' ? -1 : index.at(parent);
        index[name] = static_cast<int>(tree.size());
        tree.push_back(node);
    }
    return tree;
}

std::string found(const Tree& tree, BodyRole role) {
    const BodyMap map = findBodyMap(tree);
    std::string text;
    for (const int node : map.nodes(role))
        text += (text.empty() ? "" : " ") + tree[static_cast<std::size_t>(node)].name;
    return text;
}

TEST(BodyMap, MixamoWithItsPrefix) {
    const Tree tree = treeOf({{"mixamorig:Hips", ""},
                              {"mixamorig:Spine", "mixamorig:Hips"},
                              {"mixamorig:Spine1", "mixamorig:Spine"},
                              {"mixamorig:Spine2", "mixamorig:Spine1"},
                              {"mixamorig:Neck", "mixamorig:Spine2"},
                              {"mixamorig:Head", "mixamorig:Neck"},
                              {"mixamorig:HeadTop_End", "mixamorig:Head"},
                              {"mixamorig:LeftShoulder", "mixamorig:Spine2"},
                              {"mixamorig:LeftArm", "mixamorig:LeftShoulder"},
                              {"mixamorig:LeftForeArm", "mixamorig:LeftArm"},
                              {"mixamorig:LeftHand", "mixamorig:LeftForeArm"},
                              {"mixamorig:LeftHandIndex1", "mixamorig:LeftHand"},
                              {"mixamorig:LeftHandIndex2", "mixamorig:LeftHandIndex1"},
                              {"mixamorig:RightShoulder", "mixamorig:Spine2"},
                              {"mixamorig:RightArm", "mixamorig:RightShoulder"},
                              {"mixamorig:RightForeArm", "mixamorig:RightArm"},
                              {"mixamorig:RightHand", "mixamorig:RightForeArm"},
                              {"mixamorig:LeftUpLeg", "mixamorig:Hips"},
                              {"mixamorig:LeftLeg", "mixamorig:LeftUpLeg"},
                              {"mixamorig:LeftFoot", "mixamorig:LeftLeg"},
                              {"mixamorig:LeftToeBase", "mixamorig:LeftFoot"},
                              {"mixamorig:RightUpLeg", "mixamorig:Hips"},
                              {"mixamorig:RightLeg", "mixamorig:RightUpLeg"},
                              {"mixamorig:RightFoot", "mixamorig:RightLeg"}});
    EXPECT_EQ(found(tree, BodyRole::kHips), "mixamorig:Hips");
    EXPECT_EQ(found(tree, BodyRole::kSpine), "mixamorig:Spine mixamorig:Spine1 mixamorig:Spine2");
    EXPECT_EQ(found(tree, BodyRole::kNeck), "mixamorig:Neck");
    EXPECT_EQ(found(tree, BodyRole::kHead), "mixamorig:Head");
    EXPECT_EQ(found(tree, BodyRole::kLeftShoulder), "mixamorig:LeftShoulder");
    EXPECT_EQ(found(tree, BodyRole::kLeftUpperArm), "mixamorig:LeftArm");
    EXPECT_EQ(found(tree, BodyRole::kLeftLowerArm), "mixamorig:LeftForeArm");
    EXPECT_EQ(found(tree, BodyRole::kLeftHand), "mixamorig:LeftHand");
    EXPECT_EQ(found(tree, BodyRole::kLeftIndex), "mixamorig:LeftHandIndex1 mixamorig:LeftHandIndex2");
    EXPECT_EQ(found(tree, BodyRole::kLeftLowerLeg), "mixamorig:LeftLeg");
    EXPECT_EQ(found(tree, BodyRole::kLeftToes), "mixamorig:LeftToeBase");
    EXPECT_EQ(found(tree, BodyRole::kRightToes), "");
    EXPECT_TRUE(missingRoles(findBodyMap(tree)).empty());
}

TEST(BodyMap, RigifyCallsItsNeckSpine) {
    const Tree tree = treeOf({{"root", ""},
                              {"MCH-torso", "root"},
                              {"DEF-spine", "root"},
                              {"DEF-spine.001", "DEF-spine"},
                              {"DEF-spine.003", "DEF-spine.001"},
                              {"DEF-spine.004", "DEF-spine.003"},
                              {"DEF-spine.006", "DEF-spine.004"},
                              {"DEF-shoulder.L", "DEF-spine.003"},
                              {"DEF-upper_arm.L", "DEF-shoulder.L"},
                              {"DEF-upper_arm.L.001", "DEF-upper_arm.L"},
                              {"DEF-forearm.L", "DEF-upper_arm.L.001"},
                              {"DEF-forearm.L.001", "DEF-forearm.L"},
                              {"DEF-hand.L", "DEF-forearm.L.001"},
                              {"DEF-shoulder.R", "DEF-spine.003"},
                              {"DEF-upper_arm.R", "DEF-shoulder.R"},
                              {"DEF-forearm.R", "DEF-upper_arm.R"},
                              {"DEF-hand.R", "DEF-forearm.R"},
                              {"DEF-thigh.L", "DEF-spine"},
                              {"DEF-thigh.L.001", "DEF-thigh.L"},
                              {"DEF-shin.L", "DEF-thigh.L.001"},
                              {"DEF-foot.L", "DEF-shin.L"},
                              {"DEF-toe.L", "DEF-foot.L"},
                              {"DEF-thigh.R", "DEF-spine"},
                              {"DEF-shin.R", "DEF-thigh.R"},
                              {"DEF-foot.R", "DEF-shin.R"},
                              {"foot_ik.L", "root"},
                              {"foot_ik.R", "root"}});
    EXPECT_EQ(found(tree, BodyRole::kHips), "DEF-spine");
    EXPECT_EQ(found(tree, BodyRole::kSpine), "DEF-spine.001 DEF-spine.003");
    EXPECT_EQ(found(tree, BodyRole::kNeck), "DEF-spine.004");
    EXPECT_EQ(found(tree, BodyRole::kHead), "DEF-spine.006");
    EXPECT_EQ(found(tree, BodyRole::kLeftUpperArm), "DEF-upper_arm.L");
    EXPECT_EQ(found(tree, BodyRole::kLeftLowerArm), "DEF-forearm.L");
    EXPECT_EQ(found(tree, BodyRole::kLeftUpperLeg), "DEF-thigh.L");
    EXPECT_EQ(found(tree, BodyRole::kLeftFoot), "DEF-foot.L");
    EXPECT_TRUE(missingRoles(findBodyMap(tree)).empty());
}

TEST(BodyMap, CarnegieMellonsMotionCapture) {
    const Tree tree = treeOf({{"Hips", ""},
                              {"LHipJoint", "Hips"},
                              {"LeftUpLeg", "LHipJoint"},
                              {"LeftLeg", "LeftUpLeg"},
                              {"LeftFoot", "LeftLeg"},
                              {"LeftToeBase", "LeftFoot"},
                              {"RHipJoint", "Hips"},
                              {"RightUpLeg", "RHipJoint"},
                              {"RightLeg", "RightUpLeg"},
                              {"RightFoot", "RightLeg"},
                              {"LowerBack", "Hips"},
                              {"Spine", "LowerBack"},
                              {"Spine1", "Spine"},
                              {"Neck", "Spine1"},
                              {"Neck1", "Neck"},
                              {"Head", "Neck1"},
                              {"LeftShoulder", "Spine1"},
                              {"LeftArm", "LeftShoulder"},
                              {"LeftForeArm", "LeftArm"},
                              {"LeftHand", "LeftForeArm"},
                              {"LThumb", "LeftHand"},
                              {"RightShoulder", "Spine1"},
                              {"RightArm", "RightShoulder"},
                              {"RightForeArm", "RightArm"},
                              {"RightHand", "RightForeArm"}});
    EXPECT_EQ(found(tree, BodyRole::kHips), "Hips");
    EXPECT_EQ(found(tree, BodyRole::kSpine), "LowerBack Spine Spine1");
    EXPECT_EQ(found(tree, BodyRole::kNeck), "Neck Neck1");
    EXPECT_EQ(found(tree, BodyRole::kLeftUpperLeg), "LeftUpLeg");
    EXPECT_EQ(found(tree, BodyRole::kLeftLowerLeg), "LeftLeg");
    EXPECT_EQ(found(tree, BodyRole::kLeftThumb), "LThumb");
    EXPECT_TRUE(missingRoles(findBodyMap(tree)).empty());
}

TEST(BodyMap, BiovisionNamesLimbsByTheirJoints) {
    const Tree tree = treeOf({{"Hips", ""},
                              {"LeftHip", "Hips"},
                              {"LeftKnee", "LeftHip"},
                              {"LeftAnkle", "LeftKnee"},
                              {"RightHip", "Hips"},
                              {"RightKnee", "RightHip"},
                              {"RightAnkle", "RightKnee"},
                              {"Chest", "Hips"},
                              {"LeftCollar", "Chest"},
                              {"LeftShoulder", "LeftCollar"},
                              {"LeftElbow", "LeftShoulder"},
                              {"LeftWrist", "LeftElbow"},
                              {"RightCollar", "Chest"},
                              {"RightShoulder", "RightCollar"},
                              {"RightElbow", "RightShoulder"},
                              {"RightWrist", "RightElbow"},
                              {"Neck", "Chest"},
                              {"Head", "Neck"}});
    EXPECT_EQ(found(tree, BodyRole::kLeftUpperLeg), "LeftHip");
    EXPECT_EQ(found(tree, BodyRole::kLeftLowerLeg), "LeftKnee");
    EXPECT_EQ(found(tree, BodyRole::kLeftFoot), "LeftAnkle");
    EXPECT_EQ(found(tree, BodyRole::kLeftShoulder), "LeftCollar");
    EXPECT_EQ(found(tree, BodyRole::kLeftUpperArm), "LeftShoulder");
    EXPECT_EQ(found(tree, BodyRole::kLeftLowerArm), "LeftElbow");
    EXPECT_EQ(found(tree, BodyRole::kLeftHand), "LeftWrist");
    EXPECT_TRUE(missingRoles(findBodyMap(tree)).empty());
}

TEST(BodyMap, BipedUnrealAndPoser) {
    const auto legAndArm = [](std::initializer_list<const char*> names) {
        // root, pelvis, spine, then thigh, shin, foot, collar, upper arm, forearm, hand of each side
        const std::vector<const char*> n(names);
        Tree tree = treeOf({{n[0], ""}, {n[1], n[0]}});
        const auto add = [&](const char* name, int parent) {
            Node node;
            node.name = name;
            node.parent = parent;
            tree.push_back(node);
            return static_cast<int>(tree.size()) - 1;
        };
        for (std::size_t side = 0; side < 2; ++side) {
            int node = 0;
            for (std::size_t i = 0; i < 3; ++i) node = add(n[2 + side * 7 + i], node);
            node = 1;
            for (std::size_t i = 3; i < 7; ++i) node = add(n[2 + side * 7 + i], node);
        }
        return tree;
    };
    const Tree biped = legAndArm({"Bip01 Pelvis", "Bip01 Spine", "Bip01 L Thigh", "Bip01 L Calf",
                                  "Bip01 L Foot", "Bip01 L Clavicle", "Bip01 L UpperArm", "Bip01 L Forearm",
                                  "Bip01 L Hand", "Bip01 R Thigh", "Bip01 R Calf", "Bip01 R Foot",
                                  "Bip01 R Clavicle", "Bip01 R UpperArm", "Bip01 R Forearm", "Bip01 R Hand"});
    const Tree unreal = legAndArm({"pelvis", "spine_01", "thigh_l", "calf_l", "foot_l", "clavicle_l",
                                   "upperarm_l", "lowerarm_l", "hand_l", "thigh_r", "calf_r", "foot_r",
                                   "clavicle_r", "upperarm_r", "lowerarm_r", "hand_r"});
    const Tree poser =
        legAndArm({"hip", "abdomen", "lThigh", "lShin", "lFoot", "lCollar", "lShldr", "lForeArm", "lHand",
                   "rThigh", "rShin", "rFoot", "rCollar", "rShldr", "rForeArm", "rHand"});
    const Tree vrm = legAndArm({"J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_L_UpperLeg", "J_Bip_L_LowerLeg",
                                "J_Bip_L_Foot", "J_Bip_L_Shoulder", "J_Bip_L_UpperArm", "J_Bip_L_LowerArm",
                                "J_Bip_L_Hand", "J_Bip_R_UpperLeg", "J_Bip_R_LowerLeg", "J_Bip_R_Foot",
                                "J_Bip_R_Shoulder", "J_Bip_R_UpperArm", "J_Bip_R_LowerArm", "J_Bip_R_Hand"});
    for (const Tree& tree : {biped, unreal, poser, vrm}) {
        const BodyMap map = findBodyMap(tree);
        EXPECT_TRUE(missingRoles(map).empty()) << tree[2].name << ": " << textOf(missingRoles(map));
        EXPECT_EQ(map.first(BodyRole::kHips), 0) << tree[2].name;
        EXPECT_EQ(map.nodes(BodyRole::kSpine), std::vector<int>{1}) << tree[2].name;
        constexpr std::array kOrder{BodyRole::kLeftUpperLeg, BodyRole::kLeftLowerLeg, BodyRole::kLeftFoot,
                                    BodyRole::kLeftShoulder, BodyRole::kLeftUpperArm, BodyRole::kLeftLowerArm,
                                    BodyRole::kLeftHand};
        for (std::size_t i = 0; i < kOrder.size(); ++i) {
            EXPECT_EQ(map.first(kOrder[i]), static_cast<int>(2 + i)) << tree[2 + i].name;
            EXPECT_EQ(map.first(onSide(kOrder[i], 1)), static_cast<int>(9 + i)) << tree[9 + i].name;
        }
    }
}

// The feet of a rig with inverse kinematics hang from the root.
TEST(BodyMap, FeetThatHangFromTheRoot) {
    const Tree tree = treeOf({{"Bone", ""},
                              {"Foot.L", "Bone"},
                              {"Body", "Bone"},
                              {"Hips", "Body"},
                              {"Torso", "Hips"},
                              {"Head", "Torso"},
                              {"UpperArm.L", "Torso"},
                              {"LowerArm.L", "UpperArm.L"},
                              {"Palm.L", "LowerArm.L"},
                              {"UpperArm.R", "Torso"},
                              {"LowerArm.R", "UpperArm.R"},
                              {"Palm.R", "LowerArm.R"},
                              {"UpperLeg.L", "Body"},
                              {"LowerLeg.L", "UpperLeg.L"},
                              {"UpperLeg.R", "Body"},
                              {"LowerLeg.R", "UpperLeg.R"},
                              {"Foot.R", "Bone"}});
    EXPECT_EQ(found(tree, BodyRole::kHips), "Body");
    EXPECT_EQ(found(tree, BodyRole::kSpine), "Hips Torso");
    EXPECT_EQ(found(tree, BodyRole::kLeftFoot), "Foot.L");
    EXPECT_EQ(found(tree, BodyRole::kRightLowerLeg), "LowerLeg.R");
    EXPECT_TRUE(missingRoles(findBodyMap(tree)).empty());
}

TEST(BodyMap, AFishIsNoBody) {
    const Tree tree = treeOf({{"Root", ""}, {"Tail", "Root"}, {"Head", "Root"}, {"Fin.L", "Root"}});
    EXPECT_EQ(missingRoles(findBodyMap(tree)).size(), 11U);
}

TEST(BodyMap, RolesHaveNamesAndMirrorImages) {
    for (std::size_t r = 0; r < kBodyRoles; ++r) {
        const auto role = static_cast<BodyRole>(r);
        EXPECT_EQ(roleCalled(nameOf(role)), role);
        EXPECT_EQ(mirrored(mirrored(role)), role);
    }
    EXPECT_EQ(mirrored(BodyRole::kLeftHand), BodyRole::kRightHand);
    EXPECT_EQ(mirrored(BodyRole::kHead), BodyRole::kHead);
    EXPECT_EQ(roleCalled("Tail"), std::nullopt);
}

}  // namespace
}  // namespace phalanx
