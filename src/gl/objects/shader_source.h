// GLSL from files that include others, and driver logs told in terms of those files. No GL here.
//
// GLSL has no #include. `#include "x"` is looked for beside the including file, then in `include/` of the
// shader directory, then in the shader directory; each file comes once (as if it said #pragma once).
// `#include <x>` is for C++ in files that both languages read: it is left out. Conditionals are not
// evaluated: an include between #if and #endif is always inserted (once), so keep includes outside of them.
// Files have no #version: the caller prepends it.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx::gl {

// Where a line of the joined text came from.
struct ShaderLine {
    static constexpr int kPreamble = -1;
    int file = 0;  // into ShaderSource::files, or kPreamble: the version (line 0) and the defines (1, 2, ...)
    int line = 1;
};

// No `#line` is written: Mesa forgets the file of half its messages, and the lines that a driver counts are
// then also those that a capture shows. The table leads back instead.
struct ShaderSource {
    std::string text;                          // all files in one; each line ends with \n
    std::vector<std::filesystem::path> files;  // 0 is the shader itself
    std::vector<ShaderLine> lines;             // one for each line of `text`
};

// Text that takes the place of what files hold, by the file's path as it is found: the shader directory and
// the rest, lexically normal. The files must be there all the same.
using ShaderOverrides = std::map<std::filesystem::path, std::string>;

// Reads `file` (relative to `shader_directory`, or absolute) with all it includes.
// Throws Error (kEnvironment): no such file (with the includer's file:line and where it was looked for), a
// cycle (the whole chain), a malformed include, a #version in a file. `looked_at`, where given, gets every
// file that was read or missed, also when it throws: what to watch for a reload.
ShaderSource loadShaderSource(const std::filesystem::path& shader_directory,
                              const std::filesystem::path& file,
                              std::vector<std::filesystem::path>* looked_at = nullptr,
                              const ShaderOverrides* overrides = nullptr);

// `#version VERSION core`, then the defines ("NAME" or "NAME VALUE"), then the source: what the compiler
// gets.
ShaderSource assembleShader(ShaderSource source, int glsl_version, std::span<const std::string> defines);

// Rewrites each line of a driver's log that begins with a place in `source.text` to "FILE:LINE: rest".
// Understands Mesa's "0:12(5): error", NVIDIA's "0(12) : error", and "ERROR: 0:12:" of Intel, AMD, ANGLE and
// Apple. Empty lines go, others stay. The preamble is called "(defines)".
std::string mapLog(std::string_view log, const ShaderSource& source);

}  // namespace phalanx::gl
