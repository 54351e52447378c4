// Whole files in and out, and where the program's own data lie.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx {

// Throws Error (kInput) with the system's reason.
std::string readTextFile(const std::filesystem::path& path);
std::vector<std::uint8_t> readBinaryFile(const std::filesystem::path& path);

// Writes to a new file beside `path`, then renames it, so that a full disk never costs the old file. A link
// to a file stays one. Writes in place where `path` is not a regular file (a pipe, /dev/null). Throws Error
// (kEnvironment).
void writeFile(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);
void writeFile(const std::filesystem::path& path, std::string_view text);

// The folder that holds shaders/ and assets/: $PHALANX_DATA, else the one beside the executable's prefix
// (share/phalanx), else the source tree that it was built from. Throws Error (kEnvironment) naming all tried.
std::filesystem::path dataDirectory();

}  // namespace phalanx
