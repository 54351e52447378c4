// A unit whose origin is at its hips is drawn with its soles on the ground, at y = 0.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "asset/steps/ground.h"
#include "biped_model.h"
#include "gl/gl_fixture.h"
#include "golden/pictures.h"
#include "golden/studio.h"

namespace phalanx {
namespace {

class LiftedUnit : public test::GlTest {
  protected:
    static std::vector<LoadedModel> bipeds() {
        std::vector<LoadedModel> models(1);
        LoadedModel& biped = models.front();
        biped.model = test::Biped().model;
        BakeSettings bake;
        bake.rate_hz = 60.0;
        biped.baked = bakeAnimation(biped.model, bake);
        biped.ground = findGround(biped.model);
        return models;
    }

    static CrowdSettings walking(UnitLift lift, double height_spread = 0.0) {
        CrowdSettings settings = test::standing(1);
        settings.lift = lift;
        settings.height_spread = height_spread;
        return settings;
    }

    // From the front and from the height of the ground, so that y = 0 is between the two middle rows; the
    // image is `height_m` high there.
    static test::View atGround(double time_s, double height_m) {
        constexpr double kDistance_m = 5.0;
        test::View view;
        view.time_s = time_s;
        view.camera.eye = {0.0, 0.0, kDistance_m};
        view.camera.target = {0.0, 0.0, 0.0};
        view.camera.fov_y_deg = glm::degrees(2.0 * std::atan(0.5 * height_m / kDistance_m));
        view.render.ground = false;
        view.render.sky = false;
        view.render.environment.shadows = false;
        view.render.samples = 1;
        return view;
    }

    // The height of the lowest pixel that the unit covers above y = 0, in metres.
    static std::optional<double> lowestDrawn(const gl::Pixels& picture, const gl::Pixels& empty,
                                             double height_m) {
        std::optional<int> lowest;
        for (int row = 0; row < test::kPictureSize.y; ++row) {
            for (int column = 0; column < test::kPictureSize.x; ++column) {
                const auto at = 4 * static_cast<std::size_t>(row * test::kPictureSize.x + column);
                if (!std::equal(&picture.rgba8[at], &picture.rgba8[at] + 3, &empty.rgba8[at])) lowest = row;
            }
        }
        if (!lowest) return std::nullopt;
        // The lower edge of the row; rows count from the top.
        return height_m * (0.5 - (*lowest + 1.0) / test::kPictureSize.y);
    }
};

TEST_F(LiftedUnit, StandsOnTheGroundWithinAMillimetre) {
    const std::vector<LoadedModel> models = bipeds();
    constexpr double kHeight_m = 0.1;  // 0.7 mm per pixel
    for (const double spread : {0.0, 0.1}) {
        test::Studio studio(caps(), models, walking({}, spread));
        test::View nothing = atGround(0.0, kHeight_m);
        nothing.render.units = false;
        const gl::Pixels empty = studio.photograph(nothing);
        for (const double time_s : {0.0, 0.13, 0.25, 0.5, 0.7}) {
            const auto lowest = lowestDrawn(studio.photograph(atGround(time_s, kHeight_m)), empty, kHeight_m);
            ASSERT_TRUE(lowest) << time_s;
            EXPECT_NEAR(*lowest, 0.0, 1e-3) << "at " << time_s << " s, height spread " << spread;
        }
    }
}

TEST_F(LiftedUnit, CanBeLeftAtTheOriginOfItsFile) {
    const std::vector<LoadedModel> models = bipeds();
    constexpr double kHeight_m = 4.0;
    const auto lowest = [&](UnitLift lift) {
        test::Studio studio(caps(), models, walking(lift));
        test::View nothing = atGround(0.0, kHeight_m);
        nothing.render.units = false;
        const gl::Pixels empty = studio.photograph(nothing);
        return lowestDrawn(studio.photograph(atGround(0.0, kHeight_m)), empty, kHeight_m).value_or(99.0);
    };
    constexpr double kPixel_m = kHeight_m / 144.0;
    EXPECT_NEAR(lowest({LiftBy::kFile, 0.0}), -test::Biped::kHips_m, kPixel_m);
    EXPECT_NEAR(lowest({LiftBy::kMetres, 1.5}), 1.5 - test::Biped::kHips_m, kPixel_m);
}

// Culling sees the unit where it stands: the camera sees only its head, above where an unlifted unit ends.
TEST_F(LiftedUnit, IsCulledWhereItStands) {
    std::vector<LoadedModel> models = bipeds();
    prepareDetail(models.front());
    test::Studio studio(caps(), models, walking({}));
    test::View view = atGround(0.0, 0.3);
    view.camera.eye.y = view.camera.target.y = 1.6;
    const gl::Pixels all = studio.photograph(view);
    view.render.units = false;
    const gl::Pixels empty = studio.photograph(view);
    view.render.units = true;
    view.render.cull = true;
    EXPECT_GT(test::differenceOf(all, empty, 8).off, 1000U) << "the unit must be in view";
    EXPECT_EQ(test::differenceOf(studio.photograph(view), all, 0).off, 0U);
}

}  // namespace
}  // namespace phalanx
