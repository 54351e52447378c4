// Poses prepared after GPU culling by the production shaders: which units get one, that all others are drawn
// without, each exactly once, and that the image equals that of technique `texture`.
#include "render/poses/near_units.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "gl/coarse_lods.h"
#include "gl/gl_fixture.h"
#include "gl/objects/buffer.h"
#include "gl/objects/readback.h"
#include "layouts.h"
#include "render/passes/frame_block.h"
#include "render/units/raster_state.h"

namespace phalanx {
namespace {

// Mean difference of bytes that float rounding may cause at edges. Other poses differ far more, see below.
constexpr double kSameImage = 0.02;

constexpr std::size_t kPaletteRow = std::size_t{PH_PALETTE_WIDTH} * sizeof(glm::vec4);

class NearUnitsTest : public test::GlTest {
  protected:
    static constexpr int kSide = 96;

    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        if (!caps().compute) GTEST_SKIP() << "needs OpenGL 4.3";
        models_.push_back(test::smallModel(3));
        models_.push_back(test::smallModel(4));
    }

    void lay(std::uint32_t units, double spacing_m = 2.0) {
        CrowdSettings settings;
        settings.units = units;
        settings.formation = Formation::kGrid;
        settings.crossfade_spread = 0.6;
        settings.speed_spread = 0.1;
        settings.spacing_m = spacing_m;
        SkinOptions skin;
        skin.bake.fetch = FetchPath::kTexture2d;
        stage_.emplace(caps(), models_, makeCrowd(models_, {}, settings, 0), skin);
        setLevels({~0U, ~0U});  // all of them, for there are few units
        stage_->render.shadow_map = 128;
        stage_->render.samples = 1;
        stage_->render.cull = true;
        stage_->render.lod_error_px = 2.0;
        stage_->render.select = Select::kGpu;
    }

    // By model: bit l is set where poses of LOD l are prepared. Those of LOD 0 always are.
    using Prepared = std::array<std::uint32_t, 2>;

    void setLevels(const Prepared& prepared) {
        for (std::size_t m = 0; m < models_.size(); ++m) {
            GpuModel& model = stage_->gpu_models[m];
            model.setDetail(test::preparedLods(models_[m], model.packed(MeshKind::kSkinned), prepared.at(m)));
        }
    }

    Renderer renderer(std::size_t pose_bytes = kPoseBytes) const {
        return Renderer(caps(), dataDirectory() / "shaders", pose_bytes);
    }

    gl::Pixels photograph(Renderer& renderer, const char* technique, const Camera& camera, Ticks now = 5000) {
        stage_->render.technique = technique;
        renderer.draw(stage_->gpu_models, stage_->crowd, camera, stage_->render, now, kSide, kSide);
        const PlainTarget picture(caps(), GL_RGBA8, kSide, kSide, false, "picture");
        renderer.present(picture.framebuffer());
        return gl::readPixels(picture.framebuffer(), kSide, kSide);
    }

    static double meanDifference(const gl::Pixels& a, const gl::Pixels& b) {
        double sum = 0.0;
        for (std::size_t i = 0; i < a.rgba8.size(); ++i) sum += std::abs(int{a.rgba8[i]} - int{b.rgba8[i]});
        return sum / static_cast<double>(a.rgba8.size());
    }

    static Camera amongThem() {
        Camera camera;
        camera.eye = {1.0, 3.0, 9.0};
        camera.target = {-4.0, 0.9, -6.0};
        return camera;
    }

