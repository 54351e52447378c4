// Morph targets of glTF and FBX files, against values computed here from the numbers in the file.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "anim/bake/bake.h"
#include "cpu/asset/samples/import_morphs_fixture.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;
using test::cubicKeys;
using test::GltfBuilder;
using test::ImportMorphs;
using test::kBody;
using test::kColumnVertices;
using test::kLinearKeys;
using test::MorphDeltas;
using test::MorphedColumn;
using test::MorphKeys;
using test::weightOf;

TEST_F(ImportMorphs, WeightsOfAllInterpolationsMatchTheFile) {
    MorphKeys steps = kLinearKeys;
    steps.interpolation = "STEP";
    for (const MorphKeys& keys : {kLinearKeys, steps, cubicKeys()}) {
        MorphedColumn column;
        column.animate(keys);
        const Model model = import(column.builder);
        ASSERT_EQ(model.morph_targets.size(), 2U);
        EXPECT_EQ(model.morph_targets[0].name, "Bulge");
        EXPECT_EQ(model.morph_targets[1].name, "Lean");
        ASSERT_EQ(model.vertices.size(), 2 * kColumnVertices);
        for (const double time_s : {0.0, 0.03, 0.25, 0.26, 0.4, 0.5, 0.73, 0.99}) {
            SCOPED_TRACE(keys.interpolation + " at " + std::to_string(time_s));
            const std::vector<double> weights{weightOf(keys, 0, time_s), weightOf(keys, 1, time_s)};
            const LocalPose pose = samplePose(model, model.clips.at(0), time_s);
            for (std::size_t t = 0; t < weights.size(); ++t)
                EXPECT_NEAR(pose.morph_weights[t], weights[t], 1e-6 * std::max(1.0, std::abs(weights[t])));
            expectAlike(skin(model, pose), reference(column, weights, degreesAt(time_s)));
        }
        const BakedAnimation baked = bakeAnimation(model, {});
        EXPECT_EQ(baked.clips[0].rate_hz > 120.0, keys.interpolation == "STEP");
    }
}

TEST_F(ImportMorphs, WeightsAtRestAreTheNodesOrTheMeshs) {
    const MorphedColumn column;
    const Model of_mesh = import(column.builder);
    expectAlike(skin(of_mesh, restPose(of_mesh)), reference(column, {0.25, -0.5}, 0.0));

    MorphedColumn other;
    nodes(other.builder)[kBody]["weights"] = {1.5, 0.125};
    const Model of_node = import(other.builder);
    expectAlike(skin(of_node, restPose(of_node)), reference(other, {1.5, 0.125}, 0.0));

    MorphedColumn none;
    none.builder.json["meshes"][0].erase("weights");
    none.builder.json["meshes"][0].erase("extras");
    const Model of_none = import(none.builder);
    EXPECT_EQ(of_none.morph_targets.at(1).name, "target 1");
    expectAlike(skin(of_none, restPose(of_none)), reference(none, {0.0, 0.0}, 0.0));
}

TEST_F(ImportMorphs, TwoNodesWithOneMeshHaveTheirOwnWeights) {
    MorphedColumn column;
    nodes(column.builder).push_back({{"name", "Twin"}, {"mesh", 0}, {"skin", 0}, {"weights", {0.0, 1.0}}});
    nodes(column.builder)[0]["children"].push_back(4);
    column.animate(kLinearKeys);
    const Model model = import(column.builder);
    ASSERT_EQ(model.morph_targets.size(), 4U);
    EXPECT_EQ(model.nodes[static_cast<std::size_t>(model.morph_targets[2].node)].name, "Twin");
    const auto posed = skin(model, samplePose(model, model.clips[0], 0.25));
    ASSERT_EQ(posed.size(), 4 * kColumnVertices);
    const auto half = static_cast<std::ptrdiff_t>(2 * kColumnVertices);
    expectAlike({posed.begin(), posed.begin() + half}, reference(column, {1.0, 0.5}, 90.0));
    expectAlike({posed.begin() + half, posed.end()}, reference(column, {0.0, 1.0}, 90.0));
}

