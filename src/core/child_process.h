// A program that runs beside this one under limits, and what came of it. Whatever it does, the caller gets an
// answer in bounded time and memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace phalanx {

struct ChildLimits {
    double wall_s = 120.0;
    std::uint64_t output_bytes = std::uint64_t{1} << 30U;  // of its standard output
    std::function<bool()> cancelled;                       // asked some 50 times a second; may be empty
};

enum class ChildEnd : std::uint8_t {
    kExited,       // by itself; `code` is what it returned
    kCrashed,      // by a signal, `code`; `reason` names it
    kCpuLimit,     // what it set itself by limitOwnResources()
    kWallLimit,    // ended from here
    kOutputLimit,  // likewise
    kCancelled,    // likewise
};

struct ChildResult {
    ChildEnd end = ChildEnd::kExited;
    int code = 0;
    std::string reason;                // of kCrashed: "segmentation fault"
    std::vector<std::uint8_t> output;  // standard output
    std::string errors;                // standard error, at most its first 64 KB
    double wall_s = 0.0;
    // Resident, as looked at some 50 times a second; 0 where the system does not tell, or it ended sooner.
    std::uint64_t peak_memory_bytes = 0;
};

// Starts `program` with `arguments` (its own name left out), no standard input and no other open file, and
// waits for its end. A child that closes its output and lingers is ended at wall_s. Throws Error
// (kEnvironment) where no process can be started.
ChildResult runChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                     const ChildLimits& limits);

// The file of the program that is running. Throws Error (kEnvironment) where the system does not tell.
std::filesystem::path ownExecutable();

// For the child, before it touches what it does not trust: at most so much address space and processor time,
// no files written, no core file. Under a sanitizer, which reserves address space by the terabyte, memory
// stays unlimited.
void limitOwnResources(std::uint64_t memory_bytes, std::uint64_t cpu_s);

// What a child is told of its parent.
std::int64_t ownProcessId();

// For the child: it ends when the process that started it does, and at once where that one, `parent_id`, is
// gone already. After that only Linux watches.
void endWithParent(std::int64_t parent_id);

// The limit of memory that this process runs under; nullopt: none.
std::optional<std::uint64_t> ownMemoryLimit();

// The most memory that this process has held at once, resident; 0 where the system does not tell.
std::uint64_t ownPeakMemory();

// Ends this process at once: buffers are flushed, nothing is destroyed.
[[noreturn]] void endProcess(int code);

}  // namespace phalanx
