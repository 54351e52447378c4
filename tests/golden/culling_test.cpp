// Frustum culling and LODs, compared with drawing everything: culling must change no pixel, LODs only few
// pixels.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gl/gl_fixture.h"
#include "gl/pick_at.h"
#include "golden/pictures.h"
#include "golden/studio.h"

namespace phalanx {
namespace {

using test::kPictureSize;

constexpr std::uint32_t kUnits = 100;

const std::vector<LoadedModel>& soldierInDetail() {
    static const std::vector<LoadedModel> models = [] {
        ArmyOptions options;
        options.bake.rate_hz = 30.0;
        options.detail = true;
        return loadModels(options);
    }();
    return models;
}

class Culling : public test::GlTest {
  protected:
    struct Scene {
        Scene(const gl::Capabilities& capabilities, const CrowdSettings& settings)
            : stage(capabilities, soldierInDetail(), makeCrowd(soldierInDetail(), {}, settings, 0), skin()),
              picture(capabilities, GL_RGBA8, kPictureSize.x, kPictureSize.y, false, "picture") {
            stage.render.samples = 1;
            stage.render.shadow_map = 512;
        }

        static SkinOptions skin() {
            SkinOptions options;
            options.bake.fetch = FetchPath::kTexture2d;
            return options;
        }

        gl::Pixels photograph(const Camera& camera, double time_s) {
            stage.requireTechnique(stage.render.technique, soldierInDetail(), skin());
            stage.renderer.draw(stage.gpu_models, stage.crowd, camera, stage.render, ticksFromSeconds(time_s),
                                kPictureSize.x, kPictureSize.y);
            stage.renderer.present(picture.framebuffer());
            return gl::readPixels(picture.framebuffer(), kPictureSize.x, kPictureSize.y);
        }

        Stage stage;
        PlainTarget picture;
    };

    static CrowdSettings marching(std::uint32_t units) {
        CrowdSettings settings;
        settings.units = units;
        settings.formation = Formation::kGrid;
        settings.crossfade_spread = 0.6;
        settings.spacing_m = 2.5;
        return settings;
    }

