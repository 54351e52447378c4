// The output folder of GL tests: the suites of two versions of OpenGL or OpenGL ES may run at the same time,
// each in a separate folder.
#pragma once

#include <filesystem>
#include <string>

#include "gl/context/capabilities.h"

namespace phalanx::test {

inline std::filesystem::path outputFolder(const gl::Capabilities& capabilities) {
    const std::string api = capabilities.es ? "es" : "gl";
    std::filesystem::path folder =
        std::filesystem::path(PHALANX_TEST_OUTPUT_DIR) / (api + std::to_string(capabilities.version));
    std::filesystem::create_directories(folder);
    return folder;
}

}  // namespace phalanx::test
