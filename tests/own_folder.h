// A folder for the running test alone: ctest runs tests of one program side by side.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

namespace phalanx::test {

// PHALANX_TEST_OUTPUT_DIR/SUITE/TEST, empty. Only while a test runs.
inline std::filesystem::path ownFolder() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    std::filesystem::path folder =
        std::filesystem::path(PHALANX_TEST_OUTPUT_DIR) / info->test_suite_name() / info->name();
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    return folder;
}

}  // namespace phalanx::test
