// Builds the variants of a model: sets of parts as few batches.
#pragma once

#include <vector>

#include "anim/pose/model.h"
#include "asset/common/notes.h"
#include "asset/source/directives.h"
#include "asset/source/model_source.h"

namespace phalanx {

// The batches of the chosen parts among the first chosen.size() of the model. If these are not all, the
// batches refer to a copy of the indices, sorted by material, which is appended to model.indices.
std::vector<Batch> layOutParts(const std::vector<bool>& chosen, Model& model);

// Sets model.variants. A variant without some parts gets its own copy of the indices, sorted by material,
// after the indices of the parts. Without choices there is one variant, "all". `sources`: the parts of the
// model, in its order. `all_parts`: the parts before some were hidden, so that a variant with a hidden part
// gives no warning.
void layOutVariants(const std::vector<Directives::Choice>& choices, const std::vector<SourcePart>& sources,
                    const std::vector<SourcePart>& all_parts, Model& model, Notes& notes);

}  // namespace phalanx
