// Results of commands: text on stdout, JSON in a file or on stdout.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace phalanx {

// Writes and flushes. Throws Error (kEnvironment) where stdout is closed or its disk is full.
void printResult(const std::string& text);

// Before long work: throws Error (kEnvironment) where a file of this name cannot come about, its folder being
// no folder.
// "" and "-" pass.
void requireWritable(const std::string& where);

// `where`: a file; "-": stdout, and then nothing else may go there; "": nowhere. Names that are not UTF-8 are
// mended. Throws Error (kEnvironment).
void writeJson(const std::string& where, const nlohmann::json& json);

}  // namespace phalanx
