// Clips carried over from one body to another: joint axes, rest poses, proportions, feet and hands.
#include "asset/retarget/retarget.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "anim/body/body_map.h"
#include "anim/layers/pose_tree.h"
#include "anim/pose/pose.h"
#include "core/error.h"
#include "cpu/asset/samples/gltf_builder.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

using test::soldier;

Model faceless(Model model) {
    model.morph_targets.clear();
    for (Clip& clip : model.clips) clip.morph_tracks.clear();
    return model;
}

ClipSource sourceOf(const Model& model, const std::string& clip) {
    ClipSource source{model.nodes, {}, model.morph_targets, model.palette};
    source.clips.push_back(model.clips[static_cast<std::size_t>(findClip(model, clip))]);
    source.clips.back().loops = false;
    return source;
}

RetargetResult carriedOver(const ClipSource& source, const Model& model,
                           RetargetMode mode = RetargetMode::kOn) {
    return retarget(source, model, {mode, std::nullopt}, "clips.glb");
}

// Places of joints in model space, metres.
std::vector<glm::dvec3> placesIn(const Model& model, const Clip& clip, double time_s) {
    std::vector<glm::dvec3> places;
    for (const glm::dmat4& matrix : modelFromNode(model, samplePose(model, clip, time_s)))
        places.emplace_back(matrix[3]);
    return places;
}

int nodeOf(const Model& model, BodyRole role) {
    return findBodyMap(model.nodes).first(role);
}

// The largest distance of the same joints over the clip, millimetres.
double largestGap_mm(const Model& a, const Clip& clip_a, const Model& b, const Clip& clip_b,
                     const std::vector<BodyRole>& roles) {
    double largest = 0.0;
    for (int i = 0; i <= 30; ++i) {
        const double time = clip_a.duration_s * i / 30.0;
        const auto at_a = placesIn(a, clip_a, time);
        const auto at_b = placesIn(b, clip_b, time);
        for (const BodyRole role : roles) {
            largest = std::max(largest, glm::length(at_a[static_cast<std::size_t>(nodeOf(a, role))] -
                                                    at_b[static_cast<std::size_t>(nodeOf(b, role))]));
        }
    }
    return largest * 1e3;
}

const std::vector<BodyRole> kUpperBody{BodyRole::kHips,          BodyRole::kHead,     BodyRole::kLeftLowerArm,
                                       BodyRole::kRightLowerArm, BodyRole::kLeftHand, BodyRole::kRightHand};
const std::vector<BodyRole> kFeet{BodyRole::kLeftFoot, BodyRole::kRightFoot};

// Joints whose axes are others, with the same body: each node's axes are turned by `turn`.
Model withOtherAxes(Model model, const glm::dquat& turn) {
    const glm::dmat4 own = glm::mat4_cast(turn);
    for (Node& node : model.nodes) {
        const glm::dmat4 parent = node.parent < 0 ? glm::dmat4(1.0) : glm::inverse(own);
        node.parent_from_node_rest = parent * node.parent_from_node_rest * own;
    }
    for (Joint& joint : model.palette) joint.joint_from_bind = glm::inverse(own) * joint.joint_from_bind;
    model.clips.clear();
    return model;
}

// Turns a joint of the rest and bind pose about the model's Z.
Model withTurnedJoint(Model model, BodyRole role, double angle_rad) {
    const int node = nodeOf(model, role);
    const std::vector<glm::dmat4> before = fileFromNode(fileTree(model), restPose(model));
    const auto index = static_cast<std::size_t>(node);
    const glm::dvec3 origin(before[index][3]);
    const glm::dmat4 turn = glm::translate(glm::dmat4(1.0), origin) *
                            glm::mat4_cast(glm::angleAxis(angle_rad, glm::dvec3(0.0, 0.0, 1.0))) *
                            glm::translate(glm::dmat4(1.0), -origin);
    const int parent = model.nodes[index].parent;
    model.nodes[index].parent_from_node_rest =
        glm::inverse(before[static_cast<std::size_t>(parent)]) * turn * before[index];
    const std::vector<glm::dmat4> after = fileFromNode(fileTree(model), restPose(model));
    for (Joint& joint : model.palette) {
        const auto n = static_cast<std::size_t>(joint.node);
        joint.joint_from_bind = glm::inverse(after[n]);
    }
    return model;
}

