// Runs another program under limits. Whatever it does, the caller gets a result in bounded time and memory.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace phalanx {

struct ChildLimits {
    double wall_s = 120.0;
    std::uint64_t output_bytes = std::uint64_t{1} << 30U;  // limit for its standard output
    std::function<bool()> cancelled;                       // polled about 50 times per second; may be empty
};

enum class ChildEnd : std::uint8_t {
    kExited,       // it exited; `code` is its exit code
    kCrashed,      // it was ended by a signal; `code` is its number and `reason` its description
    kCpuLimit,     // it reached the limit of processor time that it set by limitOwnResources()
    kWallLimit,    // runChild() ended it at wall_s
    kOutputLimit,  // runChild() ended it at output_bytes
    kCancelled,    // runChild() ended it because `cancelled` returned true
};

struct ChildResult {
    ChildEnd end = ChildEnd::kExited;
    int code = 0;
    std::string reason;                // for kCrashed, for example "segmentation fault"
    std::vector<std::uint8_t> output;  // standard output
    std::string errors;                // standard error, at most its first 64 KB
    double wall_s = 0.0;
    // Peak resident memory, polled about 50 times per second; 0 if the system does not report it or the
    // process ended before the first poll.
    std::uint64_t peak_memory_bytes = 0;
};

// Starts `program` with `arguments` (without the program's name), without standard input or other open files,
// and waits until it ends. A child that closes its output but keeps running is ended at wall_s. Throws Error
// (kEnvironment) if the process cannot be started.
ChildResult runChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                     const ChildLimits& limits);

// For a browser, where runChild() cannot wait: starts the child ahead of runChild() with the same program and
// arguments, which then returns its result. The child sees copies of the files in these folders. Elsewhere,
// does nothing.
void startChildAhead(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                     const ChildLimits& limits, const std::vector<std::filesystem::path>& folders);
// Whether all children started ahead have ended.
bool childrenAheadEnded();
// Ends those that still run, and forgets results.
void dropChildrenAhead();

// The file of the running program. Throws Error (kEnvironment) if the system does not report it.
std::filesystem::path ownExecutable();

// Limits the address space and processor time of this process, and forbids writing files and core dumps. The
// child calls it before it reads untrusted data. With AddressSanitizer, which reserves terabytes of address
// space, memory is not limited.
void limitOwnResources(std::uint64_t memory_bytes, std::uint64_t cpu_s);

// The id of this process, which a child gets as its parent_id.
std::int64_t ownProcessId();

// For the child: ends this process when its parent `parent_id` ends, and immediately if the parent has
// already ended. Only on Linux is a later end of the parent noticed.
void endWithParent(std::int64_t parent_id);

// The memory limit of this process; nullopt: none.
std::optional<std::uint64_t> ownMemoryLimit();

// The peak resident memory of this process; 0 if the system does not report it.
std::uint64_t ownPeakMemory();

// Standard output for the caller alone. Whatever else is printed there from now on, by libraries that read a
// file, goes to standard error. Call it once. Throws Error (kEnvironment).
std::FILE* takeStandardOutput();

// Ends this process immediately: buffers are flushed, but no destructors run.
[[noreturn]] void endProcess(int code);

}  // namespace phalanx
