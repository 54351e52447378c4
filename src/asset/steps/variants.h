// Choices of parts, laid out as few batches.
#pragma once

#include <vector>

#include "anim/pose/model.h"
#include "asset/assimp/parts.h"
#include "asset/notes.h"
#include "asset/steps/directives.h"

namespace phalanx {

// Sets model.variants. Each choice that leaves parts out gets its own copy of their indices behind those of
// the parts, by material. Without choices there is one variant, "all". `sources` are the parts of the model,
// in its order; `all_parts` those before any was hidden, so that hidden parts are no surprise.
void layOutVariants(const std::vector<Directives::Choice>& choices, const std::vector<PartSource>& sources,
                    const std::vector<PartSource>& all_parts, Model& model, Notes& notes);

}  // namespace phalanx
