#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "render/model/lod_vertex.h"

namespace phalanx {
namespace {

TEST(LodVertex, BlendsInfluencesToFourThatSumToOne) {
    Vertex a;
    a.joints = {1, 2, 3, 4};
    a.weights = {0.4F, 0.3F, 0.2F, 0.1F};
    Vertex b;
    b.joints = {5, 2, 6, 7};
    b.weights = {0.7F, 0.15F, 0.1F, 0.05F};
    for (const double t : {0.0, 0.25, 0.5, 0.9, 1.0}) {
        Vertex blended;
        blendInfluences(a, b, t, blended);
        EXPECT_NEAR(std::accumulate(blended.weights.begin(), blended.weights.end(), 0.0F), 1.0F, 1e-6F);
        EXPECT_TRUE(std::is_sorted(blended.weights.rbegin(), blended.weights.rend())) << t;
        EXPECT_EQ(std::set(blended.joints.begin(), blended.joints.end()).size(), 4U) << t;
    }
    Vertex same;
    blendInfluences(a, b, 0.0, same);
    EXPECT_EQ(same.joints, a.joints);
    Vertex half;
    blendInfluences(a, b, 0.5, half);
    EXPECT_EQ(half.joints[0], 5);
    EXPECT_EQ(half.joints[1], 2) << "0.15 + 0.075";
    Vertex one;
    blendInfluences(Vertex{}, Vertex{}, 0.3, one);
    EXPECT_EQ(one.weights[0], 1.0F);
    EXPECT_EQ(one.weights[1], 0.0F);
}

TEST(LodVertex, BlendsMorphsAndNormals) {
    const VertexMorphs a{{0, glm::vec3(1.0F), glm::vec3(0.0F)}, {2, glm::vec3(2.0F), glm::vec3(1.0F)}};
    const VertexMorphs b{{1, glm::vec3(4.0F), glm::vec3(0.0F)}, {2, glm::vec3(6.0F), glm::vec3(3.0F)}};
    const VertexMorphs expected{{0, glm::vec3(0.75F), glm::vec3(0.0F)},
                                {1, glm::vec3(1.0F), glm::vec3(0.0F)},
                                {2, glm::vec3(3.0F), glm::vec3(1.5F)}};
    EXPECT_EQ(blendMorphs(a, b, 0.25), expected);
    EXPECT_TRUE(blendMorphs({}, {}, 0.5).empty());
    const glm::vec3 up(0.0F, 1.0F, 0.0F);
    EXPECT_NEAR(glm::length(blendNormals(up, {1.0F, 0.0F, 0.0F}, 0.4)), 1.0F, 1e-6F);
    EXPECT_EQ(blendNormals(up, -up, 0.5), -up);
}

}  // namespace
}  // namespace phalanx
