// Where a GL test writes: the suites of two OpenGL versions run side by side, each in a folder of its own.
#pragma once

#include <filesystem>
#include <string>

#include "gl/context/capabilities.h"

namespace phalanx::test {

inline std::filesystem::path outputFolder(const gl::Capabilities& capabilities) {
    return std::filesystem::path(PHALANX_TEST_OUTPUT_DIR) / ("gl" + std::to_string(capabilities.version));
}

}  // namespace phalanx::test
