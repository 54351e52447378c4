// The traps of ../../docs/import.md about meshes, skins and nodes that glTF can show, with files written by
// the tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "asset/common/base64.h"
#include "cpu/asset/samples/import_gltf_fixture.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;
using test::GltfBuilder;
using test::ImportGltf;
using test::kBody;
using test::kLower;
using test::kUpper;
using test::TwoBoneOptions;

TEST_F(ImportGltf, Trap04WeightsAreMadeToSumToOne) {
    TwoBoneOptions options;
    options.weight_factor = 0.3;
    const Model model = import(test::twoBones(options));
    expectBent(model, 0.25, 90.0);
    EXPECT_TRUE(hasNote(model, "weights of 12 vertices did not sum to 1"));
}

TEST_F(ImportGltf, Trap04NoWeightMeansTheMeshsNode) {
    TwoBoneOptions options;
    options.weight_factor = 0.0;
    options.mesh_node_shift = 3.0;
    const Model model = import(test::twoBones(options));
    const std::vector<glm::dvec3> posed = positions(model, 0.25);
    ASSERT_EQ(posed.size(), 12U);
    for (std::size_t v = 0; v < posed.size(); ++v) {
        EXPECT_NEAR(posed[v].x, static_cast<double>(model.vertices[v].position.x) + 3.0, 1e-6);
    }
    EXPECT_TRUE(hasNote(model, "12 vertices of skinned parts had no weight"));
}

TEST(ImportGltfFiles, ABufferIsFoundByItsEncodedName) {
    const test::TemporaryFolder folder;
    Json json = Json::parse(test::twoBones().gltf());
    const std::string data = json["buffers"][0]["uri"].get<std::string>();
    const auto bytes = decodeBase64(std::string_view(data).substr(data.find(',') + 1));
    ASSERT_TRUE(bytes.has_value());
    folder.write("a b\xC3\xBC.bin", *bytes);
    for (const char* uri :
         {"a%20b%C3%BC.bin", "./a%20b%c3%bc.bin", "a b\xC3\xBC.bin", ".\\a b\xC3\xBC.bin"}) {
        json["buffers"][0]["uri"] = uri;
        const auto file = folder.write("model.gltf", json.dump());
        EXPECT_EQ(importModel(file).vertices.size(), 12U) << uri;
    }
}

TEST_F(ImportGltf, NamesAreSafeForATerminal) {
    TwoBoneOptions options;
    options.clip_name = "Wa\nlk\x1b[2J";
    const Model model = import(test::twoBones(options));
    EXPECT_EQ(model.clips.at(0).name, "Wa?lk?[2J");
}

TEST_F(ImportGltf, Trap05OnlyEqualBonesAreWelded) {
    GltfBuilder builder;
    // Three triangles at the same positions: two on the same bone, the third on another bone.
    std::vector<double> positions;
    std::vector<double> joints;
    std::vector<double> weights;
    for (const double joint : {0.0, 0.0, 1.0}) {
        for (const double value : {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0}) positions.push_back(value);
        for (int corner = 0; corner < 3; ++corner) {
            for (const double value : {joint, 0.0, 0.0, 0.0}) joints.push_back(value);
            for (const double value : {1.0, 0.0, 0.0, 0.0}) weights.push_back(value);
        }
    }
    GltfBuilder base = test::twoBones();
    Json attributes{{"POSITION", base.accessor(positions, "VEC3")},
                    {"JOINTS_0", base.accessor(joints, "VEC4", GltfBuilder::kUnsignedByte)},
                    {"WEIGHTS_0", base.accessor(weights, "VEC4")}};
    base.json["meshes"][0]["primitives"] = Json::array({Json{{"attributes", attributes}}});
    const Model model = import(base);
    EXPECT_EQ(model.vertices.size(), 6U);
    EXPECT_EQ(model.indices.size(), 9U);
}

TEST_F(ImportGltf, Trap06IntegerWeightsAndRotationsAreDecoded) {
    for (const int weight_type : {GltfBuilder::kUnsignedByte, GltfBuilder::kUnsignedShort}) {
        for (const int rotation_type : {GltfBuilder::kByte, GltfBuilder::kShort}) {
            TwoBoneOptions options;
            options.weight_type = weight_type;
            options.rotation_type = rotation_type;
            const Model model = import(test::twoBones(options));
            expectBent(model, 0.25, 90.0, 0.02);
            expectBent(model, 0.75, -90.0, 0.02);
        }
    }
}

