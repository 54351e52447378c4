// Impostors compared with their mesh: one unit, without ground and sky.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "anim/bake/clip_bounds.h"
#include "core/file.h"
#include "gl/impostor/likeness.h"
#include "gl/stage_fixture.h"
#include "synthetic_model.h"

namespace phalanx::test {

inline constexpr int kPixels = 16;  // side of the image in pixels
inline constexpr int kFiner = 8;    // each pixel is drawn as a square of so many pixels a side
inline constexpr int kSide = kPixels * kFiner;

class ImpostorTest : public GlTest {
  protected:
    // Sets up one model and one unit, without ground and sky, lit by the sun alone.
    void stage(LoadedModel loaded) {
        prepareDetail(loaded);
        models_.push_back(std::move(loaded));
        SkinOptions skin;
        skin.bake.fetch = FetchPath::kTexture2d;
        Crowd crowd = makeCrowd(models_, {}, {.units = 1}, 0);
        stage_ = std::make_unique<Stage>(caps(), models_, std::move(crowd), skin);
        FrameRequest& render = stage_->render;
        render.samples = 1;
        render.ground = render.sky = false;
        render.environment.shadows = false;
        render.environment.fog_density = 0.0F;
        render.aspect = 1.0;
        render.units = false;
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, {}, render, 0, kSide, kSide);
        background_ = developed();
        curve_ = DisplayCurve([&](double light) {
            FrameRequest plain = render;
            plain.environment.sky_horizon = glm::vec3(static_cast<float>(light));
            stage_->renderer.draw(stage_->gpu_models, stage_->crowd, {}, plain, 0, 1, 1);
            return developed(1).rgba8.front();
        });
        render.units = true;
    }

    // The last frame after tone mapping, as a display shows it.
    gl::Pixels developed(int side = kSide) {
        const PlainTarget target(caps(), GL_RGBA8, side, side, false, "picture");
        stage_->renderer.present(target.framebuffer());
        return gl::readPixels(target.framebuffer(), side, side);
    }

    // The unit stands at the origin.
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
        FrameRequest& render = stage_->render;
        render.impostors = use;
        // Far more than the error of any mesh LOD; the camera sets the distance.
        render.lod_error_px = use == ImpostorUse::kOn ? 1.3 * kFiner : 0.0;
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, camera, render, now, kSide, kSide);
        if (use == ImpostorUse::kOn) {
            const std::vector<std::uint32_t>& lods = stage_->renderer.stats().lod_units;
            EXPECT_EQ(lods.size(), models_.front().detail->lods.size() + 2) << "blended";
            EXPECT_TRUE(!lods.empty() && lods.back() == 1);
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
                    const std::uint8_t* background = at(background_, fine_x, fine_y);
                    sum += curve_.lightOf(color);
                    // Differs from the background by more than drivers round.
                    int difference = 0;
                    for (int c = 0; c < 3; ++c)
                        difference = std::max(difference, std::abs(color[c] - background[c]));
                    covered += difference > 2 ? 1.0 : 0.0;
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
    std::unique_ptr<Stage> stage_;
    gl::Pixels background_;
    DisplayCurve curve_;
};

// The tests of this suite share one stage, because rendering its impostor atlas takes longer than most of
// them.
class ImpostorsOfTheSoldier : public ImpostorTest {
  protected:
    // A random phase, heading, sun and view. In an image of kPixels a side, one pixel is as large as the
    // impostor's error.
    struct Distances {
        double least_m = 100.0;
        double most_m = 400.0;
    };
    Camera anyScene(Dice& random, int clip, double error_m) {
        return anyScene(random, clip, error_m, Distances());
    }
    Camera anyScene(Dice& random, int clip, double error_m, const Distances& distances) {
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

    // Renders the impostor atlases of these clips, once for all tests.
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

    struct Alike {  // mean values
        double overlap = 0.0;
        double color = 0.0;
        double size = 0.0;
        double brightness = 0.0;
    };
    // Compares mesh and impostor over a number of scenes.
    Alike compare(int scenes, const Distances& distances, unsigned seed) {
        Dice random(seed);
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
            "  at %.0f mm per pixel, %.0f to %.0f m: overlap of silhouettes %.3f on average, %.3f at the "
            "5th percentile; colour %.2f of 255 on average, %.2f at the 95th; size %.3f, brightness %.3f of "
            "the "
            "mesh's\n",
            error_m * 1e3, distances.least_m, distances.most_m, alike.overlap, overlaps[overlaps.size() / 20],
            alike.color, colors[colors.size() * 19 / 20], alike.size, alike.brightness);
        return alike;
    }

    void SetUp() override {
        ImpostorTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        if (shared_.stage) {
            swapShared();
            return;
        }
        LoadedModel soldier = std::move(loadModels({}).front());
        soldier.model.variants.resize(1);
        stage(std::move(soldier));
        shared_.render = stage_->render;
    }

    void TearDown() override {
        if (stage_) {
            stage_->renderer.overrideUnitShaders({});
            stage_->render = shared_.render;
            swapShared();
        }
        ImpostorTest::TearDown();
    }

    static void TearDownTestSuite() { shared_ = {}; }

  private:
    struct Shared {
        std::vector<LoadedModel> models;
        std::unique_ptr<Stage> stage;
        gl::Pixels background;
        DisplayCurve curve;
        FrameRequest render;
    };
    void swapShared() {
        std::swap(models_, shared_.models);
        std::swap(stage_, shared_.stage);
        std::swap(background_, shared_.background);
        std::swap(curve_, shared_.curve);
    }
    static inline Shared shared_;
};

}  // namespace phalanx::test
