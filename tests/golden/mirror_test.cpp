// A ball mirrored by its joint must be lit like the unmirrored ball: on the side of the sun. A normal that
// points away from the eye is mirrored by the fragment shader.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "gl/gl_fixture.h"
#include "golden/pictures.h"
#include "golden/studio.h"

namespace phalanx {
namespace {

constexpr double kRadius_m = 0.5;

// A ball around (0, 1, 0), bound to one joint with this scale; its vertices are the same in every case.
// inward: but for their normals.
LoadedModel ball(const glm::dvec3& scale, bool inward = false) {
    constexpr int kRings = 24;
    constexpr int kSectors = 48;
    LoadedModel loaded;
    Model& model = loaded.model;
    model.name = "ball";
    model.source_path = "ball";
    model.height_m = 1.5;
    Node node;
    node.name = "ball";
    node.parent_from_node_rest = glm::scale(glm::translate(glm::dmat4(1.0), {0.0, 1.0, 0.0}), scale);
    model.nodes.push_back(node);
    model.palette.push_back({0, glm::dmat4(1.0)});
    for (int ring = 0; ring <= kRings; ++ring) {
        for (int sector = 0; sector <= kSectors; ++sector) {
            const double polar = glm::pi<double>() * ring / kRings;
            const double around = glm::two_pi<double>() * sector / kSectors;
            Vertex v;
            v.normal = glm::vec3(glm::dvec3(std::sin(polar) * std::sin(around), std::cos(polar),
                                            std::sin(polar) * std::cos(around)));
            v.position = v.normal * static_cast<float>(kRadius_m);
            if (inward) v.normal = -v.normal;
            v.weights = {1.0F, 0.0F, 0.0F, 0.0F};
            model.vertices.push_back(v);
        }
    }
    const auto at = [](int ring, int sector) {
        return static_cast<std::uint32_t>(ring * (kSectors + 1) + sector);
    };
    for (int ring = 0; ring < kRings; ++ring) {
        for (int sector = 0; sector < kSectors; ++sector) {
            for (const std::uint32_t index :
                 {at(ring, sector), at(ring + 1, sector), at(ring + 1, sector + 1), at(ring, sector),
                  at(ring + 1, sector + 1), at(ring, sector + 1)}) {
                model.indices.push_back(index);
            }
        }
    }
    const auto count = static_cast<std::uint32_t>(model.indices.size());
    model.materials.emplace_back();
    model.parts.push_back({"ball", 0, 0, count, 0, static_cast<std::uint32_t>(model.vertices.size())});
    model.variants.push_back({"ball", {{0, 0, count}}});
    validate(model);
    loaded.baked = bakeAnimation(model, {});
    return loaded;
}

class Mirror : public test::GlTest {
  protected:
    gl::Pixels drawn(const glm::dvec3& scale, const Technique& technique, bool inward = false) {
        std::vector<LoadedModel> models;
        models.push_back(ball(scale, inward));
        CrowdSettings settings = test::standing(1);
        settings.team_colors = false;
        test::View view;
        view.camera.eye = {0.0, 1.0, 3.0};
        view.camera.target = {0.0, 1.0, 0.0};
        view.render.samples = 1;
        view.render.technique = technique.name;
        // The sun is on the left, slightly in front: one half of the ball is lit, the other is not.
        view.render.environment.sun_azimuth_deg = -70.0;
        view.render.environment.sun_elevation_deg = 20.0;
        test::Studio studio(caps(), models, settings);
        return studio.photograph(view);
    }

    static double brightness(const gl::Pixels& picture, int x, int y) {
        const auto at = static_cast<std::size_t>(y * picture.width + x) * 4;
        return (picture.rgba8[at] + picture.rgba8[at + 1] + picture.rgba8[at + 2]) / 3.0;
    }
};

TEST_F(Mirror, ABallIsLitOnTheSideOfTheSun) {
    // The outline of the mirrored ball consists of other triangles, so pixels there may differ: none with
    // llvmpipe.
    constexpr test::Tolerance kSameBall{6, 0.0005};
    for (const Technique& technique : techniques()) {
        if (!whyUnavailable(technique, caps()).empty()) continue;
        const gl::Pixels plain = drawn(glm::dvec3(1.0), technique);
        // The camera looks along -Z, so -X is on the left. The ball's radius is about a fifth of the image
        // height.
        const int reach = plain.height / 8;
        const double left = brightness(plain, plain.width / 2 - reach, plain.height / 2);
        const double right = brightness(plain, plain.width / 2 + reach, plain.height / 2);
        EXPECT_GT(left, right + 40.0) << technique.name;
        for (const glm::dvec3& scale :
             {glm::dvec3(-1.0, 1.0, 1.0), glm::dvec3(1.0, -1.0, 1.0), glm::dvec3(-1.0)}) {
            EXPECT_TRUE(test::samePicture(drawn(scale, technique), plain, kSameBall,
                                          "mirrored_ball_" + std::string(technique.name)))
                << "scale " << scale.x << ", " << scale.y << ", " << scale.z;
        }
    }
}

TEST_F(Mirror, ANormalThatPointsAwayIsMirrored) {
    for (const Technique& technique : techniques()) {
        if (!whyUnavailable(technique, caps()).empty()) continue;
        const gl::Pixels plain = drawn(glm::dvec3(1.0), technique);
        const gl::Pixels inward = drawn(glm::dvec3(1.0), technique, true);
        // In the middle the normal lies nearly along the line of sight. Elsewhere it is mirrored in a plane
        // that is not the surface's.
        const int x = plain.width / 2;
        const int y = plain.height / 2;
        EXPECT_NEAR(brightness(inward, x, y), brightness(plain, x, y), 10.0) << technique.name;
        EXPECT_GT(test::differenceOf(inward, plain, 6).off, 100U) << "the same normals";
    }
}

}  // namespace
}  // namespace phalanx
