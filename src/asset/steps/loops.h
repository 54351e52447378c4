// Decides which clips loop, and which of them lack the closing key.
#pragma once

#include "anim/pose/clip_options.h"
#include "anim/pose/model.h"
#include "asset/common/notes.h"
#include "asset/source/directives.h"
#include "asset/steps/pose_probe.h"

namespace phalanx {

// Sets loops and closing_s of all clips (durations grow by closing_s). Removes the drift of cycles whose root
// moves away: they play in place, and the removed speed becomes stride_speed, in file units per second here.
//
// If the file has phalanx_loops, the listed clips loop; a further file with phalanx_loops decides for its own
// clips. Otherwise a clip loops in these cases:
// - The gap between its last pose and its first is at most 0.5 % of the clip's range of motion, or 0.02 %
//   of the model's size: the last key closes the loop.
// - The gap is about one key's step, and the clip has at least 6 keys or is named after a cycle (walk, run,
//   idle ...): the closing key was left out, and one key interval is added.
// - The clip is named after a cycle and the gap is at most half of its range of motion: one key interval is
//   added.
// All others are one-shots, and so are clips named after an event (death, jump, hit ...) unless their last
// pose equals the first.
// `root_motion`: kKeep leaves the drift in cycles, too, which are one-shots then; kRemove also takes it out
// of one-shots.
void decideLoops(Model& model, const PoseProbe& probe, const Directives& directives, RootMotion root_motion,
                 Notes& notes);

// Classifies a clip by the words of its name.
enum class NameHint { kNone, kCycle, kEvent };
NameHint hintOfName(const std::string& name);

}  // namespace phalanx
