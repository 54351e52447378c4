// The gl module on a real driver: textures, buffers, timers, statistics, readback.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/error.h"
#include "gl/context/capabilities.h"
#include "gl/gl_fixture.h"
#include "gl/objects/buffer.h"
#include "gl/objects/buffer_texture.h"
#include "gl/objects/handle.h"
#include "gl/objects/readback.h"
#include "gl/objects/statistics.h"
#include "gl/objects/texture.h"
#include "gl/objects/timer.h"

namespace phalanx::gl {
namespace {

struct CountingTraits {
    using Id = int;
    static inline int alive = 0;
    static inline int made = 0;
    static Id create() {
        ++alive;
        return ++made;
    }
    static void destroy(Id /*id*/) { --alive; }
};
using Counted = Handle<CountingTraits>;

TEST(Handle, OwnsOneObject) {
    ASSERT_EQ(CountingTraits::alive, 0);
    {
        const Counted none;
        EXPECT_FALSE(none);
        Counted a = Counted::create();
        const int id = a.id();
        EXPECT_TRUE(a);
        EXPECT_EQ(CountingTraits::alive, 1);

        Counted b = std::move(a);
        EXPECT_EQ(b.id(), id);
        EXPECT_FALSE(a);  // NOLINT(bugprone-use-after-move): tests the moved-from state
        EXPECT_EQ(CountingTraits::alive, 1);

        Counted c = Counted::create();
        EXPECT_EQ(CountingTraits::alive, 2);
        c = std::move(b);
        EXPECT_EQ(CountingTraits::alive, 1);
        EXPECT_EQ(c.id(), id);

        Counted& same = c;
        c = std::move(same);
        EXPECT_EQ(c.id(), id);

        c.reset();
        EXPECT_FALSE(c);
        EXPECT_EQ(CountingTraits::alive, 0);
        c.reset();
        EXPECT_EQ(CountingTraits::alive, 0);

        std::vector<Counted> many;
        for (int i = 0; i < 10; ++i) many.push_back(Counted::create());
        EXPECT_EQ(CountingTraits::alive, 10);
    }
    EXPECT_EQ(CountingTraits::alive, 0);
    static_assert(!std::is_copy_constructible_v<Counted> && !std::is_copy_assignable_v<Counted>);
    static_assert(std::is_nothrow_move_constructible_v<Counted> &&
                  std::is_nothrow_move_assignable_v<Counted>);
    static_assert(sizeof(Buffer) == sizeof(GLuint));
}

class Gl : public test::GlTest {};

TEST_F(Gl, BuffersRoundTrip) {
    const std::vector<std::uint32_t> items = {1, 2, 3, 4};
    const Buffer buffer = createBuffer(std::span<const std::uint32_t>(items), GL_STATIC_DRAW, "items");
    const std::array<std::uint32_t, 1> changed = {30};
    updateBuffer(buffer, 8, std::span<const std::uint32_t>(changed));
    std::array<std::uint32_t, 4> back{};
    readBuffer(buffer, 0, std::as_writable_bytes(std::span(back)));
    EXPECT_EQ(back, (std::array<std::uint32_t, 4>{1, 2, 30, 4}));
    const std::array<std::uint32_t, 2> fewer = {7, 8};
    replaceBuffer(buffer, std::span<const std::uint32_t>(fewer), GL_STREAM_DRAW);
    readBuffer(buffer, 0, std::as_writable_bytes(std::span(back).first(2)));
    EXPECT_EQ(back[1], 8U);
}

TEST_F(Gl, BufferUploadsDoNotChangeTheVertexArray) {
    const auto vertex_array = VertexArray::create();
    glBindVertexArray(vertex_array.id());
    const Buffer indices = createBuffer(std::size_t{16}, GL_STATIC_DRAW, "indices");
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices.id());
    const Buffer other = createBuffer(std::size_t{16}, GL_STATIC_DRAW, "other");
    const std::array<std::uint32_t, 1> one = {1};
    updateBuffer(other, 0, std::span<const std::uint32_t>(one));
    GLint bound = 0;
    glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &bound);
    EXPECT_EQ(static_cast<GLuint>(bound), indices.id());
    glBindVertexArray(0);
}

