// The traps of ../../docs/import.md about clips that glTF can show, with files written by the tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cpu/asset/samples/import_gltf_fixture.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;
using test::GltfBuilder;
using test::ImportGltf;
using test::kBody;
using test::kUpper;
using test::TwoBoneOptions;

TEST_F(ImportGltf, PosesMatchTheFile) {
    const Model model = import(test::twoBones());
    EXPECT_EQ(model.palette.size(), 2U);
    EXPECT_DOUBLE_EQ(model.metres_per_unit, 1.0);
    EXPECT_NEAR(model.height_m, 2.0, 0.3);
    ASSERT_EQ(model.clips.size(), 1U);
    EXPECT_EQ(model.clips[0].name, "Bend");
    EXPECT_NEAR(model.clips[0].duration_s, 1.0, 1e-9);
    EXPECT_TRUE(model.clips[0].loops);
    EXPECT_EQ(model.clips[0].closing_s, 0.0);
    expectBent(model, 0.0, 0.0);
    expectBent(model, 0.25, 90.0);
    expectBent(model, 0.375, 45.0);
    expectBent(model, 0.75, -90.0);
    ASSERT_EQ(model.parts.size(), 1U);
    EXPECT_EQ(model.parts[0].name, "Body");
}

TEST_F(ImportGltf, Trap21AClipThatMovesNothingIsLeftOut) {
    GltfBuilder builder = test::twoBones();
    Json empty = builder.json["animations"][0];
    empty["name"] = "Empty";
    empty["channels"] = Json::array();
    builder.json["animations"].push_back(empty);
    const Model model = import(builder);
    ASSERT_EQ(model.clips.size(), 1U);
    EXPECT_EQ(model.clips[0].name, "Bend");
    expectBent(model, 0.25, 90.0);
}

TEST_F(ImportGltf, Trap27KeysThatAreAllEqualAreKept) {
    GltfBuilder builder = test::twoBones();
    const double half = std::sqrt(0.5);
    std::vector<double> turned;
    for (int key = 0; key < 5; ++key) turned.insert(turned.end(), {0.0, 0.0, half, half});
    builder.json["animations"][0]["samplers"][0]["output"] = builder.accessor(turned, "VEC4");
    const Model model = import(builder);
    ASSERT_EQ(model.clips.size(), 1U);
    EXPECT_NEAR(model.clips[0].duration_s, 1.0, 1e-6);
    for (const double time_s : {0.0, 0.4, 0.999}) expectBent(model, time_s, 90.0, 1e-5);
    const bool kept = std::any_of(model.clips[0].channels.begin(), model.clips[0].channels.end(),
                                  [](const Channel& channel) { return channel.rotations.keys.size() == 5; });
    EXPECT_TRUE(kept);
}

TEST_F(ImportGltf, Trap27TheTreeOfNodesIsKept) {
    const Model model = import(test::twoBones());
    for (const char* name : {"Rig", "Lower", "Upper", "Body"}) {
        EXPECT_TRUE(std::any_of(model.nodes.begin(), model.nodes.end(), [&](const Node& node) {
            return node.name == name;
        })) << name;
    }
}

TEST_F(ImportGltf, Trap02ClipsBeginAtTheirFirstKey) {
    TwoBoneOptions options;
    options.first_key_s = 2.0;
    const Model model = import(test::twoBones(options));
    EXPECT_NEAR(model.clips[0].duration_s, 1.0, 1e-6);
    expectBent(model, 0.25, 90.0, 1e-5);
    EXPECT_TRUE(hasNote(model, "2 s"));
}

TEST_F(ImportGltf, Trap02AddedKeysAtZeroAreIgnored) {
    TwoBoneOptions options;
    options.first_key_s = 2.0;
    GltfBuilder builder = test::twoBones(options);
    // A second clip that ends later must not lengthen the first one.
    Json other = builder.json["animations"][0];
    other["name"] = "Other";
    other["samplers"][0]["input"] = builder.accessor({5.0, 6.0, 7.0, 8.0, 9.0}, "SCALAR");
    builder.json["animations"].push_back(other);
    const Model model = import(builder);
    ASSERT_EQ(model.clips.size(), 2U);
    EXPECT_NEAR(model.clips[0].duration_s, 1.0, 1e-6);
    EXPECT_NEAR(model.clips[1].duration_s, 4.0, 1e-6);
}

TEST_F(ImportGltf, Trap03AnOpenCycleGetsAClosingInterval) {
    TwoBoneOptions options;
    options.closes = false;
    options.clip_name = "Walk";
    const Model model = import(test::twoBones(options));
    EXPECT_TRUE(model.clips[0].loops);
    EXPECT_NEAR(model.clips[0].closing_s, 0.25, 1e-6);
    EXPECT_NEAR(model.clips[0].duration_s, 1.0, 1e-6);
    expectBent(model, 0.875, -45.0);
}

TEST_F(ImportGltf, Trap03AnEventHoldsItsLastPose) {
    TwoBoneOptions options;
    options.closes = false;
    options.clip_name = "Death";
    const Model model = import(test::twoBones(options));
    EXPECT_FALSE(model.clips[0].loops);
    EXPECT_NEAR(model.clips[0].duration_s, 0.75, 1e-6);
    expectBent(model, 5.0, -90.0);
}

