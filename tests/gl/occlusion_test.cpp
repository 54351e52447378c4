// Occlusion culling by the production shaders: every visible unit must be drawn in every frame, whatever the
// camera and the units did before.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "anim/bake/clip_bounds.h"
#include "app/army/army.h"
#include "app/army/stage.h"
#include "core/file.h"
#include "gl/crowd_photos.h"
#include "gl/gl_fixture.h"
#include "gl/objects/buffer.h"
#include "gl/objects/readback.h"
#include "gl/output_folder.h"
#include "gl/pick_at.h"
#include "gl/shield_bearers.h"
#include "render/culling/depth_pyramid.h"
#include "render/culling/gpu_selection.h"
#include "render/passes/frame_block.h"
#include "render/units/raster_state.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;
using Hiding = GpuSelection::Hiding;

class Occluded : public test::GlTest {
  protected:
    static constexpr int kSide = 40;
    static constexpr std::uint32_t kUnits = 160;

    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        if (!caps().compute) GTEST_SKIP() << "needs OpenGL 4.3";
        models_.push_back(test::shieldBearer());
        SkinOptions skin;
        skin.bake.fetch = FetchPath::kTexture2d;
        stage_.emplace(caps(), models_, makeCrowd(models_, {}, test::ranks(Formation::kGrid, kUnits), 0),
                       skin);
        ModelDetail detail;
        detail.bounds = clipBounds(models_[0].model, models_[0].baked);
        stage_->gpu_models[0].setDetail(detail);
        stage_->render.shadow_map = 64;
        stage_->render.cull = true;
        stage_->render.select = Select::kGpu;
    }

    // Among the units or beside them at eye level, or somewhat above; often one step away from the previous
    // position.
    static Camera nextCamera(test::Dice& random, const Camera& before, double reach_m) {
        const auto from = [&](double low, double high) { return random.between(low, high); };
        Camera camera = before;
        if (random.below(3) == 0) {
            camera.eye = {from(-reach_m, reach_m), std::exp(from(-1.0, 1.2)), from(-reach_m, reach_m)};
            camera.target = {from(-reach_m, reach_m), from(0.0, 1.5), from(-reach_m, reach_m)};
            camera.fov_y_deg = from(15.0, 90.0);
            camera.far_m = from(50.0, 2000.0);
        } else {
            const glm::dvec3 step = random.inBox(0.5);
            camera.eye += step;
            camera.eye.y = std::max(camera.eye.y, 0.2);
            camera.target += step + random.inBox(1.0);
        }
        return camera;
    }

    gl::Pixels photograph(Renderer& renderer, const Camera& camera, Ticks now, Occlusion occlusion) {
        FrameRequest settings = stage_->render;
        settings.occlusion = occlusion;
        return test::photographOf(renderer, *stage_, camera, settings, now, kSide);
    }

    std::vector<LoadedModel> models_;
    std::optional<Stage> stage_;
};

// The two steps of occlusion culling as in Renderer, with the drawn units of both read back.
class TwoSteps {
  public:
    TwoSteps(const gl::Capabilities& capabilities, const Stage& stage, const fs::path& shaders, int side)
        : stage_(stage),
          side_(side),
          drawer_(capabilities, dataDirectory() / "shaders"),
          selected_(capabilities),
          whole_(capabilities, dataDirectory() / "shaders"),
          tested_(capabilities, shaders),
          pyramid_(shaders),
          ids_(capabilities, GL_R32UI, side, side, true, "ids"),
          scene_(capabilities, side, side, 1, true),
          frame_block_(gl::createBuffer(sizeof(layout::FrameBlock), GL_DYNAMIC_DRAW, "frame block")) {
        kind_.clips = stage.gpu_models[0].detail()->bounds;
    }

    struct Frame {
        std::set<std::uint32_t> seen;   // found in the image of all units
        std::set<std::uint32_t> drawn;  // in the first or the second step
        std::uint32_t late = 0;
        std::uint32_t hidden = 0;
        bool twice = false;
    };

    Frame run(Crowd& crowd, const Camera& camera, Ticks now, Hiding hiding) {
        crowd.advance(now);
        buffers_.update(crowd.groups(), stage_.gpu_models);
        const layout::FrameBlock block =
            makeFrameBlock({}, camera, 1.0, fitShadow({}, camera, 64), crowd.schedule(now));
        gl::updateBuffer(frame_block_, 0, std::as_bytes(std::span(&block, 1)));
        glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block_.id());
        FrameStats stats;
        const UnitScene scene{
            stage_.gpu_models,        buffers_,           selected_,          crowd.groups(),
            findTechnique("texture"), stage_.render.skin, crowd.schedule(now)};
        const auto list = [&](const GpuSelection& selection) {
            return drawer_.prepare(scene, UnitsListedByGpu{&selection, 0}, UnitDrawer::Poses::kPrepared,
                                   stats);
        };
        drawer_.advance(scene, stats);
        selected_.follow(buffers_, stage_.gpu_models);
        const glm::dmat4 clip_from_world = clipFromWorld(camera, 1.0);
        const std::array<SelectionView, 1> views{viewOf(clip_from_world, camera.eye)};
        const std::array<SelectionModel, 1> kinds{kind_};

