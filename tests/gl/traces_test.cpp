// Traces of events as they are drawn.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "app/army/army.h"
#include "gl/coarse_lods.h"
#include "gl/stage_fixture.h"
#include "render/passes/targets.h"
#include "traces.h"

namespace phalanx {
namespace {

class TracesTest : public test::StageTest {
  protected:
    struct Drawn {
        gl::Pixels pixels;
        FrameStats stats;
    };
    // Three metres above the empty ground, looking down.
    Drawn draw(Stage& stage, Ticks now, bool traces = true) const {
        Camera camera;
        camera.eye = {0.0, 3.0, 0.01};
        camera.target = {0.0, 0.0, 0.0};
        FrameRequest request{wholeUnits()};
        request.traces = traces;
        request.units = false;
        request.samples = 1;
        const PlainTarget picture(caps(), GL_RGBA8, kSide, kSide, false, "picture");
        stage.renderer.draw(stage.gpu_models, stage.crowd, camera, request, now, kSide, kSide);
        stage.renderer.present(picture.framebuffer());
        return {gl::readPixels(picture.framebuffer(), kSide, kSide), stage.renderer.settledStats()};
    }
    static double brightness(const gl::Pixels& pixels, int x, int y) {
        double sum = 0.0;
        for (int c = 0; c < 3; ++c)
            sum += pixels.rgba8[(static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width) +
                                 static_cast<std::size_t>(x)) *
                                    4 +
                                static_cast<std::size_t>(c)];
        return sum;
    }
    static layout::Trace trace(std::uint32_t kind, Ticks birth, float size) {
        return {{0.0F, kind == PH_TRACE_FOOTPRINT ? 0.0F : 0.2F, 0.0F, 0.0F},
                {0.0F, 1.0F, 0.0F, size},
                {birth, kind, 77U, 0U}};
    }

    Stage& laid() {
        models_ = {test::smallModel(3)};
        lay(grid(4));
        return *stage_;
    }
};

TEST_F(TracesTest, EachKindIsSeenDuringItsLifeOnly) {
    Stage& stage = laid();
    const double ground = brightness(draw(stage, 40'000, false).pixels, kSide / 2, kSide / 2 - 6);
    Ticks birth = 40'000;
    for (std::uint32_t kind = 0; kind < PH_TRACE_KINDS; ++kind) {
        if (kind == PH_TRACE_TRACER) continue;  // seen from its own end here
        SCOPED_TRACE(kind);
        const Ticks life = ticksFromSeconds(static_cast<double>(layout::traceLife(kind)));
        const std::vector<layout::Trace> one{trace(kind, birth, 0.4F)};
        stage.renderer.traces().take(true, one);
        const Drawn early = draw(stage, birth + life / 8);
        const double seen = brightness(early.pixels, kSide / 2, kSide / 2 - 6);
        if (kind == PH_TRACE_FOOTPRINT) {
            EXPECT_LT(seen, 0.9 * ground);
        } else {
            EXPECT_GT(std::abs(seen - ground), 8.0);
        }
        EXPECT_EQ(brightness(draw(stage, birth + life + 1).pixels, kSide / 2, kSide / 2 - 6),
                  brightness(draw(stage, birth + life + 1, false).pixels, kSide / 2, kSide / 2 - 6));
        birth += 4 * life;
    }
}

TEST_F(TracesTest, CostOneDrawAndOneUpload) {
    Stage& stage = laid();
    draw(stage, 0);
    const FrameStats none = draw(stage, 1).stats;
    std::vector<layout::Trace> many;
    for (int i = 0; i < 5000; ++i) many.push_back(trace(PH_TRACE_FOOTPRINT, 10, 0.1F));
    stage.renderer.traces().take(false, many);
    const FrameStats some = draw(stage, 20).stats;
    EXPECT_EQ(some.draws, none.draws + 1);
    EXPECT_EQ(some.uploads, none.uploads + 1);
    EXPECT_EQ(some.bytes_uploaded, none.bytes_uploaded + many.size() * PH_TRACE_BYTES);
    const FrameStats later = draw(stage, 30).stats;
    EXPECT_EQ(later.draws, none.draws + 1);
    EXPECT_EQ(later.bytes_uploaded, none.bytes_uploaded);
    // All over: nothing is drawn.
    EXPECT_EQ(draw(stage, 20 * 4096).stats.draws, none.draws);
}

TEST_F(TracesTest, TheOldestGiveWay) {
    Stage& stage = laid();
    const std::vector<layout::Trace> print{trace(PH_TRACE_FOOTPRINT, 0, 0.4F)};
    stage.renderer.traces().take(false, print);
    const double with = brightness(draw(stage, 100).pixels, kSide / 2, kSide / 2 - 6);
    const double without = brightness(draw(stage, 100, false).pixels, kSide / 2, kSide / 2 - 6);
    EXPECT_LT(with, 0.9 * without);
    layout::Trace far = print.front();
    far.place.x = 1e6F;
    stage.renderer.traces().take(false, std::vector<layout::Trace>(TracePass::kMost - 1, far));
    EXPECT_EQ(brightness(draw(stage, 100).pixels, kSide / 2, kSide / 2 - 6), with);
    stage.renderer.traces().take(false, std::vector<layout::Trace>(1, far));
    EXPECT_EQ(brightness(draw(stage, 100).pixels, kSide / 2, kSide / 2 - 6), without);
}

}  // namespace
}  // namespace phalanx