TEST_F(ImportGltf, Trap08StepsHoldTheirKeys) {
    GltfBuilder steps = test::twoBones();
    steps.json["animations"][0]["samplers"][0]["interpolation"] = "STEP";
    const Model model = import(steps);
    EXPECT_EQ(model.clips.at(0).channels.at(0).rotations.interpolation, Interpolation::kStep);
    expectBent(model, 0.0, 0.0);
    expectBent(model, 0.249, 0.0);
    expectBent(model, 0.25, 90.0);
    expectBent(model, 0.499, 90.0);
    expectBent(model, 0.75, -90.0);
}

TEST_F(ImportGltf, Trap08SplinesUseTheirTangents) {
    // Tangents about Z, per second: out of the first key, into and out of the second one.
    constexpr double kOut = 1.5;
    constexpr double kIn = -2.0;
    GltfBuilder splines = test::twoBones();
    std::vector<double> values;
    const auto add = [&](double z, double w) { values.insert(values.end(), {0.0, 0.0, z, w}); };
    for (const double degrees : {0.0, 90.0, 0.0, -90.0, 0.0}) {
        const double half = glm::radians(degrees / 2.0);
        add(kIn, 0.0);
        add(std::sin(half), std::cos(half));
        add(kOut, 0.0);
    }
    splines.json["animations"][0]["samplers"][0] = {
        {"input", splines.json["animations"][0]["samplers"][0]["input"]},
        {"output", splines.accessor(values, "VEC4")},
        {"interpolation", "CUBICSPLINE"}};
    const Model spline = import(splines);
    expectBent(spline, 0.25, 90.0, 1e-5);
    expectBent(spline, 0.75, -90.0, 1e-5);
    // glTF 2.0, Appendix C: a cubic Hermite spline whose tangents are scaled by the interval, then
    // normalized.
    const double u = 0.3;
    const double interval_s = 0.25;
    const double of_first = 2.0 * u * u * u - 3.0 * u * u + 1.0;
    const double of_second = 3.0 * u * u - 2.0 * u * u * u;
    const double z = of_second * std::sqrt(0.5) + (u * u * u - 2.0 * u * u + u) * interval_s * kOut +
                     (u * u * u - u * u) * interval_s * kIn;
    const double w = of_first + of_second * std::sqrt(0.5);
    expectBent(spline, u * interval_s, glm::degrees(2.0 * std::atan2(z, w)), 1e-5);
}

// A channel with rotations only: translation and scale come from the node.
TEST_F(ImportGltf, Trap16MissingPropertiesComeFromTheNode) {
    test::GltfBuilder builder = test::twoBones();
    builder.json["nodes"][test::kUpper]["scale"] = {2.0, 2.0, 2.0};
    const Model model = importModel(folder_.write("partial.glb", builder.glb()));
    const LocalPose pose = samplePose(model, model.clips.at(0), 0.25);
    const auto upper = std::find_if(model.nodes.begin(), model.nodes.end(),
                                    [](const Node& node) { return node.name == "Upper"; });
    const Transform& at = pose.nodes[static_cast<std::size_t>(upper - model.nodes.begin())].transform;
    EXPECT_NEAR(glm::length(at.translation - glm::dvec3(0.0, 1.0, 0.0)), 0.0, 1e-6);
    EXPECT_NEAR(glm::length(at.scale - glm::dvec3(2.0)), 0.0, 1e-6);
    EXPECT_NEAR(std::abs(at.rotation.z), std::sqrt(0.5), 1e-6);
}

TEST_F(ImportGltf, Trap17NonUniformScaleActsBeforeRotation) {
    GltfBuilder builder = test::twoBones();
    nodes(builder)[kUpper]["scale"] = {1.0, 3.0, 1.0};
    const Model model = import(builder);
    const std::vector<glm::dvec3> posed = positions(model, 0.25);
    for (std::size_t v = 0; v < posed.size(); ++v) {
        const glm::dvec3 p(model.vertices[v].position);
        if (p.y < 1.5) continue;
        EXPECT_LT(glm::distance(posed[v], glm::dvec3(-3.0, 1.0 + p.x, p.z)), 1e-5);
    }
}

TEST_F(ImportGltf, Trap18KeysTakeTheShorterArc) {
    GltfBuilder builder = test::twoBones();
    std::vector<double> values;
    double sign = 2.0;  // also not of unit length
    for (const double degrees : {0.0, 90.0, 0.0, -90.0, 0.0}) {
        const double half = glm::radians(degrees / 2.0);
        for (const double v : {0.0, 0.0, sign * std::sin(half), sign * std::cos(half)}) values.push_back(v);
        sign = -sign;
    }
    builder.json["animations"][0]["samplers"][0]["output"] = builder.accessor(values, "VEC4");
    const Model model = import(builder);
    expectBent(model, 0.125, 45.0);
    EXPECT_TRUE(hasNote(model, "4 neighbouring rotation keys"));
    EXPECT_TRUE(hasNote(model, "5 rotation keys not of unit length"));
    const auto& keys = model.clips[0].channels[0].rotations.keys;
    for (std::size_t i = 1; i < keys.size(); ++i) EXPECT_GE(glm::dot(keys[i - 1].value, keys[i].value), 0.0);
}

