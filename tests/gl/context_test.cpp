// Contexts on a real driver: versions and their guarantees, device selection, debug output.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "gl/context/capabilities.h"
#include "gl/context/context.h"
#include "gl/context/headless.h"
#include "gl/gl_fixture.h"
#include "gl/objects/buffer.h"
#include "gl/objects/debug.h"
#include "gl/objects/handle.h"
#include "gl/objects/readback.h"
#include "gl/objects/texture.h"

namespace phalanx::gl {
namespace {

TEST(ParseVersion, KnowsOpenGlVersions) {
    EXPECT_EQ(parseVersion("3.3"), 33);
    EXPECT_EQ(parseVersion("4.6"), 46);
    EXPECT_EQ(parseVersion("es3.0"), kEs30);
    for (const char* bad : {"", "3", "33", "3.2", "4.7", "5.0", "4.x", "3.3 ", "es", "es2.0"}) {
        EXPECT_THROW(parseVersion(bad), Error) << bad;
    }
}

TEST(Versions, AreTriedFromTheNewestDown) {
    EXPECT_EQ(versionsToTry({33, false}), std::vector<int>{33});
    const std::vector<int> all = versionsToTry({});
    EXPECT_EQ(all.back(), 33);
    EXPECT_TRUE(std::is_sorted(all.rbegin(), all.rend()));
}

class Context : public test::GlTest {};

TEST_F(Context, CapabilitiesAreConsistent) {
    const Capabilities& c = caps();
    EXPECT_GE(c.version, 33);
    EXPECT_GE(c.max_texture_buffer_size, 65536);
    EXPECT_GE(c.max_texture_size, 1024);
    EXPECT_GE(c.max_uniform_block_size, 16384);
    EXPECT_GE(c.max_samples, 1);
    EXPECT_FALSE(c.renderer.empty());
    EXPECT_EQ(c.compute, c.version >= 43);
    EXPECT_EQ(c.base_instance, c.version >= 42);
    EXPECT_EQ(c.timer_queries_reliable, c.timer_queries && !c.software);
    const std::string line = describe(c);
    EXPECT_NE(line.find(c.renderer), std::string::npos);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    RecordProperty("context", context().origin() + ": " + line);
}

TEST_F(Context, Version33DisablesNewerFeatures) {
    {
        ContextSettings settings;
        settings.version = 33;
        const HeadlessContext gated(settings);
        const Capabilities& c = gated.capabilities();
        EXPECT_EQ(c.version, 33);
        EXPECT_FALSE(c.khr_debug);
        EXPECT_FALSE(c.base_instance);
        EXPECT_FALSE(c.compute);
        EXPECT_FALSE(c.multi_draw_indirect);
        EXPECT_FALSE(c.buffer_storage);
        EXPECT_FALSE(c.pipeline_statistics);
        // Calls above the requested version must crash here instead of working by chance.
        EXPECT_EQ(glad_glDispatchCompute, nullptr);
        EXPECT_EQ(glad_glDrawElementsInstancedBaseInstance, nullptr);
        EXPECT_EQ(glad_glObjectLabel, nullptr);
        EXPECT_NE(glad_glDrawElementsInstanced, nullptr);
        EXPECT_NO_THROW(requireVersion(c, 33, "technique texture"));
        try {
            requireVersion(c, 43, "technique compute");
            ADD_FAILURE() << "no error was thrown";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kEnvironment);
            const std::string text = error.what();
            EXPECT_TRUE(text.starts_with("technique compute: needs OpenGL 4.3, this context has 3.3 ("))
                << text;
        }
        // Without the extension, labels and groups must do nothing.
        const Buffer buffer = createBuffer(std::size_t{16}, GL_STATIC_DRAW, "labelled");
        const DebugGroup group("group");
    }
    context().makeCurrent();
    EXPECT_EQ(caps().compute, caps().version >= 43);
    EXPECT_EQ(glad_glDispatchCompute != nullptr, caps().compute);
}

// Sets an environment variable and restores its previous value.
class Variable {
  public:
    Variable(const char* name, const char* value) : name_(name) {
        const char* old = std::getenv(name);
        if (old != nullptr) old_ = old;
        setenv(name, value, 1);
    }
    ~Variable() {
        if (old_) {
            setenv(name_, old_->c_str(), 1);
        } else {
            unsetenv(name_);
        }
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    Variable(Variable&&) = delete;
    Variable& operator=(Variable&&) = delete;

  private:
    const char* name_;
    std::optional<std::string> old_;
};

// Clears a texture through a framebuffer and reads it back: proves that the context can draw.
void expectToDraw(const Capabilities& capabilities) {
    const Texture texture = createTargetTexture(capabilities, GL_RGBA8, 4, 4, 1, "target");
    const auto framebuffer = Framebuffer::create();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.id(), 0);
    requireComplete(framebuffer, "target");
    glClearColor(1.0F, 0.0F, 0.2F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    const Pixels pixels = readPixels(framebuffer.id(), 4, 4);
    EXPECT_EQ(pixels.rgba8[0], 255);
    EXPECT_EQ(pixels.rgba8[1], 0);
    EXPECT_EQ(pixels.rgba8[2], 51);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(Context, EveryKindOfHeadlessContextDraws) {
    int ways = 0;
    for (const char* choice : {"0", "1", "2", "surfaceless"}) {
        const Variable chosen("PHALANX_EGL", choice);
        try {
            const HeadlessContext other;
            SCOPED_TRACE(other.origin());
            expectToDraw(other.capabilities());
            ++ways;
            std::printf("    PHALANX_EGL=%s: %s, %s\n", choice, other.origin().c_str(),
                        describe(other.capabilities()).c_str());
        } catch (const Error& error) {
            // NVIDIA has no surfaceless platform, and machines have different devices.
            EXPECT_EQ(error.code(), ExitCode::kEnvironment);
            std::printf("    PHALANX_EGL=%s: %s\n", choice, error.what());
        }
    }
    EXPECT_GE(ways, 1);
    context().makeCurrent();
    expectToDraw(caps());
}

TEST_F(Context, AnInvalidDeviceIsAOneLineError) {
    for (const char* choice : {"99", "nonsense", "-1"}) {
        const Variable chosen("PHALANX_EGL", choice);
        try {
            const HeadlessContext other;
            ADD_FAILURE() << choice << " created a context";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kEnvironment);
            EXPECT_TRUE(std::string(error.what()).starts_with(std::string("PHALANX_EGL=") + choice))
                << error.what();
        }
    }
    context().makeCurrent();
}

TEST_F(Context, DebugOutputCountsErrors) {
    if (!caps().khr_debug) GTEST_SKIP() << "no KHR_debug";
    EXPECT_TRUE(debugOutputOn());
    const int before = debugProblems();
    glBindBuffer(GL_TRIANGLES + 1000, 0);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_INVALID_ENUM));
    EXPECT_EQ(debugProblems(), before + 1);
    EXPECT_FALSE(debugProblemTexts().empty());
    expectProblems(1);
}

TEST(DebugOutput, IsEnabledByTheEnvironment) {
    {
        const Variable on("PHALANX_GL_DEBUG", "1");
        EXPECT_TRUE(debugOutputWanted());
    }
    {
        const Variable off("PHALANX_GL_DEBUG", "0");
        EXPECT_FALSE(debugOutputWanted());
    }
    const Variable unset("PHALANX_GL_DEBUG", "");
#ifdef NDEBUG
    EXPECT_FALSE(debugOutputWanted());
#else
    EXPECT_TRUE(debugOutputWanted());
#endif
}

TEST_F(Context, GroupsAndLabelsReachTheDriver) {
    if (!caps().khr_debug) GTEST_SKIP() << "no KHR_debug";
    const DebugGroup group("a pass");
    const Buffer buffer = createBuffer(std::size_t{16}, GL_STATIC_DRAW, "instances of Knight");
    std::array<char, 64> text{};
    glGetObjectLabel(GL_BUFFER, buffer.id(), static_cast<GLsizei>(text.size()), nullptr, text.data());
    EXPECT_STREQ(text.data(), "instances of Knight");
}

}  // namespace
}  // namespace phalanx::gl