// Bones below the joints of these roles are longer or shorter.
Model withLengths(Model model, const std::map<BodyRole, double>& factors) {
    const BodyMap map = findBodyMap(model.nodes);
    for (const auto& [role, factor] : factors) {
        for (const int side : {0, 1}) {
            const int node = map.first(onSide(role, side));
            model.nodes[static_cast<std::size_t>(node)].parent_from_node_rest[3] *=
                glm::dvec4(glm::dvec3(factor), 1.0);
        }
    }
    const std::vector<glm::dmat4> rest = fileFromNode(fileTree(model), restPose(model));
    for (Joint& joint : model.palette)
        joint.joint_from_bind = glm::inverse(rest[static_cast<std::size_t>(joint.node)]);
    model.clips.clear();
    return model;
}

TEST(Retarget, TheSameBodyGetsTheSamePose) {
    const ClipSource source = sourceOf(soldier(), "Walk");
    const RetargetResult result = carriedOver(source, soldier());
    ASSERT_EQ(result.clips.size(), 1U);
    ASSERT_TRUE(result.body);
    EXPECT_NEAR(result.body->scale, 1.0, 1e-9);
    EXPECT_LT(largestGap_mm(soldier(), source.clips[0], soldier(), result.clips[0], kUpperBody), 1.0);
    // Feet are held in place, where the source lets them slide by 22 mm.
    EXPECT_LT(largestGap_mm(soldier(), source.clips[0], soldier(), result.clips[0], kFeet), 25.0);
}

TEST(Retarget, AutoGoesByNameOnlyIfSkeletonsAgree) {
    const ClipSource source = sourceOf(soldier(), "Walk");
    EXPECT_FALSE(carriedOver(source, soldier(), RetargetMode::kAuto).body);
    Model renamed = soldier();
    for (Node& node : renamed.nodes) {
        if (node.name == "UpperLeg.L") node.name = "thigh_l";
    }
    EXPECT_TRUE(carriedOver(source, renamed, RetargetMode::kAuto).body);
    EXPECT_FALSE(carriedOver(source, renamed, RetargetMode::kOff).body);
    const Model longer = withLengths(soldier(), {{BodyRole::kLeftLowerArm, 1.3}, {BodyRole::kLeftHand, 1.3}});
    EXPECT_TRUE(carriedOver(source, longer, RetargetMode::kAuto).body);
}

// Local rotations of other axes mean other turns; from body to body they do not matter.
TEST(Retarget, TheAxesOfJointsDoNotMatter) {
    const Model other =
        withOtherAxes(soldier(), glm::angleAxis(1.1, glm::normalize(glm::dvec3(0.3, 0.8, -0.4))));
    Model bare = soldier();
    bare.clips.clear();
    for (const char* clip : {"Walk", "Salute", "Die"}) {
        const ClipSource source = sourceOf(soldier(), clip);
        const RetargetResult same = carriedOver(source, bare);
        const RetargetResult turned = carriedOver(source, other);
        std::vector<BodyRole> roles = kUpperBody;
        roles.insert(roles.end(), kFeet.begin(), kFeet.end());
        EXPECT_LT(largestGap_mm(bare, same.clips[0], other, turned.clips[0], roles), 1e-6) << clip;
    }
}

