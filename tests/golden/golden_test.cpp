// Whole images: each scene is compared with a stored image by the same renderer; other renderers skip with a
// message. docs/testing.md explains how images are recorded and how the tolerances were determined.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <ostream>

#include "asset/common/image.h"
#include "gl/gl_fixture.h"
#include "golden/pictures.h"
#include "golden/studio.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;
using test::Studio;
using test::Tolerance;
using test::View;

struct Shown {
    std::vector<LoadedModel> models;
    CrowdSettings crowd;
    View view;
    ArmySettings army;
};

struct Scene {
    const char* name;
    std::function<Shown()> make;
    Tolerance tolerance;
};

// The name of a test's parameter in the list of tests.
std::ostream& operator<<(std::ostream& out, const Scene& scene) {
    return out << scene.name;
}

// The same driver draws the same bytes; llvmpipe does so even with vectors of half the width
// (LP_NATIVE_VECTOR_WIDTH=128). The tolerance covers another compiler or C library that rounds a pose
// differently: 18 of 256 x 144 pixels may change at edges. Visible errors are far larger: the smallest change
// by a mutant below is twenty times that share. A difference of 6 of 255 is barely visible.
constexpr Tolerance kStored{6, 0.0005};

// The soldier that comes with Phalanx, as many as `crowd` has.
Shown soldiers(const CrowdSettings& crowd, double time_s, const glm::dvec3& eye, const glm::dvec3& target) {
    Shown shown{test::soldierAlone(), crowd, {}, {}};
    shown.view.time_s = time_s;
    shown.view.camera.eye = eye;
    shown.view.camera.target = target;
    return shown;
}

// Two ranks on the march, straight ahead, in the middle of the crossfade from walking to running.
Shown parade() {
    CrowdSettings crowd;
    crowd.units = 24;
    crowd.formation = Formation::kPhalanx;
    // Where the ranks are at this time, 5 m ahead.
    Shown shown = soldiers(crowd, crowd.hold_s + 0.5 * crowd.crossfade_s, {4.5, 2.2, 13.0}, {0.0, 0.9, 5.0});
    shown.army.clip_a = "Walk";
    shown.army.clip_b = "Run";
    return shown;
}

// One soldier near the camera, with its shadow in front of it. One sample per pixel.
Shown portrait() {
    Shown shown = soldiers(test::standing(1), 0.25, {1.3, 1.6, 2.7}, {0.3, 0.8, 0.0});
    shown.army.clip_a = "Run";
    shown.view.render.samples = 1;
    return shown;
}

// Two models; one is a synthetic tangle of triangles whose joints scale unevenly and mirror.
Shown mixed() {
    Shown shown = soldiers(test::standing(12), 1.3, {1.5, 2.2, 5.6}, {0.0, 0.7, 0.0});
    test::SyntheticSettings synthetic;
    synthetic.moving_scales = true;
    synthetic.mirrored = true;
    LoadedModel tangle;
    tangle.model = test::makeModel(synthetic);
    BakeSettings bake;
    bake.rate_hz = 30.0;
    tangle.baked = bakeAnimation(tangle.model, bake);
    shown.models.push_back(std::move(tangle));
    shown.crowd.blend = 0.4;
    shown.crowd.offset_spread = 1.0;
    return shown;
}

// The selected soldier has an outline, also where other soldiers are in front of it.
Shown selected() {
    Shown shown = soldiers(test::standing(9), 1.0, {2.0, 2.0, 6.0}, {0.0, 0.9, 0.0});
    shown.army.clip_a = "Aim";
    shown.view.render.outlined = 4;
    return shown;
}

const std::vector<Scene> kScenes{{"parade", parade, kStored},
                                 {"portrait", portrait, kStored},
                                 {"mixed", mixed, kStored},
                                 {"selected", selected, kStored}};

fs::path storedPicture(const Scene& scene, const gl::Capabilities& capabilities) {
    return fs::path(PHALANX_SOURCE_DIR) / "tests" / "golden" / "pictures" /
           (std::string(scene.name) + "-" + test::rendererKey(capabilities) + ".png");
}

class Golden : public test::GlTest, public ::testing::WithParamInterface<Scene> {};

TEST_P(Golden, MatchesTheStoredImage) {
    const Scene& scene = GetParam();
    const Shown shown = scene.make();
    Studio studio(caps(), shown.models, shown.crowd, shown.army);
    const gl::Pixels picture = studio.photograph(shown.view);
    // True for every renderer: the image is not empty.
    EXPECT_GT(test::contrastOf(picture), 20.0);

    const fs::path stored = storedPicture(scene, caps());
    const char* record = std::getenv("PHALANX_RECORD_GOLDEN");
    if (record != nullptr && *record != '\0') {
        fs::create_directories(record);
        const fs::path file = fs::path(record) / stored.filename();
        writePng(file, picture.width, picture.height, 4, picture.rgba8);
        GTEST_SKIP() << "recorded " << file << ": check it before it becomes the reference";
    }
    if (!fs::exists(stored)) {
        GTEST_SKIP() << "no image by " << gl::describe(caps())
                     << ": PHALANX_RECORD_GOLDEN=" << stored.parent_path() << " records "
                     << stored.filename();
    }
    EXPECT_TRUE(test::samePicture(picture, test::readPicture(stored), scene.tolerance, scene.name));
}

