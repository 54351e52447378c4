// What glTF 2.0 and its extensions allow beyond plain lists of floats: sparse and quantized accessors,
// strips, texture transforms and several scenes.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "asset/common/base64.h"
#include "asset/common/image.h"
#include "cpu/asset/samples/import_gltf_fixture.h"

namespace phalanx {
namespace {

using test::GltfBuilder;
using test::kBody;
using Json = nlohmann::json;

class GltfExtensions : public test::ImportGltf {};

TEST_F(GltfExtensions, SparseValuesReplaceThoseOfTheAccessor) {
    // The positions with the upper ring at y = 9, which the sparse values correct.
    std::vector<double> wrong;
    std::vector<double> corrected;
    for (const float value : columnPositions()) wrong.push_back(static_cast<double>(value));
    for (std::size_t v = 8; v < 12; ++v) {
        corrected.insert(corrected.end(), wrong.begin() + static_cast<long>(v * 3),
                         wrong.begin() + static_cast<long>(v * 3 + 3));
        wrong[v * 3 + 1] = 9.0;
    }
    GltfBuilder builder = test::twoBones();
    const std::size_t values = builder.accessor(corrected, "VEC3");
    const std::size_t places =
        builder.accessor({8.0, 9.0, 10.0, 11.0}, "SCALAR", GltfBuilder::kUnsignedShort);
    const auto viewOf = [&](std::size_t a) { return builder.json["accessors"][a]["bufferView"]; };
    const Json sparse{
        {"count", 4},
        {"indices", {{"bufferView", viewOf(places)}, {"componentType", GltfBuilder::kUnsignedShort}}},
        {"values", {{"bufferView", viewOf(values)}}}};
    const std::size_t positions = builder.accessor(wrong, "VEC3");
    builder.json["accessors"][positions]["sparse"] = sparse;
    primitive(builder)["attributes"]["POSITION"] = positions;
    expectColumn(import(builder));

    GltfBuilder outside = builder;
    outside.json["accessors"][positions]["count"] = 10;
    EXPECT_NE(refusal(outside).find("is for element 10 of only 10"), std::string::npos);
    GltfBuilder short_of_values = builder;
    short_of_values.json["accessors"][positions]["sparse"]["count"] = 5;
    EXPECT_NE(refusal(short_of_values).find("extend past their view"), std::string::npos);

    // Without a view all other values are zero.
    GltfBuilder zero = test::twoBones();
    zero.json["accessors"].push_back(
        {{"componentType", GltfBuilder::kFloat}, {"count", 12}, {"type", "VEC3"}});
    primitive(zero)["attributes"]["NORMAL"] = zero.json["accessors"].size() - 1;
    EXPECT_TRUE(hasNote(import(zero), "12 vertices without a normal"));
}

TEST_F(GltfExtensions, QuantizedMeshesAreScaledByTheirNode) {
    // KHR_mesh_quantization: positions as normalized 16-bit integers of [-1, 1]; the node scales them by 2.
    GltfBuilder builder = test::twoBones();
    builder.json["extensionsRequired"] = {"KHR_mesh_quantization"};
    std::vector<double> halves;
    for (const float value : columnPositions()) halves.push_back(static_cast<double>(value) / 2.0);
    primitive(builder)["attributes"]["POSITION"] =
        builder.accessor(halves, "VEC3", GltfBuilder::kShort, true);
    primitive(builder)["attributes"].erase("JOINTS_0");
    primitive(builder)["attributes"].erase("WEIGHTS_0");
    nodes(builder)[kBody].erase("skin");
    nodes(builder)[kBody]["scale"] = {2.0, 2.0, 2.0};
    const Model model = import(builder);
    const std::vector<glm::dvec3> posed = positions(model, 0.0);
    ASSERT_EQ(posed.size(), 12U);
    const std::vector<float> expected = columnPositions();
    for (std::size_t v = 0; v < 12; ++v) {
        const glm::dvec3 p(expected[v * 3], expected[v * 3 + 1], expected[v * 3 + 2]);
        EXPECT_LT(glm::distance(posed[v], p), 1e-4) << v;
    }
}

TEST_F(GltfExtensions, StripsAndFansAreTriangles) {
    // Corners 0, 1, 2 and 3 of the lower ring, as a strip and as a fan; the fourth mode is neither.
    const auto withMode = [&](int mode, const std::vector<double>& order) {
        GltfBuilder builder = test::twoBones();
        primitive(builder)["mode"] = mode;
        primitive(builder)["indices"] = builder.accessor(order, "SCALAR", GltfBuilder::kUnsignedByte);
        return import(builder).indices;
    };
    using Triangles = std::vector<std::uint32_t>;
    constexpr int kStrip = 5;
    constexpr int kFan = 6;
    EXPECT_EQ(withMode(kStrip, {0, 1, 2, 3}), (Triangles{0, 1, 2, 2, 1, 3}));
    EXPECT_EQ(withMode(kFan, {0, 1, 2, 3}), (Triangles{0, 1, 2, 0, 2, 3}));
    // Equal corners make no triangle; strips are joined by them.
    EXPECT_EQ(withMode(kStrip, {0, 1, 2, 2, 4, 4, 5, 6}).size() % 3, 0U);
}

TEST_F(GltfExtensions, TextureTransformsMoveTheCoordinates) {
    GltfBuilder builder = test::twoBones();
    std::vector<double> first;
    std::vector<double> second;
    for (int v = 0; v < 12; ++v) {
        first.insert(first.end(), {0.0, 0.0});
        second.insert(second.end(), {v / 12.0, 0.5});
    }
    primitive(builder)["attributes"]["TEXCOORD_0"] = builder.accessor(first, "VEC2");
    primitive(builder)["attributes"]["TEXCOORD_1"] = builder.accessor(second, "VEC2");
    const std::vector<std::uint8_t> pixel{255, 0, 0, 255};
    builder.json["images"] = {{{"uri", "data:image/png;base64," + encodeBase64(encodePng(1, 1, 4, pixel))}}};
    builder.json["textures"] = {{{"source", 0}}};
    constexpr double kQuarter = 1.5707963267948966;
    builder.json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = {
        {"index", 0},
        {"extensions",
         {{"KHR_texture_transform",
           {{"offset", {0.25, 0.5}}, {"rotation", kQuarter}, {"scale", {2.0, 3.0}}, {"texCoord", 1}}}}}};
    const Model model = import(builder);
    ASSERT_EQ(model.vertices.size(), 12U);
    for (std::size_t v = 0; v < 12; ++v) {
        // Scaled, then turned by a quarter: (u, v) becomes (v, -u), then moved.
        const double u = static_cast<double>(v) / 12.0 * 2.0;
        EXPECT_NEAR(model.vertices[v].uv.x, 0.5 * 3.0 + 0.25, 1e-5) << v;
        EXPECT_NEAR(model.vertices[v].uv.y, -u + 0.5, 1e-5) << v;
    }
}

TEST_F(GltfExtensions, UnlitMaterialsAreRead) {
    GltfBuilder builder = test::twoBones();
    builder.json["extensionsRequired"] = {"KHR_materials_unlit"};
    EXPECT_FALSE(import(builder).materials.at(0).unlit);
    builder.json["materials"][0]["extensions"]["KHR_materials_unlit"] = Json::object();
    EXPECT_TRUE(import(builder).materials.at(0).unlit);
}

// Two materials that differ in nothing but light.
TEST_F(GltfExtensions, LitAndUnlitMaterialsStayApart) {
    GltfBuilder builder = test::twoBones();
    Json& materials = builder.json["materials"];
    materials.push_back(materials[0]);
    Json& primitives = builder.json["meshes"][0]["primitives"];
    primitives.push_back(primitives[0]);
    primitives[1]["material"] = 1;
    EXPECT_EQ(import(builder).materials.size(), 1U);
    materials[1]["extensions"]["KHR_materials_unlit"] = Json::object();
    const Model model = import(builder);
    ASSERT_EQ(model.materials.size(), 2U);
    EXPECT_FALSE(model.materials[0].unlit);
    EXPECT_TRUE(model.materials[1].unlit);
}

TEST_F(GltfExtensions, BrokenLightsAndLodsAreLeftOut) {
    GltfBuilder builder = test::twoBones();
    nodes(builder)[0]["extensions"] = {{"KHR_lights_punctual", Json::object()}, {"MSFT_lod", Json::object()}};
    builder.json["scenes"][0]["extensions"] = {{"KHR_audio", Json::object()}};
    builder.json["materials"][0]["extensions"] = {{"MSFT_lod", Json::object()}};
    builder.json["extensions"] = {{"KHR_lights_punctual", {{"lights", {{{"type", 7}}}}}}};
    expectColumn(import(builder));
}

TEST_F(GltfExtensions, OnlyTheDefaultSceneIsDrawn) {
    GltfBuilder builder = test::twoBones();
    nodes(builder).push_back({{"name", "Elsewhere"}, {"mesh", 0}});
    builder.json["scenes"].push_back({{"nodes", {4}}});
    const Model first = import(builder);
    ASSERT_EQ(first.parts.size(), 1U);
    EXPECT_EQ(first.parts[0].name, "Body");
    EXPECT_TRUE(hasNote(first, "2 scenes; number 0 is drawn"));
    builder.json["scene"] = 1;
    const Model second = import(builder);
    ASSERT_EQ(second.parts.size(), 1U);
    EXPECT_EQ(second.parts[0].name, "Elsewhere");
}

// More than four joints per vertex: the four largest weights are kept, from all sets.
TEST_F(GltfExtensions, SecondSetsOfJointsAreRead) {
    GltfBuilder builder = test::twoBones();
    Json& attributes = primitive(builder)["attributes"];
    // The first set becomes zero, and the second one what the first was.
    attributes["JOINTS_1"] = attributes["JOINTS_0"];
    attributes["WEIGHTS_1"] = attributes["WEIGHTS_0"];
    attributes["WEIGHTS_0"] = builder.accessor(std::vector<double>(48, 0.0), "VEC4");
    expectColumn(import(builder));
}

}  // namespace
}  // namespace phalanx
