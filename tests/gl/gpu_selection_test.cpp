// Culling and LOD selection by the production compute shaders, checked against the CPU: equal lists and equal
// images.
#include "render/culling/gpu_selection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "gl/coarse_lods.h"
#include "gl/crowd_photos.h"
#include "gl/objects/buffer.h"
#include "gl/pick_at.h"
#include "gl/stage_fixture.h"
#include "lod_selection.h"
#include "render/passes/frame_block.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::amongThem;

class GpuCullingTest : public test::StageTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        if (!caps().compute) GTEST_SKIP() << "needs OpenGL 4.3";
        models_.push_back(test::smallModel(3));
        models_.push_back(test::smallModel(4));
        lay(marching(Formation::kGrid, 300));
        for (std::size_t m = 0; m < models_.size(); ++m) {
            GpuModel& model = stage_->gpu_models[m];
            model.setDetail(test::coarseLods(models_[m], model.packed(MeshKind::kSkinned)));
        }
        stage_->render.shadow_map = 128;
        stage_->render.samples = RenderSettings{}.samples;
        stage_->render.lod_error_px = 2.0;
    }

    static CrowdSettings marching(Formation formation, std::uint32_t units) {
        CrowdSettings settings = grid(units);
        settings.formation = formation;
        settings.speed_spread = 0.1;
        return settings;
    }

    std::vector<SelectionModel> selectionModels() const {
        std::vector<SelectionModel> kinds;
        for (const GpuModel& model : stage_->gpu_models) {
            SelectionModel& kind = kinds.emplace_back();
            kind.clips = model.detail()->bounds;
            for (const MeshLod& lod : model.detail()->lods) kind.lod_error_m.push_back(lod.error_m);
            for (const double impostor_m : {0.25, 0.4}) kind.lod_error_m.push_back(impostor_m);
        }
        return kinds;
    }

    gl::Pixels photograph(const Camera& camera, Ticks now) {
        stage_->crowd.advance(now);
        return test::photographOf(stage_->renderer, *stage_, camera, stage_->render, now, kSide);
    }

    // The five units in the middle of the view that are nearest to the eye, in the order of their distance.
    std::vector<std::uint32_t> unitsAhead(const Camera& camera, Ticks now) const {
        constexpr double kMiddle = 0.9;  // cosine of the angle from the line of sight
        std::vector<std::pair<double, std::uint32_t>> ahead;
        for (std::uint32_t unit = 0; unit < stage_->crowd.size(); ++unit) {
            const glm::vec4 placement = stage_->crowd.stateOf(unit, now).placement;
            const glm::dvec3 way = glm::dvec3(placement) + glm::dvec3(0.0, 1.0, 0.0) - camera.eye;
            if (glm::dot(glm::normalize(way), glm::normalize(camera.target - camera.eye)) > kMiddle)
                ahead.emplace_back(glm::length(way), unit);
        }
        std::ranges::sort(ahead);
        std::vector<std::uint32_t> units;
        for (std::size_t i = 0; i < std::min<std::size_t>(ahead.size(), 5); ++i)
            units.push_back(ahead[i].second);
        EXPECT_EQ(units.size(), 5U);
        return units;
    }
};

struct Look {
    SelectionView view;
    Camera camera;
    double aspect = 1.0;
};

// Inside the army, above it, beside it; narrow and wide fields of view.
Look randomLook(test::Dice& random, double reach_m, bool details) {
    const auto from = [&](double low, double high) { return random.between(low, high); };
    Look look;
    look.camera.eye = {from(-reach_m, reach_m), std::exp(from(-1.0, 5.0)), from(-reach_m, reach_m)};
    look.camera.target = {from(-reach_m, reach_m), from(-2.0, 6.0), from(-reach_m, reach_m)};
    look.camera.fov_y_deg = from(8.0, 100.0);
    look.camera.far_m = from(20.0, 2000.0);
    const double aspect = look.aspect = from(0.5, 2.2);
    look.view = viewOf(clipFromWorld(look.camera, aspect), look.camera.eye);
    if (details)
        look.view.error_per_metre = metresPerPixel(look.camera.fov_y_deg, aspect, 720.0) * from(0.3, 4.0);
    // As if a frame budget had raised the error.
    if (from(0.0, 1.0) < 0.3) look.view.small_share = from(0.0, 1.0);
    return look;
}