TEST_P(Golden, TheSameArgumentsGiveTheSameBytes) {
    const Scene& scene = GetParam();
    const Shown shown = scene.make();
    // Everything is created again, and the second renderer draws another frame first: none of it may remain
    // visible.
    Studio first(caps(), shown.models, shown.crowd, shown.army);
    const gl::Pixels picture = first.photograph(shown.view);
    Studio second(caps(), shown.models, shown.crowd, shown.army);
    View other = shown.view;
    other.time_s += 0.77;
    other.render.outlined = 0;
    const gl::Pixels later = second.photograph(other);
    EXPECT_GT(test::differenceOf(later, picture, 6).share, 0.01);
    EXPECT_TRUE(test::samePicture(second.photograph(shown.view), picture, test::kIdentical,
                                  std::string(scene.name) + "_again"));
}

TEST_P(Golden, TheBaselineDrawsTheSameImage) {
    const Scene& scene = GetParam();
    const Shown shown = scene.make();
    gl::Pixels best;
    {
        Studio studio(caps(), shown.models, shown.crowd, shown.army);
        best = studio.photograph(shown.view);
    }
    gl::Pixels baseline;
    {
        gl::ContextSettings settings;
        settings.version = 33;
        const gl::HeadlessContext gated(settings);
        ASSERT_EQ(gated.capabilities().version, 33);
        Studio studio(gated.capabilities(), shown.models, shown.crowd, shown.army);
        baseline = studio.photograph(shown.view);
    }
    context().makeCurrent();
    EXPECT_TRUE(test::samePicture(baseline, best, kStored, std::string(scene.name) + "_gl33"));
}

INSTANTIATE_TEST_SUITE_P(Scenes, Golden, ::testing::ValuesIn(kScenes),
                         [](const ::testing::TestParamInfo<Scene>& scene) {
                             return std::string(scene.param.name);
                         });

// Tests of the tests: each mutant must change its scene's image by far more than the tolerance.
struct Mutant {
    const char* name;
    const char* file;  // relative to shaders/
    const char* from;
    const char* to;
    Shown (*scene)();
};

const std::vector<Mutant> kMutants{
    {"shadow_in_another_pose", "include/joints_texture.glsl", "g_pose = unitPose(s_frames, s_look);",
     "\n#ifdef PASS_SHADOW\n    g_pose = unitPose(uvec4(u_clips[0].x, u_clips[0].x, 0u, 0u), "
     "s_look);\n#else\n"
     "    g_pose = unitPose(s_frames, s_look);\n#endif\n",
     portrait},
    {"nothing_is_crossfaded", "include/unit_shown.glsl", "float weight = state.weight;",
     "float weight = 0.0;", parade},
    {"units_do_not_march", "include/unit_shown.glsl", "shown.placement = state.placement;",
     "shown.placement = unit.placement;", parade},
    {"teams_have_one_colour", "include/surface.glsl", "tint.rgb * (brightness * 1.5 + 0.03)",
     "vec3(brightness * 1.5 + 0.03)", parade},
    {"mirrors_turn_normals_inside", "include/skinning.glsl", "normal = -normal", "normal = normal", mixed},
    {"third_joint_forgotten", "include/joints_texture.glsl", "if (weights.z > 0.0)", "if (false)", mixed},
    {"sun_from_behind", "include/shading.glsl", "max(sun, 0.0)", "max(-sun, 0.0)", portrait},
    {"no_shadows", "include/lighting.glsl", "if (u_sun_color.w == 0.0) return 1.0;", "return 1.0;", portrait},
    {"not_gamma_corrected", "present.frag", "color = srgbFromLinear(color);", "", portrait},
    {"no_outline", "present.frag", "#ifdef OUTLINE", "#ifdef NO_OUTLINE", selected},
};

class GoldenMutants : public test::GlTest {};

TEST_F(GoldenMutants, EachIsDetected) {
    for (const Mutant& mutant : kMutants) {
        const fs::path folder =
            fs::path(PHALANX_TEST_OUTPUT_DIR) / "golden" / (std::string("mutant_") + mutant.name);
        fs::remove_all(folder);
        fs::create_directories(folder);
        fs::copy(dataDirectory() / "shaders", folder, fs::copy_options::recursive);
        std::string text = readTextFile(folder / mutant.file);
        const std::size_t at = text.find(mutant.from);
        ASSERT_NE(at, std::string::npos)
            << mutant.name << ": '" << mutant.from << "' is not in " << mutant.file << ": rewrite the mutant";
        text.replace(at, std::string(mutant.from).size(), mutant.to);
        writeFile(folder / mutant.file, text);

        const Shown shown = mutant.scene();
        Studio right(caps(), shown.models, shown.crowd, shown.army);
        Studio wrong(caps(), shown.models, shown.crowd, shown.army, folder);
        const test::Difference difference =
            test::differenceOf(wrong.photograph(shown.view), right.photograph(shown.view), kStored.step);
        EXPECT_GT(difference.share, 10.0 * kStored.share) << mutant.name;
        RecordProperty(mutant.name, std::to_string(difference.share));
        std::printf("  %-30s changes %.2f %% of the pixels\n", mutant.name, 100.0 * difference.share);
        fs::remove_all(folder);
    }
}

}  // namespace
}  // namespace phalanx
