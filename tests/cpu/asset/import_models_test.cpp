// Real files: facts about them, with numbers. Skipped if ../../../shared/models is missing;
// PHALANX_TEST_MODELS names another folder.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "asset/import.h"
#include "asset/steps/ground.h"
#include "core/error.h"
#include "core/file.h"
#include "core/stopwatch.h"
#include "cpu/asset/samples/gltf_builder.h"

namespace phalanx {
namespace {

class ImportModels : public ::testing::Test {
  protected:
    void SetUp() override {
        if (test::testModels().empty())
            GTEST_SKIP() << "the test models are missing; set PHALANX_TEST_MODELS";
    }

    static Model import(const std::string& name, const ImportSettings& settings = {}) {
        return importModel(test::testModels() / name, settings);
    }

    static Model trap(const std::string& name) { return import("traps/" + name + ".glb"); }

    static std::string refusalOf(const std::string& name) {
        try {
            trap(name);
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ExitCode::kInput);
            return e.what();
        }
        ADD_FAILURE() << name << " was imported";
        return {};
    }

    static bool hasNote(const Model& model, const std::string& piece) {
        return std::any_of(model.notes.begin(), model.notes.end(),
                           [&](const Note& note) { return note.text.find(piece) != std::string::npos; });
    }

    static const Clip& clip(const Model& model, const std::string& name) {
        return model.clips.at(static_cast<std::size_t>(findClip(model, name)));
    }

    static std::vector<SkinnedVertex> posed(const Model& model, const std::string& name, double time_s) {
        return skin(model.vertices, modelFromBind(model, samplePose(model, clip(model, name), time_s)));
    }

