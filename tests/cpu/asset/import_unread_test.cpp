// Files whose skeleton Assimp's importer leaves out: the reason is given, and nothing else.
#include <assimp/version.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "asset/import.h"
#include "asset/isolated_import.h"
#include "core/error.h"
#include "cpu/asset/samples/binary_samples.h"
#include "cpu/asset/samples/gltf_builder.h"
#include "cpu/asset/samples/sample_files.h"

namespace phalanx {
namespace {

std::string assimpVersion() {
    return fmt::format("Assimp {}.{}", aiGetVersionMajor(), aiGetVersionMinor());
}

constexpr std::string_view kStays = "the model stays in its rest pose";

class ImportUnread : public ::testing::Test {
  protected:
    // The model is static, and these are its only warnings besides the one of a flat card.
    static void expectWarning(const Model& model, const std::string& wanted) {
        EXPECT_TRUE(model.clips.empty());
        EXPECT_EQ(model.palette.size(), 1U);
        std::vector<std::string> warnings;
        for (const Note& note : model.notes) {
            const bool flat = note.text.find("is flat") != std::string::npos;
            if (note.warning && !flat) warnings.push_back(note.text);
        }
        EXPECT_EQ(warnings, (std::vector<std::string>{wanted, std::string(kStays)}));
    }

    static std::string ogex(std::string_view inNode, std::string_view inMesh) {
        return fmt::format(R"(Metric (key = "up") {{string {{"y"}}}}
// BoneNode in a comment, /* and another one
GeometryNode $node1
{{
    Name {{string {{"BoneNode Track \" BoneNode"}}}}
    ObjectRef {{ref {{$BoneNode}}}}
}}
/* BoneNode {{ Track }} */
{}
GeometryObject $BoneNode
{{
    Mesh (primitive = "triangles")
    {{
        VertexArray (attrib = "position") {{ float[3] {{ {{0, 0, 0}}, {{1, 0, 0}}, {{0, 2, 0}} }} }}
        VertexArray (attrib = "normal") {{ float[3] {{ {{0, 0, 1}}, {{0, 0, 1}}, {{0, 0, 1}} }} }}
        IndexArray {{ unsigned_int32[3] {{ {{0, 1, 2}} }} }}
        {}
    }}
}}
)",
                           inNode, inMesh);
    }

    test::TemporaryFolder folder_;
};

TEST_F(ImportUnread, Iqm) {
    std::vector<std::uint8_t> bytes = test::interQuakeFile();
    const std::string by = ", which the IQM importer of " + assimpVersion() + " does not read";
    expectWarning(importModel(folder_.write("joints.iqm", bytes)),
                  "the file has a skeleton of 2 joints" + by);
    bytes.at(16 + 17 * 4) = 3;  // the number of clips in the header
    const auto path = folder_.write("clips.iqm", bytes);
    const Model model = importModel(path);
    expectWarning(model, "the file has a skeleton of 2 joints and 3 clips" + by);
    // As a file of clips, too.
    ImportSettings settings;
    settings.clip_files = {path};
    try {
        importModel(folder_.write("column.glb", test::twoBones().glb()), settings);
        ADD_FAILURE() << "was imported";
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()), path.string() + ": has a skeleton of 2 joints and 3 clips" + by);
    }
    bytes.at(16 + 13 * 4) = 0;
    bytes.at(16 + 17 * 4) = 0;
    const Model without = importModel(folder_.write("static.iqm", bytes));
    EXPECT_TRUE(std::any_of(without.notes.begin(), without.notes.end(), [](const Note& note) {
        return note.text == "the file has no clips; " + std::string(kStays);
    }));
}

TEST_F(ImportUnread, OpenGex) {
    const std::string by = ", which the OpenGEX importer of " + assimpVersion() + " does not read";
    const std::string bone = R"(BoneNode $bone1 { Name {string {"bone"}} })";
    const std::string skin = R"(Skin {
            Skeleton { BoneRefArray { ref {$bone1} }
                       Transform { float[16] { {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1} } } }
            BoneCountArray { unsigned_int16 {1, 1, 1} }
            BoneIndexArray { unsigned_int16 {0, 0, 0} }
            BoneWeightArray { float {1, 1, 1} }
        })";
    const auto import = [&](const std::string& text) {
        return importModel(folder_.write("card.ogex", std::string_view(text)));
    };
    expectWarning(import(ogex(bone, skin)), "the file has a skeleton of 1 joint" + by);
    const std::string moving = R"(BoneNode $bone1
{
    Translation %y (kind = "y") { float {0} }
    Animation { Track (target = %y) { Time { Key {float {0, 1}} } Value { Key {float {0, 2}} } } }
})";
    expectWarning(import(ogex(moving, skin)),
                  "the file has a skeleton of 1 joint and 1 animated property" + by);
    const Model without = import(ogex("", ""));
    EXPECT_TRUE(std::any_of(without.notes.begin(), without.notes.end(), [](const Note& note) {
        return note.text == "the file has no clips; " + std::string(kStays);
    })) << "words in comments, strings and references are no joints";
}

