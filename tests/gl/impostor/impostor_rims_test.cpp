// Impostors a few pixels high: the coverage and the brightness of their edges.
#include "gl/impostor/impostor_fixture.h"

namespace phalanx {
namespace {

using test::ImpostorsOfTheSoldier;
using test::kPixels;
using test::kSide;

// Texels with almost no coverage must not flash when their colour is divided by it. Drawn with four samples
// per pixel, no pixel may be darker or brighter than the range of values that the mesh shows with the
// background.
TEST_F(ImpostorsOfTheSoldier, RimsDoNotSparkle) {
    const std::vector<int> clips = makePictures();
    const double error_m = stage_->renderer.impostorError_m(0).value();
    FrameRequest& render = stage_->render;
    int low = 255;
    int high = 0;
    // Calls each() with the r, g and b values of view i, as the display shows them.
    const auto look_at = [&](int i, test::Dice& random, int side, const auto& each) {
        // From the distance where the mesh is replaced to where the unit is two pixels high.
        const Camera camera =
            anyScene(random, clips[static_cast<std::size_t>(i) % clips.size()], error_m * (1.0 + i % 4));
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, camera, render, 0, side, side);
        const gl::Pixels pixels = developed(side);
        for (std::size_t b = 0; b < pixels.rgba8.size(); ++b) {
            if (b % 4 != 3) each(static_cast<int>(pixels.rgba8[b]));
        }
    };
    render.impostors = ImpostorUse::kOff;
    render.lod_error_px = 0.0;
    // Light from all directions, so that no surface is black.
    render.environment.sky_zenith = render.environment.ground_color = glm::vec3(1.5F);
    test::Dice of_mesh(11);
    for (int i = 0; i < 40; ++i) {
        look_at(i, of_mesh, kSide, [&](int shown) {
            low = std::min(low, shown);
            high = std::max(high, shown);
        });
    }
    render.samples = 4;
    render.impostors = ImpostorUse::kOn;
    render.lod_error_px = 1.3;  // or more: the camera sets the distance
    const auto sparkles = [&] {
        constexpr int kRoom = 6;  // of 255
        test::Dice random(12);
        int outside = 0;
        for (int i = 0; i < 500; ++i) {
            look_at(i, random, kPixels,
                    [&](int shown) { outside += shown < low - kRoom || shown > high + kRoom ? 1 : 0; });
            EXPECT_EQ(stage_->renderer.stats().visible, 1U);
        }
        return outside;
    };
    EXPECT_EQ(sparkles(), 0);
    if (!caps().sample_mask) {
        std::printf(
            "  the corrupted shader is not tried: below OpenGL 4.0 the driver's alpha to coverage decides "
            "whether a "
            "texel that covers next to nothing gets a sample at all\n");
        return;
    }
    // Without the guard in the shader, pixels do flash.
    const std::filesystem::path file =
        (dataDirectory() / "shaders" / "impostor" / "impostor_surface.glsl").lexically_normal();
    const std::string guard = "size = min(size, 1.0);";
    std::string text = readTextFile(file);
    const std::size_t at = text.find(guard);
    ASSERT_NE(at, std::string::npos);
    stage_->renderer.overrideUnitShaders({{file, text.erase(at, guard.size())}});
    EXPECT_GT(sparkles(), 0);
}

// At a few pixels of height an impostor must still cover as much as the mesh, with one sample per pixel or
// four, although its triangle is as tight as its outline (tight_triangle.h).
TEST_F(ImpostorsOfTheSoldier, CoverAsMuchAsTheMeshWhenTiny) {
    const std::vector<int> clips = makePictures();
    const double error_m = stage_->renderer.impostorError_m(0).value();
    FrameRequest& render = stage_->render;
    // By scene, of the current number of samples; the scenes are the same for mesh and impostor.
    std::vector<std::vector<std::uint8_t>> backgrounds;
    // The light that the unit hides, summed over all scenes: from the distance where only the nearest image
    // is drawn to where the unit is two pixels high, at any subpixel position.
    const auto darkness = [&](ImpostorUse use) {
        render.impostors = use;
        render.lod_error_px = use == ImpostorUse::kOn ? 1.3 : 0.0;
        test::Dice random(21);
        double sum = 0.0;
        for (std::size_t i = 0; i < 400; ++i) {
            const double pixel_m = error_m * (1.5 + static_cast<double>(i % 3));
            Camera camera = anyScene(random, clips[i % clips.size()], pixel_m);
            const glm::dvec3 moved(random.between(-3.0, 3.0), random.between(-3.0, 3.0),
                                   random.between(-3.0, 3.0));
            camera.eye += moved * pixel_m;
            camera.target += moved * pixel_m;
            const auto picture = [&](bool units) {
                render.units = units;
                stage_->renderer.draw(stage_->gpu_models, stage_->crowd, camera, render, 0, kPixels, kPixels);
                return developed(kPixels).rgba8;
            };
            if (backgrounds.size() <= i) backgrounds.push_back(picture(false));
            const std::vector<std::uint8_t>& without = backgrounds[i];
            const std::vector<std::uint8_t> with = picture(true);
            if (use == ImpostorUse::kOn) {
                EXPECT_EQ(stage_->renderer.stats().lod_units.back(), 1U);
            }
            for (std::size_t b = 0; b < with.size(); b += 4) {
                const glm::dvec3 missing = curve_.lightOf(&without[b]) - curve_.lightOf(&with[b]);
                sum += missing.x + missing.y + missing.z;
            }
        }
        return sum;
    };
    const auto onTriangle = [&](const std::string& corner) {
        const std::filesystem::path file =
            (dataDirectory() / "shaders" / "impostor" / "impostor.vert").lexically_normal();
        const std::string own = "impostorCornerAt(image.cell, gl_VertexID)";
        std::string text = readTextFile(file);
        const std::size_t at = text.find(own);
        EXPECT_NE(at, std::string::npos);
        if (at != std::string::npos) text.replace(at, own.size(), corner);
        stage_->renderer.overrideUnitShaders({{file, text}});
        return darkness(ImpostorUse::kOn);
    };
    for (const int samples : {1, 2, 4}) {
        if (samples > 1 && !caps().sample_mask) {
            // With alpha to coverage, drivers differ in the number of samples that they set.
            std::printf("  %d samples: needs the sample mask of OpenGL 4.0\n", samples);
            continue;
        }
        render.samples = samples;
        backgrounds.clear();
        stage_->renderer.overrideUnitShaders({});
        const double mesh = darkness(ImpostorUse::kOff);
        const double tight = darkness(ImpostorUse::kOn);
        const double whole_box = onTriangle("(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0)");
        std::printf("  %d samples: %.3f of what the mesh covers, %.3f of what the whole image covers\n",
                    samples, tight / mesh, tight / whole_box);
        EXPECT_NEAR(tight / mesh, 1.0, 0.18);
        EXPECT_NEAR(tight / whole_box, 1.0, 0.03);
        // A smaller triangle would lose coverage.
        EXPECT_LT(onTriangle("(impostorCornerAt(image.cell, gl_VertexID) * 0.8)") / whole_box, 0.93);
    }
}

}  // namespace
}  // namespace phalanx
