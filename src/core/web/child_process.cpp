// A browser has no processes. The functions that describe this process say that nothing is known or limited.
#include "core/child_process.h"

#include <cstdlib>

#include "core/error.h"

namespace phalanx {

ChildResult runChild(const std::filesystem::path& program, const std::vector<std::string>& /*arguments*/,
                     const ChildLimits& /*limits*/) {
    throw environmentError(program.string(), "cannot be started: a browser has no processes");
}

std::filesystem::path ownExecutable() {
    return {};
}

void limitOwnResources(std::uint64_t /*memory_bytes*/, std::uint64_t /*cpu_s*/) {}

std::int64_t ownProcessId() {
    return 0;
}

void endWithParent(std::int64_t /*parent_id*/) {}

std::optional<std::uint64_t> ownMemoryLimit() {
    return std::nullopt;
}

std::uint64_t ownPeakMemory() {
    return 0;
}

std::FILE* takeStandardOutput() {
    return stdout;
}

void endProcess(int code) {
    std::exit(code);
}

}  // namespace phalanx
