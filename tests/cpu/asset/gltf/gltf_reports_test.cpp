// Content that was once left out without a word, and numbers far beyond any use: each gives one line.
#include <algorithm>
#include <limits>

#include "cpu/asset/samples/import_gltf_fixture.h"
#include "cpu/asset/samples/morph_samples.h"

namespace phalanx {
namespace {

using test::GltfBuilder;
using Json = nlohmann::json;

class GltfReports : public test::ImportGltf {
  protected:
    // The warnings of the model that contain `piece`.
    static std::size_t warnings(const Model& model, const std::string& piece) {
        return static_cast<std::size_t>(std::ranges::count_if(model.notes, [&](const Note& note) {
            return note.warning && note.text.find(piece) != std::string::npos;
        }));
    }
    static Json& material(GltfBuilder& builder) { return builder.json["materials"][0]; }
};

TEST_F(GltfReports, MaterialMembersOfAWrongTypeAreReported) {
    const Json texture{{"index", 0}};
    struct Fault {
        Json pbr;
        Json alpha_mode;
        const char* text;
    };
    const std::vector<Fault> faults{
        {{{"baseColorTexture", {{"index", "0"}}}},
         "OPAQUE",
         "baseColorTexture.index is \"0\", not the index"},
        {{{"baseColorTexture", {{"index", -1}}}}, "OPAQUE", "baseColorTexture.index is -1"},
        {{{"baseColorTexture", 0}}, "OPAQUE", "baseColorTexture is 0, not an object"},
        {{{"baseColorFactor", {1.0, 0.5, 0.25}}},
         "OPAQUE",
         "baseColorFactor is [1.0,0.5,0.25], not a list of 4 numbers"},
        {{{"baseColorFactor", "red"}}, "OPAQUE", "baseColorFactor is \"red\""},
        {Json::object(), "FOO", "materials[0].alphaMode is \"FOO\", not \"OPAQUE\""},
        {Json::object(), 3, "alphaMode is 3"},
        {"red", "OPAQUE", "pbrMetallicRoughness is \"red\", not an object"},
    };
    for (const Fault& fault : faults) {
        GltfBuilder builder = test::twoBones();
        material(builder)["pbrMetallicRoughness"] = fault.pbr;
        material(builder)["alphaMode"] = fault.alpha_mode;
        const Model model = import(builder);
        EXPECT_EQ(warnings(model, fault.text), 1U) << fault.text;
        EXPECT_EQ(model.materials.at(0).base_color, glm::vec4(1.0F)) << fault.text;
        EXPECT_EQ(model.materials.at(0).image, -1) << fault.text;
    }
}

TEST_F(GltfReports, TextureTransformsOfAWrongTypeAreReported) {
    const auto with = [&](const Json& transform) {
        GltfBuilder builder = test::twoBones();
        builder.json["images"] = {{{"uri", "missing.png"}}};
        builder.json["textures"] = {{{"source", 0}}};
        material(builder)["pbrMetallicRoughness"]["baseColorTexture"] = {
            {"index", 0}, {"extensions", {{"KHR_texture_transform", transform}}}};
        return import(builder);
    };
    EXPECT_EQ(warnings(with({{"offset", {0.5, 0.0}}, {"rotation", 0.5}}), "KHR_texture_transform"), 0U);
    EXPECT_EQ(warnings(with("twice"), "KHR_texture_transform is \"twice\", not an object"), 1U);
    EXPECT_EQ(warnings(with({{"offset", "left"}}), "offset is \"left\", not a list of 2 numbers"), 1U);
    EXPECT_EQ(warnings(with({{"scale", {1.0}}}), "scale is [1.0], not a list of 2 numbers"), 1U);
    EXPECT_EQ(warnings(with({{"rotation", "half"}}), "rotation is \"half\", not a number"), 1U);
}

TEST_F(GltfReports, EqualFaultsAreOneWarning) {
    GltfBuilder builder = test::twoBones();
    for (int i = 0; i < 20; ++i) builder.json["materials"].push_back({{"alphaMode", "FOO"}});
    const Model model = import(builder);
    EXPECT_EQ(warnings(model, "alphaMode"), 1U);
    EXPECT_EQ(warnings(model, "materials[1].alphaMode is \"FOO\""), 1U);
    EXPECT_EQ(warnings(model, "(and 19 places more)"), 1U);
}

TEST_F(GltfReports, ClipsThatMetadataNamesButTheFileLacksAreReported) {
    GltfBuilder builder = test::twoBones();
    const std::string clip = import(builder).clips.at(0).name;
    builder.json["nodes"][0]["extras"] = {{"phalanx_loops", clip}, {"phalanx_stride", clip + "=1.5"}};
    EXPECT_EQ(warnings(import(builder), "does not have"), 0U);
    builder.json["nodes"][0]["extras"] = {{"phalanx_loops", clip + ",Fly"},
                                          {"phalanx_stride", "Swim=1;Dive=2"}};
    const Model model = import(builder);
    EXPECT_EQ(warnings(model, "phalanx_loops names a clip that it does not have: Fly"), 1U);
    EXPECT_EQ(warnings(model, "phalanx_stride names clips that it does not have: Dive, Swim"), 1U);
}

TEST_F(GltfReports, MetadataOnOtherObjectsIsReported) {
    GltfBuilder builder = test::twoBones();
    builder.json["asset"]["extras"] = {{"phalanx_loops", "Bend"}, {"author", "somebody"}};
    builder.json["animations"][0]["extras"] = {{"phalanx_stride", "Bend=1"}};
    const Model model = import(builder);
    EXPECT_EQ(warnings(model, "asset.extras.phalanx_loops is ignored"), 1U);
    EXPECT_EQ(warnings(model, "animations[0].extras.phalanx_stride is ignored"), 1U);
    EXPECT_EQ(warnings(model, "author"), 0U);
}

TEST_F(GltfReports, AbsurdMorphTargetsAreRefused) {
    const auto withDelta = [](double size) {
        test::MorphedColumn column;
        std::vector<glm::dvec3> deltas(test::kColumnVertices, glm::dvec3(0.0));
        deltas[5].x = size;
        column.builder.json["meshes"][0]["primitives"][0]["targets"][1]["POSITION"] =
            test::vectors(column.builder, deltas);
        return column.builder;
    };
    EXPECT_EQ(import(withDelta(1500.0)).morph_targets.size(), 2U);  // the column is 2 high
    const std::string large = refusal(withDelta(1e30));
    EXPECT_NE(large.find("morph target Lean moves vertex 5 by 1e+30; the limit is 1000 times the size of the "
                         "mesh, 2e+03"),
              std::string::npos)
        << large;

    test::MorphedColumn column;
    column.builder.json["meshes"][0]["weights"] = {0.25, 1e30};
    const std::string weight = refusal(column.builder);
    EXPECT_NE(weight.find("morph target Lean has the weight 1e+30; the limit is 1000"), std::string::npos)
        << weight;
}

TEST_F(GltfReports, AbsurdWeightsOfClipsAreRefused) {
    test::MorphedColumn keys;
    keys.animate({"LINEAR", {0.0, 1.0}, {{0.0, 0.0}, {-1e30, 0.0}}, {}, {}});
    EXPECT_NE(refusal(keys.builder).find("has the weight -1e+30; the limit is 1000"), std::string::npos);
    test::MorphedColumn tangents;
    tangents.animate({"CUBICSPLINE",
                      {0.0, 1.0},
                      {{0.0, 0.0}, {1.0, 0.0}},
                      {{0.0, 0.0}, {0.0, 0.0}},
                      {{1e30, 0.0}, {0.0, 0.0}}});
    EXPECT_NE(refusal(tangents.builder).find("has the weight 3.33e+29; the limit is 1000"),
              std::string::npos);
}

// The clip that turns the joint, with its keys spread over that time.
GltfBuilder lasting(double duration_s) {
    GltfBuilder builder = test::twoBones();
    Json& sampler = builder.json["animations"][0]["samplers"][0];
    const std::size_t keys = builder.json["accessors"][sampler["input"].get<std::size_t>()]["count"];
    std::vector<double> times(keys);
    for (std::size_t k = 0; k < keys; ++k)
        times[k] = duration_s * static_cast<double>(k) / static_cast<double>(keys - 1);
    sampler["input"] = builder.accessor(times, "SCALAR");
    return builder;
}

TEST_F(GltfReports, ClipsLastBetweenAMillisecondAndADay) {
    EXPECT_GE(import(lasting(3600.0)).clips.at(0).duration_s, 3600.0);
    const std::string forever = refusal(lasting(1e30));
    EXPECT_NE(forever.find("lasts 1e+30 s; the limit is 86400 s"), std::string::npos) << forever;
    const Model blink = import(lasting(1e-30));
    EXPECT_EQ(blink.clips.at(0).duration_s, 0.0);
    EXPECT_EQ(warnings(blink, "1 clip is shorter than 0.001 s ("), 1U);
    EXPECT_EQ(warnings(blink, ": 1e-30 s); only the first pose is played"), 1U);
    EXPECT_GT(import(lasting(0.01)).clips.at(0).duration_s, 0.0);
}

TEST_F(GltfReports, LongAndDirectionalNamesAreShortAndPlain) {
    GltfBuilder builder = test::twoBones();
    builder.json["animations"][0]["name"] = std::string(100'000, 'n');
    builder.json["nodes"][0]["name"] =
        "a\xE2\x80\xAE"
        "b";
    const Model model = import(builder);
    EXPECT_EQ(model.clips.at(0).name.size(), 200U);
    EXPECT_EQ(model.nodes.at(0).name, "a?b");
    try {
        findClip(model, std::string(100'000, 'x'));
        FAIL() << "found";
    } catch (const Error& error) {
        EXPECT_LT(std::string(error.what()).size(), 1000U);
    }
    builder.json["meshes"][0]["primitives"][0]["attributes"][std::string(100'000, 'A')] = "x";
    EXPECT_LT(refusal(builder).size(), 1000U);
}

}  // namespace
}  // namespace phalanx
