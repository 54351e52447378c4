// For each setting of the switches, all techniques must draw the same image. Compared within one run, so that
// it works with every renderer.
#include <gtest/gtest.h>

#include <ostream>

#include "gl/gl_fixture.h"
#include "golden/pictures.h"
#include "golden/studio.h"

namespace phalanx {
namespace {

using test::Studio;
using test::Tolerance;
using test::View;

// All techniques use the same vertices and texels but round in another order: no pixel differs with llvmpipe.
// A few may differ at edges with other drivers.
constexpr Tolerance kSameImage{6, 0.0005};
// Technique `vertex-texture` keeps 8 bits per coordinate of a normal, which turns it by up to a degree: some
// 42 of 36,864 pixels differ on curved, shiny edges with llvmpipe.
constexpr Tolerance kRoundedNormals{6, 0.0025};
// A setting with a visible effect must change more than any tolerance.
constexpr double kSeen = 2.0 * kRoundedNormals.share;

struct Setting {
    const char* name;
    PoseSwitches switches;
    Encoding encoding = Encoding::kRgba32f;
    FetchPath fetch = FetchPath::kTexture2d;
    VertexFormat vertex_format = VertexFormat::kUnorm16;
    // Share of pixels that must differ from the default settings; 0: must stay within the tolerance.
    double least_change = kSeen;
};

// The name of a test's parameter in the list of tests.
std::ostream& operator<<(std::ostream& out, const Setting& setting) {
    return out << setting.name;
}

const std::vector<Setting> kSettings{
    {"as_it_starts", {}, Encoding::kRgba32f, FetchPath::kTexture2d, VertexFormat::kUnorm16, 0.0},
    {"nearest_frames", {false, FrameLookup::kNearest, 4}},
    {"single_clip", {true, FrameLookup::kLinear, 4}},
    // Few of the soldier's vertices have a third joint, and its weight is small: 0.08 % with llvmpipe.
    {"two_weights",
     {false, FrameLookup::kLinear, 2},
     Encoding::kRgba32f,
     FetchPath::kTexture2d,
     VertexFormat::kUnorm16,
     kSameImage.share},
    {"one_weight", {false, FrameLookup::kLinear, 1}},
    {"least_of_all", {true, FrameLookup::kNearest, 1}},
    {"half_floats", {}, Encoding::kRgba16f, FetchPath::kTexture2d, VertexFormat::kUnorm16, 0.0},
    {"rotation_and_place", {}, Encoding::kTrs},
    {"buffer_texture", {}, Encoding::kRgba32f, FetchPath::kBuffer, VertexFormat::kUnorm16, 0.0},
    {"buffer_of_rotations", {true, FrameLookup::kNearest, 2}, Encoding::kTrs, FetchPath::kBuffer},
    {"half_float_vertices", {}, Encoding::kRgba32f, FetchPath::kTexture2d, VertexFormat::kHalf, 0.0},
};

class Settings : public test::GlTest, public ::testing::WithParamInterface<Setting> {
  protected:
    // Nine units in the middle of a crossfade, each at another phase.
    static CrowdSettings crowd() {
        CrowdSettings settings = test::standing(9);
        settings.blend = 0.35;
        settings.offset_spread = 1.0;
        return settings;
    }

    static View view(const Technique& technique, const Setting& setting) {
        View view;
        view.time_s = 1.7;
        view.camera.eye = {2.0, 1.8, 5.0};
        view.camera.target = {0.0, 0.9, 0.0};
        view.render.technique = technique.name;
        view.render.skin.switches = setting.switches;
        view.vertex_format = setting.vertex_format;
        return view;
    }

    gl::Pixels pictureBy(const Technique& technique, const Setting& setting) {
        const std::vector<LoadedModel> soldiers = models(setting);
        Studio studio(caps(), soldiers, crowd(), {}, dataDirectory() / "shaders", setting.fetch);
        return studio.photograph(view(technique, setting));
    }

    static std::vector<LoadedModel> models(const Setting& setting) {
        std::vector<LoadedModel> models = test::soldierAlone();
        for (LoadedModel& loaded : models) loaded.baked.encoding = setting.encoding;
        return models;
    }
};

TEST_P(Settings, AllTechniquesDrawTheSameImage) {
    const Setting& setting = GetParam();
    const std::vector<LoadedModel> soldiers = models(setting);
    Studio studio(caps(), soldiers, crowd(), {}, dataDirectory() / "shaders", setting.fetch);
    const Technique& first = techniques().front();
    const gl::Pixels expected = studio.photograph(view(first, setting));
    EXPECT_GT(test::contrastOf(expected), 20.0);
    // Posed vertices are baked from the rows, so the encoding of joints does not affect them.
    Setting plain = setting;
    plain.encoding = Encoding::kRgba32f;
    const gl::Pixels of_rows = pictureBy(first, plain);
    for (const Technique& technique : techniques()) {
        if (!technique.animated() || !whyUnavailable(technique, caps()).empty()) continue;
        const bool vertices = technique.pose == PoseKind::kVertexTexture;
        EXPECT_TRUE(test::samePicture(studio.photograph(view(technique, setting)),
                                      vertices ? of_rows : expected, vertices ? kRoundedNormals : kSameImage,
                                      std::string(setting.name) + "_" + std::string(technique.name)));
    }
    // A setting must have a visible effect, so that a technique that ignores it would be detected; a setting
    // without a visible effect must stay within the tolerance.
    const test::Difference change =
        test::differenceOf(expected, pictureBy(first, kSettings.front()), kSameImage.step);
    RecordProperty("share_changed", std::to_string(change.share));
    std::printf("  %.2f %% of the pixels differ from those without the setting\n", 100.0 * change.share);
    if (setting.least_change > 0.0) {
        EXPECT_GT(change.share, setting.least_change);
    } else {
        EXPECT_LE(change.share, kRoundedNormals.share);
    }
}

INSTANTIATE_TEST_SUITE_P(Switches, Settings, ::testing::ValuesIn(kSettings),
                         [](const ::testing::TestParamInfo<Setting>& setting) {
                             return std::string(setting.param.name);
                         });

}  // namespace
}  // namespace phalanx