        Frame result;
        whole_.select(buffers_, stage_.gpu_models, kinds, views, Hiding::kNotTested, stats);
        drawer_.draw(scene, list(whole_),
                     {UnitPass::kId, std::nullopt, [&] { clearOnce(ids_.framebuffer()); }}, stats);
        std::vector<std::uint32_t> pixels(static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_));
        glBindFramebuffer(GL_READ_FRAMEBUFFER, ids_.framebuffer());
        glReadPixels(0, 0, side_, side_, GL_RED_INTEGER, GL_UNSIGNED_INT, pixels.data());
        for (const std::uint32_t pixel : pixels) {
            if (pixel > 0) result.seen.insert(pixel - 1);
        }

        tested_.select(buffers_, stage_.gpu_models, kinds, views, hiding, stats);
        cleared_ = false;
        drawer_.draw(scene, list(tested_),
                     {UnitPass::kMask, std::nullopt, [&] { clearOnce(scene_.framebuffer()); }}, stats);
        pyramid_.build(*scene_.depthTexture(), 1, {side_, side_}, stats);
        tested_.selectLate(buffers_, stage_.gpu_models, pyramid_, clip_from_world, stats);
        readLists(crowd, result);
        cleared_ = false;
        return result;
    }

  private:
    void clearOnce(GLuint framebuffer) {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glViewport(0, 0, side_, side_);
        setRasterState(true, true, GL_LESS);
        if (std::exchange(cleared_, true)) return;
        constexpr std::array<GLuint, 4> kNoUnit{0, 0, 0, 0};
        if (framebuffer == ids_.framebuffer()) glClearBufferuiv(GL_COLOR, 0, kNoUnit.data());
        glClearDepth(1.0);
        glClear(GL_DEPTH_BUFFER_BIT);
    }

    void readLists(const Crowd& crowd, Frame& result) {
        const auto counts = tested_.awaitCounts();
        std::vector<std::uint32_t> indices(GpuSelection::kLists * std::size_t{crowd.size()});
        gl::readBuffer(tested_.indices(), 0, std::as_writable_bytes(std::span(indices)));
        for (const std::size_t list : {std::size_t{0}, GpuSelection::kLate}) {
            std::size_t at = list * crowd.size();
            for (std::size_t g = 0; g < crowd.groups().size(); ++g) {
                const UnitGroup& group = crowd.groups()[g];
                for (std::uint32_t i = 0; i < counts[g][list][0]; ++i) {
                    const std::uint32_t number = group.units.at(indices.at(at + i)).look.z;
                    result.twice = result.twice || !result.drawn.insert(number).second;
                    if (list == GpuSelection::kLate) ++result.late;
                }
                at += group.units.size();
            }
        }
        for (const auto& group : counts) result.hidden += group[GpuSelection::kHidden][0];
    }

    const Stage& stage_;
    int side_;
    UnitDrawer drawer_;
    SelectedUnits selected_;
    GpuSelection whole_;
    GpuSelection tested_;
    DepthPyramid pyramid_;
    PlainTarget ids_;
    SceneTarget scene_;
    gl::Buffer frame_block_;
    UnitBuffers buffers_;
    SelectionModel kind_;
    bool cleared_ = false;
};

struct Outcome {
    int seen = 0;
    int missing = 0;
    int late = 0;
    int hidden = 0;
    int drawn = 0;
    bool twice = false;
};

