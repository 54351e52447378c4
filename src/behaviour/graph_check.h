// What a graph must fulfil besides its form.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anim/bake/bake.h"
#include "behaviour/behaviour_graph.h"

namespace phalanx {

// Throws Error (kUsage) with the line: see parseGraph().
void checkGraph(const BehaviourGraph& graph, std::string_view text, const std::string& file);

// Throws Error (kUsage) with the line if the graph does not fit a model with these clips: a clip that is not
// there, one that should move and does not, one that should end and does not.
// model: its name, for messages.
void checkClips(const BehaviourGraph& graph, std::span<const BakedClip> clips, const std::string& model,
                std::string_view text, const std::string& file);

}  // namespace phalanx
