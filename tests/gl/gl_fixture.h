// A headless context for tests that need OpenGL. Without one, tests are skipped with the reason, or fail if
// PHALANX_REQUIRE_GL is set: a machine that should have a context cannot pass by skipping.
// PHALANX_TEST_GL=3.3 limits the tests to that version, es3.0 to OpenGL ES; PHALANX_EGL selects the device
// (see gl/context/headless.h).
#pragma once

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "core/error.h"
#include "gl/context/headless.h"
#include "gl/objects/debug.h"

namespace phalanx::test {

// One context per process, created at the first use; it outlives all tests.
class SharedContext {
  public:
    static SharedContext& get() {
        static SharedContext instance;
        return instance;
    }
    bool available() const { return context_.has_value(); }
    const std::string& reason() const { return reason_; }
    gl::HeadlessContext& context() { return *context_; }

  private:
    SharedContext() {
        try {
            gl::ContextSettings settings;
            settings.debug = true;
            const char* version = std::getenv("PHALANX_TEST_GL");
            if (version != nullptr && *version != '\0') settings.version = gl::parseVersion(version);
            context_.emplace(settings);
            gl::installDebugOutput(context_->capabilities());
        } catch (const Error& error) {
            reason_ = error.what();
        }
    }

    std::optional<gl::HeadlessContext> context_;
    std::string reason_;
};

// Base class of tests with a context. A test must leave no GL error and no message in the debug output.
class GlTest : public ::testing::Test {
  protected:
    // A fixture with its own SetUp calls this first and returns if IsSkipped() or HasFatalFailure().
    void SetUp() override {
        SharedContext& shared = SharedContext::get();
        if (!shared.available()) {
            if (std::getenv("PHALANX_REQUIRE_GL") != nullptr) FAIL() << shared.reason();
            GTEST_SKIP() << shared.reason();
        }
        problems_before_ = gl::debugProblems();
    }

    void TearDown() override {
        if (!SharedContext::get().available()) return;
        EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
        if (gl::debugProblems() == problems_before_ + expected_problems_) return;
        std::string texts;
        for (const std::string& text : gl::debugProblemTexts()) texts += "\n" + text;
        ADD_FAILURE() << "the driver reported " << gl::debugProblems() - problems_before_
                      << " problems:" << texts;
    }

    const gl::Capabilities& caps() const { return SharedContext::get().context().capabilities(); }
    gl::HeadlessContext& context() { return SharedContext::get().context(); }

    // For tests that read back by functions that OpenGL ES does not have, such as glGetTexImage.
    bool isEs() const { return caps().es; }
    static constexpr const char* kNotInEs = "uses functions that OpenGL ES does not have";

    // For tests that cause driver errors on purpose.
    void expectProblems(int count) { expected_problems_ = count; }

  private:
    int problems_before_ = 0;
    int expected_problems_ = 0;
};

}  // namespace phalanx::test
