// Which clips loop, and where the file leaves the closing key out.
#pragma once

#include "anim/pose/model.h"
#include "asset/notes.h"
#include "asset/steps/directives.h"
#include "asset/steps/pose_probe.h"

namespace phalanx {

// Sets loops and closing_s of all clips (durations grow by closing_s), and takes out the drift of clips whose
// root walks away: they play in place, and stride_speed, in file units a second here, keeps what was taken.
//
// A clip loops
//   where the file says so (phalanx_loops), and else
//   where its last pose equals its first, within 0.5 % of how far the clip moves at all: the last key closes
//   the loop; where it ends one step short of its beginning: the closing key was left out, and one key
//   interval is added; where it is named after a cycle (walk, run, idle ...) and ends not too far from where
//   it began: likewise.
// All others are one-shots; so are clips named after an event (death, jump, hit ...) unless their poses meet.
void decideLoops(Model& model, const PoseProbe& probe, const Directives& directives, Notes& notes);

// What a clip's name says about it.
enum class NameHint { kNone, kCycle, kEvent };
NameHint hintOfName(const std::string& name);

}  // namespace phalanx