TEST_F(ImportGltf, Trap22AFileWithClipsOnlyIsReported) {
    GltfBuilder builder = test::twoBones();
    nodes(builder)[kBody].erase("mesh");
    nodes(builder)[kBody].erase("skin");
    EXPECT_NE(refusal(builder).find("no mesh"), std::string::npos);
}

TEST_F(ImportGltf, Trap25KeysOutOfOrderAreSorted) {
    GltfBuilder builder = test::twoBones();
    builder.json["animations"][0]["samplers"][0]["input"] =
        builder.accessor({0.0, 0.5, 0.25, 0.75, 1.0}, "SCALAR");
    const Model model = import(builder);
    EXPECT_TRUE(hasNote(model, "out of order"));
    expectBent(model, 0.5, 90.0);
}

TEST_F(ImportGltf, Trap28WalkingAwayIsPlayedInPlace) {
    GltfBuilder builder = test::twoBones();
    // Rig walks 1.5 units along Z during the clip's one second.
    const std::size_t input = builder.accessor({0.0, 0.5, 1.0}, "SCALAR");
    const std::size_t output = builder.accessor({0.0, 0.0, 0.0, 0.0, 0.0, 0.75, 0.0, 0.0, 1.5}, "VEC3");
    builder.json["animations"][0]["name"] = "Walk";
    builder.json["animations"][0]["samplers"].push_back({{"input", input}, {"output", output}});
    builder.json["animations"][0]["channels"].push_back(
        {{"sampler", 1}, {"target", {{"node", 0}, {"path", "translation"}}}});
    const Model model = import(builder);
    ASSERT_EQ(model.clips.size(), 1U);
    EXPECT_TRUE(model.clips[0].loops);
    EXPECT_NEAR(model.clips[0].stride_speed, 1.5, 1e-5);
    expectBent(model, 0.25, 90.0, 1e-5);
    expectBent(model, 0.75, -90.0, 1e-5);
    EXPECT_TRUE(hasNote(model, "moves away"));
}

TEST_F(ImportGltf, Trap29ThePlantedFootGivesTheStride) {
    GltfBuilder builder = test::twoBones();
    Json primitive = builder.json["meshes"][0]["primitives"][0];
    primitive["attributes"].erase("JOINTS_0");
    primitive["attributes"].erase("WEIGHTS_0");
    builder.json["meshes"] = Json::array({Json{{"primitives", Json::array({primitive})}}});
    builder.json.erase("skins");
    // A body without ground contact, and two feet: each slides back by 0.6 during half a second on the
    // ground, then is lifted and brought forward.
    builder.json["nodes"] = Json::array(
        {Json{{"name", "Rig"}, {"children", {1, 2, 3}}},
         Json{{"name", "Left"}, {"mesh", 0}, {"scale", {0.1, 0.05, 0.1}}, {"translation", {-0.2, 0.0, 0.0}}},
         Json{{"name", "Right"}, {"mesh", 0}, {"scale", {0.1, 0.05, 0.1}}, {"translation", {0.2, 0.0, 0.0}}},
         Json{
             {"name", "Trunk"}, {"mesh", 0}, {"scale", {1.0, 0.75, 1.0}}, {"translation", {0.0, 0.5, 0.0}}}});
    const std::size_t times = builder.accessor({0.0, 0.5, 0.75, 1.0}, "SCALAR");
    const std::size_t left =
        builder.accessor({-0.2, 0.0, 0.3, -0.2, 0.0, -0.3, -0.2, 0.3, 0.0, -0.2, 0.0, 0.3}, "VEC3");
    const std::size_t right_times = builder.accessor({0.0, 0.25, 0.5, 1.0}, "SCALAR");
    const std::size_t right =
        builder.accessor({0.2, 0.0, -0.3, 0.2, 0.3, 0.0, 0.2, 0.0, 0.3, 0.2, 0.0, -0.3}, "VEC3");
    builder.json["animations"] = Json::array({Json{
        {"name", "Walk"},
        {"samplers", {{{"input", times}, {"output", left}}, {{"input", right_times}, {"output", right}}}},
        {"channels",
         {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "translation"}}}},
          {{"sampler", 1}, {"target", {{"node", 2}, {"path", "translation"}}}}}}}});
    const Model model = import(builder);
    ASSERT_EQ(model.clips.size(), 1U);
    EXPECT_TRUE(model.clips[0].loops);
    EXPECT_NEAR(model.clips[0].stride_speed, 1.2, 0.02);

    builder.json["nodes"][0]["extras"] = {{"phalanx_stride", "Walk=2.5; Run = 4"}};
    EXPECT_DOUBLE_EQ(import(builder).clips[0].stride_speed, 2.5);
}

}  // namespace
}  // namespace phalanx
