// Traps that only scenes of formats other than glTF can show, with scenes built in memory.
#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <memory>

#include "asset/assimp/meshes.h"
#include "asset/assimp/node_tree.h"
#include "asset/mesh/palette.h"
#include "asset/mesh/vertex_weights.h"
#include "core/error.h"

namespace phalanx {
namespace {

// The parent owns the returned node.
aiNode* addChild(aiNode& parent, const char* name, float height = 0.0F) {
    auto* child = new aiNode(name);
    child->mTransformation.b4 = height;
    parent.addChildren(1, &child);
    return child;
}

void hangMesh(aiNode& node) {
    node.mNumMeshes = 1;
    node.mMeshes = new unsigned[1]{0};
}

// A triangle whose vertices are bound to bones of these names, with weight 1 each; the first bone lists its
// vertices twice, with weight 0.5.
std::unique_ptr<aiMesh> triangle(const std::vector<std::string>& bones) {
    auto mesh = std::make_unique<aiMesh>();
    mesh->mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
    mesh->mNumVertices = 3;
    mesh->mVertices = new aiVector3D[3]{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh->mNumFaces = 1;
    mesh->mFaces = new aiFace[1];
    mesh->mFaces[0].mNumIndices = 3;
    mesh->mFaces[0].mIndices = new unsigned[3]{0, 1, 2};
    mesh->mNumBones = static_cast<unsigned>(bones.size());
    mesh->mBones = new aiBone*[bones.size()];
    for (unsigned b = 0; b < mesh->mNumBones; ++b) {
        auto* bone = new aiBone;
        bone->mName = bones[b];
        const unsigned copies = b == 0 ? 2 : 1;
        bone->mNumWeights = copies;
        bone->mWeights = new aiVertexWeight[copies];
        for (unsigned w = 0; w < copies; ++w) bone->mWeights[w] = {b, 1.0F / static_cast<float>(copies)};
        mesh->mBones[b] = bone;
    }
    return mesh;
}

// The vertices of the mesh under that node, with their joints.
std::vector<Vertex> read(const aiMesh& mesh, const NodeTree& tree, int node, std::vector<Joint>& palette,
                         Notes& notes) {
    PaletteBuilder builder("scene");
    SourcePart source;
    source.name = "part";
    source.node = node;
    PartMesh part = readMesh(source, mesh, {}, tree, "scene");
    WeightCounts counts;
    setWeights(part, node, builder, counts);
    counts.report(notes);
    palette = builder.take();
    return part.vertices;
}

TEST(ImportScene, Trap09TheNamesakeWithoutMeshesAndWithMoreDescendantsWins) {
    aiNode root("root");
    hangMesh(*addChild(root, "hand"));
    addChild(root, "hand", 1.0F);
    aiNode* larger = addChild(root, "hand", 2.0F);
    addChild(*larger, "finger");
    Notes notes;
    const NodeTree tree(root, "scene", notes);
    const int found = tree.find("hand");
    ASSERT_GE(found, 0);
    EXPECT_EQ(&tree.source(static_cast<std::size_t>(found)), larger);
    EXPECT_EQ(tree.namesakes("hand"), 3U);
    EXPECT_EQ(tree.find("foot"), -1);
    EXPECT_EQ(notes.take().size(), 1U);
}

// As Assimp reads Half-Life models: a flat list of bones whose mParent names another bone of the list.
TEST(ImportScene, BonesOfHalfLifeModelsHangOnTheirParents) {
    aiNode root("<MDL_root>");
    aiNode* bones = addChild(root, "<MDL_bones>");
    aiNode* pelvis = addChild(*bones, "Pelvis", 4.0F);
    pelvis->mParent = &root;
    addChild(*bones, "Spine", 1.0F)->mParent = pelvis;
    addChild(root, "<MDL_bodyparts>");
    Notes notes;
    const NodeTree tree(root, "scene", notes);
    const auto parentOf = [&](const char* name) {
        const int parent = tree.nodes()[static_cast<std::size_t>(tree.find(name))].parent;
        return tree.nodes()[static_cast<std::size_t>(parent)].name;
    };
    EXPECT_EQ(parentOf("Spine"), "Pelvis");
    EXPECT_EQ(parentOf("Pelvis"), "<MDL_root>");
    EXPECT_EQ(parentOf("<MDL_bodyparts>"), "<MDL_root>");
}

TEST(ImportScene, Trap05RepeatedWeightsAreSummed) {
    aiNode root("root");
    addChild(root, "a");
    addChild(root, "b");
    Notes notes;
    const NodeTree tree(root, "scene", notes);
    const auto mesh = triangle({"a", "b"});
    std::vector<Joint> palette;
    const std::vector<Vertex> vertices = read(*mesh, tree, 0, palette, notes);
    EXPECT_FLOAT_EQ(vertices.at(0).weights[0], 1.0F);
    EXPECT_FLOAT_EQ(vertices.at(0).weights[1], 0.0F);
}

TEST(ImportScene, Trap10TwoBonesOfOneNameAndTwoNodesAreRefused) {
    aiNode root("root");
    addChild(root, "a");
    addChild(root, "a");
    Notes notes;
    const NodeTree tree(root, "scene", notes);
    const auto mesh = triangle({"a", "a"});
    std::vector<Joint> palette;
    EXPECT_THROW(read(*mesh, tree, 0, palette, notes), Error);
}

TEST(ImportScene, Trap15ABoneWithoutANodeFollowsTheMeshsNode) {
    aiNode root("root");
    const aiNode* holder = addChild(root, "holder", 5.0F);
    Notes notes;
    const NodeTree tree(root, "scene", notes);
    const int node = tree.find("holder");
    ASSERT_EQ(&tree.source(static_cast<std::size_t>(node)), holder);
    const auto mesh = triangle({"missing"});
    std::vector<Joint> palette;
    read(*mesh, tree, node, palette, notes);
    ASSERT_EQ(palette.size(), 1U);
    EXPECT_EQ(palette[0].node, node);
    bool warned = false;
    for (const Note& note : notes.take()) warned = warned || note.warning;
    EXPECT_TRUE(warned);
}

TEST(ImportScene, Trap25WeightsOutOfRangeAreRefused) {
    aiNode root("root");
    addChild(root, "a");
    Notes notes;
    const NodeTree tree(root, "scene", notes);
    std::vector<Joint> palette;
    auto mesh = triangle({"a"});
    mesh->mBones[0]->mWeights[0].mVertexId = 77;
    EXPECT_THROW(read(*mesh, tree, 0, palette, notes), Error);
    mesh = triangle({"a"});
    mesh->mBones[0]->mWeights[0].mWeight = 1e30F;
    EXPECT_THROW(read(*mesh, tree, 0, palette, notes), Error);
    mesh = triangle({"a"});
    mesh->mFaces[0].mIndices[1] = 3;
    EXPECT_THROW(read(*mesh, tree, 0, palette, notes), Error);
}

}  // namespace
}  // namespace phalanx
