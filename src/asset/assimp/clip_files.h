// Clips from further files, put onto a model's skeleton.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "anim/pose/model.h"
#include "asset/notes.h"

namespace phalanx {

// Appends the clips of each file to model.clips, with times from 0 and names of their own: a file's only clip
// that has no telling name is called after the file. Loops and strides are left undecided. Notes say what did
// not match. Throws Error (kInput), led by that file, where it cannot be read, holds no clip, or moves no
// node of the model.
void addClipFiles(const std::vector<std::filesystem::path>& files, std::size_t max_file_bytes, Model& model,
                  Notes& notes);

}  // namespace phalanx
