// Clips made of others: what they show is the layered pose of that time.
#include "anim/evaluation/compose_clip.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "anim/evaluation/evaluate_pose.h"
#include "core/error.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

ComposedClip composed(const std::string& pose) {
    return {"Made", parsePose(pose, "made"), "made"};
}

double distanceOf(const Model& model, const LocalPose& a, const LocalPose& b) {
    const std::vector<glm::dmat4> first = modelFromNode(model, a);
    const std::vector<glm::dmat4> second = modelFromNode(model, b);
    double most = 0.0;
    for (std::size_t n = 0; n < first.size(); ++n)
        most = std::max(most, glm::distance(glm::dvec3(first[n][3]), glm::dvec3(second[n][3])));
    return most;
}

TEST(ComposeClip, IsThePoseOfItsTime) {
    const Model& model = test::soldier();
    const std::string layers = R"("layers":[{"clip":"Aim","time":1.2,"mask":{"Spine":1}}])";
    const Clip clip = composeClip(model, composed(R"({"base":[{"clip":"Walk"}],)" + layers + "}"), {});
    const Clip& walk = model.clips[static_cast<std::size_t>(findClip(model, "Walk"))];
    EXPECT_DOUBLE_EQ(clip.duration_s, walk.duration_s);
    EXPECT_DOUBLE_EQ(clip.stride_speed, walk.stride_speed);
    EXPECT_TRUE(clip.loops);
    for (const double share : {0.0, 0.25, 0.5, 0.85, 1.0}) {
        const double at_s = share * walk.duration_s;
        const PoseFile then = parsePose(
            R"({"base":[{"clip":"Walk","time":)" + std::to_string(at_s) + "}]," + layers + "}", "then");
        const EvaluatedPose wanted = evaluatePose(model, resolvePose(model, then.pose, then.spaces, "then"));
        EXPECT_LT(distanceOf(model, samplePose(model, clip, at_s), wanted.local), 1e-6) << share;
    }
    EXPECT_GT(distanceOf(model, samplePose(model, clip, 0.3), samplePose(model, walk, 0.3)), 0.1);
}

TEST(ComposeClip, ReparentedJointsStayWhereTheyAre) {
    const Model& model = test::soldier();
    const std::string rest =
        R"("layers":[{"clip":"Aim","time":1.2,"mask":{"Spine":1}}],"reparent":[{"joint":"Weapon","to":"UpperChest"}]})";
    const Clip clip = composeClip(model, composed(R"({"base":[{"clip":"Walk"}],)" + rest), {});
    const PoseFile then = parsePose(R"({"base":[{"clip":"Walk","time":0.5}],)" + rest, "then");
    const EvaluatedPose wanted = evaluatePose(model, resolvePose(model, then.pose, then.spaces, "then"));
    const std::vector<glm::dmat4> shown = modelFromNode(model, samplePose(model, clip, 0.5));
    const glm::dmat4 to_model = modelFromFile(model);
    for (std::size_t n = 0; n < shown.size(); ++n) {
        EXPECT_LT(
            glm::distance(glm::dvec3(shown[n][3]), glm::dvec3((to_model * wanted.file_from_node[n])[3])),
            1e-6)
            << model.nodes[n].name;
    }
}

TEST(ComposeClip, OfABlendSpaceIsInStep) {
    const Model& model = test::soldier();
    const Clip clip =
        composeClip(model, composed(R"({"base":{"space":"S","at":[2.3]},"spaces":{"S":{"points":[
            {"clip":"Walk","at":1.3,"sync":0},{"clip":"Run","at":3.3,"sync":0}]}}})"),
                    {});
    const Clip& walk = model.clips[static_cast<std::size_t>(findClip(model, "Walk"))];
    const Clip& run = model.clips[static_cast<std::size_t>(findClip(model, "Run"))];
    EXPECT_TRUE(clip.loops);
    EXPECT_LT(clip.duration_s, walk.duration_s);
    EXPECT_GT(clip.duration_s, run.duration_s);
    EXPECT_NEAR(clip.stride_speed, 2.3, 0.15);
    EXPECT_LT(
        distanceOf(model, samplePose(model, clip, 0.0), samplePose(model, clip, clip.duration_s - 1e-9)),
        1e-4);
}

TEST(ComposeClip, CarriesMarkers) {
    const Model& model = test::soldier();
    const Clip clip = composeClip(
        model, composed(R"({"base":[{"clip":"Walk"}],"layers":[{"clip":"Fire","mask":{"Spine":1}}]})"), {});
    const Clip& fire = model.clips[static_cast<std::size_t>(findClip(model, "Fire"))];
    ASSERT_FALSE(fire.markers.empty());
    const auto shots = std::ranges::count(clip.markers, "fire", &Marker::name);
    EXPECT_GE(static_cast<std::size_t>(shots), fire.markers.size());
    for (const Marker& marker : clip.markers) EXPECT_LT(marker.time_s, clip.duration_s);
}

TEST(ComposeClip, WithoutABaseLastsAsLongAsItsFirstLayer) {
    const Model& model = test::soldier();
    const Clip clip = composeClip(model, composed(R"({"layers":[{"clip":"Fire","mask":{"Spine":1}}]})"), {});
    const Clip& fire = model.clips[static_cast<std::size_t>(findClip(model, "Fire"))];
    EXPECT_DOUBLE_EQ(clip.duration_s, fire.duration_s);
    EXPECT_EQ(std::ranges::count(clip.markers, "fire", &Marker::name),
              std::ranges::count(fire.markers, "fire", &Marker::name));
}

TEST(ComposeClip, RefusesWhatAClipCannotBe) {
    const Model& model = test::soldier();
    const auto refusal = [&](const std::string& pose) {
        try {
            composeClip(model, composed(pose), {});
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_NE(refusal(R"({"base":[{"clip":"Wlak"}]})").find("made"), std::string::npos);
    EXPECT_NE(
        refusal(R"({"base":[{"clip":"Walk"}],"aim":[{"joint":"Head","chain":["Head"],"target":{"unit":3}}]})")
            .find("no places in the world"),
        std::string::npos);
}

}  // namespace
}  // namespace phalanx
