// Results of commands: text on stdout, JSON in a file or on stdout.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

// Writes and flushes. Throws Error (kEnvironment) if stdout is closed or its disk is full.
void printResult(const std::string& text);

// Call before long work: throws Error (kEnvironment) if a file of this name cannot be created, for example in
// a folder that does not exist. "" and "-" pass.
void requireWritable(const std::string& where);

// Checks that no output replaces a model that is read, and that no file is written twice. `outputs`: names as
// given;
// "" and "-" (stdout) are ignored, and files that are not regular (/dev/null) may repeat.
void checkOutputs(const std::vector<std::string>& models, const std::vector<std::string>& outputs);

// Checks the outputs against the files that an import has read beside the model.
void checkSideFiles(const Model& model, const std::vector<std::string>& outputs);

// An unused file name with this extension in the working directory, with date and time: two files in the same
// second get different names.
std::filesystem::path newFile(const std::string& ending);

// An unused name without extension for several files with these extensions. `what`: part of the name.
std::filesystem::path newStem(const std::string& what, const std::vector<std::string>& endings);

// `where`: a file; "-": stdout, to which nothing else may be written then; "": nothing is written. Strings
// that are not UTF-8 are repaired. Throws Error (kEnvironment).
void writeJson(const std::string& where, const nlohmann::json& json);

// Number of problems that the driver reported; null without debug output (gl::debugOutputWanted).
nlohmann::json driverProblems();

}  // namespace phalanx
