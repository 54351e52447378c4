// The error of a window that cannot be opened. The app tests test real windows.
#include "gl/context/window.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "core/error.h"

namespace phalanx::gl {
namespace {

TEST(Window, WithoutDisplayErrorNamesReasonAndAlternative) {
    unsetenv("DISPLAY");  // under ctest each test is a separate process
    unsetenv("WAYLAND_DISPLAY");
    for (int attempt = 0; attempt < 2; ++attempt) {  // the first failure must not change the second one
        try {
            const Window window{WindowSettings{}};
            ADD_FAILURE() << "a window was opened without a display";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kEnvironment);
            const std::string text = error.what();
            EXPECT_TRUE(text.starts_with("display: ")) << text;
            EXPECT_NE(text.find("phalanx shot"), std::string::npos) << text;
            EXPECT_NE(text.find("neither DISPLAY nor WAYLAND_DISPLAY is set"), std::string::npos) << text;
        }
    }
}

}  // namespace
}  // namespace phalanx::gl