TEST_F(ImportMorphs, SparseDeltasWithoutABufferViewAreZeroElsewhere) {
    MorphedColumn column;
    MorphDeltas& lean = column.parts[0][1];
    std::fill(lean.positions.begin(), lean.positions.end(), glm::dvec3(0.0));
    lean.positions[5] = {0.5, 0.25, 0.0};
    lean.positions[10] = {-0.125, 0.0, 1.0};
    GltfBuilder& builder = column.builder;
    const std::size_t indices = builder.accessor({5.0, 10.0}, "SCALAR", GltfBuilder::kUnsignedByte);
    const std::size_t values = test::vectors(builder, {lean.positions[5], lean.positions[10]});
    Json& accessors = builder.json["accessors"];
    const auto place = [&](std::size_t accessor) {
        return Json{{"bufferView", accessors[accessor]["bufferView"]}, {"byteOffset", 0}};
    };
    Json sparse{{"componentType", GltfBuilder::kFloat},
                {"count", kColumnVertices},
                {"type", "VEC3"},
                {"sparse", {{"count", 2}, {"indices", place(indices)}, {"values", place(values)}}}};
    sparse["sparse"]["indices"]["componentType"] = GltfBuilder::kUnsignedByte;
    accessors.push_back(sparse);
    builder.json["meshes"][0]["primitives"][0]["targets"][1]["POSITION"] = accessors.size() - 1;
    const Model model = import(builder);
    expectAlike(skin(model, restPose(model)), reference(column, {0.25, -0.5}, 0.0));
    // Two vertices of the first part, and those of the second.
    EXPECT_EQ(model.morph_targets[1].deltas.size(), 2 + kColumnVertices);
}

TEST_F(ImportMorphs, QuantizedDeltasAndWeightsAreDecoded) {
    MorphedColumn column;
    MorphDeltas& lean = column.parts[0][1];
    std::vector<double> numbers;
    for (std::size_t v = 0; v < kColumnVertices; ++v) {
        lean.positions[v] = glm::dvec3(static_cast<double>(v) * 10.0, -20.0, 127.0) / 127.0;
        for (int i = 0; i < 3; ++i) numbers.push_back(lean.positions[v][i]);
    }
    GltfBuilder& builder = column.builder;
    builder.json["extensionsUsed"] = builder.json["extensionsRequired"] = {"KHR_mesh_quantization"};
    builder.json["meshes"][0]["primitives"][0]["targets"][1]["POSITION"] =
        builder.accessor(numbers, "VEC3", GltfBuilder::kByte, true);
    column.animate(kLinearKeys);
    Json& sampler = builder.json["animations"][0]["samplers"][1];
    sampler["output"] = builder.accessor({0.0, 1.0, 1.0, 51.0 / 255.0, 0.0, 0.0, 0.0, 1.0}, "SCALAR",
                                         GltfBuilder::kUnsignedByte, true);
    const Model model = import(builder);
    expectAlike(skin(model, samplePose(model, model.clips[0], 0.25)), reference(column, {1.0, 0.2}, 90.0));
}

TEST_F(ImportMorphs, VerticesAreWeldedOnlyIfTheirDeltasAreEqual) {
    for (const bool same : {true, false}) {
        GltfBuilder builder = test::twoBones();
        // The part's vertices twice: indices use both copies.
        const auto twice = [&](const char* name, const std::vector<double>& values, const std::string& type,
                               int of) {
            std::vector<double> both = values;
            both.insert(both.end(), values.begin(), values.end());
            builder.json["meshes"][0]["primitives"][0]["attributes"][name] = builder.accessor(both, type, of);
        };
        std::vector<double> positions;
        std::vector<double> joints;
        std::vector<double> weights;
        std::vector<double> normals;
        for (int v = 0; v < 3; ++v) {
            for (const double value : {v == 1 ? 1.0 : 0.0, v == 2 ? 1.5 : 0.0, 0.0})
                positions.push_back(value);
            for (const double value : {0.0, 0.0, 1.0}) normals.push_back(value);
            for (const double value : {0.0, 0.0, 0.0, 0.0}) joints.push_back(value);
            for (const double value : {1.0, 0.0, 0.0, 0.0}) weights.push_back(value);
        }
        twice("POSITION", positions, "VEC3", GltfBuilder::kFloat);
        twice("NORMAL", normals, "VEC3", GltfBuilder::kFloat);
        twice("JOINTS_0", joints, "VEC4", GltfBuilder::kUnsignedByte);
        twice("WEIGHTS_0", weights, "VEC4", GltfBuilder::kFloat);
        // Vertex 0 is used by no triangle, so the deltas move to other numbers.
        builder.json["meshes"][0]["primitives"][0]["indices"] =
            builder.accessor({1, 2, 4, 5, 4, 2, 4, 3, 5}, "SCALAR", GltfBuilder::kUnsignedShort);
        std::vector<glm::dvec3> deltas(6, glm::dvec3(0.0));
        deltas[1] = deltas[4] = {0.0, 0.0, 0.5};
        deltas[2] = {0.0, 0.25, 0.0};
        if (same) deltas[5] = deltas[2];
        builder.json["meshes"][0]["primitives"][0]["targets"] = {
            {{"POSITION", test::vectors(builder, deltas)}}};
        builder.json["meshes"][0]["weights"] = {1.0};
        const Model model = import(builder);
        EXPECT_EQ(model.vertices.size(), same ? 3U : 4U);
        const auto posed = skin(model, restPose(model));
        // The corners of the second triangle.
        const std::vector<glm::dvec3> wanted{
            {0.0, same ? 1.75 : 1.5, 0.0}, {1.0, 0.0, 0.5}, {0.0, 1.75, 0.0}};
        for (std::size_t i = 0; i < wanted.size(); ++i)
            EXPECT_EQ(posed[model.indices[3 + i]].position, wanted[i]) << i;
    }
}

