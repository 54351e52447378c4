// Morph targets of glTF and FBX files, against values computed here from the numbers in the file.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>

#include "anim/bake/bake.h"
#include "asset/container/container.h"
#include "core/file.h"
#include "cpu/asset/import_gltf_fixture.h"
#include "cpu/asset/morph_samples.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;
using test::GltfBuilder;
using test::kBody;
using test::kColumnVertices;
using test::MorphDeltas;
using test::MorphedColumn;
using test::MorphKeys;

const MorphKeys kLinearKeys{
    "LINEAR", {0.0, 0.25, 0.5, 1.0}, {{0.0, 1.0}, {1.0, 0.5}, {-0.5, 2.0}, {0.0, 1.0}}, {}, {}};

MorphKeys cubicKeys() {
    MorphKeys keys = kLinearKeys;
    keys.interpolation = "CUBICSPLINE";
    keys.in = {{0.0, 0.0}, {3.0, -2.0}, {1.5, 4.0}, {2.0, -1.0}};
    keys.out = {{4.0, 1.0}, {-3.0, 2.5}, {0.5, -6.0}, {0.0, 0.0}};
    return keys;
}

// glTF 2.0, appendix C.
double weightOf(const MorphKeys& keys, std::size_t target, double time_s) {
    std::size_t k = 0;
    while (k + 2 < keys.times.size() && keys.times[k + 1] <= time_s) ++k;
    const double span_s = keys.times[k + 1] - keys.times[k];
    const double t = (time_s - keys.times[k]) / span_s;
    const double a = keys.weights[k][target];
    const double b = keys.weights[k + 1][target];
    if (keys.interpolation == "STEP") return a;
    if (keys.interpolation == "LINEAR") return (1.0 - t) * a + t * b;
    return (2.0 * t * t * t - 3.0 * t * t + 1.0) * a +
           span_s * (t * t * t - 2.0 * t * t + t) * keys.out[k][target] +
           (-2.0 * t * t * t + 3.0 * t * t) * b + span_s * (t * t * t - t * t) * keys.in[k + 1][target];
}

class ImportMorphs : public test::ImportGltf {
  protected:
    // The column's vertices with these weights, and Upper turned by `degrees`.
    static std::vector<SkinnedVertex> reference(const MorphedColumn& column,
                                                const std::vector<double>& weights, double degrees) {
        std::vector<SkinnedVertex> result;
        const double angle = glm::radians(degrees);
        for (const std::vector<MorphDeltas>& targets : column.parts) {
            for (std::size_t v = 0; v < kColumnVertices; ++v) {
                const std::size_t ring = v / 4;
                const double x = v % 4 == 0 || v % 4 == 3 ? -0.25 : 0.25;
                const double z = v % 4 < 2 ? -0.25 : 0.25;
                const double along = static_cast<double>(static_cast<float>(x * 2.8284271247461903));
                const double across = static_cast<double>(static_cast<float>(z * 2.8284271247461903));
                glm::dvec3 p(x, static_cast<double>(ring), z);
                glm::dvec3 n(along, 0.0, across);
                for (std::size_t t = 0; t < targets.size(); ++t) {
                    p += weights[t] * targets[t].positions[v];
                    if (!targets[t].normals.empty()) n += weights[t] * targets[t].normals[v];
                }
                const double upper = static_cast<double>(ring) / 2.0;
                const auto turned = [&](const glm::dvec3& d) {
                    return glm::dvec3(d.x * std::cos(angle) - d.y * std::sin(angle),
                                      d.x * std::sin(angle) + d.y * std::cos(angle), d.z);
                };
                const glm::dvec3 pivot(0.0, 1.0, 0.0);
                const glm::dvec3 posed = glm::mix(p, turned(p - pivot) + pivot, upper);
                // The blend of the identity and a turn about Z is a turn about Z with a scale in X and Y.
                const double c = 1.0 - upper + upper * std::cos(angle);
                const double s = upper * std::sin(angle);
                const double scale = std::hypot(c, s);
                const glm::dvec3 normal((c * n.x - s * n.y), (s * n.x + c * n.y), scale * scale * n.z);
                result.push_back({posed, glm::normalize(normal)});
            }
        }
        return result;
    }

