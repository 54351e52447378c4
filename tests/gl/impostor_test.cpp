// Impostors against the mesh that they stand for, at the distance where they take its place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "anim/clip_bounds.h"
#include "app/army.h"
#include "app/stage.h"
#include "gl/readback.h"
#include "gl_fixture.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

constexpr int kPixels = 16;  // a side of the picture as it would be
constexpr int kFiner = 8;    // each is drawn as so many times so many
constexpr int kSide = kPixels * kFiner;

struct Picture {
    std::vector<double> covered;  // a pixel, 0..1
    std::vector<glm::dvec3> color;
};

struct Likeness {
    double overlap = 0.0;     // of the silhouettes: what both cover by what either does
    double color = 0.0;       // mean difference where either is, of 255
    double size = 0.0;        // b covers so much of what a does
    double brightness = 0.0;  // b by a, of pixels that both nearly fill; 0: none
};

Likeness likenessOf(const Picture& a, const Picture& b) {
    double both = 0.0;
    double either = 0.0;
    double difference = 0.0;
    double pixels = 0.0;
    double covered_a = 0.0;
    double covered_b = 0.0;
    double light_a = 0.0;
    double light_b = 0.0;
    for (std::size_t i = 0; i < a.covered.size(); ++i) {
        both += std::min(a.covered[i], b.covered[i]);
        covered_a += a.covered[i];
        covered_b += b.covered[i];
        if (std::min(a.covered[i], b.covered[i]) > 0.8) {
            light_a += a.color[i].x + a.color[i].y + a.color[i].z;
            light_b += b.color[i].x + b.color[i].y + b.color[i].z;
        }
        const double one = std::max(a.covered[i], b.covered[i]);
        either += one;
        if (one == 0.0) continue;
        const glm::dvec3 d = glm::abs(a.color[i] - b.color[i]);
        difference += (d.x + d.y + d.z) / 3.0;
        pixels += 1.0;
    }
    return {both / either, difference / pixels, covered_b / covered_a,
            light_a > 0.0 ? light_b / light_a : 0.0};
}

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
        render.units = true;
    }

    // The last frame as a display shows it.
    gl::Pixels developed() {
        const PlainTarget target(caps(), GL_RGBA8, kSide, kSide, false, "picture");
        stage_->renderer.present(target.framebuffer());
        return gl::readPixels(target.framebuffer(), kSide, kSide);
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
            const std::uint8_t* p = &from.rgba8[static_cast<std::size_t>(y * kSide + x) * 4];
            return glm::dvec3(p[0], p[1], p[2]);
        };
        Picture picture;
        for (int y = 0; y < kPixels; ++y) {
            for (int x = 0; x < kPixels; ++x) {
                double covered = 0.0;
                glm::dvec3 sum(0.0);
                for (int i = 0; i < kFiner * kFiner; ++i) {
                    const int fine_x = x * kFiner + i % kFiner;
                    const int fine_y = y * kFiner + i / kFiner;
                    const glm::dvec3 color = at(pixels, fine_x, fine_y);
                    sum += color;
                    // Pictures are dithered by a step.
                    const glm::dvec3 apart = glm::abs(color - at(nobody_, fine_x, fine_y));
                    covered += std::max({apart.x, apart.y, apart.z}) > 2.0 ? 1.0 : 0.0;
                }
                constexpr double kShare = 1.0 / (kFiner * kFiner);
                picture.covered.push_back(covered * kShare);
                picture.color.push_back(sum * kShare);
            }
        }
        return picture;
    }

    std::vector<LoadedModel> models_;
    std::optional<Stage> stage_;
    gl::Pixels nobody_;
};

class ImpostorsOfTheSoldier : public ImpostorTest {
  protected:
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
    test::Dice random(7);
    std::vector<double> overlaps;
    std::vector<double> colors;
    std::vector<double> sizes;
    std::vector<double> lights;
    std::vector<int> clips;
    for (const char* name : {"Walk", "Run", "Aim"}) clips.push_back(findClip(models_.front().model, name));
    // So that the pictures are made once.
    for (const int clip : clips) {
        play(clip, 0.0, 0.0);
        stage_->render.lod_error_px = 64.0;
        stage_->render.impostors = ImpostorUse::kOn;
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, {}, stage_->render, 0, 16, 16);
    }
    const double error_m = stage_->renderer.impostorError_m(0).value();
    for (int i = 0; i < 200; ++i) {
        const int clip = clips[static_cast<std::size_t>(i) % clips.size()];
        play(clip, random.between(0.0, 1.0), random.between(0.0, 360.0));
        stage_->render.environment.sun_azimuth_deg = static_cast<float>(random.between(0.0, 360.0));
        stage_->render.environment.sun_elevation_deg = static_cast<float>(random.between(10.0, 80.0));
        // A pixel is as much as the impostor may be off.
        const double distance = random.between(100.0, 400.0);
        const double height = std::asin(random.between(0.01, 0.9));
        const double around = random.between(0.0, 2.0 * std::numbers::pi);
        Camera camera;
        camera.target = {0.0, 0.95, 0.0};
        camera.eye =
            camera.target + distance * glm::dvec3(std::cos(height) * std::sin(around), std::sin(height),
                                                  std::cos(height) * std::cos(around));
        camera.fov_y_deg = glm::degrees(2.0 * std::atan(0.5 * kPixels * error_m / distance));
        camera.near_m = 10.0;
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
    std::printf(
        "  at %.0f mm a pixel: overlap of silhouettes %.3f on average, %.3f at the 5th percentile; colour "
        "%.2f of 255 on average, %.2f at the 95th; size %.3f, brightness %.3f of the mesh's\n",
        error_m * 1e3, mean(overlaps), overlaps[10], mean(colors), colors[190], mean(sizes), mean(lights));
    // As measured, with a little room: what keeps them from 1 and 0 is told in docs/scale.md.
    EXPECT_GE(mean(overlaps), 0.95);
    EXPECT_LE(mean(colors), 4.5);
    // Nothing fades and nothing flashes where the mesh gives way.
    EXPECT_NEAR(mean(sizes), 1.0, 0.04);
    EXPECT_NEAR(mean(lights), 1.0, 0.04);
}

}  // namespace
}  // namespace phalanx
