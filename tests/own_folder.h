// A folder for the running test: ctest may run several tests of one program at the same time.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

namespace phalanx::test {

// The empty folder PHALANX_TEST_OUTPUT_DIR/SUITE/TEST. Only valid while a test runs.
inline std::filesystem::path ownFolder() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    std::filesystem::path folder =
        std::filesystem::path(PHALANX_TEST_OUTPUT_DIR) / info->test_suite_name() / info->name();
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    return folder;
}

}  // namespace phalanx::test
