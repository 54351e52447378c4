// Settings for Phalanx in a model file: metadata on any node (in glTF, the node's extras).
//
//   phalanx_variants   "rifleman=body,helmet,rifle;officer=body,cap"   names of parts
//   phalanx_stride     "Walk=1.35;Run=3.6"                             speed in file units per second
//   phalanx_loops      "Idle,Walk,Run"                                 every other clip is a one-shot
//   phalanx_tint_mask  "alpha"                                         base colour alpha masks the tint
#pragma once

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
    std::optional<std::set<std::string>> loops;
    // Clips from further files that have phalanx_loops: whether they loop. Takes precedence over `loops`.
    std::map<std::string, bool> loops_of_further_files;
    bool tint_in_alpha = false;
};

// Reads one metadata entry. Other keys are ignored; invalid values give a warning.
void readDirective(std::string_view key, const std::string& value, Directives& directives, Notes& notes);

// Warns about clips that phalanx_loops and phalanx_stride name but `clips` has not. `file`: "the file" or its
// name.
void reportMissingClips(const Directives& directives, const std::vector<Clip>& clips, const std::string& file,
                        Notes& notes);

}  // namespace phalanx