// The mistake shows what the test above is about.
TEST(Retarget, AbsoluteRotationsDependOnTheAxesOfJoints) {
    const Model other =
        withOtherAxes(soldier(), glm::angleAxis(1.1, glm::normalize(glm::dvec3(0.3, 0.8, -0.4))));
    const ClipSource source = sourceOf(soldier(), "Salute");
    const auto turned_rad = [&](bool absolute) {
        const RetargetResult result =
            retarget(source, other, {RetargetMode::kOn, std::nullopt, absolute}, "clips.glb");
        const auto head = static_cast<std::size_t>(nodeOf(other, BodyRole::kHead));
        const auto turnIn = [&](const Model& model, const Clip& clip) {
            const glm::dmat4 posed = modelFromNode(model, samplePose(model, clip, 0.0))[head];
            const glm::dmat4 rest = modelFromNode(model, restPose(model))[head];
            return glm::normalize(glm::quat_cast(glm::dmat3(posed) * glm::transpose(glm::dmat3(rest))));
        };
        const glm::dquat apart =
            turnIn(other, result.clips.at(0)) * glm::conjugate(turnIn(soldier(), source.clips.at(0)));
        return 2.0 * std::acos(std::min(std::abs(apart.w), 1.0));
    };
    EXPECT_LT(turned_rad(false), 0.01);
    EXPECT_NEAR(turned_rad(true), 1.1, 0.01);
}

// The source rests with lowered arms, the model with arms stretched out.
TEST(Retarget, RestPosesMayDiffer) {
    Model t_pose = withTurnedJoint(soldier(), BodyRole::kLeftUpperArm, 0.75);
    t_pose = withTurnedJoint(t_pose, BodyRole::kRightUpperArm, -0.75);
    t_pose.clips.clear();
    const ClipSource source = sourceOf(soldier(), "Cheer");
    const RetargetResult result = carriedOver(source, t_pose);
    EXPECT_LT(largestGap_mm(soldier(), source.clips[0], t_pose, result.clips[0], kUpperBody), 2.0);
}

TEST(Retarget, FeetStandStillOnOtherProportions) {
    const Model other = withLengths(soldier(), {{BodyRole::kLeftLowerLeg, 0.8},
                                                {BodyRole::kLeftFoot, 0.65},
                                                {BodyRole::kLeftUpperLeg, 1.4},
                                                {BodyRole::kLeftLowerArm, 1.2}});
    for (const char* clip : {"Walk", "Run"}) {
        const RetargetResult result = carriedOver(sourceOf(soldier(), clip), other);
        ASSERT_TRUE(result.body);
        const RetargetRow& row = result.body->rows.at(0);
        EXPECT_GE(row.steps, 2U) << clip;
        EXPECT_LT(row.slide * other.metres_per_unit * 1e3, 5.0) << clip;
        EXPECT_LT(glm::degrees(row.head_rad), 0.1) << clip;
    }
}

// Both hands hold the rifle: their distance is kept, scaled by the arms.
TEST(Retarget, HandsKeepTheirGrip) {
    const Model other = withLengths(soldier(), {{BodyRole::kLeftShoulder, 2.5}, {BodyRole::kLeftHand, 0.8}});
    const RetargetResult result = carriedOver(sourceOf(soldier(), "Aim"), other);
    EXPECT_GT(result.body->rows.at(0).grip, 0.0);  // 0: both hands never hold one thing
    EXPECT_LT(result.body->rows.at(0).grip * 1e3, 5.0);
    // The distance must have been at stake: without the grip the wider shoulders spread the hands.
    const auto places = placesIn(other, result.clips[0], 0.6);
    const auto apart = places[static_cast<std::size_t>(nodeOf(other, BodyRole::kLeftHand))] -
                       places[static_cast<std::size_t>(nodeOf(other, BodyRole::kRightHand))];
    EXPECT_LT(glm::length(apart), 0.6);
}