    std::vector<LoadedModel> models_;
    std::optional<Stage> stage_;
};

// Runs UnitDrawer and GpuSelection on one list, and reads what they leave on the GPU.
class PoseSplit {
  public:
    PoseSplit(const gl::Capabilities& capabilities, Stage& stage, std::size_t pose_bytes,
              const char* technique, const std::array<std::uint32_t, 2>& prepared)
        : stage_(stage),
          technique_(findTechnique(technique)),
          prepared_(prepared),
          drawer_(capabilities, dataDirectory() / "shaders", pose_bytes),
          selected_(capabilities),
          selection_(capabilities, dataDirectory() / "shaders"),
          ids_(capabilities, GL_R32UI, kSide, kSide, true, "ids"),
          frame_block_(gl::createBuffer(sizeof(layout::FrameBlock), GL_DYNAMIC_DRAW, "frame block")) {
        buffers_.update(stage.crowd.groups(), stage.gpu_models);
        for (const GpuModel& model : stage.gpu_models) {
            SelectionModel& kind = kinds_.emplace_back();
            kind.clips = model.detail()->bounds;
            for (const MeshLod& lod : model.detail()->lods) kind.lod_error_m.push_back(lod.error_m);
        }
    }

    struct Tally {
        std::size_t shown = 0;
        std::size_t ready = 0;
        std::size_t not_prepared = 0;  // of LODs whose poses are to be prepared
        std::uint64_t triangles = 0;   // by the lists
        std::uint64_t drawn = 0;       // counted by the rasterizer
    };

    // Culls for the image and for a second view that lists all units with the same LODs.
    Tally run(const Camera& camera, std::size_t view) {
        const layout::FrameBlock block =
            makeFrameBlock({}, camera, 1.0, fitShadow({}, camera, 64), stage_.crowd.schedule(kNow));
        gl::updateBuffer(frame_block_, 0, std::as_bytes(std::span(&block, 1)));
        glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block_.id());
        FrameStats stats;
        const UnitScene scene{stage_.gpu_models,          buffers_,   selected_,
                              stage_.crowd.groups(),      technique_, stage_.render.skin,
                              stage_.crowd.schedule(kNow)};
        drawer_.advance(scene, stats);
        selected_.follow(buffers_, stage_.gpu_models);
        std::array<SelectionView, 2> views{viewOf(clipFromWorld(camera, 1.0), camera.eye), {}};
        views[1].origin = camera.eye;
        for (SelectionView& one : views) one.error_per_metre = metresPerPixel(camera.fov_y_deg, 1.0, kSide);
        selection_.select(buffers_, stage_.gpu_models, kinds_, views, GpuSelection::Hiding::kNotTested,
                          stats);
        const DrawList list =
            drawer_.prepare(scene, UnitsListedByGpu{&selection_, view}, UnitDrawer::Poses::kPrepared, stats);
        Tally tally;
        read(view, views.size(), tally);
        const gl::Query query = gl::Query::create();
        glBeginQuery(GL_PRIMITIVES_GENERATED, query.id());
        drawer_.draw(scene, list, {UnitPass::kId, std::nullopt, [&] { bindTarget(); }}, stats);
        glEndQuery(GL_PRIMITIVES_GENERATED);
        GLuint primitives = 0;
        glGetQueryObjectuiv(query.id(), GL_QUERY_RESULT, &primitives);
        tally.drawn = primitives;
        return tally;
    }

    std::size_t poseBytes() const { return drawer_.poseBytes(technique_) - drawer_.nearUnits().bytes(); }

  private:
    static constexpr int kSide = 96;
    static constexpr Ticks kNow = 5000;

    void bindTarget() {
        glBindFramebuffer(GL_FRAMEBUFFER, ids_.framebuffer());
        glViewport(0, 0, kSide, kSide);
        setRasterState(true, true, GL_LESS);
    }

    template <typename T>
    static std::vector<T> allOf(const gl::Buffer& buffer, std::size_t count) {
        std::vector<T> items(count);
        if (count > 0) gl::readBuffer(buffer, 0, std::as_writable_bytes(std::span(items)));
        return items;
    }

    bool prepares(int model, std::size_t lod) const {
        return lod == 0 || (prepared_.at(static_cast<std::size_t>(model)) >> lod & 1U) != 0;
    }

