// What the panels say of the context and of the models, with a window and without one.
#pragma once

#include <vector>

#include "app/army/army.h"
#include "gl/context/capabilities.h"
#include "ui/main/facts.h"

namespace phalanx {

// Of the context: its names, techniques, scenes and limits.
Facts factsOf(const gl::Capabilities& capabilities);

// Sets names, clips and levels of detail.
void setModelFacts(const std::vector<LoadedModel>& models, Facts& facts);

}  // namespace phalanx
