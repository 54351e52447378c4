// Imports in a separate process of the real program: the same model is returned, and neither bad files nor
// exceeded limits affect more than that process.
#include "asset/isolated_import.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "asset/container/container.h"
#include "core/address_sanitizer.h"
#include "core/child_process.h"
#include "core/error.h"
#include "cpu/asset/samples/gltf_builder.h"

namespace phalanx {
namespace {

class ImportIsolated : public ::testing::Test {
  protected:
    static ImportedModel import(const std::filesystem::path& path, const ImportSettings& settings = {},
                                const ImportLimits& limits = {}) {
        return importIsolated(path, settings, limits, PHALANX_PROGRAM);
    }

    static std::string refusal(const std::filesystem::path& path, const ImportSettings& settings = {},
                               const ImportLimits& limits = {}, ExitCode code = ExitCode::kInput) {
        try {
            import(path, settings, limits);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), code);
            std::string text = error.what();
            EXPECT_EQ(text.find('\n'), std::string::npos) << text;
            return text;
        }
        ADD_FAILURE() << path << " was imported";
        return {};
    }

    // Reading it takes Assimp some seconds and some hundred megabytes.
    std::filesystem::path writeLargeObj() const {
        std::filesystem::path path = folder_.path() / "large.obj";
        std::ofstream file(path);
        constexpr int kSide = 1000;
        for (int y = 0; y < kSide; ++y) {
            for (int x = 0; x < kSide; ++x) file << "v " << x << ' ' << y << " 0\n";
        }
        for (int y = 0; y + 1 < kSide; ++y) {
            for (int x = 1; x < kSide; ++x) {
                const int at = y * kSide + x;
                file << "f " << at << ' ' << at + 1 << ' ' << at + kSide + 1 << ' ' << at + kSide << '\n';
            }
        }
        return path;
    }

    test::TemporaryFolder folder_;
};

TEST_F(ImportIsolated, ReturnsTheSameModel) {
    const auto path = folder_.write("column with a space.glb", test::twoBones().glb());
    const ImportedModel there = import(path);
    EXPECT_EQ(writeContainer(there.model), writeContainer(importModel(path)));
    EXPECT_TRUE(there.cost.isolated);
    EXPECT_GT(there.cost.wall_ms, 0.0);
    EXPECT_GT(there.cost.peak_memory_bytes, 0U);
}

TEST_F(ImportIsolated, SettingsAreApplied) {
    const auto path = folder_.write("column.glb", test::twoBones().glb());
    ImportSettings settings;
    settings.height_m = 3.3;
    EXPECT_DOUBLE_EQ(import(path, settings).model.height_m, 3.3);
    settings.hidden_parts = {"No such = part"};
    EXPECT_NE(refusal(path, settings, {}, ExitCode::kUsage).find("No such = part"), std::string::npos);
    settings = {};
    settings.max_file_bytes = 10;
    EXPECT_NE(refusal(path, settings).find("limit of 10"), std::string::npos);
}

TEST_F(ImportIsolated, ErrorsMatchTheImporters) {
    const auto path = folder_.write("text.fbx", std::string_view("no model\n"));
    std::string here;
    try {
        importModel(path);
    } catch (const Error& error) {
        here = error.what();
    }
    EXPECT_EQ(refusal(path), here);
    EXPECT_NE(refusal(folder_.path() / "none.glb").find("no such file"), std::string::npos);
}

TEST_F(ImportIsolated, TheTimeLimitIsNamed) {
    const auto path = writeLargeObj();
    ImportLimits limits;
    limits.wall_s = 0.3;
    const std::string text = refusal(path, {}, limits);
    EXPECT_EQ(text.find(path.string()), 0U) << text;
    EXPECT_NE(text.find("stopped after 0.3 s"), std::string::npos) << text;
    EXPECT_NE(text.find("--import-time"), std::string::npos) << text;
}

