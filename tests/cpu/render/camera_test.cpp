// Rays of pixels, and bounds in the image, against the projection.
#include "render/frame/camera.h"

#include <gtest/gtest.h>

namespace phalanx {
namespace {

TEST(Camera, TheRayOfAPixelLeadsToWhatTheProjectionPutsThere) {
    const glm::dvec2 size(320.0, 180.0);
    const double aspect = size.x / size.y;
    for (const glm::dvec3& target :
         {glm::dvec3(0.0, 1.0, 0.0), glm::dvec3(40.0, 2.0, -30.0), glm::dvec3(2.0, -5.0, 7.0)}) {
        Camera camera;
        camera.eye = {2.0, 1.7, 7.0};
        camera.target = target;
        const glm::dmat3 ray = rayFromPixel(camera, aspect, size);
        for (const glm::dvec2& pixel :
             {glm::dvec2(0.5, 0.5), glm::dvec2(160.0, 90.0), glm::dvec2(319.5, 20.5)}) {
            const glm::dvec3 direction = ray * glm::dvec3(pixel, 1.0);
            const glm::dvec4 clip =
                clipFromWorld(camera, aspect) * glm::dvec4(camera.eye + 30.0 * direction, 1.0);
            ASSERT_GT(clip.w, 0.0);
            const glm::dvec2 found = (glm::dvec2(clip) / clip.w * 0.5 + 0.5) * size;
            EXPECT_NEAR(found.x, pixel.x, 1e-9);
            EXPECT_NEAR(found.y, pixel.y, 1e-9);
            const glm::dvec3 unit = rayThrough(camera, aspect, pixel / size * 2.0 - 1.0);
            EXPECT_NEAR(glm::length(unit - glm::normalize(direction)), 0.0, 1e-12);
        }
    }
}

TEST(Camera, BoundsInTheImageHoldAllOfABox) {
    const glm::dvec2 size(320.0, 180.0);
    Camera camera;
    camera.eye = {2.0, 1.7, 7.0};
    camera.target = {0.5, 1.0, 0.0};
    const glm::dmat4 clip_from_world = clipFromWorld(camera, size.x / size.y);
    const glm::dvec3 low(-0.6, 0.0, -1.0);
    const glm::dvec3 high(0.9, 1.8, 0.4);
    const glm::dvec4 reach = reachInImage(clip_from_world, low, high, size);
    glm::dvec2 least(1e9);
    glm::dvec2 greatest(-1e9);
    constexpr int kSteps = 6;
    for (int i = 0; i < kSteps * kSteps * kSteps; ++i) {
        const glm::dvec3 share =
            glm::dvec3(i % kSteps, i / kSteps % kSteps, i / (kSteps * kSteps)) / (kSteps - 1.0);
        const glm::dvec4 clip = clip_from_world * glm::dvec4(glm::mix(low, high, share), 1.0);
        const glm::dvec2 pixel = (glm::dvec2(clip) / clip.w * 0.5 + 0.5) * size;
        least = glm::min(least, pixel);
        greatest = glm::max(greatest, pixel);
    }
    EXPECT_NEAR(reach.x, least.x, 1e-9);
    EXPECT_NEAR(reach.y, least.y, 1e-9);
    EXPECT_NEAR(reach.z, greatest.x, 1e-9);
    EXPECT_NEAR(reach.w, greatest.y, 1e-9);
    // The eye is in it.
    EXPECT_EQ(reachInImage(clip_from_world, camera.eye - 1.0, camera.eye + 1.0, size),
              glm::dvec4(0.0, 0.0, size));
}

}  // namespace
}  // namespace phalanx
