// Child processes that behave and that do not: the reason why each ended must be reported.
#include "core/child_process.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "core/error.h"
#include "core/stopwatch.h"

namespace phalanx {
namespace {

ChildResult shell(const std::string& script, const ChildLimits& limits = {}) {
    return runChild("/bin/sh", {"-c", script}, limits);
}

std::string text(const ChildResult& result) {
    return {result.output.begin(), result.output.end()};
}

TEST(ChildProcess, ReturnsOutputAndExitCode) {
    const ChildResult result = shell("echo out; echo err >&2; exit 7");
    EXPECT_EQ(result.end, ChildEnd::kExited);
    EXPECT_EQ(result.code, 7);
    EXPECT_EQ(text(result), "out\n");
    EXPECT_EQ(result.errors, "err\n");
}

TEST(ChildProcess, PassesArgumentsUnchanged) {
    const ChildResult result =
        runChild("/bin/sh", {"-c", "printf '%s|' \"$@\"", "sh", "a b", "", "-x", "\"'"}, {});
    EXPECT_EQ(text(result), "a b||-x|\"'|");
}

TEST(ChildProcess, ReturnsLargeOutput) {
    const ChildResult result = shell("head -c 3000000 /dev/zero");
    EXPECT_EQ(result.end, ChildEnd::kExited);
    EXPECT_EQ(result.output.size(), 3'000'000U);
}

TEST(ChildProcess, ACrashIsNamed) {
    const ChildResult result = shell("kill -SEGV $$");
    EXPECT_EQ(result.end, ChildEnd::kCrashed);
    EXPECT_EQ(result.reason, "segmentation fault");
}

TEST(ChildProcess, ItsPeakMemoryExcludesTheParents) {
    if (!std::filesystem::exists("/proc/self/status")) GTEST_SKIP() << "no /proc";
    // Memory of this process must not count for a child that starts as its copy.
    std::vector<char> held(std::size_t{200} << 20U);
    for (std::size_t i = 0; i < held.size(); i += 4096) held[i] = 1;
    EXPECT_GT(ownPeakMemory(), std::uint64_t{200} << 20U);
    ChildLimits limits;
    limits.wall_s = 0.2;
    const ChildResult result = shell("exec sleep 100", limits);
    EXPECT_GT(result.peak_memory_bytes, 0U);
    EXPECT_LT(result.peak_memory_bytes, std::uint64_t{100} << 20U);
}

TEST(ChildProcess, AHangEndsAtTheTimeLimit) {
    ChildLimits limits;
    limits.wall_s = 0.2;
    const Stopwatch watch;
    const ChildResult result = shell("exec sleep 100", limits);
    EXPECT_EQ(result.end, ChildEnd::kWallLimit);
    EXPECT_LT(watch.elapsed_s(), 50.0);
}

// The child closes its output, so reading cannot detect its end; the time limit must end it.
TEST(ChildProcess, AHangWithClosedStreamsEndsToo) {
    ChildLimits limits;
    limits.wall_s = 0.2;
    EXPECT_EQ(shell("exec >&- 2>&-; exec sleep 100", limits).end, ChildEnd::kWallLimit);
}

TEST(ChildProcess, EndlessOutputEndsAtItsLimit) {
    ChildLimits limits;
    limits.output_bytes = 100'000;
    const ChildResult result = shell("exec cat /dev/zero", limits);
    EXPECT_EQ(result.end, ChildEnd::kOutputLimit);
    EXPECT_EQ(result.output.size(), 100'000U);
}

TEST(ChildProcess, EndlessErrorsAreDropped) {
    ChildLimits limits;
    limits.wall_s = 0.3;
    const ChildResult result = shell("exec cat /dev/zero >&2", limits);
    EXPECT_EQ(result.end, ChildEnd::kWallLimit);
    EXPECT_EQ(result.errors.size(), 65'536U);
}

TEST(ChildProcess, CancellingEndsIt) {
    int asked = 0;
    ChildLimits limits;
    limits.cancelled = [&asked] { return ++asked > 2; };
    EXPECT_EQ(shell("exec sleep 100", limits).end, ChildEnd::kCancelled);
}

TEST(ChildProcess, InheritsNoOtherFiles) {
    if (!std::filesystem::exists("/proc/self/fd")) GTEST_SKIP() << "no /proc";
    // File descriptors 0, 1, 2, and the one that ls uses to read the folder.
    EXPECT_EQ(text(shell("ls /proc/self/fd | wc -l | tr -d ' '")), "4\n");
}

TEST(ChildProcess, AMissingProgramIsAnError) {
    try {
        runChild("/no/such/program", {}, {});
        FAIL() << "a missing program was started";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kEnvironment);
        EXPECT_NE(std::string(error.what()).find("/no/such/program"), std::string::npos);
    }
}

}  // namespace
}  // namespace phalanx