// The rifle hangs from the root, and follows the hand that holds it.
TEST(Retarget, WhatAHandHoldsFollowsIt) {
    const RetargetResult result = carriedOver(sourceOf(soldier(), "Salute"), soldier());
    const int weapon = findNodes(soldier(), "Weapon").front();
    const int hand = nodeOf(soldier(), BodyRole::kRightHand);
    std::vector<double> distances;
    for (int i = 0; i <= 20; ++i) {
        const auto places = placesIn(soldier(), result.clips[0], result.clips[0].duration_s * i / 20.0);
        distances.push_back(
            glm::length(places[static_cast<std::size_t>(weapon)] - places[static_cast<std::size_t>(hand)]));
    }
    const auto [least, most] = std::minmax_element(distances.begin(), distances.end());
    EXPECT_LT(*most - *least, 3e-3);
    EXPECT_LT(*most, 0.5);
}

TEST(Retarget, MirrorImagesChangeSides) {
    const std::vector<Clip> images = mirroredClips(soldier());
    ASSERT_EQ(images.size(), soldier().clips.size());
    const auto index = static_cast<std::size_t>(findClip(soldier(), "Walk"));
    const Clip& walk = soldier().clips[index];
    EXPECT_EQ(images[index].name, "Walk mirrored");
    EXPECT_EQ(images[index].loops, walk.loops);
    EXPECT_NEAR(images[index].duration_s, walk.duration_s, 1e-9);
    EXPECT_NEAR(images[index].stride_speed, walk.stride_speed, 1e-9);
    const Clip& image = images[index];
    const auto gap = [&](BodyRole role, double time) {
        const glm::dvec3 own =
            placesIn(soldier(), image, time)[static_cast<std::size_t>(nodeOf(soldier(), role))];
        const glm::dvec3 from =
            placesIn(soldier(), walk, time)[static_cast<std::size_t>(nodeOf(soldier(), mirrored(role)))];
        return glm::length(own - glm::dvec3(-from.x, from.y, from.z));
    };
    for (const double part : {0.0, 0.2, 0.45, 0.7}) {
        for (const BodyRole role : {BodyRole::kHead, BodyRole::kLeftLowerArm, BodyRole::kRightLowerLeg})
            EXPECT_LT(gap(role, part * walk.duration_s), 0.015) << nameOf(role) << ' ' << part;
    }
}

// The skeletons that clips are sampled with have no morph targets.
TEST(Retarget, FacesFollowByName) {
    Model model = faceless(soldier());
    model.morph_targets.push_back({"Blink", 0, 0.0, {}});
    MorphTrack blink{0, {}};
    blink.weights.keys = {{0.0, 0.0}, {0.5, 1.0}};
    ClipSource source = sourceOf(faceless(soldier()), "Walk");
    source.morph_targets = model.morph_targets;
    source.clips[0].morph_tracks.push_back(blink);
    Clip face;
    face.name = "Face";
    face.duration_s = 0.5;
    face.morph_tracks.push_back(blink);
    source.clips.push_back(face);
    const RetargetResult result = carriedOver(source, model);
    ASSERT_EQ(result.clips.size(), 2U);
    EXPECT_EQ(result.clips[0].morph_tracks.size(), 1U);
    EXPECT_EQ(result.clips[1].name, "Face");
    EXPECT_EQ(result.body->rows.size(), 1U);
    model.clips = source.clips;
    EXPECT_EQ(mirroredClips(model).size(), 1U);
}

// On all fours, as an animal with the joints of a body.
TEST(Retarget, ALyingTrunkIsNoBody) {
    Model animal = soldier();
    const int spine = findBodyMap(animal.nodes).first(BodyRole::kSpine);
    glm::dmat4& rest = animal.nodes[static_cast<std::size_t>(spine)].parent_from_node_rest;
    rest = rest * glm::mat4_cast(glm::angleAxis(1.6, glm::dvec3(1.0, 0.0, 0.0)));
    animal.palette.clear();
    animal.clips.clear();
    EXPECT_FALSE(carriedOver(sourceOf(soldier(), "Walk"), animal, RetargetMode::kAuto).body);
    EXPECT_THROW(carriedOver(sourceOf(soldier(), "Walk"), animal), Error);
    EXPECT_TRUE(mirroredClips(animal).empty());
}

