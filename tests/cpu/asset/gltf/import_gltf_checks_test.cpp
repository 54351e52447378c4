// Invalid glTF content: rejected with the number in question, or repaired with a note (gltf_json_checks.h,
// gltf_materials.h).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "asset/common/base64.h"
#include "asset/common/image.h"
#include "asset/common/import_limits.h"
#include "asset/common/unique_names.h"
#include "cpu/asset/samples/import_gltf_fixture.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;
using test::GltfBuilder;
using test::kUpper;

class GltfChecks : public test::ImportGltf {
  protected:
    // Imports the column after `change` has edited its JSON.
    Model changed(const std::function<void(Json&)>& change) {
        GltfBuilder builder = test::twoBones();
        change(builder.json);
        return import(builder);
    }
    std::string refusalOf(const std::function<void(Json&)>& change) {
        GltfBuilder builder = test::twoBones();
        change(builder.json);
        return refusal(builder);
    }
    void expectRefused(const std::string& piece, const std::function<void(Json&)>& change) {
        const std::string text = refusalOf(change);
        EXPECT_NE(text.find(piece), std::string::npos) << text;
    }
    Model ofText(const std::string& text) { return importModel(folder_.write("model.gltf", text)); }
};

TEST(UniqueNames, AreNumberedAndNeverRepeat) {
    UniqueNames names;
    EXPECT_EQ(names.take("a 2"), "a 2");
    EXPECT_EQ(names.take("a"), "a");
    EXPECT_EQ(names.take("a"), "a 3");
    EXPECT_EQ(names.take("a"), "a 4");
    EXPECT_EQ(names.take("a 2"), "a 2 2");
}

TEST_F(GltfChecks, ManyPartsAndClipsAreReadUpToTheLimit) {
    constexpr std::size_t kMany = 2'000;
    const Model model = changed([](Json& json) {
        for (const char* list : {"/meshes/0/primitives", "/animations"}) {
            Json& items = json[Json::json_pointer(list)];
            const Json first = items[0];
            while (items.size() < kMany) items.push_back(first);
        }
    });
    EXPECT_EQ(model.parts.size(), kMany);
    EXPECT_EQ(model.clips.size(), kMany);
    EXPECT_EQ(model.clips.back().name, "Bend 2000");
}

TEST_F(GltfChecks, MoreThanTheLimitsIsRefusedWithTheNumbers) {
    const auto repeat = [](Json& items, std::size_t times) {
        const Json first = items[0];
        while (items.size() < times) items.push_back(first);
    };
    expectRefused("10001 clips; the limit is 10000",
                  [&](Json& json) { repeat(json["animations"], kMaxClips + 1); });
    expectRefused("10001 parts; the limit is 10000",
                  [&](Json& json) { repeat(json["meshes"][0]["primitives"], kMaxParts + 1); });
    expectRefused("10001 materials; the limit is 10000",
                  [&](Json& json) { repeat(json["materials"], kMaxMaterials + 1); });
    // Few primitives, shown by many nodes.
    expectRefused("12000 parts under its nodes; the limit is 10000", [&](Json& json) {
        repeat(json["meshes"][0]["primitives"], 6'000);
        json["nodes"].push_back({{"mesh", 0}});
    });
}

TEST_F(GltfChecks, VersionsAreChecked) {
    const Model without = changed([](Json& json) { json.erase("asset"); });
    expectBent(without, 0.25, 90.0);
    EXPECT_TRUE(hasNote(without, "has no version"));
    EXPECT_TRUE(hasNote(changed([](Json& json) { json["asset"]["version"] = 2; }), "has no version"));
    EXPECT_TRUE(hasNote(changed([](Json& json) { json["asset"]["version"] = "2.1"; }), "version 2.1"));
    EXPECT_TRUE(
        hasNote(changed([](Json& json) { json["asset"]["minVersion"] = "2.7"; }), "requires glTF 2.7"));
    for (const char* version : {"3.0", "1.0", "foo"}) {
        expectRefused(fmt::format("its version is \"{}\"", version),
                      [&](Json& json) { json["asset"]["version"] = version; });
    }
    expectRefused("asset.version", [](Json& json) {
        json.erase("asset");
        json["nodes"] = {{"a", Json::object()}};
    });
}

TEST_F(GltfChecks, AByteOrderMarkIsSkippedAndUtf16Refused) {
    const std::string json = test::twoBones().gltf();
    const Model model = ofText("\xEF\xBB\xBF" + json);
    expectBent(model, 0.25, 90.0);
    EXPECT_TRUE(hasNote(model, "byte order mark"));
    try {
        ofText("\xFF\xFE" + json);
        ADD_FAILURE() << "UTF-16 was imported";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("UTF-16"), std::string::npos) << error.what();
    }
}