TEST_F(Gl, DataTexturesRoundTrip) {
    if (isEs()) GTEST_SKIP() << kNotInEs;
    const std::vector<float> texels = {1.5F, -2.0F, 3.25e-6F, 4.0e9F, 0.0F, 1.0F, 2.0F, 3.0F};
    const Texture texture =
        createDataTexture(caps(), GL_RGBA32F, 2, 1, std::span<const float>(texels), "data");
    std::array<float, 8> back{};
    glBindTexture(GL_TEXTURE_2D, texture.id());
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, back.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    EXPECT_EQ(back, (std::array<float, 8>{1.5F, -2.0F, 3.25e-6F, 4.0e9F, 0.0F, 1.0F, 2.0F, 3.0F}));
    EXPECT_EQ(texelLayout(GL_RGBA32F).bytes, 16U);
}

TEST_F(Gl, LimitsAreNamedWithTheirNumbers) {
    const auto failure = [](auto make) -> std::string {
        try {
            make();
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kEnvironment);
            return error.what();
        }
        return "no error";
    };
    const std::string size = std::to_string(caps().max_texture_size);
    const int wide = caps().max_texture_size + 1;
    std::string text = failure([&] { createDataTexture(caps(), GL_RGBA32F, wide, 1, {}, "animation"); });
    EXPECT_TRUE(text.starts_with("animation: ")) << text;
    EXPECT_NE(text.find(size), std::string::npos) << text;
    text = failure([&] { createShadowTexture(caps(), wide, 1, "shadow"); });
    EXPECT_NE(text.find(size), std::string::npos) << text;
    text = failure([&] { createTargetTexture(caps(), GL_RGBA8, 4, 4, caps().max_samples + 1, "picture"); });
    EXPECT_NE(text.find(std::to_string(caps().max_samples)), std::string::npos) << text;
    const Buffer buffer = createBuffer(std::size_t{16}, GL_STATIC_DRAW, "texels");
    const auto texels = static_cast<std::size_t>(caps().max_texture_buffer_size) + 1;
    text = failure([&] { BufferTexture(caps(), GL_RGBA32F, buffer, texels, "animation"); });
    EXPECT_NE(text.find(std::to_string(caps().max_texture_buffer_size)), std::string::npos) << text;
    text = failure([&] {
        requireUniformBlock(caps(), static_cast<std::size_t>(caps().max_uniform_block_size) + 1, "palette");
    });
    EXPECT_NE(text.find(std::to_string(caps().max_uniform_block_size)), std::string::npos) << text;
    const auto empty = Framebuffer::create();
    text = failure([&] { requireComplete(empty, "nothing"); });
    EXPECT_TRUE(text.starts_with("framebuffer nothing: ")) << text;
}