TEST_F(ImportGltf, Trap07NoInverseBindMatricesMeansTheIdentity) {
    TwoBoneOptions options;
    options.inverse_bind_matrices = false;
    const Model model = import(test::twoBones(options));
    // Upper's node then moves its vertices one unit up.
    const std::vector<glm::dvec3> posed = positions(model, 0.0);
    double top = 0.0;
    for (const glm::dvec3& p : posed) top = std::max(top, p.y);
    EXPECT_NEAR(top, 3.0, 1e-6);
}

TEST_F(ImportGltf, Trap09NamesakesAreNotConfused) {
    GltfBuilder builder = test::twoBones();
    // The mesh's node and an unrelated node have the same name as the joint.
    nodes(builder)[kBody]["name"] = "Upper";
    nodes(builder).push_back({{"name", "Upper"}, {"translation", {9.0, 0.0, 0.0}}});
    nodes(builder)[0]["children"] = {4, kBody, kLower};
    const Model model = import(builder);
    expectBent(model, 0.25, 90.0);
    EXPECT_EQ(model.parts[0].name, "Upper");
    EXPECT_EQ(model.clips[0].channels.size(), 1U);
}

// Names do not identify anything in glTF.
TEST_F(ImportGltf, Trap10TwoJointsMayHaveOneName) {
    GltfBuilder builder = test::twoBones();
    nodes(builder)[kUpper]["name"] = "Lower";
    const Model model = import(builder);
    EXPECT_EQ(model.palette.size(), 2U);
    expectBent(model, 0.25, 90.0);
    expectBent(model, 0.75, -90.0);
}

TEST_F(ImportGltf, Trap11OneNodeMayBeTwoJoints) {
    GltfBuilder builder = test::twoBones();
    // A second body bound to the same joints, 5 units to the side.
    std::vector<double> matrices(32, 0.0);
    for (std::size_t m = 0; m < 2; ++m) {
        for (std::size_t k = 0; k < 4; ++k) matrices[m * 16 + k * 5] = 1.0;
        matrices[m * 16 + 12] = 5.0;
    }
    builder.json["skins"].push_back(
        {{"joints", {kLower, kUpper}}, {"inverseBindMatrices", builder.accessor(matrices, "MAT4")}});
    nodes(builder).push_back({{"name", "Body2"}, {"mesh", 0}, {"skin", 1}});
    nodes(builder)[0]["children"].push_back(4);
    const Model model = import(builder);
    EXPECT_EQ(model.palette.size(), 4U);
    ASSERT_EQ(model.parts.size(), 2U);
    const std::vector<glm::dvec3> posed = positions(model, 0.0);
    EXPECT_LT(posed[model.parts[0].first_vertex].x, 1.0 * model.metres_per_unit);
    EXPECT_GT(posed[model.parts[1].first_vertex].x, 4.0 * model.metres_per_unit);
}

TEST_F(ImportGltf, Trap12SkinsIgnoreTheirNodeAndRigidMeshesDoNot) {
    TwoBoneOptions options;
    options.mesh_node_shift = 100.0;
    GltfBuilder builder = test::twoBones(options);
    expectBent(import(builder), 0.25, 90.0);

    // A sword without a skin, child of Upper, 1 unit to its side.
    Json primitive = builder.json["meshes"][0]["primitives"][0];
    primitive["attributes"].erase("JOINTS_0");
    primitive["attributes"].erase("WEIGHTS_0");
    builder.json["meshes"].push_back({{"primitives", Json::array({primitive})}});
    nodes(builder).push_back({{"name", "Sword"}, {"mesh", 1}, {"translation", {1.0, 0.0, 0.0}}});
    nodes(builder)[kUpper]["children"] = {4};
    const Model model = import(builder);
    ASSERT_EQ(model.parts.size(), 2U);
    const Part& sword = model.parts[0].name == "Sword" ? model.parts[0] : model.parts[1];
    const Vertex& vertex = model.vertices[sword.first_vertex];
    const glm::dvec3 bound(vertex.position);
    const glm::dvec3 posed = positions(model, 0.25)[sword.first_vertex];
    // Upper's node is turned by 90 degrees about Z: x becomes y, and y becomes -x.
    EXPECT_LT(glm::distance(posed, glm::dvec3(-bound.y, bound.x + 1.0 + 1.0, bound.z)), 1e-5);
}

