// Clips from additional files, matched by node names.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "asset/container/container.h"
#include "asset/import.h"
#include "asset/isolated_import.h"
#include "asset/retarget/by_name.h"
#include "core/error.h"
#include "cpu/asset/samples/gltf_builder.h"

namespace phalanx {
namespace {

class ImportClips : public ::testing::Test {
  protected:
    ImportClips() : original_(importModel(folder_.write("original.glb", test::twoBones().glb()))) {
        test::GltfBuilder mesh = test::twoBones();
        mesh.json.erase("animations");
        mesh_ = folder_.write("mesh.glb", mesh.glb());
    }

    // A file without meshes, whose clip is named `clip`.
    static test::GltfBuilder clipsOnly(const std::string& clip = "Bend") {
        test::TwoBoneOptions options;
        options.clip_name = clip;
        test::GltfBuilder builder = test::twoBones(options);
        builder.json.erase("meshes");
        builder.json.erase("skins");
        builder.json["nodes"][test::kBody].erase("mesh");
        builder.json["nodes"][test::kBody].erase("skin");
        return builder;
    }

    Model with(const std::vector<std::filesystem::path>& clips) const {
        ImportSettings settings;
        settings.clip_files = clips;
        return importModel(mesh_, settings);
    }

    std::string refusal(const std::vector<std::filesystem::path>& clips) const {
        try {
            with(clips);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kInput);
            return error.what();
        }
        ADD_FAILURE() << "accepted";
        return {};
    }

    void expectOriginalPoses(const Model& model, std::size_t clip = 0) const {
        ASSERT_GT(model.clips.size(), clip);
        EXPECT_NEAR(model.clips[clip].duration_s, original_.clips[0].duration_s, 1e-6);
        EXPECT_EQ(model.clips[clip].loops, original_.clips[0].loops);
        for (const double time : {0.0, 0.1, 0.25, 0.6, 0.99}) {
            const auto wanted =
                skin(original_.vertices,
                     modelFromBind(original_, samplePose(original_, original_.clips[0], time)));
            const auto got =
                skin(model.vertices, modelFromBind(model, samplePose(model, model.clips[clip], time)));
            ASSERT_EQ(got.size(), wanted.size());
            for (std::size_t i = 0; i < got.size(); ++i)
                EXPECT_LT(glm::length(got[i].position - wanted[i].position), 1e-5) << time << ' ' << i;
        }
    }

    static bool hasNote(const Model& model, const std::string& piece, bool warning) {
        return std::any_of(model.notes.begin(), model.notes.end(), [&](const Note& note) {
            return note.warning == warning && note.text.find(piece) != std::string::npos;
        });
    }