TEST(Retarget, WhatIsNoBodyIsRefusedOnlyWhenItMust) {
    Model fish = faceless(soldier());
    for (Node& node : fish.nodes) node.name = "bone " + std::to_string(&node - fish.nodes.data());
    const ClipSource source = sourceOf(faceless(soldier()), "Walk");
    EXPECT_TRUE(carriedOver(source, fish, RetargetMode::kAuto).clips.empty());
    try {
        carriedOver(source, fish);
        ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kInput);
        EXPECT_NE(std::string(error.what()).find("LeftUpperLeg"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("--joint-map"), std::string::npos) << error.what();
    }
}

class RetargetMap : public ::testing::Test {
  protected:
    RetargetMap() : nameless_(soldier()) {
        for (std::size_t n = 0; n < nameless_.nodes.size(); ++n)
            nameless_.nodes[n].name = "bone" + std::to_string(n);
        const BodyMap map = findBodyMap(soldier().nodes);
        for (std::size_t r = 0; r < kBodyRoles; ++r) {
            const auto role = static_cast<BodyRole>(r);
            if (!map.has(role)) continue;
            json_ += json_.empty() ? "" : ", ";
            json_ += "\"" + std::string(nameOf(role)) + "\": [";
            for (const int node : map.nodes(role))
                json_ += (node == map.first(role) ? "\"bone" : ", \"bone") + std::to_string(node) + "\"";
            json_ += "]";
        }
    }

    RetargetResult with(const std::string& json) const {
        return retarget(sourceOf(soldier(), "Walk"), nameless_,
                        {RetargetMode::kAuto, folder_.write("map.json", std::string_view(json))},
                        "clips.glb");
    }

    std::string refusal(const std::string& json) const {
        try {
            with(json);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kInput);
            return error.what();
        }
        ADD_FAILURE() << "accepted: " << json;
        return {};
    }

    test::TemporaryFolder folder_;
    Model nameless_;
    std::string json_;
};

TEST_F(RetargetMap, SaysWhichJointsAreWhat) {
    const RetargetResult result = with("{\"model\": {" + json_ + "}}");
    ASSERT_TRUE(result.body);
    const ClipSource source = sourceOf(soldier(), "Walk");
    Model named = soldier();
    for (std::size_t n = 0; n < named.nodes.size(); ++n) named.nodes[n] = nameless_.nodes[n];
    const auto hand = static_cast<std::size_t>(nodeOf(soldier(), BodyRole::kLeftHand));
    for (const double time : {0.0, 0.3, 0.6}) {
        const glm::dvec3 own = placesIn(named, result.clips[0], time)[hand];
        const glm::dvec3 from = placesIn(soldier(), source.clips[0], time)[hand];
        EXPECT_LT(glm::length(own - from), 1e-3);
    }
}

TEST_F(RetargetMap, MistakesAreNamed) {
    EXPECT_NE(refusal("{\"model\": {\"LeftHoof\": \"bone3\"}}").find("\"LeftHoof\""), std::string::npos);
    EXPECT_NE(refusal("{\"modle\": {}}").find("\"modle\""), std::string::npos);
    EXPECT_NE(refusal("{\"model\": {\"Hips\": 3}}").find("\"Hips\""), std::string::npos);
    EXPECT_NE(refusal("{\"model\": {\"Hips\": \"bone1\", \"Head\": \"bone1\"}}").find("bone1 twice"),
              std::string::npos);
    EXPECT_NE(refusal("{\"model\": {\"Hips\": \"bone100\"}}").find("bone100"), std::string::npos);
    EXPECT_NE(refusal("{\"model\": ").find("map.json"), std::string::npos);
    const std::string backwards = refusal("{\"model\": {\"Spine\": [\"bone4\", \"bone3\"]}}");
    EXPECT_NE(backwards.find("does not hang from"), std::string::npos) << backwards;
}

}  // namespace
}  // namespace phalanx
