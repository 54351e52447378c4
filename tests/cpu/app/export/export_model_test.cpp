// The model that `phalanx export` writes comes back through the importer.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "app/export/model_glb.h"
#include "asset/import.h"
#include "core/file.h"
#include "own_folder.h"
#include "soldier_model.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

Model throughAFile(const Model& model) {
    const std::filesystem::path file = test::ownFolder() / "model.glb";
    writeFile(file, writeModelGlb(model));
    return importModel(file);
}

using Influences = std::map<std::string, double>;  // weights by the joint's node

Influences influencesOf(const Model& model, const Vertex& vertex) {
    Influences influences;
    for (std::size_t k = 0; k < vertex.joints.size(); ++k) {
        if (vertex.weights[k] <= 0.0F) continue;
        const Joint& joint = model.palette[vertex.joints[k]];
        influences[model.nodes[static_cast<std::size_t>(joint.node)].name] +=
            static_cast<double>(vertex.weights[k]);
    }
    return influences;
}

void expectSameMesh(const Model& model, const Model& back) {
    ASSERT_EQ(back.vertices.size(), model.vertices.size());
    EXPECT_EQ(back.indices, model.indices);
    ASSERT_EQ(back.parts.size(), model.parts.size());
    for (std::size_t i = 0; i < model.parts.size(); ++i) EXPECT_EQ(back.parts[i].name, model.parts[i].name);
    for (std::size_t v = 0; v < model.vertices.size(); ++v) {
        const Vertex& a = model.vertices[v];
        const Vertex& b = back.vertices[v];
        ASSERT_EQ(a.position, b.position) << v;
        ASSERT_LT(glm::length(a.normal - b.normal), 1e-6F) << v;  // the importer normalizes them again
        ASSERT_EQ(a.uv, b.uv) << v;
        const Influences expected = influencesOf(model, a);
        const Influences found = influencesOf(back, b);
        ASSERT_EQ(found.size(), expected.size()) << v;
        for (const auto& [name, weight] : expected) ASSERT_NEAR(found.at(name), weight, 1e-6) << v << name;
    }
}

// In metres and upright, as both stand in their rest pose.
void expectSameRest(const Model& model, const Model& back) {
    const std::vector<SkinnedVertex> a = skin(model, restPose(model));
    const std::vector<SkinnedVertex> b = skin(back, restPose(back));
    double worst = 0.0;
    for (std::size_t v = 0; v < a.size(); ++v)
        worst = std::max(worst, glm::length(a[v].position - b[v].position));
    EXPECT_LT(worst, 2e-6 * model.height_m);
}

TEST(ExportedModel, TheSoldierComesBackThroughTheImporter) {
    const Model& model = test::soldier();
    const Model back = throughAFile(model);
    expectSameMesh(model, back);
    expectSameRest(model, back);
    EXPECT_TRUE(back.clips.empty());
    ASSERT_EQ(back.variants.size(), model.variants.size());
    for (std::size_t i = 0; i < model.variants.size(); ++i)
        EXPECT_EQ(back.variants[i].name, model.variants[i].name);
    EXPECT_EQ(back.materials.front().tint_mask, TintMask::kAlpha);
    ASSERT_EQ(back.images.size(), model.images.size());
    EXPECT_EQ(back.images.front().rgba, model.images.front().rgba);
    // By number, not only by name: what a player looks up in the texture.
    EXPECT_EQ(back.vertices.front().joints, model.vertices.front().joints);
}

TEST(ExportedModel, AModelInCentimetresWithMorphTargetsComesBack) {
    Model model = test::makeModel({.mirrored = true, .morphs = 4});
    model.materials.front().unlit = true;
    model.materials.front().alpha_mode = AlphaMode::kMask;
    model.materials.front().alpha_cutoff = 0.25F;
    for (MorphTarget& target : model.morph_targets) target.rest_weight = 0.0;
    const Model back = throughAFile(model);
    expectSameMesh(model, back);
    expectSameRest(model, back);
    EXPECT_TRUE(back.materials.front().unlit);
    EXPECT_EQ(back.materials.front().alpha_mode, AlphaMode::kMask);
    EXPECT_EQ(back.materials.front().alpha_cutoff, 0.25F);
    ASSERT_EQ(back.morph_targets.size(), model.morph_targets.size());
    for (std::size_t t = 0; t < model.morph_targets.size(); ++t) {
        const auto& expected = model.morph_targets[t].deltas;
        const auto& found = back.morph_targets[t].deltas;
        EXPECT_EQ(back.morph_targets[t].name, model.morph_targets[t].name);
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(found[i].vertex, expected[i].vertex);
            EXPECT_EQ(found[i].position, expected[i].position);
            EXPECT_LT(glm::length(found[i].normal - expected[i].normal), 1e-6F);
        }
    }
}

// Two meshes may bind one node differently. A skin of glTF may not name a node twice.
TEST(ExportedModel, ANodeWithTwoJointsHasTwoNodesInTheSkin) {
    Model model = test::makeModel({.joints = 3});
    Joint again = model.palette[1];
    again.joint_from_bind[3] += glm::dvec4(1.0, 2.0, 3.0, 0.0);
    model.palette.push_back(again);
    for (std::size_t v = 0; v < model.vertices.size(); v += 2) {
        model.vertices[v].joints = {3, 3, 3, 3};
        model.vertices[v].weights = {1.0F, 0.0F, 0.0F, 0.0F};
    }
    const std::vector<std::uint8_t> file = writeModelGlb(model);
    std::uint32_t length = 0;
    std::memcpy(&length, file.data() + 12, sizeof length);
    const nlohmann::json text = nlohmann::json::parse(file.begin() + 20, file.begin() + 20 + length);
    const auto joints = text["skins"][0]["joints"].get<std::vector<int>>();
    EXPECT_EQ(joints.size(), model.palette.size());
    EXPECT_EQ(std::set<int>(joints.begin(), joints.end()).size(), joints.size());
    expectSameRest(model, throughAFile(model));
}

}  // namespace
}  // namespace phalanx
