// Skins and clips by format: the same column, written in each format, has the same poses as its glTF file,
// and each format that can hold skins and clips is imported with them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "asset/import.h"
#include "cpu/asset/samples/gltf_builder.h"
#include "cpu/asset/samples/sample_files.h"

namespace phalanx {
namespace {

constexpr double kHeight = 2.0;
constexpr double kTolerance = 1e-4 * kHeight;

std::vector<SkinnedVertex> posedAt(const Model& model, double time_s) {
    return skin(model.vertices, modelFromBind(model, samplePose(model, model.clips.at(0), time_s)));
}

// Positions of the column's corners, keyed by their rest positions in tenths of a metre: formats reorder
// vertices, and split them at normals.
using Corner = std::tuple<long, long, long>;
std::map<Corner, glm::dvec3> corners(const Model& model, double time_s) {
    const auto rest = skin(model.vertices, modelFromBind(model, restPose(model)));
    const auto posed = posedAt(model, time_s);
    std::map<Corner, glm::dvec3> result;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const glm::dvec3 at = rest[i].position * 10.0;
        const Corner corner{std::lround(at.x), std::lround(at.y), std::lround(at.z)};
        const auto [entry, added] = result.emplace(corner, posed[i].position);
        if (!added) {
            EXPECT_LT(glm::length(entry->second - glm::dvec3(posed[i].position)), kTolerance)
                << "vertices of one corner moved apart";
        }
    }
    return result;
}

Model importSample(const std::string& name) {
    const test::TemporaryFolder folder;
    for (const test::SampleFile& sample : test::sampleFiles()) {
        if (sample.name == name) return importModel(folder.write(name, sample.bytes));
    }
    ADD_FAILURE() << "no sample is named " << name;
    return {};
}

class SkinnedColumn : public ::testing::TestWithParam<const char*> {};

TEST_P(SkinnedColumn, MovesLikeItsGltf) {
    const Model expected = importSample("column.glb");
    const Model model = importSample(GetParam());
    EXPECT_GT(model.palette.size(), 1U);
    ASSERT_EQ(model.clips.size(), 1U);
    EXPECT_NEAR(model.clips[0].duration_s, expected.clips[0].duration_s, 1e-6);
    EXPECT_EQ(model.clips[0].loops, expected.clips[0].loops);
    double moved = 0.0;
    for (const double time_s : {0.0, 0.1, 0.25, 0.4, 0.75, 0.9}) {
        const auto wanted = corners(expected, time_s);
        const auto got = corners(model, time_s);
        ASSERT_EQ(got.size(), 12U);
        for (const auto& [corner, position] : wanted) {
            ASSERT_EQ(got.count(corner), 1U) << "no vertex at this rest position";
            EXPECT_LT(glm::length(got.at(corner) - position), kTolerance) << "at " << time_s << " s";
            moved = std::max(moved, glm::length(position - corners(expected, 0.0).at(corner)));
        }
    }
    EXPECT_GT(moved, 0.5) << "the clip must move for this test to be valid";
}

INSTANTIATE_TEST_SUITE_P(ImportFormats, SkinnedColumn,
                         ::testing::Values("column.gltf", "column.dae", "skinned.x"), [](const auto& tested) {
                             std::string name = tested.param;
                             std::replace(name.begin(), name.end(), '.', '_');
                             return name;
                         });

// FBX stores a pre-rotation separately from the keys, and Assimp turns it into an extra node.
TEST(ImportFormats, Trap19FbxPivotsAreOrdinaryNodes) {
    const test::TemporaryFolder folder;
    std::string text;
    for (const test::SampleFile& sample : test::sampleFiles()) {
        if (sample.name == "text.fbx") text.assign(sample.bytes.begin(), sample.bytes.end());
    }
    const std::size_t upper = text.find("\"Model::Upper\"");
    ASSERT_NE(upper, std::string::npos);
    const std::size_t at = text.find("P: \"Lcl Translation\"", upper);
    ASSERT_NE(at, std::string::npos);
    text.insert(at, "P: \"PreRotation\", \"Vector3D\", \"Vector\", \"\", 0, 0, 90\n");
    const Model model = importModel(folder.write("pivot.fbx", std::string_view(text)));
    EXPECT_TRUE(std::any_of(model.nodes.begin(), model.nodes.end(), [](const Node& node) {
        return node.name.find("PreRotation") != std::string::npos;
    }));
    EXPECT_EQ(model.palette.size(), 2U);
    // At rest Upper is turned to the left, so that its vertices lie at x = -1.
    double left = 0.0;
    for (const SkinnedVertex& v : skin(model.vertices, modelFromBind(model, restPose(model))))
        left = std::min<double>(left, v.position.x / model.metres_per_unit);
    EXPECT_NEAR(left, -1.0, 1e-4);
}

// Cards in the other formats: the upper edge is bound to a separate bone.
TEST(ImportFormats, CardsBringBonesAndClips) {
    for (const char* name : {"card.b3d", "card.ms3d"}) {
        const Model model = importSample(name);
        EXPECT_GT(model.palette.size(), 1U) << name;
        ASSERT_EQ(model.clips.size(), 1U) << name;
        const auto first = posedAt(model, 0.0);
        const auto middle = posedAt(model, model.clips[0].duration_s / 2.0);
        double moved = 0.0;
        for (std::size_t i = 0; i < first.size(); ++i)
            moved = std::max<double>(moved, glm::length(middle[i].position - first[i].position));
        EXPECT_GT(moved, 0.05 * model.height_m) << name;
    }
    for (const char* name : {"card.smd", "card.md5mesh"})
        EXPECT_GT(importSample(name).palette.size(), 1U) << name;
}

}  // namespace
}  // namespace phalanx