    test::TemporaryFolder folder_;
    Model original_;
    std::filesystem::path mesh_;
};

TEST_F(ImportClips, Trap22AClipFromASeparateFile) {
    const Model model = with({folder_.write("walk.glb", clipsOnly().glb())});
    EXPECT_EQ(model.clips.at(0).name, "Bend");
    expectOriginalPoses(model);
    EXPECT_TRUE(hasNote(model, "1 clip from walk.glb onto 1 node", false));
}

// Mixamo gives every clip the same name, and the file name says what the clip is.
TEST_F(ImportClips, Trap22ClipsWithGenericNamesAreNamedAfterTheirFile) {
    const Model model = with({folder_.write("Walk.glb", clipsOnly("mixamo.com").glb()),
                              folder_.write("Run.glb", clipsOnly("Armature|mixamo.com|Layer0").glb()),
                              folder_.write("more/Run.glb", clipsOnly("Take 001").glb())});
    ASSERT_EQ(model.clips.size(), 3U);
    EXPECT_EQ(model.clips[0].name, "Walk");
    EXPECT_EQ(model.clips[1].name, "Run");
    EXPECT_EQ(model.clips[2].name, "Run 2");
    expectOriginalPoses(model, 2);
}

TEST_F(ImportClips, NamesMatchWithoutTheirPrefix) {
    test::GltfBuilder builder = clipsOnly();
    builder.json["nodes"][test::kUpper]["name"] = "mixamorig:Upper";
    const Model model = with({folder_.write("walk.glb", builder.glb())});
    expectOriginalPoses(model);
    EXPECT_TRUE(hasNote(model, "found by the part of the name after the last ':'", false));
}

TEST_F(ImportClips, WhatDoesNotMatchIsListed) {
    test::GltfBuilder builder = clipsOnly();
    builder.json["nodes"][test::kUpper]["name"] = "Tail";
    EXPECT_NE(refusal({folder_.write("cat.glb", builder.glb())}).find("none of the 1 node"),
              std::string::npos);
    EXPECT_NE(refusal({folder_.path() / "cat.glb"}).find("Tail"), std::string::npos);
    // One of the two nodes exists in the model.
    builder.json["nodes"][test::kUpper]["name"] = "Upper";
    builder.json["nodes"][test::kLower]["name"] = "Hips of a cat";
    builder.json["animations"][0]["channels"].push_back(
        {{"sampler", 0}, {"target", {{"node", test::kLower}, {"path", "rotation"}}}});
    const Model model = with({folder_.write("half.glb", builder.glb())});
    expectOriginalPoses(model);
    EXPECT_TRUE(hasNote(model, "1 node animated by half.glb is not in the model (Hips of a cat)", true));
}

TEST_F(ImportClips, JointsWithOtherRestDirectionsAreNamed) {
    const double half = glm::radians(40.0) / 2.0;
    test::GltfBuilder builder = clipsOnly();
    builder.json["nodes"][test::kUpper]["rotation"] = {std::sin(half), 0.0, 0.0, std::cos(half)};
    const Model model = with({folder_.write("walk.glb", builder.glb())});
    EXPECT_TRUE(hasNote(model, "1 joint of walk.glb with another rest orientation", true));
    EXPECT_TRUE(hasNote(model, "(Upper by 40 degrees)", true));
    // The poses match the note.
    expectOriginalPoses(model);
    const Model same = with({folder_.write("same.glb", clipsOnly().glb())});
    EXPECT_FALSE(hasNote(same, "with another rest orientation", true));
}

TEST_F(ImportClips, FilesWithoutClipsAreRefused) {
    EXPECT_NE(refusal({mesh_}).find("has no clips"), std::string::npos);
    EXPECT_NE(refusal({folder_.path() / "none.glb"}).find("no such file"), std::string::npos);
    EXPECT_NE(refusal({folder_.write("x.txt", std::string_view("x"))}).find("not a model"),
              std::string::npos);
}

TEST_F(ImportClips, LengthsAreScaledToTheModels) {
    test::GltfBuilder builder = clipsOnly();
    builder.json["nodes"][test::kUpper]["translation"] = {0.0, 100.0, 0.0};  // centimetres
    const std::size_t values =
        builder.accessor({0, 100, 0, 50, 100, 0, 0, 100, 0, -50, 100, 0, 0, 100, 0}, "VEC3");
    builder.json["animations"][0]["samplers"].push_back(
        {{"input", builder.json["animations"][0]["samplers"][0]["input"]}, {"output", values}});
    builder.json["animations"][0]["channels"].push_back(
        {{"sampler", 1}, {"target", {{"node", test::kUpper}, {"path", "translation"}}}});
    const Model model = with({folder_.write("cm.glb", builder.glb())});
    EXPECT_TRUE(hasNote(model, "lengths in cm.glb scaled by 0.01", false));
    const LocalPose pose = samplePose(model, model.clips.at(0), 0.25);
    const auto upper = std::find_if(model.nodes.begin(), model.nodes.end(),
                                    [](const Node& node) { return node.name == "Upper"; });
    const Transform& at = pose.nodes[static_cast<std::size_t>(upper - model.nodes.begin())].transform;
    EXPECT_NEAR(at.translation.x, 0.5, 1e-6);
    EXPECT_NEAR(at.translation.y, 1.0, 1e-6);
}

// The model keeps its limb lengths: the translation keys of the source never differ from its own rest pose.
TEST_F(ImportClips, UnmovedJointsKeepTheModelsRestPose) {
    test::GltfBuilder builder = clipsOnly();
    builder.json["nodes"][test::kUpper]["translation"] = {0.0, 1.01, 0.0};
    std::vector<double> same;
    for (int i = 0; i < 5; ++i) same.insert(same.end(), {0.0, 1.01, 0.0});
    const std::size_t values = builder.accessor(same, "VEC3");
    builder.json["animations"][0]["samplers"].push_back(
        {{"input", builder.json["animations"][0]["samplers"][0]["input"]}, {"output", values}});
    builder.json["animations"][0]["channels"].push_back(
        {{"sampler", 1}, {"target", {{"node", test::kUpper}, {"path", "translation"}}}});
    expectOriginalPoses(with({folder_.write("tall.glb", builder.glb())}));
}

// Each file says which of its own clips loop, and how fast they walk.
TEST_F(ImportClips, AFileDecidesAboutItsOwnClips) {
    const auto saying = [](const char* clip, const nlohmann::json& extras) {
        test::GltfBuilder builder = clipsOnly(clip);
        builder.json["nodes"][0]["extras"] = extras;
        return builder.glb();
    };
    test::GltfBuilder model_file = test::twoBones();
    model_file.json["nodes"][0]["extras"] = {{"phalanx_loops", "Bend,Old"}};
    ImportSettings settings;
    settings.clip_files = {
        folder_.write("own.glb", saying("Bend", {{"phalanx_loops", ""}, {"phalanx_stride", "Bend=-1.5"}})),
        folder_.write("step.glb", saying("Step", {{"phalanx_loops", "Step,Fly"}})),
        folder_.write("new.glb", clipsOnly("New").glb()), folder_.write("old.glb", clipsOnly("Old").glb())};
    const Model model = importModel(folder_.write("said.glb", model_file.glb()), settings);
    const auto clip = [&](const char* name) {
        return *std::ranges::find(model.clips, std::string(name), &Clip::name);
    };
    EXPECT_TRUE(clip("Bend").loops);
    EXPECT_FALSE(clip("Bend 2").loops);
    EXPECT_DOUBLE_EQ(clip("Bend").stride_speed, 0.0);
    EXPECT_DOUBLE_EQ(clip("Bend 2").stride_speed, -1.5 * model.metres_per_unit);
    EXPECT_TRUE(clip("Step").loops);
    // A file that says nothing: as the model's file says.
    EXPECT_FALSE(clip("New").loops);
    EXPECT_TRUE(clip("Old").loops);
    EXPECT_TRUE(hasNote(model, "step.glb's phalanx_loops names a clip that it does not have: Fly", true));
}

TEST_F(ImportClips, ContainersGiveTheirClips) {
    const auto clips = folder_.write("bend.phx", writeContainer(original_));
    expectOriginalPoses(with({clips}));
    const auto mesh = folder_.write("mesh.phx", writeContainer(importModel(mesh_)));
    ImportSettings settings;
    settings.clip_files = {clips};
    EXPECT_THROW(importModel(mesh, settings), Error) << "a container takes no further clips";
}

TEST_F(ImportClips, ThroughTheImportingProcess) {
    ImportSettings settings;
    settings.clip_files = {folder_.write("Walk this way.glb", clipsOnly("mixamo.com").glb())};
    const Model model = importIsolated(mesh_, settings, {}, PHALANX_PROGRAM).model;
    EXPECT_EQ(model.clips.at(0).name, "Walk this way");
    expectOriginalPoses(model);
}

// A chain of pivots equals one transform, whether the source or the model has it.
TEST(Retarget, PivotsAreMultipliedOut) {
    const auto turn = [](double degrees, const glm::dvec3& axis) {
        return glm::angleAxis(glm::radians(degrees), axis);
    };
    const glm::dvec3 x(1.0, 0.0, 0.0);
    const glm::dvec3 z(0.0, 0.0, 1.0);
    const glm::dmat4 place = toMatrix({{0.0, 1.0, 0.0}, {1.0, 0.0, 0.0, 0.0}, glm::dvec3(1.0)});
    ClipSource source;
    source.nodes = {{"Root", -1, glm::dmat4(1.0)},
                    {"Arm_$AssimpFbx$_Translation", 0, place},
                    {"Arm_$AssimpFbx$_PreRotation", 1, glm::mat4_cast(turn(90.0, x))},
                    {"Arm_$AssimpFbx$_Rotation", 2, glm::dmat4(1.0)},
                    {"Arm", 3, glm::dmat4(1.0)}};
    Clip clip;
    clip.name = "Wave";
    clip.duration_s = 1.0;
    Channel channel;
    channel.node = 3;
    channel.rotations.keys = {{0.0, turn(0.0, z)}, {1.0, turn(80.0, z)}};
    clip.channels = {channel};
    source.clips = {clip};
    const glm::dmat4 wanted = place * glm::mat4_cast(turn(90.0, x)) * glm::mat4_cast(turn(80.0, z));

    Model plain;
    plain.nodes = {{"Root", -1, glm::dmat4(1.0)}, {"Arm", 0, place * glm::mat4_cast(turn(90.0, x))}};
    plain.palette = {{1, glm::dmat4(1.0)}};
    Model pivots;
    pivots.nodes = source.nodes;
    pivots.nodes[2].parent_from_node_rest = glm::mat4_cast(turn(30.0, x));  // another pre-rotation
    pivots.palette = {{4, glm::dmat4(1.0)}};
    for (const Model& model : {plain, pivots}) {
        NameReport report;
        const std::vector<Clip> clips = transferByName(source, model, report);
        ASSERT_EQ(clips.size(), 1U);
        EXPECT_EQ(report.matched, 1U);
        EXPECT_TRUE(report.lost.empty());
        const LocalPose pose = samplePose(model, clips[0], 1.0);
        glm::dmat4 product(1.0);
        for (std::size_t i = 1; i < pose.nodes.size(); ++i)
            product =
                product * (pose.nodes[i].driven ? toMatrix(pose.nodes[i].transform) : pose.nodes[i].whole);
        for (int c = 0; c < 4; ++c) {
            for (int r = 0; r < 4; ++r) EXPECT_NEAR(product[c][r], wanted[c][r], 1e-9) << c << r;
        }
    }
}

}  // namespace
}  // namespace phalanx
