// The selection of a model's parts by --hide.
#pragma once

#include <string>
#include <vector>

#include "asset/source/model_source.h"

namespace phalanx {

// Removes the parts with these names. For a name that no part has, throws Error (kUsage) that lists the
// parts, the closest name first. Throws Error (kInput) if no part is left.
void hideParts(std::vector<SourcePart>& parts, const std::vector<std::string>& hidden,
               const std::string& file);

}  // namespace phalanx