TEST_F(GltfChecks, UnknownRequiredExtensionsAreRefusedByName) {
    const Model model = changed([](Json& json) {
        json["extensionsRequired"] = {"KHR_mesh_quantization", "KHR_materials_unlit"};
    });
    expectBent(model, 0.25, 90.0);
    expectRefused("requires the extension FOO_wings", [](Json& json) {
        json["extensionsRequired"] = {"KHR_mesh_quantization", "FOO_wings"};
    });
}

TEST_F(GltfChecks, ReferencesAndTypesAreChecked) {
    const auto primitive = [](Json& json) -> Json& { return json["meshes"][0]["primitives"][0]; };
    expectRefused("\"nodes\" is not a list", [](Json& json) { json["nodes"] = {{"a", 1}}; });
    expectRefused("materials[0] is not an object", [](Json& json) { json["materials"] = {nullptr}; });
    expectRefused("uses accessor 99 of", [&](Json& json) { primitive(json)["indices"] = 99; });
    expectRefused("uses accessor 99 of", [&](Json& json) { primitive(json)["attributes"]["POSITION"] = 99; });
    expectRefused("uses material 99 of only 1", [&](Json& json) { primitive(json)["material"] = 99; });
    expectRefused("POSITION of part Body is of type VEC4, not VEC3", [&](Json& json) {
        primitive(json)["attributes"]["POSITION"] = primitive(json)["attributes"]["WEIGHTS_0"];
    });
    expectRefused("is of type VEC3, not VEC4", [&](Json& json) {
        json["animations"][0]["samplers"][0]["output"] = primitive(json)["attributes"]["POSITION"];
    });
    expectRefused("uses sampler 5 of only 1",
                  [](Json& json) { json["animations"][0]["channels"][0]["sampler"] = 5; });
    expectRefused("the translation of node 2 does not have 3 numbers", [](Json& json) {
        json["nodes"][kUpper]["translation"] = {0.0, 1.0};
    });
    expectRefused("not a finite float", [](Json& json) {
        json["nodes"][kUpper]["scale"] = {1.0, 1e39, 1.0};
    });
    expectRefused("has node 1 (Lower) twice", [](Json& json) { json["skins"][0]["joints"] = {1, 1}; });
    // Neither a skin's "skeleton" nor a texture's sampler is used, so a broken one harms nothing.
    expectBent(changed([](Json& json) { json["skins"][0]["skeleton"] = 99; }), 0.25, 90.0);
}

TEST_F(GltfChecks, CountsWithoutDataAreRefusedBeforeAllocation) {
    expectRefused("200000000 elements but no data; the limit is 4000000", [](Json& json) {
        for (Json& accessor : json["accessors"]) {
            accessor["count"] = 200'000'000;
            accessor.erase("bufferView");
        }
    });
}

TEST_F(GltfChecks, RotationsOfNodesAreNormalised) {
    const Model model = changed([](Json& json) { json["nodes"][0]["rotation"] = {0.0, 0.0, 0.0, 3.0}; });
    expectBent(model, 0.25, 90.0);
    EXPECT_TRUE(hasNote(model, "not of unit length"));
    const Model zero = changed([](Json& json) { json["nodes"][0]["rotation"] = {0.0, 0.0, 0.0, 0.0}; });
    expectBent(zero, 0.25, 90.0);
    EXPECT_TRUE(hasNote(zero, "of zero length"));
}