// Views of a sun at any height: one map around the army's centre, or cascades.
std::vector<SelectionView> randomShadows(test::Dice& random, const Look& look, const Crowd& crowd,
                                         bool details) {
    Environment environment;
    environment.sun_azimuth_deg = random.between(-180.0, 180.0);
    environment.sun_elevation_deg = random.between(3.0, 90.0);
    constexpr int kMap = 512;
    const bool one = random.below(4) == 0;
    const ShadowArmy army{glm::dvec3(crowd.center()), crowd.radius_m(), 2.0};
    const ShadowMaps maps =
        one ? fitShadow(environment, look.camera, kMap)
            : fitCascades(environment, look.camera, look.aspect, army, kMap, PH_SHADOW_MAPS);
    std::vector<SelectionView> views;
    for (std::size_t map = 0; map < maps.count; ++map) {
        SelectionView& view = views.emplace_back(castersOf(maps, map, look.view));
        if (details) view.error_base_m = 2.0 * maps.maps.at(map).texel_m;
    }
    return views;
}

// The LOD of each unit by group, from the lists; -1 if the unit is in no list.
using Lods = std::vector<std::vector<int>>;

Lods lodsOf(const Crowd& crowd, std::span<const GpuSelection::GroupCounts> counts,
            std::span<const std::uint32_t> indices, std::size_t view) {
    Lods lods;
    std::size_t at = view * crowd.size();
    for (std::size_t g = 0; g < crowd.groups().size(); ++g) {
        const std::size_t units = crowd.groups()[g].units.size();
        std::vector<int>& group = lods.emplace_back(units, -1);
        const std::size_t end = at + units;
        for (std::size_t lod = 0; lod < kMaxLods; ++lod) {
            for (std::uint32_t i = 0; i < counts[g][view][lod]; ++i, ++at) {
                const std::uint32_t unit = indices[at];
                EXPECT_LT(unit, units);
                EXPECT_TRUE(i == 0 || indices[at - 1] < unit) << "a list is not sorted";
                if (unit < units) group[unit] = static_cast<int>(lod);
            }
        }
        EXPECT_LE(at, end);
        at = end;
    }
    return lods;
}

// Whether the CPU would select this LOD with slightly moved borders: the GPU's float arithmetic may do so.
bool isBorderline(const Crowd& crowd, const SelectionModel& model, Ticks now, const SelectionView& view,
                  const UnitPlace& place, int lod) {
    const std::uint32_t number =
        crowd.groups()[static_cast<std::size_t>(place.group)].units[place.index].look.z;
    const double distance =
        glm::distance(glm::dvec3(glm::vec3(crowd.stateOf(number, now).placement)), view.origin);
    for (const double aside_m : {-1e-4 - 2e-6 * distance, 1e-4 + 2e-6 * distance}) {
        for (const double more : {1.0 - 1e-5, 1.0, 1.0 + 1e-5}) {
            SelectionView other = view;
            for (glm::dvec4& plane : other.planes) plane.w += aside_m;
            for (glm::dvec4& plane : other.hole) plane.w -= aside_m;
            other.error_base_m *= more;
            other.error_per_metre *= more;
            if (CrowdSelection::lodInView(crowd, model, now, other, place) == lod) return true;
        }
    }
    return false;
}

struct Tally {
    int shown = 0;
    int border = 0;
    std::map<int, int> lods;
};

void expectLikeTheCpu(const Crowd& crowd, const CrowdSelection& cpu,
                      const std::vector<SelectionModel>& models, const Lods& gpu, const SelectionView& view,
                      Ticks now, Tally& tally) {
    for (std::size_t g = 0; g < gpu.size(); ++g) {
        const SelectionModel& model = models[static_cast<std::size_t>(crowd.groups()[g].model)];
        const std::vector<int> lods = cpu.lods(static_cast<int>(g));
        for (std::size_t u = 0; u < gpu[g].size(); ++u) {
            const UnitPlace place{static_cast<int>(g), u};
            const int wanted = lods[u];
            tally.shown += wanted >= 0 ? 1 : 0;
            ++tally.lods[wanted];
            if (gpu[g][u] == wanted) continue;
            ++tally.border;
            ASSERT_TRUE(isBorderline(crowd, model, now, view, place, gpu[g][u]))
                << "unit " << u << " of group " << g << ": LOD " << gpu[g][u] << ", on the CPU " << wanted;
        }
    }
}

