// Clouds with their shade, and grass.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "gl/coarse_lods.h"
#include "gl/stage_fixture.h"
#include "render/effects/cloud_texture.h"
#include "render/effects/grass_pass.h"
#include "render/passes/targets.h"
#include "render/units/unit_programs.h"
#include "scenery/clouds.h"
#include "terrain/terrain.h"

namespace phalanx {
namespace {

class SceneryTest : public test::StageTest {
  protected:
    void SetUp() override {
        test::StageTest::SetUp();
        if (IsSkipped()) return;
        models_ = {test::smallModel(3)};
        lay(grid(4));
        request_ = FrameRequest{wholeUnits()};
        request_.samples = 1;
        request_.environment.fog_density = 0.0F;
    }
    struct Drawn {
        gl::Pixels pixels;
        FrameStats stats;
    };
    Drawn draw(const FrameRequest& request, const Camera& camera, Ticks now = 0) {
        const PlainTarget picture(caps(), GL_RGBA8, kSide, kSide, false, "picture");
        Renderer& renderer = stage_->renderer;
        renderer.draw(stage_->gpu_models, stage_->crowd, camera, request, now, kSide, kSide);
        renderer.present(picture.framebuffer());
        return {gl::readPixels(picture.framebuffer(), kSide, kSide), renderer.settledStats()};
    }
    static Camera above(const glm::dvec3& place, double height_m) {
        Camera camera;
        camera.eye = place + glm::dvec3(0.0, height_m, 0.01);
        camera.target = place;
        return camera;
    }
    // At head height, looking over the ground.
    static Camera level(double height_m = 1.6) {
        Camera camera;
        camera.eye = {0.0, height_m, 0.0};
        camera.target = {0.0, height_m, -10.0};
        return camera;
    }
    static double brightness(const gl::Pixels& pixels) {
        double sum = 0.0;
        for (std::size_t i = 0; i < pixels.rgba8.size(); ++i) sum += i % 4 == 3 ? 0.0 : pixels.rgba8[i];
        return sum / static_cast<double>(pixels.rgba8.size());
    }
    static int largestDifference(const gl::Pixels& a, const gl::Pixels& b) {
        int most = 0;
        for (std::size_t i = 0; i < a.rgba8.size(); ++i)
            most = std::max(most, std::abs(int{a.rgba8[i]} - int{b.rgba8[i]}));
        return most;
    }
    // Pixels that differ in the rows from `first` to `last`, from the top, as a fraction of these rows.
    static double differing(const gl::Pixels& a, const gl::Pixels& b, int first, int last) {
        int count = 0;
        for (int y = first; y < last; ++y) {
            for (int x = 0; x < kSide; ++x) {
                const auto at = static_cast<std::size_t>(y * kSide + x) * 4;
                count += std::equal(a.rgba8.begin() + static_cast<std::ptrdiff_t>(at),
                                    a.rgba8.begin() + static_cast<std::ptrdiff_t>(at + 3),
                                    b.rgba8.begin() + static_cast<std::ptrdiff_t>(at))
                             ? 0
                             : 1;
            }
        }
        return static_cast<double>(count) / ((last - first) * kSide);
    }
    // The first row from the top that shows flat ground nearer than this.
    static int rowOf(const Camera& camera, double distance_m) {
        const double down = std::atan(camera.eye.y / distance_m);
        const double half = glm::radians(camera.fov_y_deg) / 2.0;
        return static_cast<int>(std::ceil(0.5 * kSide * (1.0 + std::tan(down) / std::tan(half))));
    }
    // When the origin lies below the middle of a cloud, or below open sky, if the sun stands in the zenith.
    static Ticks whenOver(bool cloud) {
        constexpr Ticks kStep = 1U << 12U;
        constexpr int kAround = 2;  // texels: all of a picture is the same
        constexpr int kSide = CloudTexture::kSide;
        const std::vector<std::uint8_t> texels = cloudTexels(kSide);
        for (Ticks now = 0; now < 1U << (PH_CLOUD_SHIFT + 1U); now += kStep) {
            const double drift = std::ldexp(static_cast<double>(now), -PH_CLOUD_SHIFT) * kSide;
            const auto x = static_cast<int>(std::floor(-drift));
            const auto y = static_cast<int>(std::floor(-0.5 * drift));
            bool all = true;
            for (int j = -kAround; j <= kAround; ++j) {
                for (int i = -kAround; i <= kAround; ++i) {
                    const auto row = static_cast<std::size_t>((y + j) & (kSide - 1));
                    const auto column = static_cast<std::size_t>((x + i) & (kSide - 1));
                    const double inside = texels[4 * (row * kSide + column)] / 255.0;
                    all = all && (cloud ? inside > 0.87 : inside < 0.4);
                }
            }
            if (all) return now;
        }
        ADD_FAILURE() << "never";
        return 0;
    }

