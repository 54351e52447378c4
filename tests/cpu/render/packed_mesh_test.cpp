// 24 bytes per vertex: the rounding error, and that nothing else is lost.
#include "render/model/packed_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

TEST(PackedMesh, RoundingErrorsAreSmall) {
    const Model model = test::makeModel({.vertices = 3000});
    const PackedMesh mesh = packMesh(model);
    const std::vector<Vertex> back = unpackMesh(mesh);
    ASSERT_EQ(back.size(), model.vertices.size());
    double largest_turn = 0.0;
    for (std::size_t i = 0; i < back.size(); ++i) {
        const Vertex& original = model.vertices[mesh.model_vertex[i]];
        for (int axis = 0; axis < 3; ++axis) {
            const float step = mesh.position_scale[axis] / 65535.0F;
            EXPECT_LE(std::abs(back[i].position[axis] - original.position[axis]), step * 0.51F + 1e-5F);
        }
        EXPECT_LT(glm::length(back[i].uv - original.uv), 2.0F / 65535.0F);
        EXPECT_NEAR(glm::length(back[i].normal), 1.0F, 1e-5F);
        const auto chord = static_cast<double>(glm::length(back[i].normal - original.normal));
        largest_turn = std::max(largest_turn, glm::degrees(chord));
    }
    EXPECT_LT(largest_turn, 0.01);  // degrees
}

TEST(PackedMesh, NormalsOnTheFoldOfTheOctahedronSurvive) {
    Model model = test::makeModel({.vertices = 36});
    constexpr std::array<glm::vec3, 12> kNormals{{{0, 0, 1},
                                                  {0, 0, -1},
                                                  {1, 0, 0},
                                                  {-1, 0, 0},
                                                  {0, 1, 0},
                                                  {0, -1, 0},
                                                  {1, 0, -1},
                                                  {-1, 0, -1},
                                                  {0, 1, -1},
                                                  {0, -1, -1},
                                                  {1, 1, -1},
                                                  {-1, -1, -0.001F}}};
    for (std::size_t i = 0; i < kNormals.size(); ++i) model.vertices[i].normal = glm::normalize(kNormals[i]);
    const PackedMesh mesh = packMesh(model);
    const std::vector<Vertex> back = unpackMesh(mesh);
    for (std::size_t i = 0; i < back.size(); ++i) {
        EXPECT_LT(glm::length(back[i].normal - model.vertices[mesh.model_vertex[i]].normal), 2e-4F) << i;
        EXPECT_NE(mesh.vertices[i].surface.y, PH_NO_NORMAL)
            << i << ": the shaders would read this as a missing normal";
    }
}

TEST(PackedMesh, WeightsStayOrderedAndSumToOne) {
    const Model model = test::makeModel({.vertices = 3000});
    const PackedMesh mesh = packMesh(model);
    const std::vector<Vertex> back = unpackMesh(mesh);
    for (std::size_t i = 0; i < back.size(); ++i) {
        const Vertex& v = back[i];
        const Vertex& original = model.vertices[mesh.model_vertex[i]];
        EXPECT_NEAR(std::accumulate(v.weights.begin(), v.weights.end(), 0.0F), 1.0F, 1e-6F);
        for (int k = 0; k < kWeightsPerVertex; ++k) {
            const auto slot = static_cast<std::size_t>(k);
            EXPECT_GE(v.weights[slot], 0.0F);
            EXPECT_NEAR(v.weights[slot], original.weights[slot], 1.0F / 8191.0F + 1e-6F);
            if (k > 0) {
                EXPECT_LE(v.weights[slot], v.weights[slot - 1]);
            }
            if (v.weights[slot] > 0.0F) {
                EXPECT_EQ(v.joints[slot], original.joints[slot]);
            } else {
                EXPECT_LT(v.joints[slot], model.palette.size());  // never fetched, but valid
            }
        }
    }
}

TEST(PackedMesh, UnsortedWeightsAreSorted) {
    Model model = test::makeModel({.vertices = 3});
    model.vertices[0].joints = {1, 2, 3, 4};
    model.vertices[0].weights = {0.1F, 0.2F, 0.3F, 0.4F};
    const PackedMesh mesh = packMesh(model);
    for (std::size_t i = 0; i < 3; ++i) {
        if (mesh.model_vertex[i] != 0) continue;
        const Vertex v = unpackMesh(mesh)[i];
        EXPECT_EQ(v.joints, (std::array<std::uint16_t, 4>{4, 3, 2, 1}));
        EXPECT_NEAR(v.weights[0], 0.4F, 2e-4F);
        EXPECT_NEAR(v.weights[3], 0.1F, 2e-4F);
    }
}