    // Among the soldiers, so that many are beside and behind the camera.
    static Camera amongThem(double time_s, const Crowd& crowd) {
        const glm::dvec3 gone(crowd.stateOf(0, ticksFromSeconds(time_s)).placement - crowd.unit(0).placement);
        Camera camera;
        camera.eye = gone + glm::dvec3(1.0, 2.2, 6.0);
        camera.target = gone + glm::dvec3(-4.0, 0.9, -6.0);
        camera.fov_y_deg = 55.0;
        return camera;
    }
};

TEST_F(Culling, ChangesNoPixel) {
    Scene scene(caps(), marching(kUnits));
    for (const Technique& technique : techniques()) {
        if (!whyUnavailable(technique, caps()).empty()) continue;
        scene.stage.render.technique = technique.name;
        const double time_s = technique.pose == PoseKind::kTexture ? 3.1 : 0.4;
        const Camera camera = amongThem(time_s, scene.stage.crowd);
        scene.stage.render.cull = false;
        const gl::Pixels all = scene.photograph(camera, time_s);
        EXPECT_EQ(scene.stage.renderer.stats().visible, kUnits);
        const std::uint64_t triangles = scene.stage.renderer.stats().triangles;
        scene.stage.render.cull = true;
        const gl::Pixels some = scene.photograph(camera, time_s);
        EXPECT_TRUE(test::samePicture(some, all, test::kIdentical, "cull_" + std::string(technique.name)))
            << technique.name;
        EXPECT_GT(test::contrastOf(all), 10.0);
        const FrameStats& stats = scene.stage.renderer.stats();
        EXPECT_LT(stats.visible, kUnits * 7 / 10)
            << technique.name << ": too many are visible, the test is void";
        EXPECT_GT(stats.visible, kUnits / 8);
        EXPECT_LT(stats.triangles, triangles * 9 / 10);
    }
}

// With culling, the outline is looked for around the bounds of the unit alone: it must be whole, from among
// the soldiers and from within the bounds of one, and in a scaled picture.
TEST_F(Culling, OutlinesAreWhole) {
    constexpr std::uint32_t kFew = 24;
    Scene scene(caps(), marching(kFew));
    FrameRequest& render = scene.stage.render;
    render.outline_px = 3.0F;
    const Camera among = amongThem(0.4, scene.stage.crowd);
    Camera within = among;
    const glm::dvec3 first(scene.stage.crowd.stateOf(0, ticksFromSeconds(0.4)).placement);
    within.eye = first + glm::dvec3(0.35, 1.6, 0.35);
    within.target = first + glm::dvec3(-0.4, 0.4, -0.4);
    const auto check = [&](const Camera& camera, std::uint32_t unit) {
        render.outlined.reset();
        render.cull = true;
        const gl::Pixels plain = scene.photograph(camera, 0.4);
        render.outlined = unit;
        render.cull = false;
        const gl::Pixels all = scene.photograph(camera, 0.4);
        render.cull = true;
        for (const Select select : {Select::kCpu, Select::kGpu}) {
            if (select == Select::kGpu && !caps().compute) continue;
            render.select = select;
            EXPECT_TRUE(test::samePicture(scene.photograph(camera, 0.4), all, test::kIdentical, "outline"))
                << "unit " << unit << ", scale " << render.render_scale;
        }
        return test::differenceOf(all, plain, 24).off > 30U;
    };
    int seen = 0;
    for (const double scale : {1.0, 0.4}) {
        render.render_scale = scale;
        EXPECT_TRUE(check(within, 0)) << "the unit around the eye has no outline";
        for (std::uint32_t unit = 0; unit < kFew; unit += 4) seen += check(among, unit) ? 1 : 0;
    }
    EXPECT_GT(seen, 4) << "too few are seen: the test is void";
}

// A unit culled from a cascade must not cast a visible shadow there: seen from among the soldiers under a low
// sun, and from outside under a high one, with CPU and GPU culling.
TEST_F(Culling, WithCascadesChangesNoPixel) {
    constexpr std::uint32_t kFew = 40;
    Scene scene(caps(), marching(kFew));
    FrameRequest& render = scene.stage.render;
    render.shadow_cascades = PH_SHADOW_MAPS;
    for (const bool inside : {true, false}) {
        render.environment.sun_elevation_deg = inside ? 8.0 : 50.0;
        Camera camera = amongThem(0.4, scene.stage.crowd);
        if (!inside) {
            camera.eye = {3.0, 4.0, 22.0};
            camera.target = {1.0, 0.0, 4.0};
        }
        render.cull = false;
        const gl::Pixels all = scene.photograph(camera, 0.4);
        const std::uint32_t cast = scene.stage.renderer.stats().shadow_visible;
        EXPECT_GE(cast, 2 * kFew) << "only one cascade: the test is void";
        render.environment.shadows = false;
        EXPECT_GT(test::differenceOf(scene.photograph(camera, 0.4), all, 8).off, 300U)
            << "no shadow was visible";
        render.environment.shadows = true;
        render.cull = true;
        for (const Select select : {Select::kCpu, Select::kGpu}) {
            if (select == Select::kGpu && !caps().compute) continue;
            render.select = select;
            const gl::Pixels some = scene.photograph(camera, 0.4);
            EXPECT_TRUE(test::samePicture(some, all, test::kIdentical, "cull_cascades"));
            EXPECT_LT(scene.stage.renderer.settledStats().shadow_visible, cast * 3 / 4);
        }
    }
}

// Far soldiers at all LODs: GPU culling must draw the same ones.
TEST_F(Culling, GpuCullingDrawsTheSameImage) {
    if (!caps().compute) GTEST_SKIP() << "needs OpenGL 4.3";
    Scene scene(caps(), marching(400));
    scene.stage.render.cull = true;
    scene.stage.render.lod_error_px = 0.5;
    Camera camera;
    camera.eye = {0.0, 4.0, 24.0};
    const gl::Pixels by_cpu = scene.photograph(camera, 1.5);
    const FrameStats cpu = scene.stage.renderer.settledStats();
    EXPECT_GE(cpu.lod_units.size(), 4U) << "too few LODs: the test is void";
    scene.stage.render.select = Select::kGpu;
    const gl::Pixels by_gpu = scene.photograph(camera, 1.5);
    EXPECT_TRUE(test::samePicture(by_gpu, by_cpu, test::kIdentical, "selected_by_gpu"));
    const FrameStats gpu = scene.stage.renderer.settledStats();
    EXPECT_TRUE(gpu.selected_by_gpu);
    EXPECT_EQ(gpu.lod_units, cpu.lod_units);
    EXPECT_EQ(gpu.triangles, cpu.triangles);
}

// The same with impostors, which use the last possible LOD.
TEST_F(Culling, GpuCullingDrawsTheSameImpostors) {
    if (!caps().compute) GTEST_SKIP() << "needs OpenGL 4.3";
    Scene scene(caps(), marching(400));
    scene.stage.render.cull = true;
    scene.stage.render.impostors = ImpostorUse::kOn;
    scene.stage.render.lod_error_px = 9.0;
    Camera camera;
    camera.eye = {0.0, 4.0, 24.0};
    scene.photograph(camera, 1.5);  // renders the impostor atlas
    const gl::Pixels by_cpu = scene.photograph(camera, 1.5);
    const FrameStats cpu = scene.stage.renderer.settledStats();
    ASSERT_EQ(cpu.lod_units.size(), kMaxLods) << "not all LODs are used: the test is void";
    EXPECT_GT(cpu.lod_units.back(), 50U);
    EXPECT_GT(cpu.lod_units[kMaxLods - 2], 5U);
    scene.stage.render.select = Select::kGpu;
    const gl::Pixels by_gpu = scene.photograph(camera, 1.5);
    EXPECT_TRUE(test::samePicture(by_gpu, by_cpu, test::kIdentical, "impostors_selected_by_gpu"));
    EXPECT_TRUE(scene.stage.renderer.settledStats().selected_by_gpu);
    EXPECT_EQ(scene.stage.renderer.settledStats().lod_units, cpu.lod_units);
}

// `palette` and `compute` draw far LODs as `texture`: the image must equal that of `texture` within the
// tolerance of techniques, with CPU and GPU culling.
TEST_F(Culling, TechniquesPerLodDrawTheSameImage) {
    constexpr test::Tolerance kSameImage{6, 0.0005};  // techniques_test.cpp
    Scene scene(caps(), marching(300));
    FrameRequest& render = scene.stage.render;
    render.cull = true;
    render.lod_error_px = 0.3;
    render.select = Select::kCpu;
    Camera camera;
    camera.eye = {0.0, 3.0, 16.0};
    const gl::Pixels expected = scene.photograph(camera, 1.5);
    ASSERT_GE(scene.stage.renderer.stats().lod_units.size(), 4U) << "too few LODs: the test is void";
    EXPECT_GT(scene.stage.renderer.stats().lod_units[0], 0U) << "no unit is near: the test is void";
    EXPECT_GT(test::contrastOf(expected), 10.0);
    for (const char* technique : {"palette", "compute", "texture"}) {
        if (!whyUnavailable(findTechnique(technique), caps()).empty()) continue;
        render.technique = technique;
        for (const Select select : {Select::kCpu, Select::kGpu}) {
            if (select == Select::kGpu && !caps().compute) continue;
            render.select = select;
            const gl::Pixels mixed = scene.photograph(camera, 1.5);
            const FrameStats& stats = scene.stage.renderer.stats();
            EXPECT_EQ(stats.selected_by_gpu, select == Select::kGpu);
            EXPECT_EQ(stats.technique, technique);
            EXPECT_EQ(stats.pose_bytes > 0, render.technique != "texture");
            EXPECT_TRUE(test::samePicture(mixed, expected, kSameImage,
                                          fmt::format("levels_by_{}_{}", technique, nameOf(select))));
        }
    }
    // Units in the rest pose would be detected: `static` differs by more than the tolerance.
    render.technique = "static";
    EXPECT_GT(test::differenceOf(scene.photograph(camera, 1.5), expected, kSameImage.step).share, 0.02);
}

// Units with wrong bounds vanish near the camera, which ChangesNoPixel would detect.
TEST_F(Culling, WrongBoundsAreDetected) {
    Scene scene(caps(), marching(kUnits));
    const Camera camera = amongThem(0.4, scene.stage.crowd);
    const gl::Pixels all = scene.photograph(camera, 0.4);
    scene.stage.render.cull = true;
    std::vector<ClipBounds> bounds = scene.stage.gpu_models.front().detail()->bounds;
    for (ClipBounds& b : bounds) b = {-3.0, -2.9, 0.01};
    scene.stage.gpu_models.front().setBounds(bounds);
    EXPECT_GT(test::differenceOf(scene.photograph(camera, 0.4), all, 0).off, 20U);
}

TEST_F(Culling, LodsFollowDistanceAndErrorLimit) {
    Scene scene(caps(), marching(400));
    scene.stage.render.environment.fog_density = 0.0014F;  // with which the limits below were measured
    Camera camera;
    camera.eye = {0.0, 12.0, 50.0};
    const gl::Pixels full = scene.photograph(camera, 0.5);
    const std::uint64_t triangles = scene.stage.renderer.stats().triangles;
    std::uint64_t before = triangles;
    scene.stage.render.cull = true;
    // The soldiers are some 20 pixels tall here and mostly edges. Without antialiasing, an edge that moves by
    // a fraction of a pixel changes some pixels: 1.2, 4.1 and 6.7 % with llvmpipe, with 21.5, 4.8 and 1.4 %
    // of the triangles.
    struct Row {
        double error_px;
        double most;  // share of pixels
    };
    for (const Row& row : {Row{0.1, 0.016}, Row{0.3, 0.045}, Row{1.0, 0.075}}) {
        const double error_px = row.error_px;
        scene.stage.render.lod_error_px = error_px;
        const gl::Pixels coarse = scene.photograph(camera, 0.5);
        const FrameStats& stats = scene.stage.renderer.stats();
        EXPECT_LT(stats.triangles, before * 3 / 4) << error_px;
        EXPECT_GT(stats.visible, 350U) << error_px;
        before = stats.triangles;
        const test::Difference difference = test::differenceOf(coarse, full, 24);
        std::printf("  %.1f px: %.1f %% of the triangles, %.3f %% of the pixels differ by more than 24\n",
                    error_px, 100.0 * static_cast<double>(stats.triangles) / static_cast<double>(triangles),
                    100.0 * difference.share);
        EXPECT_LT(difference.share, row.most) << error_px;
    }
    scene.stage.render.lod_error_px = 60.0;
    scene.photograph(camera, 0.5);
    EXPECT_EQ(scene.stage.renderer.stats().visible, 0U) << "all units are smaller than that";
    scene.stage.render.cull = false;
    scene.stage.render.lod_error_px = 1e-6;
    scene.photograph(camera, 0.5);
    EXPECT_EQ(scene.stage.renderer.stats().visible, 400U) << "LODs were used without culling";
}

// Picking a soldier must give the same unit with and without LODs.
TEST_F(Culling, PickingFindsTheSameUnit) {
    Scene scene(caps(), marching(kUnits));
    const Camera camera = amongThem(0.4, scene.stage.crowd);
    int found = 0;
    for (const glm::ivec2 pixel : {glm::ivec2(128, 72), glm::ivec2(60, 80)}) {
        std::array<std::optional<std::uint32_t>, 2> picked;
        for (const bool cull : {false, true}) {
            scene.stage.render.cull = cull;
            picked.at(cull ? 1 : 0) =
                test::pickAt(scene.stage.renderer, pixel, [&] { scene.photograph(camera, 0.4); });
        }
        EXPECT_EQ(picked[0], picked[1]);
        found += picked[0] ? 1 : 0;
        if (!picked[0]) continue;
        scene.stage.render.outlined = picked[0];
        scene.stage.render.cull = false;
        const gl::Pixels outlined = scene.photograph(camera, 0.4);
        scene.stage.render.cull = true;
        EXPECT_TRUE(
            test::samePicture(scene.photograph(camera, 0.4), outlined, test::kIdentical, "cull_outline"));
        scene.stage.render.outlined.reset();
    }
    EXPECT_GE(found, 1);
}

}  // namespace
}  // namespace phalanx