TEST_F(GltfChecks, NonFiniteWeightsAreRefusedAndNegativeOnesReported) {
    const auto withWeight = [](double weight) {
        GltfBuilder builder = test::twoBones();
        std::vector<double> weights;
        for (int vertex = 0; vertex < 12; ++vertex) weights.insert(weights.end(), {1.0, 0.0, 0.0, 0.0});
        weights[1] = weight;
        const std::size_t accessor = builder.accessor(weights, "VEC4");
        builder.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = accessor;
        return builder;
    };
    EXPECT_TRUE(hasNote(import(withWeight(-0.5)), "1 weight below 0; left out"));
    for (const double none :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        const std::string text = refusal(withWeight(none));
        EXPECT_NE(text.find("vertex 0 of part Body has a weight that is not a number"), std::string::npos)
            << text;
    }
}

// Treated like a broken image file beside the model.
TEST_F(GltfChecks, UnreadableImagesBecomeCheckerboards) {
    const std::vector<std::uint8_t> pixel{255, 0, 0, 255};
    const std::string png = encodeBase64(encodePng(1, 1, 4, pixel));
    const auto withImage = [&](const Json& image) {
        return changed([&](Json& json) {
            json["images"] = Json::array({image});
            json["textures"] = {{{"source", 0}}};
            json["materials"][0]["pbrMetallicRoughness"] = {{"baseColorTexture", {{"index", 0}}}};
        });
    };
    const std::vector<std::pair<Json, std::string>> broken{
        {{{"uri", "data:image/png;base64,?!?!"}}, "cannot be decoded"},
        {{{"uri", "data:image/png;base64,iVBORw0KGgo"}}, "a checkerboard is drawn"},
        {{{"uri", "data:image/png;base64"}}, "without data"},
        {{{"uri", "data:image/png;base64,"}}, "empty data uri"},
        {{{"uri", "data:image/png,text"}}, "not base64"},
        {{{"bufferView", 99}, {"mimeType", "image/png"}}, "view 99 of"},
        {{{"name", "nothing"}}, "neither a uri"},
    };
    for (const auto& [image, note] : broken) {
        const Model model = withImage(image);
        ASSERT_EQ(model.images.size(), 1U) << image;
        EXPECT_EQ(model.images[0].width, 64) << image;
        EXPECT_TRUE(hasNote(model, note)) << image;
    }
    // Without base64 padding, which our decoder does not require.
    const Model short_of_padding =
        withImage({{"uri", "data:image/png;base64," + png.substr(0, png.find('='))}});
    ASSERT_EQ(short_of_padding.images.size(), 1U);
    EXPECT_EQ(short_of_padding.images[0].width, 1);

    const auto withTexture = [&](const std::function<void(Json&)>& change) {
        return changed([&](Json& json) {
            json["images"] = {{{"uri", "data:image/png;base64," + png}}};
            json["textures"] = {{{"source", 0}}};
            json["materials"][0]["pbrMetallicRoughness"] = {{"baseColorTexture", {{"index", 0}}}};
            change(json);
        });
    };
    const Model picture_missing = withTexture([](Json& json) { json["textures"][0]["source"] = 7; });
    EXPECT_TRUE(hasNote(picture_missing, "uses image 7 of only 1"));
    EXPECT_EQ(picture_missing.images.at(0).width, 64);
    const Model texture_missing = withTexture(
        [](Json& json) { json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["index"] = 7; });
    EXPECT_TRUE(hasNote(texture_missing, "texture 7 of only 1"));
    EXPECT_EQ(texture_missing.images.at(0).width, 64);
    const Model sampler_missing = withTexture([](Json& json) { json["textures"][0]["sampler"] = 7; });
    EXPECT_EQ(sampler_missing.images.at(0).width, 1);
    EXPECT_TRUE(
        hasNote(withTexture([](Json& json) { json["textures"][0].erase("source"); }), "has no image"));
}

}  // namespace
}  // namespace phalanx
