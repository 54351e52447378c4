// Adds clips from further files to a model.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "anim/pose/model.h"
#include "asset/common/notes.h"
#include "asset/source/directives.h"

namespace phalanx {

// Appends the clips of each file to model.clips. Their times start at 0 and their names are unique: a clip
// with a generic name is named after its file. Loops and strides are decided later; what the file says about
// those of its clips is added to `directives`. Notes list what did not match. Throws Error (kInput) that
// starts with the file's name if it cannot be read, has no clips, or animates no node of the model.
void addClipFiles(const std::vector<std::filesystem::path>& files, std::size_t max_file_bytes, Model& model,
                  Directives& directives, Notes& notes);

}  // namespace phalanx
