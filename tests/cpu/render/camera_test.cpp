// Rays of pixels against the projection.
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

}  // namespace
}  // namespace phalanx
