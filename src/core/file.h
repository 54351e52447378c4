// Reads and writes whole files, and finds the program's data folder.
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

// Writes to a temporary file in the same folder and renames it, so that the old file is kept if the disk is
// full. A symbolic link is kept. Writes in place if `path` is not a regular file (a pipe, /dev/null). Throws
// Error (kEnvironment).
void writeFile(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);
void writeFile(const std::filesystem::path& path, std::string_view text);

// The folder that contains shaders/ and assets/: $PHALANX_DATA, else share/phalanx in the executable's
// prefix, else the source tree that it was built from, else the configured install folder. Throws Error
// (kEnvironment) that lists all folders tried.
std::filesystem::path dataDirectory();

// The path of a file that comes with the program, such as assets/banner.glb, wherever the program runs: if
// the path begins with assets/ and leads to nothing here, but does in dataDirectory(). Else the path as it
// is. Does not throw.
std::filesystem::path hereOrShipped(const std::filesystem::path& path);

}  // namespace phalanx
