// Adds clips from further files to a model.
#pragma once

#include <vector>

#include "anim/pose/model.h"
#include "asset/common/notes.h"
#include "asset/import.h"
#include "asset/source/directives.h"

namespace phalanx {

// Appends the clips of settings.clip_files to model.clips. Their times start at 0 and their names are unique:
// a clip with a generic name is named after its file. Loops and strides are decided later; what the file says
// about those of its clips is added to `directives`. Notes list what did not match. Returns how well clips
// were retargeted from body to body, in the model's file units. Throws Error (kInput) that starts with the
// file's name if it cannot be read, has no clips, animates no node of the model, or if the joint map does not
// fit.
std::vector<RetargetedClip> addClipFiles(const ImportSettings& settings, Model& model, Directives& directives,
                                         Notes& notes);

// Notes the largest errors, and gives all of them to `rows` unless it is nullptr. `retargeted`: of
// addClipFiles().
void reportRetargeted(std::vector<RetargetedClip> retargeted, double metres_per_unit,
                      std::vector<RetargetedClip>* rows, Notes& notes);

// Appends the mirror image of each clip. Call it after decideLoops().
void addMirroredClips(const ImportSettings& settings, Model& model, Notes& notes);

}  // namespace phalanx
