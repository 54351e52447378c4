// Formats other than glTF, written as text, and files that are not models.
#include <gtest/gtest.h>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "asset/import.h"
#include "asset/steps/loops.h"
#include "core/error.h"
#include "cpu/asset/samples/gltf_builder.h"
#include "cpu/asset/samples/sample_files.h"

namespace phalanx {
namespace {

class ImportFiles : public ::testing::Test {
  protected:
    std::string refusal(const std::filesystem::path& path, const ImportSettings& settings = {}) {
        try {
            importModel(path, settings);
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ExitCode::kInput);
            EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
            EXPECT_EQ(std::string(e.what()).find(path.string()), 0U)
                << "the line starts with the file: " << e.what();
            return e.what();
        }
        ADD_FAILURE() << path << " was imported";
        return {};
    }

    static bool hasNote(const Model& model, const std::string& piece) {
        for (const Note& note : model.notes) {
            if (note.text.find(piece) != std::string::npos) return true;
        }
        return false;
    }

    test::TemporaryFolder folder_;
};

TEST_F(ImportFiles, BadFilesAreOneLine) {
    EXPECT_NE(refusal(folder_.path() / "none.glb").find("no such file"), std::string::npos);
    EXPECT_NE(refusal(folder_.path()).find("directory"), std::string::npos);
    EXPECT_NE(refusal(folder_.write("notes.txt", std::string_view("hello"))).find("glb gltf fbx"),
              std::string::npos);
    EXPECT_NE(refusal(folder_.write("empty.fbx", std::string_view(""))).find("empty"), std::string::npos);
    for (const char* name : {"text.glb", "text.gltf", "text.fbx", "text.dae", "text.x", "text.md5mesh",
                             "text.b3d", "text.ms3d", "text.iqm", "text.mdl", "text.3ds"}) {
        refusal(folder_.write(name, std::string_view("this is not a model, whatever its name may say\n")));
    }
    ImportSettings small;
    small.max_file_bytes = 10;
    EXPECT_NE(
        refusal(folder_.write("big.glb", std::string_view("more than ten bytes")), small).find("19 bytes"),
        std::string::npos);
}

TEST_F(ImportFiles, Trap23ObjIsStatic) {
    const Model model =
        importModel(folder_.write("tri.OBJ", std::string_view("o Thing\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 1 2 0\n"
                                                              "f 1 2 4 3\n")));
    EXPECT_EQ(model.indices.size(), 6U);
    EXPECT_EQ(model.palette.size(), 1U);
    EXPECT_TRUE(model.clips.empty());
    EXPECT_TRUE(hasNote(model, "no clip"));
}

// Exporters write such heights for a floor; scaled to a soldier's height it would be thousands of kilometres
// wide.
TEST_F(ImportFiles, AHeightOfRoundingIsFlat) {
    const Model model = importModel(
        folder_.write("floor.obj", std::string_view("v 0 0 0\nv 2 0.0000003 0\nv 0 0 2\nf 1 3 2\n")));
    EXPECT_EQ(model.height_m, 0.0);
    EXPECT_EQ(model.metres_per_unit, 1.0);
    EXPECT_TRUE(hasNote(model, "flat"));
}

TEST_F(ImportFiles, ObjOfPointsHoldsNoMesh) {
    refusal(folder_.write("points.obj", std::string_view("v 0 0 0\nv 1 0 0\nv 0 2 0\np 1 2 3\n")));
}

TEST_F(ImportFiles, Trap01TicksOfDirectX) {
    const Model model = importModel(folder_.write("card.x", test::kX));
    ASSERT_EQ(model.clips.size(), 1U);
    EXPECT_NEAR(model.clips[0].duration_s, 1.0, 1e-6) << "from the first key at 1 s to the last at 2 s";
    EXPECT_TRUE(model.clips[0].loops);
    EXPECT_TRUE(hasNote(model, "up to 1 s"));
    const auto posed = skin(model.vertices, modelFromBind(model, samplePose(model, model.clips[0], 0.5)));
    double low = 1e9;
    for (const SkinnedVertex& v : posed) low = std::min(low, v.position.y);
    EXPECT_NEAR(low, 1.0 * model.metres_per_unit, 1e-5);
}

TEST_F(ImportFiles, Trap13ZUpStandsUpright) {
    const Model model = importModel(folder_.write("card.dae", test::kDae));
    EXPECT_NEAR(model.height_m, 2.0, 1e-5);
    EXPECT_DOUBLE_EQ(model.metres_per_unit, 1.0);
    const auto posed = skin(model.vertices, modelFromBind(model, restPose(model)));
    for (const SkinnedVertex& v : posed) EXPECT_NEAR(v.position.z, 0.0, 1e-6);
}

TEST_F(ImportFiles, Trap13SmdIsTurnedUpright) {
    const Model model = importModel(folder_.write("card.smd", test::kSmd));
    EXPECT_TRUE(model.z_up);
    EXPECT_NEAR(model.height_m, 2.0, 1e-5);
    const auto posed = skin(model.vertices, modelFromBind(model, restPose(model)));
    double high = 0.0;
    for (const SkinnedVertex& v : posed) high = std::max(high, v.position.y);
    EXPECT_NEAR(high, 2.0, 1e-5);
}

// The only clip is test::kMd5Anim, at its own rate.
void expectCardRises(const Model& model) {
    ASSERT_EQ(model.clips.size(), 1U);
    EXPECT_NEAR(model.clips[0].duration_s, 0.5, 1e-6);
    const auto posed = skin(model.vertices, modelFromBind(model, samplePose(model, model.clips[0], 0.25)));
    double high = 0.0;
    for (const SkinnedVertex& v : posed) high = std::max(high, v.position.y);
    EXPECT_NEAR(high, 2.5 * model.metres_per_unit, 1e-5);
}

TEST_F(ImportFiles, Trap13Md5PlaysTheClipBesideItAtItsOwnRate) {
    folder_.write("card.md5anim", test::kMd5Anim);
    const Model model = importModel(folder_.write("card.md5mesh", test::kMd5Mesh));
    expectCardRises(model);
}

// The clip lies in another folder and has another name than the mesh.
TEST_F(ImportFiles, Trap22Md5ClipsFromFurtherFiles) {
    ImportSettings settings;
    settings.clip_files = {folder_.write("clips/rise.md5anim", test::kMd5Anim)};
    const Model model = importModel(folder_.write("card.md5mesh", test::kMd5Mesh), settings);
    expectCardRises(model);
    EXPECT_NE(refusal(settings.clip_files[0]).find("--clips"), std::string::npos)
        << "the clip file is not a model";
}

TEST(ImportNames, SeparateCyclesFromEvents) {
    for (const char* name :
         {"Walk", "Armature|Run", "2H_Melee_Idle", "JumpIdle", "attack_loop", "Walking_Backwards"}) {
        EXPECT_EQ(hintOfName(name), NameHint::kCycle) << name;
    }
    for (const char* name : {"Death_A", "Man_RunningJump", "PunchLeft", "hit", "1H_Melee_Attack_Chop"}) {
        EXPECT_EQ(hintOfName(name), NameHint::kEvent) << name;
    }
    EXPECT_EQ(hintOfName("clip 0"), NameHint::kNone);
}

}  // namespace
}  // namespace phalanx
