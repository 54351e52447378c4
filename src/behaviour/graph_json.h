// Reads behaviour graphs and finds their mistakes. docs/battle.md has the form.
#pragma once

#include <string>
#include <string_view>

#include "behaviour/behaviour_graph.h"

namespace phalanx {

// Throws Error (kUsage), "soldier.json:12: states.aim.to[0].go is ...", for text that is not of the form, a
// name that is none of a state, a state that cannot be reached or left, and orders that lead in a circle
// without any time.
BehaviourGraph parseGraph(std::string_view text, const std::string& file);
BehaviourGraph readGraph(const std::string& file);

// The file of a graph: `name` if it is one, else that of the graph of this name that comes with Phalanx; "":
// the one for our soldier. `name` if there is neither.
std::string graphFile(const std::string& name);

}  // namespace phalanx