TEST_F(ImportGltf, Trap13AncestorTransformsApply) {
    GltfBuilder builder = test::twoBones();
    nodes(builder)[0]["rotation"] = {-std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)};
    const Model model = import(builder);
    for (const glm::dvec3& p : positions(model, 0.0))
        EXPECT_NEAR(p.y, 0.0, 0.26) << "the column lies on its side";
}

TEST_F(ImportGltf, Trap14TheRestPoseNeedNotBeTheBindPose) {
    GltfBuilder builder = test::twoBones();
    builder.json.erase("animations");
    nodes(builder)[kUpper]["rotation"] = {0.0, 0.0, std::sqrt(0.5), std::sqrt(0.5)};
    const Model model = import(builder);
    expectBent(model, 0.0, 90.0);
    EXPECT_TRUE(hasNote(model, "no clip"));
}

TEST_F(ImportGltf, IgnoredFeaturesAreReported) {
    test::GltfBuilder builder = test::twoBones();
    std::vector<double> colors;
    for (int i = 0; i < 12; ++i) colors.insert(colors.end(), {1.0, 0.5, 0.0, 1.0});
    builder.json["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = builder.accessor(colors, "VEC4");
    const auto says = [&](const char* name, const char* piece) {
        const Model model = importModel(folder_.write(name, builder.glb()));
        return std::any_of(model.notes.begin(), model.notes.end(), [&](const Note& note) {
            return note.warning && note.text.find(piece) != std::string::npos;
        });
    };
    EXPECT_TRUE(says("colours.glb", "1 part with vertex colours"));
}

TEST_F(ImportGltf, Trap20And31Heights) {
    const GltfBuilder builder = test::twoBones();
    ImportSettings settings;
    settings.height_m = 3.0;
    const Model taller = import(builder, settings);
    EXPECT_DOUBLE_EQ(taller.height_m, 3.0);
    EXPECT_NEAR(taller.metres_per_unit, 1.5, 0.2);

    GltfBuilder giant = test::twoBones();
    nodes(giant)[0]["scale"] = {100.0, 100.0, 100.0};
    const Model scaled = import(giant);
    EXPECT_DOUBLE_EQ(scaled.height_m, 1.8);
    EXPECT_NEAR(scaled.metres_per_unit, 0.009, 0.001);
    EXPECT_TRUE(hasNote(scaled, "cannot be metres"));
}

TEST_F(ImportGltf, Trap25BrokenNumbersAreRefused) {
    GltfBuilder nan = test::twoBones();
    std::vector<double> values(20, 0.5);
    values[6] = std::numeric_limits<double>::quiet_NaN();
    nan.json["animations"][0]["samplers"][0]["output"] = nan.accessor(values, "VEC4");
    EXPECT_NE(refusal(nan).find("not a number"), std::string::npos);

    GltfBuilder shorter = test::twoBones();
    shorter.json["animations"][0]["samplers"][0]["output"] = shorter.accessor({0.0, 0.0, 0.0, 1.0}, "VEC4");
    EXPECT_NE(refusal(shorter).find("5 key times but 1 values"), std::string::npos);

    GltfBuilder joint = test::twoBones();
    joint.json["skins"][0]["joints"] = {kLower};
    EXPECT_NE(refusal(joint).find("uses joint 1 of only 1"), std::string::npos);

    GltfBuilder outside = test::twoBones();
    outside.json["accessors"][0]["count"] = 5'000'000;
    EXPECT_NE(refusal(outside).find("more than fit into its view"), std::string::npos);

    GltfBuilder few = test::twoBones();
    few.json["accessors"][1]["count"] = 7;
    EXPECT_NE(refusal(few).find("12 positions and 7"), std::string::npos);
}

TEST_F(ImportGltf, Trap26CyclesAndDeepTreesAreRefused) {
    GltfBuilder circle = test::twoBones();
    nodes(circle)[kUpper]["children"] = {kLower};
    EXPECT_NE(refusal(circle).find("two parents"), std::string::npos);

    GltfBuilder deep = test::twoBones();
    for (int i = 0; i < 3000; ++i) nodes(deep).push_back({{"children", {i + 5}}});
    nodes(deep).push_back({{"name", "end"}});
    nodes(deep)[0]["children"].push_back(4);
    EXPECT_NE(refusal(deep).find("nested"), std::string::npos);
}

TEST_F(ImportGltf, Trap30PartsMergeByMaterialAndCanBeHidden) {
    GltfBuilder builder = test::twoBones();
    builder.json["materials"].push_back({{"name", "Same"}});
    builder.json["materials"].push_back(
        {{"name", "Red"}, {"pbrMetallicRoughness", {{"baseColorFactor", {1.0, 0.0, 0.0, 1.0}}}}});
    for (int i = 0; i < 3; ++i) {
        Json mesh = builder.json["meshes"][0];
        mesh["primitives"][0]["material"] = i;
        builder.json["meshes"].push_back(mesh);
        nodes(builder).push_back({{"name", "Shield" + std::to_string(i)}, {"mesh", i + 1}, {"skin", 0}});
        nodes(builder)[0]["children"].push_back(4 + i);
    }
    const Model model = import(builder);
    ASSERT_EQ(model.parts.size(), 4U);
    EXPECT_EQ(model.materials.size(), 2U) << "identical materials are merged";
    ASSERT_EQ(model.variants.size(), 1U);
    EXPECT_EQ(model.variants[0].batches.size(), 2U);
    EXPECT_EQ(model.variants[0].batches[0].index_count, 3 * 48U);

    ImportSettings settings;
    settings.hidden_parts = {"Shield2", "Shield0"};
    const Model hidden = import(builder, settings);
    EXPECT_EQ(hidden.parts.size(), 2U);
    EXPECT_EQ(hidden.vertices.size(), 24U);

    settings.hidden_parts = {"Sheild1"};
    try {
        import(builder, settings);
        FAIL() << "hid a part that does not exist";
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ExitCode::kUsage);
        EXPECT_NE(std::string(e.what()).find("its parts are Shield1, "), std::string::npos) << e.what();
    }
}

