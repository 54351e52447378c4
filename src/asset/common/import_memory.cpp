#include "asset/common/import_memory.h"

#include <fmt/format.h>

#include <optional>

#include "core/child_process.h"

namespace phalanx {

bool isTooSmallFor(std::uint64_t file_bytes, std::uint64_t memory_bytes) {
    // While it is parsed, text takes about ten times its size, and packed lists of equal numbers about a
    // hundred times.
    constexpr std::uint64_t kMostTimes = 500;
    return file_bytes < memory_bytes / kMostTimes;
}

Error outOfMemory(const std::string& file, std::uint64_t read_bytes) {
    const std::optional<std::uint64_t> limit = ownMemoryLimit();
    if (!limit) return inputError(file, "cannot be imported: out of memory");
    if (read_bytes > 0 && isTooSmallFor(read_bytes, *limit)) {
        return inputError(
            file,
            fmt::format(
                "is damaged: its {} bytes declare more content than fits into {} MB of memory, the limit",
                read_bytes, *limit >> 20U));
    }
    return inputError(
        file,
        fmt::format("its import needs more than the limit of {} MB of memory; --import-memory raises it",
                    *limit >> 20U));
}

}  // namespace phalanx
