#include "render/lod/simplify_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "asset/import.h"
#include "core/error.h"
#include "core/file.h"
#include "core/parallel.h"
#include "crowd/selection.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

Model ourSoldier() {
    return importModel(std::filesystem::path(PHALANX_SOURCE_DIR) / "assets" / "soldier.glb", {});
}

// Splits the triangle recursively into four: another method than the one under test.
double distanceTo(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                  int depth) {
    if (depth == 0) return glm::distance(p, (a + b + c) / 3.0);
    const glm::dvec3 ab = 0.5 * (a + b);
    const glm::dvec3 bc = 0.5 * (b + c);
    const glm::dvec3 ca = 0.5 * (c + a);
    return std::min({distanceTo(p, a, ab, ca, depth - 1), distanceTo(p, ab, b, bc, depth - 1),
                     distanceTo(p, ca, bc, c, depth - 1), distanceTo(p, ab, bc, ca, depth - 1)});
}

// What the packed mesh and then the vertices of LODs have.
std::vector<Vertex> allVertices(const Model& model, const PackedMesh& packed,
                                const std::vector<LodVertex>& own) {
    std::vector<Vertex> vertices;
    for (const std::uint32_t v : packed.model_vertex) vertices.push_back(model.vertices[v]);
    for (const LodVertex& vertex : own) vertices.push_back(vertex.vertex);
    return vertices;
}

TEST(MeshLevels, OfTheSoldierGoDownToFortyTriangles) {
    const Model model = ourSoldier();
    const PackedMesh packed = packMesh(model);
    const auto [lods, own] = simplifyMesh(model, packed);
    ASSERT_GE(lods.size(), 5U);
    ASSERT_LT(lods.size(), kMaxLods);
    double error = 0.0;
    std::uint64_t triangles = model.indices.size() / 3;
    for (const MeshLod& lod : lods) {
        ASSERT_EQ(lod.variants.size(), packed.variants.size());
        EXPECT_GE(lod.error_m, error);
        EXPECT_LT(lod.triangles(0), triangles * 7 / 10);
        error = lod.error_m;
        triangles = lod.triangles(0);
        for (const std::uint32_t v : lod.indices) ASSERT_LT(v, packed.vertices.size() + own.size());
        for (std::size_t v = 0; v < lod.variants.size(); ++v) {
            const std::vector<std::uint32_t>& used = packed.usedBy(static_cast<int>(v));
            for (const Batch& batch : lod.variants[v].batches) {
                ASSERT_LE(batch.first_index + batch.index_count, lod.indices.size());
                for (std::uint32_t i = 0; i < batch.index_count; ++i) {
                    const std::uint32_t vertex = lod.indices[batch.first_index + i];
                    ASSERT_TRUE(vertex >= packed.vertices.size() ||
                                std::binary_search(used.begin(), used.end(), vertex));
                }
            }
        }
    }
    EXPECT_LE(triangles, 60U);
    EXPECT_LT(lods.front().error_m, 0.008);
    EXPECT_LT(lods.back().error_m, 0.2);
    // Each variant has vertices of its own, and the LODs together fewer than two of the mesh.
    EXPECT_LT(own.size(), packed.vertices.size() * 2);
}

// GPUs shade vertices: where normals split all vertices, far LODs would cost as much as near ones.
TEST(MeshLevels, FarOnesOfFlatFacesShareVertices) {
    Model model = ourSoldier();
    std::vector<Vertex> corners;
    for (std::size_t i = 0; i < model.indices.size(); i += 3) {
        std::array<Vertex, 3> face{};
        for (std::size_t k = 0; k < 3; ++k) face.at(k) = model.vertices[model.indices[i + k]];
        const glm::vec3 across =
            glm::cross(face[1].position - face[0].position, face[2].position - face[0].position);
        for (std::size_t k = 0; k < 3; ++k) {
            if (glm::length(across) > 0.0F) face.at(k).normal = glm::normalize(across);
            model.indices[i + k] = static_cast<std::uint32_t>(corners.size());
            corners.push_back(face.at(k));
        }
    }
    model.vertices = std::move(corners);
    for (Part& part : model.parts) part.vertex_count = static_cast<std::uint32_t>(model.vertices.size());
    const std::vector<MeshLod> lods = simplifyMesh(model, packMesh(model)).lods;
    ASSERT_GE(lods.size(), 5U);
    for (std::size_t l = 2; l < lods.size(); ++l) {
        const std::size_t used = verticesUsedBy(lods[l].variants[0], lods[l].indices).size();
        // Of 3.0; its texture coordinates have many seams.
        EXPECT_LT(static_cast<double>(used), 2.75 * static_cast<double>(lods[l].triangles(0))) << l + 1;
    }
}