TEST_F(ImportMorphs, MissingNormalsFollowTheMorphedTriangles) {
    MorphedColumn column;
    for (Json& primitive : column.builder.json["meshes"][0]["primitives"]) {
        primitive["attributes"].erase("NORMAL");
        primitive["targets"][0].erase("NORMAL");
    }
    column.builder.json["meshes"][0]["weights"] = {1.0, 0.0};
    const Model morphed = import(column.builder);
    // The same column with its morphed positions as positions at rest.
    MorphedColumn still;
    for (std::size_t p = 0; p < still.parts.size(); ++p) {
        Json& primitive = still.builder.json["meshes"][0]["primitives"][p];
        primitive["attributes"].erase("NORMAL");
        primitive.erase("targets");
        std::vector<glm::dvec3> positions;
        const auto rest = reference(still, {0.0, 0.0}, 0.0);
        for (std::size_t v = 0; v < kColumnVertices; ++v)
            positions.push_back(rest[v].position + still.parts[p][0].positions[v]);
        primitive["attributes"]["POSITION"] = test::vectors(still.builder, positions);
    }
    still.builder.json["meshes"][0].erase("weights");
    const Model other = import(still.builder);
    expectAlike(skin(morphed, restPose(morphed)), skin(other, restPose(other)));
}

TEST_F(ImportMorphs, MissingTargetsAndWeightsAreNoted) {
    MorphedColumn column;
    column.builder.json["meshes"][0]["primitives"][1]["targets"].erase(1);
    column.builder.json["meshes"][0]["weights"] = {0.75};
    std::ranges::fill(column.parts[1][1].positions, glm::dvec3(0.0));
    const Model model = import(column.builder);
    EXPECT_TRUE(hasNote(model, "different numbers of morph targets"));
    EXPECT_TRUE(hasNote(model, "has 1 weights for 2 morph targets"));
    expectAlike(skin(model, restPose(model)), reference(column, {0.75, 0.0}, 0.0));
}

TEST_F(ImportMorphs, ShapesOfFbxFiles) {
    const Model model = importModel(folder_.write("shapes.fbx", test::kShapesFbx));
    ASSERT_EQ(model.morph_targets.size(), 2U);
    EXPECT_EQ(model.morph_targets[0].name, "Frown");
    EXPECT_EQ(model.morph_targets[1].name, "Smile");
    EXPECT_EQ(model.morph_targets[0].rest_weight, 0.0);
    EXPECT_EQ(model.morph_targets[1].rest_weight, 0.0);
    ASSERT_EQ(model.clips.size(), 1U);
    EXPECT_EQ(model.clips[0].name, "Talk");
    EXPECT_NEAR(model.clips[0].duration_s, 1.0, 1e-6);
    const double unit = model.metres_per_unit;
    for (const auto& [time_s, frown, smile] : {std::tuple(0.0, 0.0, 0.0), std::tuple(0.25, 0.5, 0.25),
                                               std::tuple(0.5, 1.0, 0.5), std::tuple(0.75, 0.75, 0.75)}) {
        const auto posed = skin(model, samplePose(model, model.clips[0], time_s));
        std::size_t found = 0;
        for (std::size_t v = 0; v < posed.size(); ++v) {
            const glm::vec3 rest = model.vertices[v].position;
            glm::dvec3 wanted(rest);
            glm::dvec3 normal(0.0, 0.0, 1.0);
            if (rest == glm::vec3(1.0F, 0.0F, 0.0F)) wanted.y += -0.25 * frown;
            if (rest == glm::vec3(1.0F, 1.0F, 0.0F)) wanted.y += 0.5 * smile;
            if (rest == glm::vec3(0.0F, 1.0F, 0.0F)) {
                wanted += smile * glm::dvec3(0.25, 0.0, 0.125);
                normal += smile * glm::dvec3(0.0, 1.0, -1.0);
                ++found;
            }
            EXPECT_LT(glm::length(posed[v].position / unit - wanted), 1e-6) << v << " at " << time_s;
            EXPECT_LT(glm::length(posed[v].normal - glm::normalize(normal)), 1e-6) << v << " at " << time_s;
        }
        EXPECT_EQ(found, 1U);
    }
}

}  // namespace
}  // namespace phalanx