    void read(std::size_t view, std::size_t views, Tally& tally) {
        const auto counts = selection_.awaitCounts();
        const std::span<const UnitGroup> groups = stage_.crowd.groups();
        const auto indices = allOf<std::uint32_t>(selection_.indices(), views * stage_.crowd.size());
        const NearUnits& near = drawer_.nearUnits();
        std::size_t slots = 0;
        for (const NearUnits::Room& room : near.rooms()) slots += room.slots;
        const auto entries = allOf<glm::uvec2>(near.entries(), slots);
        const auto passes =
            allOf<layout::NearPass>(near.passes(), slots > 0 ? groups.size() * PH_NEAR_PASSES : 0);
        std::size_t at = view * stage_.crowd.size();
        std::size_t first_entry = 0;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            const std::size_t room = near.rooms()[g].slots;
            const GpuModel& model = stage_.gpu_models[static_cast<std::size_t>(groups[g].model)];
            std::vector<std::uint32_t> wanted;
            std::size_t place = at;
            for (std::size_t lod = 0; lod < kMaxLods; ++lod) {
                const std::uint32_t units = counts[g][view][lod];
                const std::size_t before = std::min(wanted.size(), room);
                if (prepares(groups[g].model, lod)) {
                    for (std::uint32_t i = 0; i < units; ++i) wanted.push_back(indices.at(place + i));
                }
                place += units;
                tally.shown += units;
                if (units > 0) {
                    tally.triangles += units * model.triangles(groups[g].variant, static_cast<int>(lod));
                }
                if (room == 0) continue;
                const layout::NearPass& pass = passes.at(NearUnits::passOf(g, static_cast<int>(lod)));
                EXPECT_EQ(pass.units, std::min(wanted.size(), room) - before) << "LOD " << lod;
                EXPECT_EQ(pass.workgroups, pass.units);
                EXPECT_EQ(pass.first_entry, first_entry + before) << "LOD " << lod;
            }
            at += groups[g].units.size();
            const std::size_t ready = std::min(wanted.size(), room);
            tally.ready += ready;
            tally.not_prepared += wanted.size() - ready;
            if (room > 0) {
                EXPECT_EQ(passes.at(NearUnits::passOf(g, PH_SELECT_LEVELS)).units, ready);
                EXPECT_EQ(passes.at(NearUnits::passOf(g, PH_SELECT_LEVELS)).first_entry, first_entry);
            }
            for (std::size_t i = 0; i < ready; ++i)
                EXPECT_EQ(entries.at(first_entry + i), glm::uvec2(wanted[i], i)) << "group " << g;
            first_entry += room;
        }
    }

    Stage& stage_;
    const Technique& technique_;
    std::array<std::uint32_t, 2> prepared_;
    UnitDrawer drawer_;
    SelectedUnits selected_;
    GpuSelection selection_;
    PlainTarget ids_;
    gl::Buffer frame_block_;
    UnitBuffers buffers_;
    std::vector<SelectionModel> kinds_;
};

