// Compares techniques within one run: all must draw the same image.
#include <gtest/gtest.h>

#include "gl/gl_fixture.h"
#include "golden/pictures.h"
#include "golden/studio.h"

namespace phalanx {
namespace {

using test::Studio;
using test::View;

// The rest mesh is packed into another box than the bind mesh, so vertices differ by up to 0.03 mm. A few
// pixels at edges and in the rims of shadows may differ: none with llvmpipe. A shift of 10 mm exceeds this by
// far, see below.
constexpr test::Tolerance kRestPicture{6, 0.0005};
// Technique `vertex-texture` keeps 8 bits per coordinate of a normal, which turns it by up to a degree: a few
// more pixels differ on curved, shiny edges (19 of 36,864 with llvmpipe).
constexpr test::Tolerance kRestNormals{6, 0.001};

class Techniques : public test::GlTest {
  protected:
    gl::Pixels drawnBy(const Technique& technique, const std::vector<LoadedModel>& models,
                       CrowdSettings settings, View view) {
        view.render.technique = technique.name;
        Studio studio(caps(), models, settings);
        return studio.photograph(view);
    }

    // The model's rest pose, which a file without clips shows.
    static LoadedModel withoutClips(const LoadedModel& loaded) {
        LoadedModel bare;
        bare.model = loaded.model;
        bare.model.clips.clear();
        bare.baked = bakeAnimation(bare.model, {});
        return bare;
    }

    static View fromTheFront() {
        View view;
        view.camera.eye = {2.0, 1.8, 5.0};
        view.camera.target = {0.0, 0.9, 0.0};
        return view;
    }
};

TEST_F(Techniques, AllShowTheSameRestPose) {
    std::vector<LoadedModel> models;
    models.push_back(withoutClips(test::soldierAlone().front()));
    ASSERT_EQ(models.front().baked.clips.size(), 1U);
    CrowdSettings settings = test::standing(6);
    settings.heading_jitter_deg = 30.0;
    const gl::Pixels expected = drawnBy(techniques().front(), models, settings, fromTheFront());
    EXPECT_GT(test::contrastOf(expected), 20.0);
    std::size_t compared = 0;
    for (const Technique& technique : techniques().subspan(1)) {
        if (!whyUnavailable(technique, caps()).empty()) continue;
        const auto same = test::samePicture(drawnBy(technique, models, settings, fromTheFront()), expected,
                                            kRestPicture, "rest_" + std::string(technique.name));
        EXPECT_TRUE(same) << technique.name << " against " << techniques().front().name;
        if (same) std::printf("  %s\n", same.message());
        ++compared;
    }
    EXPECT_GE(compared, 1U);
}

// Techniques that play clips must also agree in motion, in the middle of a crossfade.
TEST_F(Techniques, AnimatedTechniquesAgreeInMotion) {
    CrowdSettings settings = test::standing(6);
    settings.blend = 0.35;
    settings.offset_spread = 1.0;
    View view = fromTheFront();
    view.time_s = 1.7;
    const gl::Pixels expected = drawnBy(techniques().front(), test::soldierAlone(), settings, view);
    for (const Technique& technique : techniques()) {
        const gl::Pixels picture = whyUnavailable(technique, caps()).empty()
                                       ? drawnBy(technique, test::soldierAlone(), settings, view)
                                       : expected;
        if (technique.animated()) {
            const bool rounded = technique.pose == PoseKind::kVertexTexture;
            EXPECT_TRUE(test::samePicture(picture, expected, rounded ? kRestNormals : kRestPicture,
                                          "motion_" + std::string(technique.name)));
        } else {
            // `static` shows that the scene is in motion.
            EXPECT_GT(test::differenceOf(picture, expected, kRestPicture.step).share, 0.02) << technique.name;
        }
    }
}

// The tolerance is small enough to detect a body moved by 10 mm.
TEST_F(Techniques, TenMillimetresAreDetected) {
    std::vector<LoadedModel> models;
    models.push_back(withoutClips(test::soldierAlone().front()));
    const CrowdSettings settings = test::standing(6);
    const gl::Pixels expected = drawnBy(techniques().front(), models, settings, fromTheFront());
    // The last component of an entry's row 0 is the translation along X, in metres.
    std::vector<glm::vec4>& texels = models.front().baked.texels;
    for (std::size_t i = 0; i < texels.size(); i += kTexelsPerEntry) texels[i].w += 0.01F;
    const gl::Pixels moved = drawnBy(techniques().front(), models, settings, fromTheFront());
    EXPECT_GT(test::differenceOf(moved, expected, kRestPicture.step).share, 5.0 * kRestPicture.share);
}

}  // namespace
}  // namespace phalanx