// Like a shader with --weights. The joints of each vertex are ordered by weight.
std::vector<Vertex> movedByFew(std::vector<Vertex> vertices, int joints) {
    for (Vertex& vertex : vertices) {
        EXPECT_TRUE(std::is_sorted(vertex.weights.rbegin(), vertex.weights.rend()));
        float sum = 0.0F;
        for (std::size_t k = 0; k < vertex.weights.size(); ++k) {
            if (k >= static_cast<std::size_t>(joints)) vertex.weights[k] = 0.0F;
            sum += vertex.weights[k];
        }
        for (float& weight : vertex.weights) weight /= sum;
    }
    return vertices;
}

// The error that an LOD claims, checked against distances computed by another method, in a pose that the
// simplifier did not use.
TEST(MeshLevels, ErrorHoldsInOtherPoses) {
    const Model model = ourSoldier();
    const PackedMesh packed = packMesh(model);
    const auto [lods, own] = simplifyMesh(model, packed);
    const std::vector<Vertex> vertices = allVertices(model, packed, own);
    const std::vector<std::uint32_t>& used = packed.usedBy(0);
    EXPECT_LT(lods.back().weights, 4) << "the coarsest LOD should need fewer than four weights";
    for (const std::size_t l : {std::size_t{0}, lods.size() - 1}) {
        const std::vector<Vertex> few = movedByFew(vertices, lods[l].weights);
        const Batch& batch = lods[l].variants[0].batches.front();
        const std::uint32_t* corners = lods[l].indices.data() + batch.first_index;
        std::vector<double> errors;
        for (const int clip : {1, 2, 5}) {
            const Clip& played = model.clips[static_cast<std::size_t>(clip)];
            const std::vector<glm::dmat4> palette = modelFromBind(model, samplePose(model, played, 0.37));
            const auto whole = skin(vertices, palette);
            const auto posed = skin(few, palette);
            for (std::size_t s = 0; s < 60; ++s) {
                double nearest = std::numeric_limits<double>::max();
                for (std::uint32_t i = 0; i < batch.index_count; i += 3) {
                    nearest = std::min(
                        nearest,
                        distanceTo(whole[used[s * used.size() / 60]].position, posed[corners[i]].position,
                                   posed[corners[i + 1]].position, posed[corners[i + 2]].position, 3));
                }
                errors.push_back(nearest);
            }
        }
        std::sort(errors.begin(), errors.end());
        // This method errs by a fraction of a triangle, and the poses differ from the simplifier's.
        EXPECT_LT(errors[errors.size() * 95 / 100], lods[l].error_m * 1.3 + 0.01) << "level " << l + 1;
        EXPECT_GT(errors.back(), lods[l].error_m * 0.2) << "level " << l + 1;
    }
}

// Copies of the same triangles meet at every point, where simplification would take hours without a limit.
TEST(MeshLevels, OfCopiedTrianglesEndAndCanBeCancelled) {
    Model model = test::makeModel({.joints = 2, .vertices = 12, .clips = 1});
    const std::vector<std::uint32_t> once = model.indices;
    constexpr std::size_t kTriangles = 9'000;
    while (model.indices.size() < kTriangles * 3)
        model.indices.insert(model.indices.end(), once.begin(), once.end());
    model.parts.at(0).index_count = static_cast<std::uint32_t>(model.indices.size());
    model.variants.at(0).batches.at(0).index_count = static_cast<std::uint32_t>(model.indices.size());
    validate(model);
    const PackedMesh packed = packMesh(model);
    const std::vector<MeshLod> lods = simplifyMesh(model, packed).lods;
    ASSERT_FALSE(lods.empty());
    EXPECT_LT(lods.back().triangles(0), kTriangles / 2);
    std::atomic<int> asked{0};
    // With several threads, each thread would ask once more.
    const ThreadsInstead one(1);
    EXPECT_THROW(simplifyMesh(model, packed, [&] { return ++asked > 5; }), Error);
    EXPECT_EQ(asked, 6);
}

