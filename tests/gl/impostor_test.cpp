// Impostors against the mesh that they stand for, at the distance where they take its place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>

#include "anim/clip_bounds.h"
#include "app/army.h"
#include "app/stage.h"
#include "core/file.h"
#include "gl/readback.h"
#include "gl_fixture.h"
#include "likeness.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::DisplayCurve;
using test::Likeness;
using test::likenessOf;
using test::Picture;

constexpr int kPixels = 16;  // a side of the picture as it would be
constexpr int kFiner = 8;    // each is drawn as so many times so many
constexpr int kSide = kPixels * kFiner;

class ImpostorTest : public test::GlTest {
  protected:
    // Of one model, one unit, without ground and sky; lit by the sun alone.
    void stage(LoadedModel loaded) {
        loaded.detail = ModelDetail{clipBounds(loaded.model, loaded.baked),
                                    simplifyMesh(loaded.model, packMesh(loaded.model))};
        models_.push_back(std::move(loaded));
        SkinOptions skin;
        skin.fetch = FetchPath::kTexture2d;
        Crowd crowd = makeCrowd(models_, {}, {.units = 1}, 0);
        stage_.emplace(caps(), models_, std::move(crowd), skin);
        RenderSettings& render = stage_->render;
        render.samples = 1;
        render.ground = render.sky = false;
        render.environment.shadows = false;
        render.environment.fog_density = 0.0F;
        render.aspect = 1.0;
        render.units = false;
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, {}, render, 0, kSide, kSide);
        nobody_ = developed();
        curve_ = DisplayCurve([&](double light) {
            RenderSettings plain = render;
            plain.environment.sky_horizon = glm::vec3(static_cast<float>(light));
            stage_->renderer.draw(stage_->gpu_models, stage_->crowd, {}, plain, 0, 1, 1);
            return developed(1).rgba8.front();
        });
        render.units = true;
    }

    // The last frame as a display shows it.
    gl::Pixels developed(int side = kSide) {
        const PlainTarget target(caps(), GL_RGBA8, side, side, false, "picture");
        stage_->renderer.present(target.framebuffer());
        return gl::readPixels(target.framebuffer(), side, side);
    }

    // He stands at the origin.
    void play(int clip, double phase, double heading_deg) {
        CrowdSettings settings;
        settings.units = 1;
        settings.formation = Formation::kGrid;
        settings.position_jitter_m = settings.heading_jitter_deg = settings.height_spread = 0.0;
        settings.march = false;
        settings.crossfade_s = settings.offset_spread = 0.0;
        settings.facing_deg = heading_deg;
        settings.offset = phase;
        stage_->crowd.apply(settings, 0);
        stage_->crowd.chooseClips(0, {clip, clip}, 0, 0.0);
    }

    Picture look(const Camera& camera, ImpostorUse use, Ticks now) {
        RenderSettings& render = stage_->render;
        render.impostors = use;
        // Far beyond what the mesh may be off; the distance is chosen by the camera.
        render.lod_error_px = use == ImpostorUse::kOn ? 1.3 * kFiner : 0.0;
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, camera, render, now, kSide, kSide);
        if (use == ImpostorUse::kOn) {
            const std::vector<std::uint32_t>& levels = stage_->renderer.stats().level_units;
            EXPECT_EQ(levels.size(), models_.front().detail->levels.size() + 2) << "blended";
            EXPECT_TRUE(!levels.empty() && levels.back() == 1);
        }
        const gl::Pixels pixels = developed();
        const auto at = [](const gl::Pixels& from, int x, int y) {
            return &from.rgba8[static_cast<std::size_t>(y * kSide + x) * 4];
        };
        Picture picture;
        for (int y = 0; y < kPixels; ++y) {
            for (int x = 0; x < kPixels; ++x) {
                double covered = 0.0;
                glm::dvec3 sum(0.0);
                for (int i = 0; i < kFiner * kFiner; ++i) {
                    const int fine_x = x * kFiner + i % kFiner;
                    const int fine_y = y * kFiner + i / kFiner;
                    const std::uint8_t* color = at(pixels, fine_x, fine_y);
                    const std::uint8_t* nobody = at(nobody_, fine_x, fine_y);
                    sum += curve_.lightOf(color);
                    // Another color than that of nobody, by more than drivers round.
                    int apart = 0;
                    for (int c = 0; c < 3; ++c) apart = std::max(apart, std::abs(color[c] - nobody[c]));
                    covered += apart > 2 ? 1.0 : 0.0;
                }
                constexpr double kShare = 1.0 / (kFiner * kFiner);
                picture.covered.push_back(covered * kShare);
                picture.light.push_back(sum * kShare);
                picture.color.push_back(curve_.shownOf(sum * kShare));
            }
        }
        return picture;
    }

    std::vector<LoadedModel> models_;
    std::optional<Stage> stage_;
    gl::Pixels nobody_;
    DisplayCurve curve_;
};