    static void expectAlike(const std::vector<SkinnedVertex>& got, const std::vector<SkinnedVertex>& wanted) {
        ASSERT_EQ(got.size(), wanted.size());
        for (std::size_t v = 0; v < got.size(); ++v) {
            EXPECT_LT(glm::length(got[v].position - wanted[v].position), 1e-6) << "vertex " << v;
            EXPECT_LT(glm::length(got[v].normal - wanted[v].normal), 1e-6) << "vertex " << v;
        }
    }

    // In the clip Upper turns by 360 degrees per second, to 90 and -90 degrees.
    static double degreesAt(double time_s) {
        return time_s < 0.25   ? 360.0 * time_s
               : time_s < 0.75 ? 180.0 - 360.0 * time_s
                               : 360.0 * time_s - 360.0;
    }

    // The column with a clip of nothing but these weights.
    static MorphedColumn onlyWeights(const std::string& name, const MorphKeys& keys) {
        MorphedColumn column;
        column.builder.json["animations"][0]["name"] = name;
        column.builder.json["animations"][0]["samplers"] = Json::array();
        column.builder.json["animations"][0]["channels"] = Json::array();
        column.animate(keys);
        return column;
    }

    void expectRefused(const std::string& piece, const std::function<void(MorphedColumn&)>& change) {
        MorphedColumn column;
        change(column);
        const std::string text = refusal(column.builder);
        EXPECT_NE(text.find(piece), std::string::npos) << text;
    }
};

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

TEST_F(ImportMorphs, AClipOfOnlyWeightsIsAClip) {
    const Model closing = import(onlyWeights("Blink", kLinearKeys).builder);
    ASSERT_EQ(closing.clips.size(), 1U);
    EXPECT_TRUE(closing.clips[0].channels.empty());
    EXPECT_EQ(closing.clips[0].morph_tracks.size(), 2U);
    EXPECT_DOUBLE_EQ(closing.clips[0].duration_s, 1.0);
    EXPECT_TRUE(closing.clips[0].loops) << "its last weights are its first";
    MorphKeys open = kLinearKeys;
    open.weights.back() = {1.0, -1.0};
    EXPECT_FALSE(import(onlyWeights("Frown", open).builder).clips.at(0).loops);
}

TEST_F(ImportMorphs, ClipFilesMoveTargetsByName) {
    MorphedColumn source = onlyWeights("Talk", kLinearKeys);
    // The other way round than in the model, and under a node with another name.
    source.builder.json["meshes"][0]["extras"]["targetNames"] = {"Lean", "Bulge"};
    source.builder.json["nodes"][kBody]["name"] = "Other";
    ImportSettings settings;
    settings.clip_files = {folder_.write("talk.glb", source.builder.glb())};
    const MorphedColumn column;
    const Model model = import(column.builder, settings);
    ASSERT_EQ(model.clips.size(), 2U);
    EXPECT_EQ(model.clips[1].name, "Talk");
    const std::vector<double> weights{weightOf(kLinearKeys, 1, 0.3), weightOf(kLinearKeys, 0, 0.3)};
    expectAlike(skin(model, samplePose(model, model.clips[1], 0.3)), reference(column, weights, 0.0));
    EXPECT_TRUE(hasNote(model, "2 morph targets of talk.glb found by name"));

    source.builder.json["meshes"][0]["extras"]["targetNames"] = {"Lean", "Grin"};
    settings.clip_files = {folder_.write("talk.glb", source.builder.glb())};
    EXPECT_TRUE(hasNote(import(column.builder, settings), "(Grin); left out"));
}

TEST_F(ImportMorphs, TargetsOfHiddenPartsAreLeftOut) {
    MorphedColumn column;
    nodes(column.builder).push_back({{"name", "Twin"}, {"mesh", 0}, {"skin", 0}});
    nodes(column.builder)[0]["children"].push_back(4);
    column.animate(kLinearKeys);
    ImportSettings settings;
    settings.hidden_parts = {"Body"};
    const Model model = import(column.builder, settings);
    EXPECT_EQ(model.morph_targets.size(), 2U);
    EXPECT_TRUE(model.clips.at(0).morph_tracks.empty());
    EXPECT_TRUE(hasNote(model, "2 morph targets that would move no vertex; left out"));
}

