// Settings for Phalanx in a model file: metadata on any node (in glTF, the node's extras).
//
//   phalanx_variants   "rifleman=body,helmet,rifle;officer=body,cap"   names of parts
//   phalanx_stride     "Walk=1.35;Run=3.6"                             speed in file units per second
//   phalanx_loops      "Idle,Walk,Run"                                 every other clip is a one-shot
//   phalanx_markers    "Fire: fire=0.05; Reload: grip=0.7, grip=1.9"   seconds since the clip's first key
//   phalanx_tint_mask  "alpha"                                         base colour alpha masks the tint
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "anim/pose/model.h"
#include "asset/common/notes.h"

namespace phalanx {

struct Directives {
    struct Choice {
        std::string name;
        std::vector<std::string> parts;
    };
    std::vector<Choice> variants;
    std::map<std::string, double> stride_speeds;
    std::map<std::string, std::vector<Marker>> markers;  // by clip
    std::optional<std::set<std::string>> loops;
    // Clips from further files that have phalanx_loops: whether they loop. Takes precedence over `loops`.
    std::map<std::string, bool> loops_of_further_files;
    std::set<std::string> clips_of_other_bodies;  // `loops` does not speak of these
    bool tint_in_alpha = false;
};

// Reads one metadata entry. Other keys are ignored; invalid values give a warning.
void readDirective(std::string_view key, const std::string& value, Directives& directives, Notes& notes);

// "fire=0.05, grip=0.7": names and seconds. `complain` is called with each entry that is not of this form.
std::vector<Marker> readMarkers(std::string_view text,
                                const std::function<void(const std::string&)>& complain);

// Gives the clips the markers that `directives` has for them, besides their own, and orders them. Warns about
// those outside of their clips, and leaves them out.
void takeMarkers(const Directives& directives, std::vector<Clip>& clips, Notes& notes);

// Warns about clips that phalanx_loops, phalanx_stride and phalanx_markers name but `clips` has not. `file`:
// "the file" or its name.
void reportMissingClips(const Directives& directives, const std::vector<Clip>& clips, const std::string& file,
                        Notes& notes);

}  // namespace phalanx