class ImpostorsOfTheSoldier : public ImpostorTest {
  protected:
    // Any phase, heading, sun and view; a pixel is as much as the impostor may be off, for a picture of
    // kPixels a side.
    struct Distances {
        double least_m = 100.0;
        double most_m = 400.0;
    };
    Camera anyScene(test::Dice& random, int clip, double error_m) {
        return anyScene(random, clip, error_m, Distances());
    }
    Camera anyScene(test::Dice& random, int clip, double error_m, const Distances& distances) {
        play(clip, random.between(0.0, 1.0), random.between(0.0, 360.0));
        stage_->render.environment.sun_azimuth_deg = static_cast<float>(random.between(0.0, 360.0));
        stage_->render.environment.sun_elevation_deg = static_cast<float>(random.between(10.0, 80.0));
        const double distance = random.between(distances.least_m, distances.most_m);
        const double height = std::asin(random.between(0.01, 0.9));
        const double around = random.between(0.0, 2.0 * std::numbers::pi);
        Camera camera;
        camera.target = {0.0, 0.95, 0.0};
        camera.eye =
            camera.target + distance * glm::dvec3(std::cos(height) * std::sin(around), std::sin(height),
                                                  std::cos(height) * std::cos(around));
        camera.fov_y_deg = glm::degrees(2.0 * std::atan(0.5 * kPixels * error_m / distance));
        camera.near_m = 5.0;
        return camera;
    }

    // Of these clips, once for all that follows.
    std::vector<int> makePictures() {
        std::vector<int> clips;
        for (const char* name : {"Walk", "Run", "Aim"})
            clips.push_back(findClip(models_.front().model, name));
        for (const int clip : clips) {
            play(clip, 0.0, 0.0);
            stage_->render.lod_error_px = 64.0;
            stage_->render.impostors = ImpostorUse::kOn;
            stage_->renderer.draw(stage_->gpu_models, stage_->crowd, {}, stage_->render, 0, 16, 16);
        }
        return clips;
    }

    struct Alike {  // means
        double overlap = 0.0;
        double color = 0.0;
        double size = 0.0;
        double brightness = 0.0;
    };
    // Mesh and impostor, of so many scenes.
    Alike compare(int scenes, const Distances& distances, unsigned seed) {
        test::Dice random(seed);
        std::vector<double> overlaps;
        std::vector<double> colors;
        std::vector<double> sizes;
        std::vector<double> lights;
        const std::vector<int> clips = makePictures();
        const double error_m = stage_->renderer.impostorError_m(0).value();
        for (int i = 0; i < scenes; ++i) {
            const int clip = clips[static_cast<std::size_t>(i) % clips.size()];
            const Camera camera = anyScene(random, clip, error_m, distances);
            const Picture mesh = look(camera, ImpostorUse::kOff, 0);
            const Picture impostor = look(camera, ImpostorUse::kOn, 0);
            const Likeness likeness = likenessOf(mesh, impostor);
            overlaps.push_back(likeness.overlap);
            colors.push_back(likeness.color);
            sizes.push_back(likeness.size);
            if (likeness.brightness > 0.0) lights.push_back(likeness.brightness);
        }
        const auto mean = [](const std::vector<double>& values) {
            double sum = 0.0;
            for (const double value : values) sum += value;
            return sum / static_cast<double>(values.size());
        };
        std::sort(overlaps.begin(), overlaps.end());
        std::sort(colors.begin(), colors.end());
        const Alike alike{mean(overlaps), mean(colors), mean(sizes), mean(lights)};
        std::printf(
            "  at %.0f mm a pixel, %.0f to %.0f m: overlap of silhouettes %.3f on average, %.3f at the 5th "
            "percentile; colour %.2f of 255 on average, %.2f at the 95th; size %.3f, brightness %.3f of the "
            "mesh's\n",
            error_m * 1e3, distances.least_m, distances.most_m, alike.overlap, overlaps[overlaps.size() / 20],
            alike.color, colors[colors.size() * 19 / 20], alike.size, alike.brightness);
        return alike;
    }

    void SetUp() override {
        ImpostorTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        LoadedModel soldier = std::move(loadModels({}).front());
        soldier.model.variants.resize(1);
        stage(std::move(soldier));
    }
};

