#include <gtest/gtest.h>

#include "app/army/army.h"

namespace phalanx {
namespace {

// A triangle 1.8 m tall, 2.4 m wide and 5 m deep, on one joint.
LoadedModel wideModel() {
    LoadedModel loaded;
    Model& model = loaded.model;
    model.nodes.emplace_back();
    model.palette.emplace_back();
    model.materials.emplace_back();
    for (const glm::vec3 at : {glm::vec3(-1.2F, 0.0F, 2.5F), {1.2F, 0.0F, -2.5F}, {0.0F, 1.8F, 0.0F}}) {
        Vertex vertex;
        vertex.position = at;
        vertex.weights = {1.0F, 0.0F, 0.0F, 0.0F};
        model.vertices.push_back(vertex);
        model.indices.push_back(static_cast<std::uint32_t>(model.indices.size()));
    }
    model.height_m = 1.8;
    return loaded;
}

TEST(StandingRadius, IsThatOfTheRestPoseWithoutClips) {
    EXPECT_NEAR(crowdModelOf(wideModel()).radius_m, 2.5, 1e-6);
}

// Arms spread at rest and falls in other clips take no space.
TEST(StandingRadius, IsThatOfTheIdleClip) {
    LoadedModel loaded = wideModel();
    for (const auto& [name, scale] : {std::pair("Fall", 8.0), {"Idle", 0.2}}) {
        Channel channel;
        channel.scales.keys = {{0.0, glm::dvec3(scale, 1.0, scale)}, {1.0, glm::dvec3(scale, 1.0, scale)}};
        Clip clip;
        clip.name = name;
        clip.duration_s = 1.0;
        clip.loops = true;
        clip.channels.push_back(channel);
        loaded.model.clips.push_back(clip);
    }
    EXPECT_NEAR(crowdModelOf(loaded).radius_m, 0.5, 1e-6);
}

}  // namespace
}  // namespace phalanx