TEST(PackedMesh, HoldsJointIndicesUpToTheLimit) {
    Model model = test::makeModel({.joints = static_cast<int>(kMaxJoints), .vertices = 3000});
    model.vertices[0].joints = {1023, 256, 255, 768};
    model.vertices[0].weights = {0.4F, 0.3F, 0.2F, 0.1F};
    const PackedMesh mesh = packMesh(model);
    const std::vector<Vertex> back = unpackMesh(mesh);
    std::set<std::uint16_t> seen;
    for (std::size_t i = 0; i < back.size(); ++i) {
        const Vertex& original = model.vertices[mesh.model_vertex[i]];
        for (std::size_t k = 0; k < 4 && back[i].weights[k] > 0.0F; ++k) {
            EXPECT_EQ(back[i].joints[k], original.joints[k]);
            seen.insert(back[i].joints[k]);
        }
    }
    EXPECT_EQ(*seen.rbegin(), 1023);
}

TEST(PackedMesh, DrawsTheSameTriangles) {
    Model model = test::makeModel({.vertices = 300});
    // Triangles that share vertices, and vertices that no triangle uses.
    test::Dice dice(5);
    for (std::uint32_t& index : model.indices) index = static_cast<std::uint32_t>(dice.below(250));
    model.variants.push_back({"some", {{0, 30, 60}}});
    const PackedMesh mesh = packMesh(model);
    ASSERT_EQ(mesh.indices.size(), model.indices.size());
    ASSERT_EQ(mesh.vertices.size(), model.vertices.size());
    const auto triangles = [](const std::vector<std::uint32_t>& indices,
                              const std::vector<std::uint32_t>* names) {
        std::multiset<std::array<std::uint32_t, 3>> set;
        for (std::size_t i = 0; i < indices.size(); i += 3) {
            std::array<std::uint32_t, 3> t{};
            for (std::size_t k = 0; k < 3; ++k)
                t[k] = names == nullptr ? indices[i + k] : (*names)[indices[i + k]];
            std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());  // keeps the winding
            set.insert(t);
        }
        return set;
    };
    EXPECT_EQ(triangles(model.indices, nullptr), triangles(mesh.indices, &mesh.model_vertex));
    std::vector<std::uint32_t> names = mesh.model_vertex;
    std::sort(names.begin(), names.end());
    for (std::uint32_t i = 0; i < names.size(); ++i) EXPECT_EQ(names[i], i);
}

TEST(PackedMesh, TheRestMeshIsTheRestPose) {
    const Model model = test::makeModel({});
    const PackedMesh mesh = packMesh(model);
    const PackedMesh rest = packRestMesh(model, mesh);
    const std::vector<SkinnedVertex> exact = skin(model.vertices, modelFromBind(model, restPose(model)));
    const std::vector<Vertex> back = unpackMesh(rest);
    const float step = glm::length(rest.position_scale) / 65535.0F;
    EXPECT_EQ(rest.model_vertex, mesh.model_vertex);
    for (std::size_t i = 0; i < back.size(); ++i) {
        const SkinnedVertex& e = exact[rest.model_vertex[i]];
        EXPECT_LT(glm::length(back[i].position - glm::vec3(e.position)), step);
        EXPECT_LT(glm::length(back[i].normal - glm::vec3(e.normal)), 2e-4F);
    }
}

TEST(PackedMesh, AFlatBoxDoesNotDivideByZero) {
    Model model = test::makeModel({.vertices = 3});
    for (Vertex& v : model.vertices) {
        v.position = {5.0F, 6.0F, 7.0F};
        v.uv = {0.25F, 0.25F};
    }
    for (const Vertex& v : unpackMesh(packMesh(model))) {
        EXPECT_LT(glm::length(v.position - glm::vec3(5.0F, 6.0F, 7.0F)), 1e-5F);
        EXPECT_LT(glm::length(v.uv - glm::vec2(0.25F)), 1e-5F);
    }
}

}  // namespace
}  // namespace phalanx
