// What a window says where none can be opened. Real windows are the app tests' matter.
#include "gl/context/window.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "core/error.h"

namespace phalanx::gl {
namespace {

TEST(Window, WithoutDisplaySaysWhyAndWhatToDoInstead) {
    unsetenv("DISPLAY");  // each test is a process of its own under ctest
    unsetenv("WAYLAND_DISPLAY");
    for (int attempt = 0; attempt < 2;
         ++attempt) {  // a failure leaves nothing behind that changes the next one
        try {
            const Window window{WindowSettings{}};
            ADD_FAILURE() << "a window without a display";
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