// A material of one triangle beside a large mesh: fewer than a LOD keeps per batch.
TEST(MeshLevels, KeepABatchOfOneTriangle) {
    Model model = test::makeModel({.vertices = 1500});
    model.materials.emplace_back();
    model.materials.back().base_color = glm::vec4(1.0F, 0.0F, 0.0F, 1.0F);
    const auto count = static_cast<std::uint32_t>(model.indices.size()) - 3;
    model.parts = {{"most", 0, 0, count, 0, count}, {"one", 1, count, 3, count, 3}};
    model.variants.at(0).batches = {{0, 0, count}, {1, count, 3}};
    validate(model);
    const std::vector<MeshLod> lods = simplifyMesh(model, packMesh(model)).lods;
    ASSERT_FALSE(lods.empty());
    for (const MeshLod& lod : lods) {
        ASSERT_EQ(lod.variants.at(0).batches.size(), 2U);
        EXPECT_EQ(lod.variants[0].batches[1].index_count, 3U);
    }
}

TEST(MeshLevels, AreRepeatableAndNoneForACoarseMesh) {
    const Model model = test::makeModel({.vertices = 1500});
    const PackedMesh packed = packMesh(model);
    const auto [lods, own] = simplifyMesh(model, packed);
    const ThreadsInstead one(1);
    const auto [again, own_again] = simplifyMesh(model, packed);
    ASSERT_EQ(lods.size(), again.size());
    ASSERT_EQ(own.size(), own_again.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
        EXPECT_EQ(own[i].vertex.position, own_again[i].vertex.position);
        EXPECT_EQ(own[i].vertex.weights, own_again[i].vertex.weights);
        EXPECT_EQ(own[i].morphs, own_again[i].morphs);
    }
    for (std::size_t i = 0; i < lods.size(); ++i) {
        EXPECT_EQ(lods[i].indices, again[i].indices);
        EXPECT_EQ(lods[i].error_m, again[i].error_m);
        EXPECT_EQ(lods[i].weights, again[i].weights);
    }
    const Model coarse = test::makeModel({.vertices = 60});
    EXPECT_TRUE(simplifyMesh(coarse, packMesh(coarse)).lods.empty());
}

// Thousands of triangles around one vertex: where the simplifier stops at its limit.
TEST(MeshLevels, OfAFanEnd) {
    Model model = test::makeModel({.joints = 2, .vertices = 3, .clips = 1});
    constexpr std::uint32_t kAround = 6'000;
    model.vertices.assign(kAround + 1, model.vertices.front());
    model.indices.clear();
    for (std::uint32_t i = 1; i <= kAround; ++i) {
        const double angle = 6.28318530718 * i / kAround;
        model.vertices[i].position =
            glm::vec3(std::cos(angle), std::sin(angle), 0.1 * std::sin(angle * 7.0)) * 100.0F;
        model.indices.insert(model.indices.end(), {0, i, i % kAround + 1});
    }
    const auto count = static_cast<std::uint32_t>(model.indices.size());
    model.parts = {{"fan", 0, 0, count, 0, kAround + 1}};
    model.variants = {{"fan", {{0, 0, count}}}};
    model.morph_targets.clear();
    validate(model);
    const std::vector<MeshLod> lods = simplifyMesh(model, packMesh(model)).lods;
    ASSERT_FALSE(lods.empty());
    EXPECT_LT(lods.back().triangles(0), 400U);
}

TEST(MeshLevels, OfNothingButPointsAreDrawable) {
    Model model = test::makeModel({.vertices = 1500});
    for (Vertex& vertex : model.vertices) vertex.position = model.vertices.front().position;
    model.morph_targets.clear();
    const auto [lods, own] = simplifyMesh(model, packMesh(model));
    for (const MeshLod& lod : lods) {
        EXPECT_GE(lod.triangles(0), 1U);
        EXPECT_TRUE(std::isfinite(lod.error_m));
    }
}