TEST_F(ImportGltf, DirectivesOnANodeAreHonoured) {
    TwoBoneOptions options;
    options.clip_name = "Pose";
    GltfBuilder builder = test::twoBones(options);
    nodes(builder).push_back({{"name", "Helmet"}, {"mesh", 0}, {"skin", 0}});
    nodes(builder)[0]["children"].push_back(4);
    nodes(builder)[0]["extras"] = {{"phalanx_variants", "bare=Body;armed=Body,Helmet;odd=Body,Cape"},
                                   {"phalanx_loops", "Walk"},
                                   {"phalanx_tint_mask", "alpha"}};
    const Model model = import(builder);
    ASSERT_EQ(model.variants.size(), 3U);
    EXPECT_EQ(model.variants[0].name, "bare");
    EXPECT_EQ(model.variants[0].batches.at(0).index_count, 48U);
    EXPECT_EQ(model.variants[1].batches.at(0).index_count, 96U);
    EXPECT_TRUE(hasNote(model, "Cape"));
    EXPECT_FALSE(model.clips[0].loops) << "only the clips listed loop";
    EXPECT_EQ(model.materials[0].tint_mask, TintMask::kAlpha);
}

TEST_F(ImportGltf, NamesAreFilledInAndMadeUnique) {
    GltfBuilder builder = test::twoBones();
    builder.json["animations"].push_back(builder.json["animations"][0]);
    builder.json["animations"].push_back(builder.json["animations"][0]);
    builder.json["animations"][2].erase("name");
    const Model model = import(builder);
    ASSERT_EQ(model.clips.size(), 3U);
    EXPECT_EQ(model.clips[0].name, "Bend");
    EXPECT_EQ(model.clips[1].name, "Bend 2");
    EXPECT_FALSE(model.clips[2].name.empty());
}

TEST_F(ImportGltf, JointsOutsideTheSceneAndFilesWithoutASceneWork) {
    GltfBuilder builder = test::twoBones();
    builder.json["scenes"][0]["nodes"] = {kBody};
    nodes(builder)[0]["children"] = {kLower};
    expectBent(import(builder), 0.25, 90.0);

    GltfBuilder bare = test::twoBones();
    bare.json.erase("scenes");
    bare.json.erase("scene");
    expectBent(import(bare), 0.25, 90.0);
}

}  // namespace
}  // namespace phalanx
