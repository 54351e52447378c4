// Joins GLSL files that include others, and maps driver logs back to those files. No GL here.
//
// GLSL has no #include. `#include "x"` is searched for beside the including file, then in `include/` of the
// shader directory, then in the shader directory; each file is inserted once (as with #pragma once).
// `#include <x>` is for C++ in files shared by both languages and is dropped. Conditionals are not evaluated:
// an include between #if and #endif is always inserted there, and a later one outside of them is an error.
// Files must not contain #version: the caller prepends it.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx::gl {

// Origin of a line of the joined text.
struct ShaderLine {
    static constexpr int kPreamble = -1;
    int file = 0;  // index into ShaderSource::files, or kPreamble: `line` counts its lines from 0
    int line = 1;
};

// No `#line` is written: Mesa omits the file in half of its messages, and without it a driver's line numbers
// match those that a frame debugger shows. `lines` maps them back.
struct ShaderSource {
    std::string text;                          // all files joined; each line ends with \n
    std::vector<std::filesystem::path> files;  // 0 is the shader itself
    std::vector<ShaderLine> lines;             // one per line of `text`
};

// Text that replaces the content of files, by path: the shader directory and the rest, lexically normal. The
// files must exist nevertheless.
using ShaderOverrides = std::map<std::filesystem::path, std::string>;

// Reads `file` (relative to `shader_directory`, or absolute) with all its includes. Throws Error
// (kEnvironment) for a missing file (with the includer's file:line and the folders searched), an include
// cycle (the whole chain), a malformed include, one whose file was inserted under a condition that does not
// hold here, or a #version in a file. `looked_at`, if given, receives every file that was read or missed,
// also when it throws: the files to watch for a reload.
ShaderSource loadShaderSource(const std::filesystem::path& shader_directory,
                              const std::filesystem::path& file,
                              std::vector<std::filesystem::path>* looked_at = nullptr,
                              const ShaderOverrides* overrides = nullptr);

// Prepends these lines (shaderPreamble()): the text for the compiler.
ShaderSource assembleShader(ShaderSource source, std::span<const std::string> preamble);

// Rewrites each line of a driver's log that starts with a location in `source.text` to "FILE:LINE: rest".
// Understands Mesa's "0:12(5): error", NVIDIA's "0(12) : error", and "ERROR: 0:12:" of Intel, AMD, ANGLE and
// Apple. Drops empty lines, keeps others. Lines of the preamble are shown as "(defines)".
std::string mapLog(std::string_view log, const ShaderSource& source);

}  // namespace phalanx::gl