// The soldier's face moves by centimetres; where targets move vertices farther, LODs keep them.
TEST(MeshLevels, LeaveOutMorphTargetsThatMoveLittle) {
    const Model soldier = ourSoldier();
    ASSERT_FALSE(soldier.morph_targets.empty());
    const auto [lods, own] = simplifyMesh(soldier, packMesh(soldier));
    ASSERT_FALSE(lods.empty());
    for (const MeshLod& lod : lods) EXPECT_FALSE(lod.morphs);
    for (const LodVertex& vertex : own) EXPECT_TRUE(vertex.morphs.empty());
    const Model other = test::makeModel({.vertices = 1500, .morphs = 3});
    const auto [other_lods, other_own] = simplifyMesh(other, packMesh(other));
    ASSERT_FALSE(other_lods.empty());
    EXPECT_TRUE(other_lods.front().morphs);
}

// The vertices of LODs in a model with morph targets: valid, packed as all others, and after them.
TEST(MeshLevels, HaveVerticesThatArePackedAfterTheModels) {
    const Model model = test::makeModel({.vertices = 1500, .morphs = 3});
    const PackedMesh before = packMesh(model);
    const auto [lods, own] = simplifyMesh(model, before);
    ASSERT_FALSE(own.empty());
    EXPECT_TRUE(std::ranges::any_of(own, [](const LodVertex& v) { return !v.morphs.empty(); }));
    const MeshSource source = meshSource(model, own);
    Model extended = model;
    extended.vertices = source.vertices;
    extended.morph_targets = source.targets;
    validate(extended);  // weights, joints, deltas
    const PackedMesh packed = packMesh(model, own);
    ASSERT_EQ(packed.vertices.size(), before.vertices.size() + own.size());
    EXPECT_EQ(packed.mesh_vertices, before.vertices.size());
    EXPECT_EQ(packed.indices, before.indices);
    EXPECT_EQ(packed.used_vertices, before.used_vertices);
    for (std::size_t v = 0; v < before.vertices.size(); ++v) {
        EXPECT_EQ(packed.model_vertex[v], before.model_vertex[v]);
        EXPECT_EQ(packed.vertices[v].shape, before.vertices[v].shape);
        EXPECT_EQ(packed.vertices[v].surface, before.vertices[v].surface);
    }
    const std::vector<Vertex> unpacked = unpackMesh(packed);
    const std::vector<MorphTarget> morphs = unpackMorphs(packed.morphs);
    for (std::size_t i = 0; i < own.size(); ++i) {
        const std::size_t v = before.vertices.size() + i;
        EXPECT_EQ(packed.model_vertex[v], v);
        const glm::vec3 off = unpacked[v].position - own[i].vertex.position;
        EXPECT_LT(glm::length(off), glm::length(packed.position_scale) / 65535.0F);
        for (const VertexMorph& morph : own[i].morphs) {
            const std::vector<MorphDelta>& deltas = morphs[morph.target].deltas;
            const auto found = std::ranges::find(deltas, v, &MorphDelta::vertex);
            if (found == deltas.end()) {
                EXPECT_LT(glm::length(morph.position), packed.morphs.position_step * 2.0F);
            } else {
                EXPECT_LT(glm::length(found->position - morph.position), packed.morphs.position_step * 2.0F);
            }
        }
    }
    // Drawn by technique `static`.
    const PackedMesh rest = packRestMesh(model, packed);
    ASSERT_EQ(rest.vertices.size(), packed.vertices.size());
    const LocalPose pose = restPose(model);
    const auto exact =
        skin(source.vertices, modelFromBind(model, pose), {source.targets, pose.morph_weights});
    const std::vector<Vertex> at_rest = unpackMesh(rest);
    for (std::size_t v = 0; v < at_rest.size(); ++v) {
        const glm::dvec3 off = glm::dvec3(at_rest[v].position) - exact[rest.model_vertex[v]].position;
        EXPECT_LT(glm::length(off), 1e-3);
    }
}

}  // namespace
}  // namespace phalanx