    // The largest distance between vertices of two models that should have equal poses, over some clips and
    // times.
    static double difference(const Model& a, const Model& b) {
        EXPECT_EQ(a.vertices.size(), b.vertices.size());
        double worst = 0.0;
        for (const std::string name : {"1_idle", "2_move", "3_attack"}) {
            for (int i = 0; i < 8; ++i) {
                const double time_s = 0.1 * i;
                const auto va = posed(a, name, time_s);
                const auto vb = posed(b, name, time_s);
                for (std::size_t v = 0; v < std::min(va.size(), vb.size()); ++v) {
                    worst = std::max(worst, glm::distance(va[v].position / a.metres_per_unit,
                                                          vb[v].position / b.metres_per_unit));
                }
            }
        }
        return worst;
    }
};

TEST_F(ImportModels, Knight) {
    const Stopwatch watch;
    const Model model = import("kaykit_knight/Knight.glb");
    EXPECT_LT(watch.elapsed_s(), 10.0) << "limit that holds with sanitizers and under load";
    EXPECT_EQ(model.clips.size(), 76U);
    EXPECT_EQ(model.parts.size(), 15U);
    EXPECT_EQ(model.materials.size(), 1U);
    EXPECT_EQ(model.images.size(), 1U);
    EXPECT_EQ(model.nodes.size(), 57U);
    EXPECT_EQ(model.variants.at(0).batches.size(), 1U);
    EXPECT_DOUBLE_EQ(model.metres_per_unit, 1.0);
    EXPECT_TRUE(hasNote(model, "370 neighbouring rotation keys"));
    EXPECT_TRUE(hasNote(model, "57 looping clips whose last pose equals the first"));
    EXPECT_TRUE(hasNote(model, "9 parts without bones"));
    EXPECT_TRUE(clip(model, "Walking_A").loops);
    EXPECT_TRUE(clip(model, "Idle").loops);
    EXPECT_FALSE(clip(model, "Death_A").loops);
    EXPECT_FALSE(clip(model, "Jump_Start").loops);
    EXPECT_GT(clip(model, "Running_A").stride_speed, clip(model, "Walking_A").stride_speed);
    EXPECT_LT(clip(model, "Walking_Backwards").stride_speed, 0.0);
    EXPECT_EQ(clip(model, "Idle").stride_speed, 0.0);
}

TEST_F(ImportModels, KnightWithoutShields) {
    ImportSettings settings;
    settings.hidden_parts = {"Badge_Shield", "Rectangle_Shield", "Spike_Shield", "2H_Sword",
                             "1H_Sword_Offhand"};
    const Model model = import("kaykit_knight/Knight.glb", settings);
    EXPECT_EQ(model.parts.size(), 10U);
    EXPECT_LT(model.palette.size(), import("kaykit_knight/Knight.glb").palette.size())
        << "joints without vertices are dropped";
}

TEST_F(ImportModels, Fox) {
    const Model model = import("khronos_fox_glb/Fox.glb");
    ASSERT_EQ(model.clips.size(), 3U);
    EXPECT_NEAR(clip(model, "Survey").duration_s, 3.41667, 1e-4);
    EXPECT_NEAR(clip(model, "Walk").duration_s, 0.70833, 1e-4);
    EXPECT_NEAR(clip(model, "Run").duration_s, 1.15833, 1e-4);
    EXPECT_DOUBLE_EQ(model.height_m, 1.8);
    EXPECT_LT(model.metres_per_unit, 0.1) << "the file is some 77 units tall";
    EXPECT_GT(clip(model, "Run").stride_speed, clip(model, "Walk").stride_speed);
    EXPECT_TRUE(hasNote(model, "without a normal"));
}

TEST_F(ImportModels, Woman) {
    const Model model = import("quaternius_woman_gltf/Woman.gltf");
    EXPECT_EQ(model.clips.size(), 10U);
    EXPECT_EQ(model.images.size(), 1U);
    EXPECT_NEAR(clip(model, "Walking").duration_s, 1.2, 1e-4);
    EXPECT_NEAR(clip(model, "Walking").stride_speed, 1.33, 0.05) << "a brisk walk at 1.8 m";
    EXPECT_NEAR(clip(model, "Running").stride_speed, 3.5, 0.3);
}

TEST_F(ImportModels, MaleCasualIsFbxInItsOwnUnits) {
    const Model model = import("quaternius_male_casual_fbx/Male_Casual.fbx");
    EXPECT_EQ(model.clips.size(), 11U);
    EXPECT_DOUBLE_EQ(model.height_m, 1.8);
    EXPECT_NEAR(model.height_m / model.metres_per_unit, 482.0, 15.0);
    EXPECT_NEAR(clip(model, "HumanArmature|Man_Walk").duration_s, 25.0 / 24.0, 1e-6)
        << "ticks at the scene's 24 Hz";
    EXPECT_TRUE(hasNote(model, "did not sum to 1"));
    EXPECT_FALSE(clip(model, "HumanArmature|Man_Death").loops);
    EXPECT_TRUE(clip(model, "HumanArmature|Man_Walk").loops);
}

// The figures of docs/import.md.
TEST_F(ImportModels, StandOnTheirOwnGround) {
    for (const auto& [file, y_m] :
         {std::pair("kaykit_knight/Knight.glb", -0.016), std::pair("khronos_fox_glb/Fox.glb", -0.016),
          std::pair("quaternius_woman_gltf/Woman.gltf", -0.003),
          std::pair("quaternius_male_casual_fbx/Male_Casual.fbx", -0.002)}) {
        const Ground ground = findGround(import(file));
        EXPECT_EQ(ground.source, GroundSource::kWalks) << file;
        EXPECT_NEAR(ground.y_m, y_m, 0.002) << file;
        EXPECT_EQ(ground.lift_m, 0.0) << file;
    }
}

TEST_F(ImportModels, TrapFilesMoveLikeTheOriginal) {
    // The importer must ignore the transform of the mesh's node, which is the only difference between this
    // file and the unmodified model.
    const Model plain = trap("mesh_node_transform_ignored");
    for (const char* name : {"dup_mesh_and_root_joint_name", "dup_joint_names", "late_start_2s",
                             "quat_sign_flips", "tex_backslash", "tex_missing", "weights_unnormalised"}) {
        EXPECT_LT(difference(plain, trap(name)), 1e-4) << name;
    }
}

TEST_F(ImportModels, TrapFilesGiveTheirNotes) {
    EXPECT_TRUE(hasNote(trap("late_start_2s"), "2.042 s"));
    EXPECT_TRUE(hasNote(trap("weights_unnormalised"), "weights of 196 vertices"));
    EXPECT_TRUE(hasNote(trap("quat_sign_flips"), "640 neighbouring"));
    EXPECT_TRUE(hasNote(trap("tex_missing"), "nowhere.png"));
    const Model late = trap("late_start_2s");
    EXPECT_NEAR(clip(late, "1_idle").duration_s, 2.5 - 1.0 / 24.0, 1e-5);
    const Model partial = trap("channels_partial");
    EXPECT_NEAR(clip(partial, "1_idle").duration_s, 2.5 - 1.0 / 24.0, 1e-5)
        << "keys that Assimp adds at 0 s do not count";
    const Model single = trap("single_key_clip");
    EXPECT_EQ(clip(single, "1_idle").duration_s, 0.0);
    EXPECT_EQ(trap("unnamed_nodes_and_clips").clips.at(0).name.empty(), false);
}

TEST_F(ImportModels, BadTrapFilesAreRefused) {
    EXPECT_NE(refusalOf("bad_joint_index").find("uses joint"), std::string::npos);
    EXPECT_NE(refusalOf("bad_nan_key").find("not a number"), std::string::npos);
    EXPECT_NE(refusalOf("bad_truncated").find("ends early"), std::string::npos);
}

// Damage in the JSON and in the numbers of a valid file must give an error or a model.
TEST_F(ImportModels, DamagedGltfGivesAnErrorOrAModel) {
    const std::vector<std::uint8_t> good = readBinaryFile(test::testModels() / "traps" / "late_start_2s.glb");
    const test::TemporaryFolder folder;
    std::mt19937 random(7);
    for (int round = 0; round < 150; ++round) {
        std::vector<std::uint8_t> damaged = good;
        if (round % 3 == 0) damaged.resize(random() % damaged.size());
        const std::size_t reach =
            round % 2 == 0 ? std::min<std::size_t>(40'000, damaged.size()) : damaged.size();
        for (int i = 0; i < 4 && reach > 0; ++i)
            damaged[random() % reach] = static_cast<std::uint8_t>(random());
        const auto path = folder.write("damaged.glb", damaged);
        try {
            validate(importModel(path));
        } catch (const Error& e) {
            EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
        }
    }
}

}  // namespace
}  // namespace phalanx