// Of a few triangles, so that their pictures are soon there.
class ImpostorsInTheMaking : public ImpostorTest {
  protected:
    void SetUp() override {
        ImpostorTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        LoadedModel loaded;
        loaded.model = test::makeModel({.joints = 6, .vertices = 90, .clips = 2, .seed = 3});
        BakeSettings bake;
        bake.rate_hz = 10.0;
        loaded.baked = bakeAnimation(loaded.model, bake);
        stage(std::move(loaded));
    }
};

// Making them takes a tenth of a second: not each time an army is laid.
TEST_F(ImpostorsInTheMaking, HappenOnceForWhatIsPlayed) {
    const auto made = [&](std::uint32_t units, int clip, double error_px = 1.0) {
        Crowd crowd = makeCrowd(models_, {}, {.units = units}, 0);
        crowd.chooseClips(0, {clip, clip}, 0, 0.0);
        stage_->crowd = std::move(crowd);
        stage_->renderer.forgetUnits();
        stage_->render.impostors = ImpostorUse::kOn;
        stage_->render.lod_error_px = error_px;
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, {}, stage_->render, 0, 16, 16);
        return stage_->renderer.stats().impostors_made;
    };
    EXPECT_EQ(made(2, 0), 1U);
    EXPECT_EQ(made(5, 0), 0U) << "another crowd that plays the same";
    EXPECT_EQ(made(5, 0, 3.7), 0U) << "another error, as for a frame budget";
    EXPECT_TRUE(stage_->renderer.impostorError_m(0));
    stage_->gpu_models.front() =
        makeGpuModel(caps(), models_.front(), stage_->crowd.clipTable(0), FetchPath::kTexture2d);
    EXPECT_EQ(made(5, 0), 1U) << "another model where the first one lay";
}

// In a window no frame waits for them: the mesh is drawn until they are there, and what there is already
// until more is.
TEST_F(ImpostorsInTheMaking, NoFrameWaits) {
    Camera camera;
    camera.target = {0.0, 0.95, 0.0};
    camera.eye = {60.0, 30.0, 170.0};
    camera.fov_y_deg = 2.0;
    RenderSettings& render = stage_->render;
    render.impostors = ImpostorUse::kOn;
    render.lod_error_px = 1.3 * kFiner;
    const auto draw = [&] {
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, camera, render, 0, kSide, kSide);
        return stage_->renderer.stats();
    };
    const std::size_t meshes = models_.front().detail->levels.size() + 1;
    const auto framesUntilMade = [&](bool older_meanwhile) {
        for (int frame = 0;; ++frame) {
            const FrameStats stats = draw();
            EXPECT_EQ(stats.impostors_busy, stats.impostors_made == 0);
            if (stats.impostors_made == 1) return frame;
            EXPECT_EQ(stats.level_units.size() > meshes, older_meanwhile);
            EXPECT_EQ(stats.visible, 1U);
        }
    };
    render.impostors_at_once = false;
    play(0, 0.3, 40.0);
    EXPECT_GT(framesUntilMade(false), 1);
    draw();
    const gl::Pixels aiming = developed();
    play(1, 0.3, 40.0);
    EXPECT_GT(framesUntilMade(true), 1);
    EXPECT_FALSE(draw().impostors_busy);

    // They are the pictures that are made at once.
    render.impostors_at_once = true;
    stage_->gpu_models.front() =
        makeGpuModel(caps(), models_.front(), stage_->crowd.clipTable(0), FetchPath::kTexture2d);
    play(0, 0.3, 40.0);
    EXPECT_EQ(draw().impostors_made, 1U);
    EXPECT_EQ(developed().rgba8, aiming.rgba8);
}

TEST_F(ImpostorsOfTheSoldier, LookLikeHimWhereTheyTakeOver) {
    const Alike alike = compare(200, {}, 7);
    // As measured, with a little room: what keeps them from 1 and 0 is told in docs/scale.md.
    EXPECT_GE(alike.overlap, 0.95);
    EXPECT_LE(alike.color, 3.0);
    // Nothing fades and nothing flashes where the mesh gives way.
    EXPECT_NEAR(alike.size, 1.0, 0.04);
    EXPECT_NEAR(alike.brightness, 1.0, 0.04);
}