    FrameRequest request_;
};

// Shade leaves the sky's light: a picture in the shade is one in the sun with a weaker sun.
TEST_F(SceneryTest, CloudsShadeGroundUnitsAndImpostorsAlike) {
    models_ = {test::smallModel(3)};
    prepareDetail(models_.front());
    lay(grid(9));
    request_.environment.sun_elevation_deg = 90.0;
    request_.lod_error_px = 1.0;
    for (const bool cloud : {true, false}) {
        const Ticks now = whenOver(cloud);
        for (const ImpostorUse impostors : {ImpostorUse::kOff, ImpostorUse::kOn}) {
            SCOPED_TRACE(nameOf(impostors));
            const Camera camera = above({0.0, 0.0, 0.0}, impostors == ImpostorUse::kOn ? 90.0 : 9.0);
            FrameRequest plain = request_;
            plain.impostors = impostors;
            FrameRequest clouded = plain;
            clouded.clouds = true;
            const Drawn sunny = draw(plain, camera, now);
            if (cloud) plain.environment.sun_color *= 1.0F - PH_CLOUD_SHADE;
            const Drawn expected = draw(plain, camera, now);
            const Drawn drawn = draw(clouded, camera, now);
            EXPECT_LE(largestDifference(drawn.pixels, expected.pixels), 2);
            EXPECT_EQ(drawn.stats.draws, expected.stats.draws);
            if (cloud) {
                EXPECT_LT(brightness(drawn.pixels), 0.8 * brightness(sunny.pixels));
            }
            const int impostor = stage_->gpu_models.front().impostorLod();
            std::uint32_t as_images = 0;
            for (std::size_t l = 0; l < drawn.stats.lod_units.size(); ++l)
                as_images += static_cast<int>(l) >= impostor ? drawn.stats.lod_units[l] : 0;
            EXPECT_EQ(as_images, impostors == ImpostorUse::kOn ? 9U : 0U);
        }
    }
}

TEST_F(SceneryTest, CloudsFollowTheClockAlone) {
    request_.clouds = true;
    request_.units = false;
    Camera camera;
    camera.eye = {0.0, 2.0, 0.0};
    camera.target = {0.0, 6.0, -10.0};
    request_.clouds = false;
    draw(request_, camera);  // uploads the units
    const Drawn without = draw(request_, camera);
    request_.clouds = true;
    const Drawn first = draw(request_, camera, 100'000);
    const Drawn later = draw(request_, camera, 140'000);
    EXPECT_GT(differing(first.pixels, later.pixels, 0, kSide / 2), 0.3);
    EXPECT_EQ(draw(request_, camera, 100'000).pixels.rgba8, first.pixels.rgba8);
    // One texture, made once.
    EXPECT_EQ(first.stats.uploads, without.stats.uploads + 1);
    EXPECT_EQ(later.stats.uploads, without.stats.uploads);
    EXPECT_EQ(later.stats.draws, without.stats.draws);
}

TEST_F(SceneryTest, ProgramsWithoutCloudsStayAsTheyWere) {
    const auto withClouds = [](const gl::ProgramSource& source) {
        return std::ranges::find(source.defines, kCloudsDefine) != source.defines.end();
    };
    const Technique& technique = findTechnique("texture");
    SkinVariant variant;
    EXPECT_FALSE(withClouds(unitProgramSource(technique, UnitPass::kShade, variant)));
    EXPECT_FALSE(withClouds(impostorSource({})));
    variant.clouds = true;
    EXPECT_TRUE(withClouds(unitProgramSource(technique, UnitPass::kShade, variant)));
    EXPECT_TRUE(withClouds(impostorSource({.clouds = true})));
    // Only shading reads sunlight.
    for (const UnitPass pass : {UnitPass::kShadow, UnitPass::kId, UnitPass::kMask}) {
        EXPECT_FALSE(withClouds(unitProgramSource(technique, pass, variant)));
        EXPECT_FALSE(withClouds(impostorSource({.pass = pass, .clouds = true})));
    }
}

TEST_F(SceneryTest, GrassIsOneDrawAndSways) {
    for (const bool hilly : {false, true}) {
        SCOPED_TRACE(hilly);
        CrowdSettings settings = grid(4);
        if (hilly) settings.terrain.ground = kGroundHills;
        lay(settings);
        request_.units = false;
        request_.grass = false;
        Camera camera = level();
        // A meadow; the valley's floor around the origin has bare earth.
        const glm::dvec3 meadow(0.0, 0.0, 38.0);
        const glm::dvec3 place =
            meadow + glm::dvec3(0.0, groundHeight(stage_->crowd.terrain().get(), {meadow.x, meadow.z}), 0.0);
        camera.eye += place;
        camera.target += place - glm::dvec3(0.0, 4.0, 0.0);
        draw(request_, camera);  // uploads units and ground
        const Drawn bare = draw(request_, camera);
        request_.grass = true;
        const Drawn green = draw(request_, camera);
        EXPECT_EQ(green.stats.draws, bare.stats.draws + 1);
        EXPECT_EQ(green.stats.bytes_uploaded, bare.stats.bytes_uploaded);
        EXPECT_EQ(draw(request_, camera).pixels.rgba8, green.pixels.rgba8);
        EXPECT_GT(differing(green.pixels, draw(request_, camera, 4096).pixels, kSide / 2, kSide), 0.05);
        request_.ground = false;
        EXPECT_EQ(draw(request_, camera).stats.draws + 2, green.stats.draws);
        request_.ground = true;
        camera.eye.y += 100.0;
        EXPECT_EQ(draw(request_, camera).stats.draws, bare.stats.draws);
    }
}

// What moves is grass: nothing else in the picture does.
TEST_F(SceneryTest, GrassEndsAtItsReach) {
    request_.units = false;
    request_.sky = false;
    request_.grass = true;
    const Camera camera = level(6.0);
    const Drawn now = draw(request_, camera);
    const Drawn later = draw(request_, camera, 4096);
    const int end = rowOf(camera, GrassPass::kReach_m) - 1;
    ASSERT_GT(end, kSide / 2);
    ASSERT_LT(end, kSide - 10);
    EXPECT_EQ(differing(now.pixels, later.pixels, 0, end), 0.0);
    EXPECT_GT(differing(now.pixels, later.pixels, end + 8, kSide), 0.02);
}

}  // namespace
}  // namespace phalanx