// Prepared LODs with gaps and with all LODs, memory for all units or for few, the view of the image and the
// view that lists all units.
TEST_F(NearUnitsTest, FineLodsGetPosesAndTheRestIsDrawnWithout) {
    lay(3000);
    const std::size_t vertices = stage_->gpu_models[0].packed(MeshKind::kPosed).vertices.size();
    struct Case {
        const char* technique;
        Prepared prepared;
        std::size_t pose_bytes;
    };
    const std::array<std::uint32_t, 3> masks{0b0000001, 0b0111010, 0b1111111};
    std::vector<Case> cases;
    for (const std::uint32_t mask : masks) {
        for (const std::size_t rows : {std::size_t{4}, std::size_t{100}})
            cases.push_back({"palette", {mask, mask >> 1U}, rows * kPaletteRow});
        for (const std::size_t units : {std::size_t{300}, std::size_t{3100}})
            cases.push_back({"compute", {mask >> 1U, mask}, units * vertices * PH_POSED_BYTES});
    }
    cases.push_back({"palette", {0b1, 0b1}, 1 * kPaletteRow});  // a palette row cannot be shared
    int not_prepared = 0;
    int all_prepared = 0;
    int none_prepared = 0;
    for (const Case& one : cases) {
        setLevels(one.prepared);
        PoseSplit split(caps(), *stage_, one.pose_bytes, one.technique, one.prepared);
        for (const double aside_m : {0.0, 60.0}) {
            Camera camera = amongThem();
            camera.eye.x += aside_m;
            for (const std::size_t view : {std::size_t{0}, std::size_t{1}}) {
                const PoseSplit::Tally tally = split.run(camera, view);
                EXPECT_EQ(tally.drawn, tally.triangles) << "a unit is missing or drawn twice";
                EXPECT_GT(tally.shown, 20U);
                EXPECT_LE(split.poseBytes(), one.pose_bytes);
                if (tally.ready > 0 && tally.not_prepared > 0) {
                    EXPECT_GT(split.poseBytes(), one.pose_bytes / 2) << "memory is left unused";
                }
                not_prepared += tally.ready > 0 && tally.not_prepared > 0 ? 1 : 0;
                all_prepared += tally.ready > 0 && tally.not_prepared == 0 ? 1 : 0;
                none_prepared += tally.ready == 0 ? 1 : 0;
                if (HasFailure())
                    FAIL() << one.technique << " " << one.prepared[0] << ", " << one.pose_bytes
                           << " bytes, view " << view << ", " << aside_m << " m to the side";
            }
        }
    }
    std::printf("  all prepared %d, some %d, none %d\n", all_prepared, not_prepared, none_prepared);
    EXPECT_GT(not_prepared, 5);
    EXPECT_GT(all_prepared, 5);
    EXPECT_GT(none_prepared, 1);
}

TEST_F(NearUnitsTest, TheImageMatchesTexture) {
    lay(300);
    const std::size_t vertices = stage_->gpu_models[0].packed(MeshKind::kPosed).vertices.size();
    for (const int samples : {1, 4}) {
        stage_->render.samples = std::min(samples, caps().max_samples);
        Renderer plain = renderer();
        const gl::Pixels expected = photograph(plain, "texture", amongThem());
        const FrameStats texture = plain.settledStats();
        ASSERT_TRUE(texture.selected_by_gpu);
        EXPECT_GT(texture.lod_units.size(), 4U) << "too few LODs: the test is void";
        EXPECT_GT(meanDifference(photograph(plain, "static", amongThem()), expected), 20 * kSameImage);
        for (const char* technique : {"palette", "compute"}) {
            const bool palette = std::string_view(technique) == "palette";
            for (const std::size_t bytes :
                 {kPoseBytes, palette ? 2 * kPaletteRow : 20 * vertices * PH_POSED_BYTES}) {
                Renderer ready = renderer(bytes);
                const gl::Pixels picture = photograph(ready, technique, amongThem());
                const FrameStats stats = ready.settledStats();
                EXPECT_LT(meanDifference(picture, expected), kSameImage)
                    << technique << ", " << bytes << " bytes";
                EXPECT_TRUE(stats.selected_by_gpu);
                EXPECT_EQ(stats.technique, technique);
                EXPECT_EQ(stats.lod_units, texture.lod_units);
                EXPECT_EQ(stats.triangles, texture.triangles);
                EXPECT_GT(stats.pose_bytes, 0U);
            }
            stage_->render.select = Select::kCpu;
            Renderer by_cpu = renderer();
            EXPECT_LT(meanDifference(photograph(by_cpu, technique, amongThem()), expected), kSameImage);
            EXPECT_FALSE(by_cpu.stats().selected_by_gpu);
            stage_->render.select = Select::kGpu;
        }
    }
}

