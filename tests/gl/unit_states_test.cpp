// Unit states computed by compute shaders and by transform feedback must be equal.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "core/file.h"
#include "gl/gl_fixture.h"
#include "gl/objects/buffer.h"
#include "render/draws/unit_drawer.h"
#include "render/passes/frame_block.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

class UnitStates : public test::GlTest {};

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
    const UnitScene scene{stage.gpu_models,         buffers, nothing_culled,           stage.crowd.groups(),
                          findTechnique("texture"), {},      stage.crowd.schedule(now)};
    drawer.advance(scene, stats);
    EXPECT_EQ(stats.dispatches > 0, capabilities.compute);
    EXPECT_EQ(stats.draws > 0, !capabilities.compute);
    const UnitBuffers::Group& group = buffers.groups().front();
    std::vector<layout::UnitShown> states(group.count);
    gl::readBuffer(group.states, 0, std::as_writable_bytes(std::span(states)));
    return states;
}

TEST_F(UnitStates, MatchBetweenComputeAndTransformFeedback) {
    if (!caps().compute) GTEST_SKIP() << "needs OpenGL 4.3";
    std::vector<LoadedModel> models(1);
    models.front().model = test::makeModel({.joints = 6, .vertices = 90, .seed = 3});
    BakeSettings bake;
    bake.rate_hz = 15.0;
    models.front().baked = bakeAnimation(models.front().model, bake);
    CrowdSettings settings;
    settings.units = 300;  // not a multiple of the workgroup size
    settings.crossfade_spread = 0.6;
    settings.speed_spread = 0.1;
    SkinOptions skin;
    skin.bake.fetch = FetchPath::kTexture2d;
    Stage stage(caps(), models, makeCrowd(models, {}, settings, 0), skin);
    gl::Capabilities without = caps();
    without.compute = false;
    for (const Ticks now : {Ticks{0}, Ticks{9'000}, Ticks{400'000}}) {
        const std::vector<layout::UnitShown> compute = statesBy(caps(), stage, now);
        for (UnitGroup& group : stage.crowd.groups()) group.dirty_last = group.units.size();
        const std::vector<layout::UnitShown> feedback = statesBy(without, stage, now);
        ASSERT_EQ(compute.size(), 300U);
        for (std::size_t i = 0; i < compute.size(); ++i) {
            for (int c = 0; c < 4; ++c)
                EXPECT_NEAR(compute[i].placement[c], feedback[i].placement[c], 1e-4) << now << ' ' << i;
            // Rounding at the border between two frames may select either frame.
            const auto momentOf = [](const layout::UnitShown& shown, int clip) {
                return static_cast<float>(shown.frames[clip]) + std::bit_cast<float>(shown.frames[clip + 2]);
            };
            for (int clip = 0; clip < 2; ++clip)
                EXPECT_NEAR(momentOf(compute[i], clip), momentOf(feedback[i], clip), 1e-3) << now << ' ' << i;
            EXPECT_EQ(glm::uvec3(compute[i].look), glm::uvec3(feedback[i].look));
            EXPECT_NEAR(std::bit_cast<float>(compute[i].look.w), std::bit_cast<float>(feedback[i].look.w),
                        1e-6);
        }
    }
}

}  // namespace
}  // namespace phalanx
