// Unit states computed by compute shaders, by fragment shaders and by transform feedback must be equal.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "asset/common/image.h"
#include "core/file.h"
#include "gl/coarse_lods.h"
#include "gl/gl_fixture.h"
#include "gl/objects/buffer.h"
#include "gl/output_folder.h"
#include "render/draws/unit_drawer.h"
#include "render/passes/frame_block.h"

namespace phalanx {
namespace {

class UnitStatesTest : public test::GlTest {
  protected:
    // What this context has, without compute shaders, and without buffer textures too.
    std::array<gl::Capabilities, 3> levels() const {
        std::array<gl::Capabilities, 3> levels{caps(), caps(), caps()};
        levels[1].compute = levels[2].compute = false;
        levels[2].buffer_textures = false;
        return levels;
    }
    Stage stageOf(const CrowdSettings& settings) const {
        SkinOptions skin;
        skin.bake.fetch = FetchPath::kTexture2d;
        return Stage(caps(), models_, makeCrowd(models_, {}, settings, 0), skin);
    }

    const std::vector<LoadedModel> models_{test::smallModel(3)};
};

// The states of the only group at `now`, by a drawer with these capabilities.
std::vector<layout::UnitShown> statesBy(const gl::Capabilities& capabilities, Stage& stage, Ticks now) {
    UnitBuffers buffers;
    buffers.update(stage.crowd.groups(), stage.gpu_models);
    Camera camera;
    camera.eye = {0.0, 3.0, 9.0};
    const layout::FrameBlock block =
        makeFrameBlock({}, camera, 1.0, fitShadow({}, camera, 64), stage.crowd.schedule(now));
    const gl::Buffer frame_block =
        gl::createBuffer(std::span<const layout::FrameBlock>(&block, 1), GL_DYNAMIC_DRAW, "frame block");
    glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block.id());
    UnitDrawer drawer(capabilities, dataDirectory() / "shaders");
    FrameStats stats;
    const SelectedUnits nothing_culled(capabilities);
    UnitScene scene{stage.gpu_models,         buffers, nothing_culled,           stage.crowd.groups(),
                    findTechnique("texture"), {},      stage.crowd.schedule(now)};
    TerrainTexture terrain;
    terrain.follow(capabilities, stage.crowd.terrain());
    if (terrain.hilly()) scene.terrain = &terrain;
    drawer.advance(scene, stats);
    const StatesBy by = drawer.states().by(scene);
    EXPECT_EQ(by, capabilities.compute           ? StatesBy::kCompute
                  : capabilities.buffer_textures ? StatesBy::kFragments
                                                 : StatesBy::kFeedback);
    EXPECT_EQ(stats.dispatches > 0, by == StatesBy::kCompute);
    EXPECT_EQ(stats.draws > 0, by != StatesBy::kCompute);
    EXPECT_EQ(drawer.states().bytes() > 0, by == StatesBy::kFragments);
    const UnitBuffers::Group& group = buffers.groups().front();
    std::vector<layout::UnitShown> states(group.count);
    gl::readBuffer(group.states, 0, std::as_writable_bytes(std::span(states)));
    return states;
}

void expectEqual(const std::vector<layout::UnitShown>& states,
                 const std::vector<layout::UnitShown>& expected) {
    ASSERT_EQ(states.size(), expected.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
        SCOPED_TRACE(i);
        for (int c = 0; c < 4; ++c) EXPECT_NEAR(states[i].placement[c], expected[i].placement[c], 1e-4);
        // Rounding at the border between two frames may select either frame.
        const auto momentOf = [](const layout::UnitShown& shown, int clip) {
            return static_cast<float>(shown.frames[clip]) + std::bit_cast<float>(shown.frames[clip + 2]);
        };
        for (int clip = 0; clip < 2; ++clip)
            EXPECT_NEAR(momentOf(states[i], clip), momentOf(expected[i], clip), 1e-3);
        EXPECT_EQ(glm::uvec3(states[i].look), glm::uvec3(expected[i].look));
        EXPECT_NEAR(std::bit_cast<float>(states[i].look.w), std::bit_cast<float>(expected[i].look.w), 1e-6);
    }
}

TEST_F(UnitStatesTest, AreEqualHoweverTheyAreComputed) {
    const auto [all, without, least] = levels();
    // No multiple of a workgroup or of a row of pixels; less than a row; more than one step.
    for (const std::uint32_t units : {300U, 3U, 300'000U}) {
        SCOPED_TRACE(units);
        CrowdSettings settings;
        settings.units = units;
        settings.crossfade_spread = 0.6;
        settings.speed_spread = 0.1;
        settings.speed = units == 300U ? -1.3 : 1.0;
        Stage stage = stageOf(settings);
        const auto by = [&](const gl::Capabilities& capabilities, Ticks now) {
            for (UnitGroup& group : stage.crowd.groups()) group.dirty.add({0, group.units.size()});
            return statesBy(capabilities, stage, now);
        };
        for (const Ticks now : {Ticks{0}, Ticks{9'000}, Ticks{400'000}}) {
            SCOPED_TRACE(now);
            const std::vector<layout::UnitShown> feedback = by(least, now);
            EXPECT_EQ(feedback.size(), units);
            if (all.buffer_textures) expectEqual(by(without, now), feedback);
            if (all.compute) expectEqual(by(all, now), feedback);
        }
    }
}

// A hundred thousand places, marching, on the hills that come with the program and on a picture of heights
// whose sides are neither equal nor powers of two; half of the army stands beyond their edges.
TEST_F(UnitStatesTest, StandWhereTheCpuSaysOnHills) {
    const std::filesystem::path picture = test::outputFolder(caps()) / "heights.png";
    std::vector<std::uint8_t> grey;
    for (int i = 0; i < 100 * 70; ++i) grey.push_back(static_cast<std::uint8_t>((i * i / 7 + 3 * i) % 251));
    writePng(picture, 100, 70, 1, grey);
    for (const std::string& ground : {std::string(kGroundHills), picture.string()}) {
        SCOPED_TRACE(ground);
        CrowdSettings settings;
        settings.units = 100'000;
        settings.formation = Formation::kScatter;
        settings.terrain = {ground, 333.0, 40.0};
        Stage stage = stageOf(settings);
        EXPECT_GT(stage.crowd.formationRadius_m(), 300.0);
        const Ticks now = ticksFromSeconds(47.0);
        for (const gl::Capabilities& capabilities : levels()) {
            for (UnitGroup& group : stage.crowd.groups()) group.dirty.add({0, group.units.size()});
            const std::vector<layout::UnitShown> states = statesBy(capabilities, stage, now);
            double worst = 0.0;
            for (const layout::UnitShown& shown : states) {
                // At the place that the GPU found, so that only the height is compared.
                const double height = stage.crowd.terrain()->height_m({shown.placement.x, shown.placement.z});
                worst = std::max(worst, std::abs(static_cast<double>(shown.placement.y) - height));
            }
            EXPECT_LT(worst, 1e-4);
        }
        for (std::uint32_t unit = 0; unit < 100; ++unit) {
            const glm::vec4 at = stage.crowd.stateOf(unit, now).placement;
            EXPECT_NEAR(at.y, stage.crowd.terrain()->height_m({at.x, at.z}), 1e-6);
        }
    }
}

}  // namespace
}  // namespace phalanx