// A thousand cameras, each at another time and with the views of its shadow maps; the last formation lies far
// from the origin.
TEST_F(GpuCullingTest, MatchesTheCpuLists) {
    const std::vector<SelectionModel> models = selectionModels();
    GpuSelection gpu(caps(), dataDirectory() / "shaders");
    const gl::Buffer frame_block =
        gl::createBuffer(sizeof(layout::FrameBlock), GL_DYNAMIC_DRAW, "frame block");
    UnitBuffers buffers;
    TerrainTexture terrain;
    test::Dice random(11);
    Tally tally;
    std::map<std::size_t, int> maps_drawn;
    Ticks now = 0;
    for (int formation = 0; formation < 4; ++formation) {
        CrowdSettings settings = marching(static_cast<Formation>(formation), 700);
        if (formation % 2 == 1) settings.spacing_m = 12.0;  // far enough for all shadow maps
        if (formation == 2) settings.terrain = {std::string(kGroundHills), 300.0, 60.0};
        Crowd crowd = makeCrowd(models_, {}, settings, now);
        terrain.follow(caps(), crowd.terrain());
        gpu.standOn(terrain.hilly() ? &terrain : nullptr);
        buffers = UnitBuffers();
        gpu.forget();
        CrowdSelection cpu;
        for (int i = 0; i < 250; ++i) {
            now += static_cast<Ticks>(random.below(2) == 0 ? random.below(400) : random.below(40'000));
            crowd.advance(now);
            const bool details = i % 4 != 0;
            const double reach_m = crowd.radius_m() * 1.2;
            const Look look = randomLook(random, reach_m, details);
            std::vector<SelectionView> views = randomShadows(random, look, crowd, details);
            ++maps_drawn[views.size()];
            views.insert(views.begin(), look.view);
            buffers.update(crowd.groups(), stage_->gpu_models);
            const layout::FrameBlock block =
                makeFrameBlock({}, look.camera, 1.0, fitShadow({}, look.camera, 64), crowd.schedule(now));
            gl::updateBuffer(frame_block, 0, std::as_bytes(std::span(&block, 1)));
            glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block.id());
            FrameStats stats;
            gpu.select(buffers, stage_->gpu_models, models, views, GpuSelection::Hiding::kNotTested, stats);
            const auto counts = gpu.awaitCounts();
            std::vector<std::uint32_t> indices(views.size() * std::size_t{crowd.size()});
            gl::readBuffer(gpu.indices(), 0, std::as_writable_bytes(std::span(indices)));
            cpu.follow(crowd, models, now);
            for (std::size_t v = 0; v < views.size(); ++v) {
                cpu.select(views.at(v));
                expectLikeTheCpu(crowd, cpu, models, lodsOf(crowd, counts, indices, v), views.at(v), now,
                                 tally);
                if (HasFailure())
                    FAIL() << nameOf(static_cast<Formation>(formation)) << ", camera " << i << ", view " << v;
            }
        }
    }
    std::printf("  %d units shown, %d that differ by the GPU's float rounding\n", tally.shown, tally.border);
    EXPECT_GT(tally.shown, 100'000);
    EXPECT_LT(tally.border, tally.shown / 10'000);
    for (std::size_t maps = 1; maps <= PH_SHADOW_MAPS; ++maps)
        EXPECT_GT(maps_drawn[maps], 20) << maps << " shadow maps were hardly tested";
    for (int lod = -1; lod < static_cast<int>(kMaxLods); ++lod)
        EXPECT_GT(tally.lods[lod], 1000) << "LOD " << lod << " was hardly tested";
}

TEST_F(GpuCullingTest, DrawsTheSameImageAsCpuCulling) {
    for (const char* technique : {"texture", "static"}) {
        for (const int samples : {1, 4}) {
            stage_->render.technique = technique;
            stage_->render.samples = std::min(samples, caps().max_samples);
            stage_->render.select = Select::kCpu;
            const gl::Pixels by_cpu = photograph(amongThem(), 5000);
            const FrameStats cpu = stage_->renderer.settledStats();
            stage_->render.select = Select::kGpu;
            const gl::Pixels by_gpu = photograph(amongThem(), 5000);
            const FrameStats gpu = stage_->renderer.settledStats();
            EXPECT_FALSE(cpu.selected_by_gpu);
            EXPECT_TRUE(gpu.selected_by_gpu);
            EXPECT_EQ(by_gpu.rgba8, by_cpu.rgba8) << technique << ", " << samples << " samples";
            EXPECT_EQ(gpu.visible, cpu.visible);
            EXPECT_EQ(gpu.shadow_visible, cpu.shadow_visible);
            EXPECT_EQ(gpu.lod_units, cpu.lod_units);
            EXPECT_EQ(gpu.lod_triangles, cpu.lod_triangles);
            EXPECT_EQ(gpu.triangles, cpu.triangles);
            EXPECT_GT(cpu.lod_units.size(), 2U) << "too few LODs: the test is void";
            EXPECT_LT(cpu.visible, 300U);
        }
    }
    // The images must not be empty.
    stage_->render.units = false;
    const gl::Pixels empty = photograph(amongThem(), 5000);
    stage_->render.units = true;
    EXPECT_NE(photograph(amongThem(), 5000).rgba8, empty.rgba8);
}

TEST_F(GpuCullingTest, UploadsNothingPerUnit) {
    stage_->render.select = Select::kGpu;
    for (const char* technique : {"texture", "palette", "compute"}) {
        stage_->render.technique = technique;
        photograph(amongThem(), 5000);
        for (const Ticks now : {Ticks{6000}, Ticks{7000}}) {
            photograph(amongThem(), now);
            EXPECT_TRUE(stage_->renderer.stats().selected_by_gpu) << technique;
            EXPECT_EQ(stage_->renderer.stats().bytes_uploaded,
                      sizeof(layout::FrameBlock) + sizeof(layout::SelectionBlock))
                << technique;
        }
    }
}

TEST_F(GpuCullingTest, OutlinesAndPicksTheSameUnit) {
    const auto outlined = [&](Select select, std::uint32_t unit) {
        stage_->render.select = select;
        stage_->render.outlined = unit;
        gl::Pixels pixels;
        const std::optional<std::uint32_t> picked = test::pickAt(
            stage_->renderer, glm::ivec2(kSide / 2), [&] { pixels = photograph(amongThem(), 5000); });
        if (picked) pixels.rgba8.push_back(static_cast<std::uint8_t>(*picked % 251));
        return pixels;
    };
    int different = 0;
    const gl::Pixels none = photograph(amongThem(), 5000);
    for (const std::uint32_t unit : unitsAhead(amongThem(), 5000)) {
        const gl::Pixels by_cpu = outlined(Select::kCpu, unit);
        EXPECT_EQ(outlined(Select::kGpu, unit).rgba8, by_cpu.rgba8) << unit;
        different += std::equal(none.rgba8.begin(), none.rgba8.end(), by_cpu.rgba8.begin()) ? 0 : 1;
    }
    EXPECT_GE(different, 1) << "no outline was visible";
}

// The CPU does the culling where a technique issues one draw call per unit, or where the context is too old.
TEST_F(GpuCullingTest, FallsBackToTheCpu) {
    stage_->render.select = Select::kGpu;
    stage_->render.technique = "uniform";
    photograph(amongThem(), 5000);
    EXPECT_FALSE(stage_->renderer.stats().selected_by_gpu);
    EXPECT_GT(stage_->renderer.stats().visible, 0U);
    stage_->render.technique = "texture";
    gl::Capabilities old = caps();
    old.version = 33;
    old.compute = old.multi_draw_indirect = old.base_instance = false;
    Renderer renderer(old, dataDirectory() / "shaders");
    renderer.draw(stage_->gpu_models, stage_->crowd, amongThem(), stage_->render, 5000, kSide, kSide);
    EXPECT_FALSE(renderer.stats().selected_by_gpu);
    EXPECT_GT(renderer.stats().visible, 0U);
}

}  // namespace
}  // namespace phalanx