TEST_F(Gl, ColourAndShadowTexturesAreComplete) {
    if (isEs()) GTEST_SKIP() << kNotInEs;
    const std::vector<std::uint8_t> grey(std::size_t{16} * 8 * 4, 128);
    const Texture color =
        createColorTexture(caps(), 16, 8, grey, ColorEncoding::kSrgb, Wrap::kRepeat, "grey");
    glBindTexture(GL_TEXTURE_2D, color.id());
    std::array<std::uint8_t, 4> smallest{};
    glGetTexImage(GL_TEXTURE_2D, 4, GL_RGBA, GL_UNSIGNED_BYTE, smallest.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    EXPECT_NEAR(smallest[0], 128, 1);
    const Texture shadow = createShadowTexture(caps(), 64, 3, "shadow");
    const auto framebuffer = Framebuffer::create();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, shadow.id(), 0, 2);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    EXPECT_NO_THROW(requireComplete(framebuffer, "shadow"));
    if (caps().max_samples >= 4) {
        EXPECT_TRUE(createTargetTexture(caps(), GL_RGBA16F, 32, 32, 4, "picture"));
        EXPECT_TRUE(createTargetTexture(caps(), GL_DEPTH_COMPONENT32F, 32, 32, 4, "depth"));
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

// A framebuffer with one texture.
struct Target {
    Texture texture;
    Framebuffer framebuffer = Framebuffer::create();

    Target(const Capabilities& capabilities, GLenum format, int width, int height)
        : texture(createTargetTexture(capabilities, format, width, height, 1, "target")) {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.id(), 0);
        glViewport(0, 0, width, height);
    }
};

TEST_F(Gl, PixelsAreReadTopRowFirst) {
    const Target target(caps(), GL_RGBA8, 3, 5);  // rows of 12 bytes, which is not a multiple of 8
    glClearColor(0.0F, 0.0F, 0.0F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(2, 4, 1, 1);  // the top right pixel; OpenGL counts rows from the bottom
    glClearColor(1.0F, 0.0F, 0.0F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    const Pixels pixels = readPixels(target.framebuffer.id(), 3, 5);
    ASSERT_EQ(pixels.rgba8.size(), 60U);
    for (std::size_t i = 0; i < 15; ++i) EXPECT_EQ(pixels.rgba8[4 * i], i == 2 ? 255 : 0) << i;
}

TEST_F(Gl, IdsAreReadWithoutWaiting) {
    const Target target(caps(), GL_R32UI, 4, 4);
    const std::array<GLuint, 4> none = {0, 0, 0, 0};
    glClearBufferuiv(GL_COLOR, 0, none.data());
    const std::array<GLuint, 4> unit = {4000000001U, 0, 0, 0};
    glEnable(GL_SCISSOR_TEST);
    glScissor(1, 3, 1, 1);
    glClearBufferuiv(GL_COLOR, 0, unit.data());
    glDisable(GL_SCISSOR_TEST);

    AsyncReadback readback;
    EXPECT_FALSE(readback.poll());
    EXPECT_FALSE(readback.pending());
    int accepted = 0;
    while (accepted < 100 && readback.request(target.framebuffer.id(), 0, accepted % 2, 3)) ++accepted;
    EXPECT_EQ(accepted, 4);  // the ring is full and refuses further requests
    EXPECT_TRUE(readback.pending());
    std::vector<std::uint32_t> values;
    for (int tries = 0; tries < 2000 && readback.pending(); ++tries) {
        if (const auto value = readback.poll()) {
            values.push_back(*value);
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    EXPECT_EQ(values, (std::vector<std::uint32_t>{0, 4000000001U, 0, 4000000001U}));
    EXPECT_TRUE(readback.request(target.framebuffer.id(), 0, 0, 0));
}

TEST_F(Gl, TimersArriveLateAndAddUp) {
    if (!caps().timer_queries) GTEST_SKIP() << "no timer queries";
    const Target target(caps(), GL_RGBA8, 512, 512);
    GpuTimer timer(caps());
    ASSERT_TRUE(timer.available());
    int first_result = -1;
    std::vector<std::uint64_t> frames_with_once;
    constexpr int kFrames = 40;
    for (int frame = 0; frame < kFrames; ++frame) {
        timer.poll();
        timer.beginFrame();
        if (first_result < 0 && timer.latest_ms("picture")) first_result = frame;
        // While the GPU has not finished the next frame, the last results stay.
        if (timer.latestFrame() && timer.latest_ms("once")) frames_with_once.push_back(*timer.latestFrame());
        {
            const GpuTimer::Scope whole(timer, "picture");
            for (int i = 0; i < 3; ++i) {
                const GpuTimer::Scope clear(timer, "clear");
                glClear(GL_COLOR_BUFFER_BIT);
            }
        }
        if (frame == 3) {
            const GpuTimer::Scope once(timer, "once");
            glClear(GL_COLOR_BUFFER_BIT);
        }
        glFlush();
        // A real loop waits for the swap. Without that wait the ring could overflow and frames be dropped.
        if (frame % 4 == 3) glFinish();
    }
    EXPECT_GE(first_result, 1) << "results cannot arrive before the frame has ended";
    EXPECT_EQ(timer.passes(), (std::vector<std::string>{"picture", "clear", "once"}));
    ASSERT_TRUE(timer.latest_ms("picture"));
    ASSERT_TRUE(timer.latest_ms("clear"));
    EXPECT_EQ(frames_with_once, std::vector<std::uint64_t>{4})
        << "a pass that did not run must not keep a time of an earlier frame";
    EXPECT_GE(*timer.latest_ms("picture") + 1e-6, *timer.latest_ms("clear"));
    EXPECT_LT(*timer.latest_ms("picture"), 10000.0);
    EXPECT_FALSE(timer.latest_ms("never"));
    EXPECT_LT(timer.droppedFrames(), kFrames / 2);
}

// Where there are no timestamps, as in WebGL, only one query of elapsed time runs at a time.
TEST_F(Gl, TimersNestByElapsedTimesToo) {
    if (!caps().timer_queries) GTEST_SKIP() << "no timer queries";
    Capabilities elapsed = caps();
    elapsed.timestamps = false;
    const Target target(caps(), GL_RGBA8, 512, 512);
    GpuTimer timer(elapsed);
    // Mesa's llvmpipe draws clears of a part only. It may return nonsense for the first query, which is
    // dropped.
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 500, 500);
    while (!timer.latestFrame()) {
        ASSERT_LT(timer.frame(), 100U);
        timer.beginFrame();
        {
            const GpuTimer::Scope whole(timer, "whole");
            for (int i = 0; i < 20; ++i) glClear(GL_COLOR_BUFFER_BIT);
            {
                const GpuTimer::Scope inner(timer, "inner");
                for (int i = 0; i < 20; ++i) glClear(GL_COLOR_BUFFER_BIT);
            }
            for (int i = 0; i < 20; ++i) glClear(GL_COLOR_BUFFER_BIT);
        }
        glFinish();
        timer.poll();
    }
    ASSERT_TRUE(timer.latest_ms("whole"));
    ASSERT_TRUE(timer.latest_ms("inner"));
    EXPECT_GT(*timer.latest_ms("inner"), 0.0);
    EXPECT_GT(*timer.latest_ms("whole"), *timer.latest_ms("inner"));
    EXPECT_LT(*timer.latest_ms("whole"), 10000.0);
    EXPECT_EQ(timer.framesRead(), 1U);
    // An error between begin() and end() leaves a query running.
    timer.beginFrame();
    timer.begin("whole");
    timer.beginFrame();
    glFinish();
    glDisable(GL_SCISSOR_TEST);
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

// Some drivers return nonsense for queries between which nothing is drawn.
TEST_F(Gl, TimersDropTimesThatCannotBe) {
    if (!caps().timer_queries) GTEST_SKIP() << "no timer queries";
    const Target target(caps(), GL_RGBA8, 512, 512);
    for (const bool timestamps : {false, true}) {
        if (timestamps && !caps().timestamps) continue;
        Capabilities capabilities = caps();
        capabilities.timestamps = timestamps;
        GpuTimer timer(capabilities);
        std::uint64_t polled = 0;
        for (int frame = 0; frame < 20; ++frame) {
            timer.beginFrame();
            timer.begin("nothing");
            timer.end("nothing");
            glFinish();
            if (frame == 0) continue;
            timer.poll();
            ++polled;
            EXPECT_EQ(timer.framesRead() + static_cast<std::uint64_t>(timer.droppedFrames()), polled);
            EXPECT_LT(timer.latest_ms("nothing").value_or(0.0), 10000.0);
        }
    }
}

TEST_F(Gl, TimersAreReadOldestFirstAndDroppedIfUnread) {
    if (!caps().timer_queries) GTEST_SKIP() << "no timer queries";
    GpuTimer timer(caps());
    ASSERT_TRUE(timer.available());
    const auto frame = [&] {
        timer.beginFrame();
        const GpuTimer::Scope scope(timer, "picture");
        glClear(GL_COLOR_BUFFER_BIT);
    };
    const auto read = [&] {
        timer.poll();
        return timer.latestFrame();
    };
    for (int i = 0; i < 3; ++i) frame();
    glFinish();
    EXPECT_EQ(read(), 1U);
    EXPECT_EQ(read(), 2U);
    EXPECT_FALSE(read()) << "this frame is still being measured";
    frame();
    EXPECT_EQ(read(), 3U);
    EXPECT_EQ(timer.droppedFrames(), 0);
    for (int i = 0; i < GpuTimer::kFrames + 2; ++i) frame();
    glFinish();
    EXPECT_EQ(timer.droppedFrames(), 3);
    EXPECT_EQ(read(), 7U) << "frames 4, 5 and 6 were dropped";
}

TEST_F(Gl, TimersDoNothingIfUnsupported) {
    Capabilities none = caps();
    none.timer_queries = false;
    GpuTimer timer(none);
    for (int frame = 0; frame < 10; ++frame) {
        timer.poll();
        timer.beginFrame();
        const GpuTimer::Scope scope(timer, "picture");
    }
    EXPECT_FALSE(timer.latest_ms("picture"));
    none.pipeline_statistics = false;
    PipelineStatistics statistics(none);
    statistics.begin();
    statistics.end();
    EXPECT_FALSE(statistics.latest());
}

}  // namespace
}  // namespace phalanx::gl