// Instance data and prepared poses share one memory bound, so a million units leave little memory for poses.
// It shrinks as the crowd grows, and grows again as the crowd shrinks.
TEST_F(NearUnitsTest, AMillionUnitsLeaveLittleMemory) {
    Renderer ready = renderer();
    const auto takenBy = [&](const char* technique, std::uint32_t units) {
        photograph(ready, technique, amongThem());
        const FrameStats& stats = ready.stats();
        EXPECT_TRUE(stats.selected_by_gpu);
        EXPECT_GT(stats.pose_bytes, 0U);
        EXPECT_LT(stats.instance_bytes + stats.pose_bytes, kPoseBytes + 2 * kLeastPoseBytes)
            << technique << ", " << units;
        return stats.pose_bytes;
    };
    using Taken = std::array<std::size_t, 2>;  // by palette and compute
    const auto taken = [&](std::uint32_t units) {
        lay(units);
        ready.forgetUnits();
        return Taken{takenBy("palette", units), takenBy("compute", units)};
    };
    const Taken all = taken(40'000);
    for (const std::size_t bytes : all) EXPECT_GT(bytes, 2 * kLeastPoseBytes) << "the test is void";
    for (const std::size_t bytes : taken(1'000'000)) EXPECT_LT(bytes, kLeastPoseBytes + kLeastPoseBytes / 4);
    EXPECT_EQ(taken(40'000), all);
}

// Draws other than materials: outlines, picking, overlays, and collapsed units, whose vertices all lie at one
// point.
TEST_F(NearUnitsTest, OutlinesPicksAndOverlaysMatch) {
    lay(300);
    Renderer plain = renderer();
    Renderer ready = renderer();
    const auto same = [&](const char* technique, const char* what) {
        EXPECT_LT(meanDifference(photograph(ready, technique, amongThem()),
                                 photograph(plain, "texture", amongThem())),
                  kSameImage)
            << technique << ": " << what;
    };
    const gl::Pixels nothing_on = photograph(plain, "texture", amongThem());
    for (const char* technique : {"palette", "compute"}) {
        FrameRequest& render = stage_->render;
        for (const UnitOverlay overlay : {UnitOverlay::kNormals, UnitOverlay::kLines}) {
            render.overlay = overlay;
            same(technique, "an overlay on all units");
            EXPECT_GT(meanDifference(photograph(plain, "texture", amongThem()), nothing_on), kSameImage);
            render.overlay_everyone = false;
            for (const std::uint32_t unit : {10U, 77U, 140U}) {
                render.outlined = unit;
                same(technique, "an overlay on one unit");
            }
            render.outlined.reset();
            render.overlay_everyone = true;
        }
        render.overlay = UnitOverlay::kNone;
        render.collapse_units = true;
        same(technique, "collapsed");
        EXPECT_GT(meanDifference(photograph(plain, "texture", amongThem()), nothing_on), 20 * kSameImage);
        render.collapse_units = false;
        same(technique, "as before");
        Camera close;
        close.target = glm::dvec3(stage_->crowd.stateOf(77, 5000).placement) + glm::dvec3(0.0, 0.9, 0.0);
        close.eye = close.target + glm::dvec3(0.0, 0.6, 2.5);
        int found = 0;
        for (const glm::ivec2 at : {glm::ivec2(48, 48), {48, 30}, {40, 60}, {60, 40}, {56, 66}}) {
            std::array<std::optional<std::uint32_t>, 2> picked;
            for (const bool by_technique : {false, true}) {
                Renderer& one = by_technique ? ready : plain;
                one.requestPick(at.x, at.y);
                photograph(one, by_technique ? technique : "texture", close);
                glFinish();
                const std::optional<Pick> pick = one.takePick();
                ASSERT_TRUE(pick.has_value());
                picked.at(by_technique ? 1 : 0) = pick->unit;
            }
            EXPECT_EQ(picked[0], picked[1]) << technique;
            found += picked[0] ? 1 : 0;
        }
        EXPECT_GT(found, 0) << "no unit was picked: the test is void";
    }
}

}  // namespace
}  // namespace phalanx