TEST_F(ImportIsolated, TheProcessorTimeLimitIsNamed) {
    const auto path = writeLargeObj();
    ImportLimits limits;
    limits.cpu_s = 1;
    const std::string text = refusal(path, {}, limits);
    EXPECT_NE(text.find("1 s of processor time"), std::string::npos) << text;
    EXPECT_NE(text.find("--import-cpu"), std::string::npos) << text;
}

TEST_F(ImportIsolated, TheMemoryLimitIsNamed) {
    if (kAddressSanitizer) GTEST_SKIP() << "no memory limit under this sanitizer";
    const auto path = writeLargeObj();
    ImportLimits limits;
    limits.memory_bytes = std::uint64_t{200} << 20U;
    const std::string text = refusal(path, {}, limits);
    EXPECT_EQ(text.find(path.string()), 0U) << text;
    EXPECT_NE(text.find("--import-memory"), std::string::npos) << text;
}

// The vertex count is false, so a higher memory limit would not help.
TEST_F(ImportIsolated, AFalseCountIsDamage) {
    if (kAddressSanitizer) GTEST_SKIP() << "no memory limit under this sanitizer";
    const auto path = folder_.write(
        "lie.ply", std::string_view("ply\nformat ascii 1.0\nelement vertex 400000000\nproperty float x\n"
                                    "property float y\nproperty float z\nelement face 1\n"
                                    "property list uchar int vertex_indices\nend_header\n"
                                    "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"));
    const std::string text = refusal(path);
    EXPECT_NE(text.find("is damaged: its 188 bytes"), std::string::npos) << text;
    EXPECT_EQ(text.find("--import-memory"), std::string::npos) << text;
}

TEST_F(ImportIsolated, CancellingEndsTheImport) {
    const auto path = writeLargeObj();
    EXPECT_THROW(importIsolated(path, {}, {}, PHALANX_PROGRAM, [] { return true; }), Error);
}

// The parent process has ended while the import process was starting, for example because the window was
// closed.
TEST_F(ImportIsolated, AnImportWithoutItsParentEnds) {
    const auto path = folder_.write("column.glb", test::twoBones().glb());
    const auto servedFor = [&](std::int64_t parent) {
        return runChild(PHALANX_PROGRAM,
                        {kImportCommand, "file=" + path.string(), fmt::format("parent={}", parent)}, {});
    };
    EXPECT_FALSE(servedFor(ownProcessId()).output.empty());
    const ChildResult orphan = servedFor(ownProcessId() + 1);
    EXPECT_EQ(orphan.code, static_cast<int>(ExitCode::kEnvironment));
    EXPECT_TRUE(orphan.output.empty());
}

// Replaces the importer by other programs: the parent must check whatever they return.
TEST_F(ImportIsolated, AnswersAreNotTrusted) {
    const auto path = folder_.write("column.glb", test::twoBones().glb());
    ImportLimits limits;
    const auto answeredBy = [&](const std::string& script) -> std::string {
        const auto program = folder_.write("program", std::string_view("#!/bin/sh\n" + script + "\n"));
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
        try {
            importIsolated(path, {}, limits, program);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kInput) << script;
            std::string text = error.what();
            EXPECT_EQ(text.find('\n'), std::string::npos) << text;
            return text;
        }
        ADD_FAILURE() << "accepted: " << script;
        return {};
    };
    EXPECT_NE(answeredBy("kill -ABRT $$").find("abort"), std::string::npos);
    EXPECT_NE(answeredBy("exit 0").find("container"), std::string::npos);
    EXPECT_NE(answeredBy("echo 12345678PHXM; exit 0").find("container"), std::string::npos);
    EXPECT_NE(answeredBy("exit 3").find("exit code 3"), std::string::npos) << "an error without a message";
    EXPECT_NE(answeredBy("exit 99").find("exit code 99"), std::string::npos);
    limits.memory_bytes = std::uint64_t{1} << 20U;
    EXPECT_NE(answeredBy("exec cat /dev/zero").find("more than 1 MB"), std::string::npos);
    EXPECT_EQ(answeredBy("printf 'a\\nb\\033c'; exit 3"), "a b c");
}

}  // namespace
}  // namespace phalanx