Outcome tryCameras(TwoSteps& steps, const std::vector<LoadedModel>& models, std::uint32_t units, int cameras,
                   const std::function<Camera(test::Dice&, const Camera&, double)>& next) {
    Outcome outcome;
    test::Dice random(23);
    Camera camera;
    Ticks now = 0;
    std::optional<Crowd> crowd;
    for (int i = 0; i < cameras; ++i) {
        if (i % 250 == 0)
            crowd.emplace(
                makeCrowd(models, {}, test::ranks(static_cast<Formation>(i / 250 % 4), units), now));
        now += static_cast<Ticks>(random.below(3) == 0 ? random.below(30'000) : random.below(300));
        const glm::dvec3 gone(crowd->stateOf(0, now).placement - crowd->unit(0).placement);
        camera = next(random, camera, crowd->radius_m() * 1.1);
        const TwoSteps::Frame frame =
            steps.run(*crowd, camera, now, i == 0 ? Hiding::kTested : Hiding::kLeftOut);
        outcome.seen += static_cast<int>(frame.seen.size());
        outcome.drawn += static_cast<int>(frame.drawn.size());
        outcome.late += static_cast<int>(frame.late);
        outcome.hidden += static_cast<int>(frame.hidden);
        outcome.twice = outcome.twice || frame.twice;
        for (const std::uint32_t unit : frame.seen) outcome.missing += frame.drawn.contains(unit) ? 0 : 1;
    }
    return outcome;
}

TEST_F(Occluded, EveryVisibleUnitIsDrawn) {
    TwoSteps steps(caps(), *stage_, dataDirectory() / "shaders", kSide);
    const Outcome outcome = tryCameras(steps, models_, kUnits, 1000, nextCamera);
    std::printf("  seen %d, drawn %d, of them late %d; hidden %d\n", outcome.seen, outcome.drawn,
                outcome.late, outcome.hidden);
    EXPECT_EQ(outcome.missing, 0);
    EXPECT_FALSE(outcome.twice) << "a unit is in both lists";
    EXPECT_GT(outcome.seen, 10'000);
    EXPECT_GT(outcome.late, 1'000) << "hardly any unit was drawn in the second step: its test is void";
    EXPECT_GT(outcome.hidden, outcome.drawn / 8) << "hardly any unit is hidden: the test is void";
}

class OcclusionMutants : public Occluded {};

// With one wrong line the shaders must lose a unit.
TEST_F(OcclusionMutants, LoseUnits) {
    struct Mutant {
        const char* name;
        const char* file;
        const char* from;
        const char* to;
    };
    const std::vector<Mutant> mutants{
        {"nearest_in_place_of_farthest", "culling/depth_pyramid.comp", "float farthest = max(max(below",
         "float farthest = min(min(below"},
        {"a_box_that_is_too_far", "culling/occlude.comp", "float depth = 0.5 * nearest + 0.5",
         "float depth = 0.5 * nearest + 0.52"},
        {"half_the_box", "culling/occlude.comp", "ivec2 end = last_px >>", "ivec2 end = first_px >>"},
        {"a_finer_level", "culling/occlude.comp", "ivec2(x, y), level)", "ivec2(x, y), max(level - 1, 0))"},
        {"no_second_step", "culling/occlude.comp", "bool hidden = isHidden(placeOf(b_units[index]), choice);",
         "bool hidden = late > 0u;"},
    };
    for (const Mutant& mutant : mutants) {
        const fs::path folder = test::outputFolder(caps()) / ("hidden_" + std::string(mutant.name));
        fs::remove_all(folder);
        fs::create_directories(folder);
        fs::copy(dataDirectory() / "shaders", folder, fs::copy_options::recursive);
        std::string text = readTextFile(folder / mutant.file);
        const std::size_t at = text.find(mutant.from);
        ASSERT_NE(at, std::string::npos) << mutant.name << ": '" << mutant.from << "' is not in the shader";
        text.replace(at, std::string(mutant.from).size(), mutant.to);
        writeFile(folder / mutant.file, text);
        TwoSteps steps(caps(), *stage_, folder, kSide);
        EXPECT_GT(tryCameras(steps, models_, kUnits, 100, nextCamera).missing, 0)
            << mutant.name << " was not detected";
        fs::remove_all(folder);
    }
}

// One renderer omits hidden units, frame after frame; the other draws all.
TEST_F(Occluded, ChangesNoPixel) {
    for (const int samples : {1, 4}) {
        stage_->render.samples = std::min(samples, caps().max_samples);
        Renderer with(caps(), dataDirectory() / "shaders");
        Renderer without(caps(), dataDirectory() / "shaders");
        test::Dice random(7);
        Camera camera;
        Ticks now = 0;
        std::uint64_t all = 0;
        std::uint64_t some = 0;
        std::uint32_t hidden = 0;
        for (int i = 0; i < 30; ++i) {
            now += static_cast<Ticks>(random.below(400));
            stage_->crowd.advance(now);
            camera = nextCamera(random, camera, stage_->crowd.formationRadius_m());
            const gl::Pixels expected = photograph(without, camera, now, Occlusion::kOff);
            const gl::Pixels picture = photograph(with, camera, now, Occlusion::kOn);
            ASSERT_EQ(picture.rgba8, expected.rgba8) << "camera " << i << ", " << samples << " samples";
            EXPECT_FALSE(without.settledStats().occlusion);
            EXPECT_TRUE(with.settledStats().occlusion);
            EXPECT_EQ(with.stats().shadow_visible, without.stats().shadow_visible);
            all += without.stats().visible;
            some += with.stats().visible;
            hidden += with.stats().hidden;
        }
        EXPECT_LT(some, all) << "no unit was omitted";
        EXPECT_GE(some + hidden, all);
    }
}

// With prepared poses: units drawn in the second step use the remaining memory and keep the poses of the
// first step valid; overlay lines are drawn after both.
TEST_F(Occluded, UnitsOfTheSecondStepUsePreparedPoses) {
    FrameRequest& render = stage_->render;
    render.samples = 1;
    render.overlay = UnitOverlay::kLines;
    const std::size_t unit_bytes =
        stage_->gpu_models[0].packed(MeshKind::kPosed).vertices.size() * PH_POSED_BYTES;
    struct Case {
        const char* technique;
        std::size_t pose_bytes;
    };
    for (const Case& one :
         {Case{"palette", kPoseBytes}, {"compute", kPoseBytes}, {"compute", 90 * unit_bytes}}) {
        Renderer ready(caps(), dataDirectory() / "shaders", one.pose_bytes);
        Renderer plain(caps(), dataDirectory() / "shaders");
        test::Dice random(7);
        Camera camera;
        Ticks now = 0;
        std::uint32_t hidden = 0;
        std::uint32_t visible = 0;
        for (int i = 0; i < 10; ++i) {
            now += static_cast<Ticks>(random.below(400));
            stage_->crowd.advance(now);
            // Views from the front and the back alternate: units that become visible are drawn in the second
            // step.
            const double ahead_m = stage_->crowd.formationRadius_m() + 3.0;
            camera.eye = {random.between(-3.0, 3.0), 1.6, i % 2 == 0 ? ahead_m : -ahead_m};
            camera.target = {0.0, 1.0, 0.0};
            render.technique = "texture";
            const gl::Pixels expected = photograph(plain, camera, now, Occlusion::kOn);
            render.technique = one.technique;
            const gl::Pixels picture = photograph(ready, camera, now, Occlusion::kOn);
            std::size_t off = 0;
            for (std::size_t p = 0; p < picture.rgba8.size(); ++p)
                off += std::abs(int{picture.rgba8[p]} - int{expected.rgba8[p]}) > 6 ? 1 : 0;
            EXPECT_LE(off, 8U) << one.technique << ", camera " << i;
            EXPECT_EQ(ready.settledStats().visible, plain.settledStats().visible);
            EXPECT_EQ(ready.stats().technique, one.technique);
            hidden += ready.stats().hidden;
            visible = std::max(visible, ready.stats().visible);
        }
        EXPECT_TRUE(ready.stats().occlusion);
        EXPECT_GT(hidden, 100U) << "hardly any unit is hidden: the test is void";
        EXPECT_GT(visible, 95U) << "all units have prepared poses: the test is void";
        std::printf("  %s: hidden %u, visible %u\n", one.technique, hidden, visible);
    }
}

// Visibility and picking do not depend on occlusion culling. It is off with CPU culling and in older
// contexts.
TEST_F(Occluded, PicksTheSameUnitAndIsOffIfUnsupported) {
    Renderer with(caps(), dataDirectory() / "shaders");
    Renderer without(caps(), dataDirectory() / "shaders");
    Camera camera;
    camera.eye = {0.0, 1.0, stage_->crowd.formationRadius_m() + 3.0};
    camera.target = {0.0, 1.0, 0.0};
    int found = 0;
    for (const Ticks now : {Ticks{100}, Ticks{200}, Ticks{300}}) {
        std::array<std::optional<std::uint32_t>, 2> picked;
        for (const bool on : {false, true}) {
            Renderer& renderer = on ? with : without;
            picked.at(on ? 1 : 0) = test::pickAt(renderer, glm::ivec2(kSide / 2), [&] {
                photograph(renderer, camera, now, on ? Occlusion::kOn : Occlusion::kOff);
            });
        }
        EXPECT_EQ(picked[0], picked[1]);
        found += picked[0] ? 1 : 0;
    }
    EXPECT_GT(found, 0);
    EXPECT_GT(with.settledStats().hidden, kUnits / 8);
    stage_->render.select = Select::kCpu;
    photograph(with, camera, 400, Occlusion::kOn);
    EXPECT_FALSE(with.stats().selected_by_gpu);
    EXPECT_FALSE(with.stats().occlusion);
}

}  // namespace
}  // namespace phalanx
