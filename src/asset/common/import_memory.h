// What is said when an import runs out of memory.
#pragma once

#include <cstdint>
#include <string>

#include "core/error.h"

namespace phalanx {

// The error for a failed allocation while `file` is imported. It states the memory limit of this process if
// one is set. `read_bytes`: the size of the file and of the files beside it that were read, 0 if not known.
// If isTooSmallFor() holds for them, the error calls the file damaged.
Error outOfMemory(const std::string& file, std::uint64_t read_bytes = 0);

// Whether a file of this size cannot need so much memory unless its counts are false.
bool isTooSmallFor(std::uint64_t file_bytes, std::uint64_t memory_bytes);

}  // namespace phalanx
