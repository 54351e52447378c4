// Morph targets in 16 bytes per delta: the rounding error, and that nothing else is lost.
#include "render/model/packed_morphs.h"

#include <gtest/gtest.h>

#include <map>

#include "anim/pose/morph.h"
#include "layouts.h"
#include "render/model/packed_mesh.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

TEST(PackedMorphs, RoundingErrorsAreSmallAndNoDeltaIsLost) {
    const Model model = test::makeModel({.vertices = 3000, .morphs = 7});
    const PackedMesh mesh = packMesh(model);
    const std::vector<MorphTarget> exact = selectDeltas(model.morph_targets, mesh.model_vertex);
    const std::vector<MorphTarget> back = unpackMorphs(mesh.morphs);
    ASSERT_EQ(back.size(), exact.size());
    for (std::size_t t = 0; t < exact.size(); ++t) {
        ASSERT_EQ(back[t].deltas.size(), exact[t].deltas.size());
        for (std::size_t i = 0; i < exact[t].deltas.size(); ++i) {
            const MorphDelta& a = exact[t].deltas[i];
            const MorphDelta& b = back[t].deltas[i];
            ASSERT_EQ(a.vertex, b.vertex);
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_NEAR(a.position[axis], b.position[axis], 0.51F * mesh.morphs.position_step);
                EXPECT_NEAR(a.normal[axis], b.normal[axis], 0.51F * mesh.morphs.normal_step);
            }
        }
    }
    EXPECT_NEAR(mesh.morphs.position_step, 8.0F / 32767.0F, 1e-5F);
}

TEST(PackedMorphs, OnlyMovedVerticesHaveTheBit) {
    Model model = test::makeModel({.vertices = 300});
    model.morph_targets.push_back({"smile", 0, 0.0, {{7, glm::vec3(1.0F), glm::vec3(0.0F)}}});
    model.morph_targets.push_back({"nothing", 0, 0.0, {{9, glm::vec3(1e-7F), glm::vec3(0.0F)}}});
    const PackedMesh mesh = packMesh(model);
    for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
        const bool moved = mesh.model_vertex[v] == 7;
        EXPECT_EQ(mesh.morphs.moves(v), moved) << v;
        EXPECT_EQ((mesh.vertices[v].shape.y & PH_HAS_MORPHS) != 0, moved) << v;
    }
    EXPECT_EQ(mesh.morphs.texels.size(), 300U / 4 + 1);
    const PackedMesh rest = packRestMesh(model, mesh);
    EXPECT_EQ(rest.morphs.targets, 0U);
    for (const PackedVertex& vertex : rest.vertices) EXPECT_EQ(vertex.shape.y & PH_HAS_MORPHS, 0U);
}

TEST(PackedMorphs, AModelWithoutTargetsHasNone) {
    const PackedMesh mesh = packMesh(test::makeModel({.vertices = 30}));
    EXPECT_EQ(mesh.morphs.targets, 0U);
    EXPECT_TRUE(mesh.morphs.texels.empty());
    EXPECT_FALSE(mesh.morphs.moves(3));
}

}  // namespace
}  // namespace phalanx