TEST_F(ImportMorphs, ContainersKeepThem) {
    MorphedColumn column;
    column.animate(cubicKeys());
    const Model model = import(column.builder);
    const std::vector<std::uint8_t> bytes = writeContainer(model);
    const Model back = readContainer(bytes, "morphs.phx");
    EXPECT_EQ(writeContainer(back), bytes);
    ASSERT_EQ(back.morph_targets.size(), 2U);
    EXPECT_EQ(back.morph_targets[0].name, "Bulge");
    EXPECT_EQ(back.morph_targets[1].rest_weight, -0.5);
    const auto of = [](const Model& m) { return skin(m, samplePose(m, m.clips[0], 0.37)); };
    const auto wanted = of(model);
    const auto got = of(back);
    for (std::size_t v = 0; v < wanted.size(); ++v) EXPECT_EQ(got[v].position, wanted[v].position);
    // The clips of a container can be added to a model, too.
    ImportSettings settings;
    settings.clip_files = {folder_.write("morphs.phx", bytes)};
    EXPECT_EQ(import(MorphedColumn().builder, settings).clips.at(1).morph_tracks.size(), 2U);
}

TEST_F(ImportMorphs, DamagedTargetsAreErrorsOfOneLine) {
    const auto target = [](MorphedColumn& c, std::size_t t) -> Json& {
        return c.builder.json["meshes"][0]["primitives"][1]["targets"][t];
    };
    expectRefused("POSITION of morph target Lean of part Body:Cloth 2 has 11 values for 12 vertices",
                  [&](MorphedColumn& c) {
                      target(c, 1)["POSITION"] =
                          test::vectors(c.builder, std::vector<glm::dvec3>(11, glm::dvec3(1.0)));
                  });
    expectRefused("NORMAL of morph target Bulge of part Body:Cloth 2 has a value that is not finite",
                  [&](MorphedColumn& c) {
                      std::vector<glm::dvec3> normals(12, glm::dvec3(1.0));
                      normals[7].y = std::numeric_limits<double>::quiet_NaN();
                      target(c, 0)["NORMAL"] = test::vectors(c.builder, normals);
                  });
    expectRefused("is of type VEC4, not VEC3", [&](MorphedColumn& c) {
        target(c, 0)["POSITION"] = c.builder.accessor(std::vector<double>(48, 1.0), "VEC4");
    });
    expectRefused("uses accessor 999 of only", [&](MorphedColumn& c) { target(c, 0)["NORMAL"] = 999; });
    expectRefused("it has 1025 morph targets under its nodes; the limit is 1024", [&](MorphedColumn& c) {
        Json& targets = c.builder.json["meshes"][0]["primitives"][0]["targets"];
        while (targets.size() <= kMaxMorphTargets) targets.push_back(targets[0]);
    });
    expectRefused("the weights in clip 0 has 4 key times and 2 morph targets, but 7 values",
                  [](MorphedColumn& c) {
                      c.animate(kLinearKeys);
                      c.builder.json["animations"][0]["samplers"][1]["output"] =
                          c.builder.accessor(std::vector<double>(7, 0.0), "SCALAR");
                  });
    expectRefused("has a key that is not a number", [](MorphedColumn& c) {
        MorphKeys keys = kLinearKeys;
        keys.weights[2][1] = std::numeric_limits<double>::quiet_NaN();
        c.animate(keys);
    });
}

// Each round changes one value of the meshes, the accessors or the animation.
TEST_F(ImportMorphs, ChangedValuesGiveAnErrorOrAModel) {
    MorphedColumn column;
    column.animate(cubicKeys());
    const Json right = column.builder.json.flatten();
    std::vector<std::string> places;
    for (const auto& [place, value] : right.items()) {
        if (place.starts_with("/meshes") || place.starts_with("/accessors") ||
            place.starts_with("/animations"))
            places.push_back(place);
    }
    const std::vector<Json> values{-1,   0,   1,        11,     13,      65'536, 2'147'483'647,
                                   1e30, 0.5, "SCALAR", "VEC2", nullptr, true};
    std::mt19937 random(20261124);
    int models = 0;
    int errors = 0;
    for (int round = 0; round < 600; ++round) {
        Json changed = right;
        const std::string& place = places[random() % places.size()];
        const Json& value = values[random() % values.size()];
        changed[place] = value;
        SCOPED_TRACE(place + " = " + value.dump());
        GltfBuilder damaged = column.builder;
        damaged.json = changed.unflatten();
        try {
            const Model model = importModel(folder_.write("changed.glb", damaged.glb()));
            validate(model);
            for (const Clip& clip : model.clips) skin(model, samplePose(model, clip, 0.4));
            ++models;
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ExitCode::kInput);
            EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
            ++errors;
        }
    }
    EXPECT_GT(models, 50);
    EXPECT_GT(errors, 50);
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
