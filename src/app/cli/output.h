// Results of commands: text on stdout, JSON in a file or on stdout.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

// Writes and flushes. Throws Error (kEnvironment) where stdout is closed or its disk is full.
void printResult(const std::string& text);

// Before long work: throws Error (kEnvironment) where a file of this name cannot come about, its folder being
// no folder.
// "" and "-" pass.
void requireWritable(const std::string& where);

// Checks that nothing is written over a model that is read, or twice to the same file. `outputs` are names as
// given: "" and "-" (stdout) stand for none, and what is no regular file (/dev/null) may be named often.
void checkOutputs(const std::vector<std::string>& models, const std::vector<std::string>& outputs);

// The same for the files that an import read beside the model, once they are known.
void checkSideFiles(const Model& model, const std::vector<std::string>& outputs);

// A file of this ending in the working directory, named by the time of day and not taken: two in a second get
// two names.
std::filesystem::path newFile(const std::string& ending);

// The same for several files of one name and these endings: what to put them after. `what` is a part of the
// name.
std::filesystem::path newStem(const std::string& what, const std::vector<std::string>& endings);

// `where`: a file; "-": stdout, and then nothing else may go there; "": nowhere. Names that are not UTF-8 are
// mended. Throws Error (kEnvironment).
void writeJson(const std::string& where, const nlohmann::json& json);

// How many problems the driver reported; null where nobody listened (see gl::debugOutputWanted).
nlohmann::json driverProblems();

}  // namespace phalanx