// The mesh stands in its own shadow, as the renderer's maps have it; the impostor's light is of normals
// alone.
TEST_F(ImpostorsOfTheSoldier, LookLikeHimInHisOwnShadow) {
    RenderSettings& render = stage_->render;
    render.environment.shadows = true;
    render.shadow_cascades = PH_SHADOW_MAPS;
    const Alike far = compare(60, {}, 8);
    EXPECT_GE(far.overlap, 0.95);
    EXPECT_LE(far.color, 3.0);
    EXPECT_NEAR(far.brightness, 1.0, 0.04);
    // Where a frame budget or a small window lets them take over nearer: a map whose texels are eight times
    // as fine, which sees more of it.
    const Alike near = compare(60, {30.0, 80.0}, 9);
    EXPECT_GE(near.overlap, 0.94);
    EXPECT_LE(near.color, 3.0);
    EXPECT_NEAR(near.brightness, 1.0, 0.1);
}

// Where next to nothing of a texel is covered, what is divided by that share must not flash. As it is drawn
// with four samples a pixel: no pixel is darker or brighter than all that the mesh shows, with what lies
// behind it.
TEST_F(ImpostorsOfTheSoldier, RimsDoNotSparkle) {
    const std::vector<int> clips = makePictures();
    const double error_m = stage_->renderer.impostorError_m(0).value();
    RenderSettings& render = stage_->render;
    int low = 255;
    int high = 0;
    // each(r, g or b) of view i, as the display shows it.
    const auto look_at = [&](int i, test::Dice& random, int side, const auto& each) {
        // From where the mesh gives way to where he is two pixels high.
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
    // Light from everywhere: nothing is black by itself.
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
    render.lod_error_px = 1.3;  // or more: the camera says
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
    // What keeps them from it is needed.
    const std::filesystem::path file = (dataDirectory() / "shaders" / "impostor.frag").lexically_normal();
    const std::string guard = "size = min(size, 1.0);";
    std::string text = readTextFile(file);
    const std::size_t at = text.find(guard);
    ASSERT_NE(at, std::string::npos);
    stage_->renderer.overrideUnitShaders({{file, text.erase(at, guard.size())}});
    EXPECT_GT(sparkles(), 0);
}

// A few pixels high he still covers as much as the mesh: of one sample a pixel or four, in spite of a
// triangle that is as tight as his outline (tight_triangle.h).
TEST_F(ImpostorsOfTheSoldier, CoverAsMuchAsHeDoesWhenTiny) {
    const std::vector<int> clips = makePictures();
    const double error_m = stage_->renderer.impostorError_m(0).value();
    RenderSettings& render = stage_->render;
    // Light that is missing where he stands, over all scenes: from where the nearest picture alone is shown
    // to where he is two pixels high, anywhere between the middles of pixels.
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
            const std::vector<std::uint8_t> without = picture(false);
            const std::vector<std::uint8_t> with = picture(true);
            if (use == ImpostorUse::kOn) {
                EXPECT_EQ(stage_->renderer.stats().level_units.back(), 1U);
            }
            for (std::size_t b = 0; b < with.size(); b += 4) {
                const glm::dvec3 missing = curve_.lightOf(&without[b]) - curve_.lightOf(&with[b]);
                sum += missing.x + missing.y + missing.z;
            }
        }
        return sum;
    };
    const auto onTriangle = [&](const std::string& corner) {
        const std::filesystem::path file = (dataDirectory() / "shaders" / "impostor.vert").lexically_normal();
        const std::string own = "impostorCornerAt(cell, gl_VertexID)";
        std::string text = readTextFile(file);
        const std::size_t at = text.find(own);
        EXPECT_NE(at, std::string::npos);
        if (at != std::string::npos) text.replace(at, own.size(), corner);
        stage_->renderer.overrideUnitShaders({{file, text}});
        return darkness(ImpostorUse::kOn);
    };
    for (const int samples : {1, 2, 4}) {
        if (samples > 1 && !caps().sample_mask) {
            // Alpha to coverage: drivers differ in how many samples they make of it.
            std::printf("  %d samples: OpenGL below 4.0 does not decide them one by one\n", samples);
            continue;
        }
        render.samples = samples;
        stage_->renderer.overrideUnitShaders({});
        const double mesh = darkness(ImpostorUse::kOff);
        const double tight = darkness(ImpostorUse::kOn);
        const double whole_box = onTriangle("(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0)");
        std::printf("  %d samples: %.3f of what the mesh covers, %.3f of what the whole picture does\n",
                    samples, tight / mesh, tight / whole_box);
        EXPECT_NEAR(tight / mesh, 1.0, 0.18);
        EXPECT_NEAR(tight / whole_box, 1.0, 0.03);
        // It could not be much smaller.
        EXPECT_LT(onTriangle("(impostorCornerAt(cell, gl_VertexID) * 0.8)") / whole_box, 0.93);
    }
}

}  // namespace
}  // namespace phalanx
