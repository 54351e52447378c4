// GLSL from files that include each other, and driver logs told in terms of those files. No GL here.
//
// GLSL has no #include. `#include "x"` is looked for beside the including file, then in `include/` of the
// shader directory, then in the shader directory; each file comes once (as if it said #pragma once).
// `#include <x>` is for C++ in files that both languages read: it is left out. Conditionals are not
// evaluated: an include between #if and #endif is always inserted (once), so keep includes outside of them.
// Files have no #version: the caller prepends it.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx::gl {

struct ShaderSource {
    std::string text;                          // all files in one, with `#line LINE K`
    std::vector<std::filesystem::path> files;  // K -> file; 0 is the shader itself
};

// Reads `file` (relative to `shader_directory`, or absolute) with all it includes.
// Throws Error (kEnvironment): no such file (with the includer's file:line and where it was looked for), a
// cycle (the whole chain), a malformed include, a #version in a file. `looked_at`, where given, gets every
// file that was read or missed, also when it throws: what to watch for a reload.
ShaderSource loadShaderSource(const std::filesystem::path& shader_directory,
                              const std::filesystem::path& file,
                              std::vector<std::filesystem::path>* looked_at = nullptr);

// `#version VERSION core`, then the defines ("NAME" or "NAME VALUE"), then the source: what the compiler
// gets. Lines of defines count as a file of number files.size().
std::string assembleShader(const ShaderSource& source, int glsl_version,
                           std::span<const std::string> defines);

// Rewrites each line of a driver's log that begins with a place to "FILE:LINE: rest". Understands Mesa's
// "0:12(5): error", NVIDIA's "0(12) : error", and "ERROR: 0:12:" of Intel, AMD, ANGLE and Apple. Other lines
// stay.
std::string mapLog(std::string_view log, std::span<const std::filesystem::path> files);

}  // namespace phalanx::gl
