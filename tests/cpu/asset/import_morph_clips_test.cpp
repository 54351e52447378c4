// Clips that move morph targets: of the file, of further files, and of containers.
#include <gtest/gtest.h>

#include "asset/container/container.h"
#include "core/file.h"
#include "cpu/asset/samples/import_morphs_fixture.h"

namespace phalanx {
namespace {

using test::cubicKeys;
using test::ImportMorphs;
using test::kBody;
using test::kLinearKeys;
using test::MorphedColumn;
using test::MorphKeys;
using test::weightOf;

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

}  // namespace
}  // namespace phalanx