TEST_F(ImportUnread, QuakeFrames) {
    std::vector<std::uint8_t> bytes = test::quakeFile();
    ASSERT_EQ(bytes.at(68), 2U);
    expectWarning(
        importModel(folder_.write("card.mdl", bytes)),
        "the file moves by 2 frames of vertex positions, without a skeleton; only the first is read");
}

TEST_F(ImportUnread, OgreWithoutItsSkeleton) {
    const std::string wanted =
        "the file has its skeleton and clips in 'Gone.skeleton', which is not in its folder or cannot be "
        "read";
    std::string xml;
    std::vector<std::uint8_t> binary;
    for (const test::SampleFile& sample : test::sampleFiles()) {
        if (sample.name == "card.mesh.xml") xml.assign(sample.bytes.begin(), sample.bytes.end());
        if (sample.name == "card.mesh") binary = sample.bytes;
    }
    xml.replace(xml.find("</mesh>"), 7, "<skeletonlink name=\"Gone.skeleton\"/></mesh>");
    expectWarning(importModel(folder_.write("card.mesh.xml", std::string_view(xml))), wanted);

    // A chunk M_MESH_SKELETON_LINK at the end of M_MESH, whose length grows by it.
    const std::string name = "Gone.skeleton\n";
    const std::size_t mesh =
        static_cast<std::size_t>(std::find(binary.begin(), binary.end(), '\n') - binary.begin() + 1);
    ASSERT_EQ(binary.at(mesh + 1), 0x30);
    const std::size_t length = binary.size() - mesh + 6 + name.size();
    binary.at(mesh + 2) = static_cast<std::uint8_t>(length & 0xFFU);
    binary.at(mesh + 3) = static_cast<std::uint8_t>(length >> 8U);
    for (const std::size_t byte : {std::size_t{0x00}, std::size_t{0x60}, 6 + name.size(), std::size_t{0},
                                   std::size_t{0}, std::size_t{0}})
        binary.push_back(static_cast<std::uint8_t>(byte));
    binary.insert(binary.end(), name.begin(), name.end());
    expectWarning(importModel(folder_.write("card.mesh", binary)), wanted);
}

// Assimp's reader of Ogre skeletons prints to standard output, on which the import process sends the model.
TEST_F(ImportUnread, OgreWithItsSkeletonMovesInItsOwnProcess) {
    std::string xml;
    for (const test::SampleFile& sample : test::sampleFiles()) {
        if (sample.name == "card.mesh.xml") xml.assign(sample.bytes.begin(), sample.bytes.end());
    }
    std::string bound = "</geometry><boneassignments>";
    for (int v = 0; v < 4; ++v) {
        bound +=
            fmt::format(R"(<vertexboneassignment vertexindex="{}" boneindex="{}" weight="1"/>)", v, v / 2);
    }
    xml.replace(xml.find("</geometry>"), 11, bound + "</boneassignments>");
    xml.replace(xml.find("</mesh>"), 7, "<skeletonlink name=\"card.skeleton\"/></mesh>");
    const auto path = folder_.write("card.mesh.xml", std::string_view(xml));
    folder_.write("card.skeleton.xml", std::string_view(R"(<skeleton><bones>
<bone id="0" name="lower"><position x="0" y="0" z="0"/><rotation angle="0"><axis x="1" y="0" z="0"/></rotation></bone>
<bone id="1" name="upper"><position x="0" y="1" z="0"/><rotation angle="0"><axis x="1" y="0" z="0"/></rotation></bone>
</bones><bonehierarchy><boneparent bone="upper" parent="lower"/></bonehierarchy>
<animations><animation name="Bend" length="1"><tracks><track bone="upper"><keyframes>
<keyframe time="0"><rotate angle="0"><axis x="0" y="0" z="1"/></rotate></keyframe>
<keyframe time="1"><rotate angle="1"><axis x="0" y="0" z="1"/></rotate></keyframe>
</keyframes></track></tracks></animation></animations></skeleton>)"));
    const Model model = importIsolated(path, {}, {}, PHALANX_PROGRAM).model;
    EXPECT_EQ(model.palette.size(), 2U);
    ASSERT_EQ(model.clips.size(), 1U);
    EXPECT_EQ(model.clips[0].name, "Bend");
}

// Row 23 of the list of traps: one bone is a skeleton, too.
TEST_F(ImportUnread, SmdOfOneBoneMoves) {
    constexpr std::string_view kOneBone = R"(version 1
nodes
0 "root" -1
end
skeleton
time 0
0 0 0 0 0 0 0
time 1
0 0 0 1 0 0 0
end
triangles
skin.bmp
0 -0.5 0 0 0 -1 0 0 0 1 0 1
0 0.5 0 0 0 -1 0 1 0 1 0 1
0 -0.5 0 2 0 -1 0 0 1 1 0 1
end
)";
    const Model model = importModel(folder_.write("one.smd", kOneBone));
    EXPECT_EQ(model.clips.size(), 1U);
    const auto place = [&](double time_s) {
        return skin(model.vertices, modelFromBind(model, samplePose(model, model.clips.at(0), time_s)))
            .front()
            .position.y;
    };
    EXPECT_NEAR(place(model.clips.at(0).duration_s * 0.999) - place(0.0), 1.0, 0.01);
}

}  // namespace
}  // namespace phalanx
