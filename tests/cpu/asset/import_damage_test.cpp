// Valid files of each format, truncated and damaged by a seeded generator: each must give a one-line error or
// a model, and this process must neither receive a signal nor hang. PHALANX_TEST_DAMAGE sets the number of
// rounds per file; most of the time goes into starting the import process.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <span>

#include "asset/isolated_import.h"
#include "core/child_process.h"
#include "core/error.h"
#include "core/file.h"
#include "cpu/asset/samples/gltf_builder.h"
#include "cpu/asset/samples/sample_files.h"

namespace phalanx {
namespace {

using Bytes = std::vector<std::uint8_t>;

int roundsPerFile() {
    constexpr int kUsual = 16;
    const char* wanted = std::getenv("PHALANX_TEST_DAMAGE");
    return wanted != nullptr ? std::max(1, std::atoi(wanted)) : kUsual;
}

// Truncates the file, changes some bytes, overwrites a run with one value, or duplicates a piece.
Bytes damaged(const Bytes& right, std::mt19937& random) {
    Bytes bytes = right;
    const auto below = [&random](std::size_t limit) { return static_cast<std::size_t>(random()) % limit; };
    const std::size_t at = below(bytes.size());
    const std::size_t length = std::min(bytes.size() - at, std::size_t{1} << below(7));
    switch (below(5)) {
        case 0:
            bytes.resize(at);
            break;
        case 1:
            std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), length,
                        static_cast<std::uint8_t>(below(2) == 0 ? 0x00 : 0xFF));
            break;
        case 2: {
            const Bytes piece(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                              bytes.begin() + static_cast<std::ptrdiff_t>(at + length));
            bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), piece.begin(), piece.end());
            break;
        }
        default:
            for (std::size_t flips = 1 + below(8); flips > 0; --flips)
                bytes[below(bytes.size())] = static_cast<std::uint8_t>(random());
    }
    return bytes;
}

// Returns what a sanitizer reports about our own code in the import process. Faults inside Assimp are
// expected: the separate process contains them.
std::string ownFault(const std::filesystem::path& path) {
    ChildLimits limits;
    limits.wall_s = 20.0;
    const ChildResult result =
        runChild(PHALANX_PROGRAM, {kImportCommand, "file=" + path.string(), "cpu=4"}, limits);
    if (result.errors.find("Sanitizer") == std::string::npos &&
        result.errors.find("runtime error") == std::string::npos)
        return "";
    for (const char* frame : {"#0 ", "#1 ", "#2 ", "#3 "}) {
        const std::size_t at = result.errors.find(frame);
        if (at == std::string::npos) continue;
        const std::string line = result.errors.substr(at, result.errors.find('\n', at) - at);
        if (line.find("phalanx::") != std::string::npos) return result.errors;
    }
    return "";
}

// scripts/model_table.py uses the files written here, too.
TEST(ImportDamage, SamplesAreRight) {
    const std::filesystem::path folder = std::filesystem::path(PHALANX_TEST_OUTPUT_DIR) / "samples";
    std::filesystem::create_directories(folder);
    writeFile(folder / "card.md5anim", test::kMd5Anim);
    for (const test::SampleFile& sample : test::sampleFiles()) {
        writeFile(folder / sample.name, sample.bytes);
        EXPECT_NO_THROW(importModel(folder / sample.name)) << sample.name;
    }
}

// The number of file kinds that the tests write; docs/testing.md states it.
constexpr std::size_t kWrittenKinds = 26;

struct Outcome {
    int models = 0;
    int errors = 0;
    int crashes = 0;   // of the import process; also counted in `errors`
    int runaways = 0;  // imports ended at a limit; also counted in `errors`

    std::string row(const std::string& kind) const {
        return fmt::format("| {:<13} | {:>6} | {:>6} | {:>7} | {:>8} |\n", kind, models, errors, crashes,
                           runaways);
    }
};

TEST(ImportDamage, GivesAnErrorOrAModel) {
    std::mt19937 random(20261121);
    ImportLimits limits;
    limits.cpu_s = 4;
    limits.wall_s = 60.0;
    Outcome all;
    std::string table = "| kind          | models | errors | crashes | runaways |\n|---|---|---|---|---|\n";
    std::vector<test::SampleFile> samples = test::sampleFiles();
    ASSERT_EQ(samples.size(), kWrittenKinds);
    // No available exporter writes the binary form.
    const std::filesystem::path fbx = test::testModels() / "quaternius_male_casual_fbx" / "Male_Casual.fbx";
    if (std::filesystem::exists(fbx)) {
        samples.push_back({"binary.fbx", readBinaryFile(fbx)});
    } else {
        std::cout << "no binary FBX: the test models are missing\n";
    }
    for (const test::SampleFile& sample : samples) {
        Outcome outcome;
        for (int round = 0; round < roundsPerFile(); ++round) {
            // One folder per file, because an importer may look for other files beside it.
            const test::TemporaryFolder folder;
            const std::filesystem::path path = folder.write(sample.name, damaged(sample.bytes, random));
            if (sample.name.ends_with(".md5mesh")) {
                const Bytes clip(test::kMd5Anim.begin(), test::kMd5Anim.end());
                folder.write("card.md5anim", damaged(clip, random));
            }
            try {
                importIsolated(path, {}, limits, PHALANX_PROGRAM);
                ++outcome.models;
            } catch (const Error& error) {
                const std::string text = error.what();
                EXPECT_EQ(error.code(), ExitCode::kInput) << text;
                EXPECT_EQ(text.find(path.string()), 0U) << text;
                EXPECT_EQ(text.find('\n'), std::string::npos) << text;
                ++outcome.errors;
                outcome.runaways += text.find("import was stopped") != std::string::npos ? 1 : 0;
                if (text.find("crashed") == std::string::npos) continue;
                ++outcome.crashes;
                EXPECT_EQ(ownFault(path), "") << sample.name << " round " << round;
            }
        }
        table += outcome.row(sample.name);
        all.models += outcome.models;
        all.errors += outcome.errors;
        all.crashes += outcome.crashes;
        all.runaways += outcome.runaways;
    }
    std::cout << table << all.row("all");
    EXPECT_EQ(all.models + all.errors, static_cast<int>(samples.size()) * roundsPerFile());
    EXPECT_GT(all.models, 0);
    EXPECT_GT(all.errors, 0);
}

}  // namespace
}  // namespace phalanx
