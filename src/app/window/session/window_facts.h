// Facts about the context and the models for the panels. Also used without a window.
#pragma once

#include <vector>

#include "app/army/army.h"
#include "gl/context/capabilities.h"
#include "gl/context/window.h"
#include "ui/data/facts.h"

namespace phalanx {

// GPU and OpenGL version, techniques, shipped scenes and limits.
Facts factsOf(const gl::Capabilities& capabilities, const gl::WindowLimits& limits = {});

// Sets the models' names and clips, and the largest number of LODs.
void setModelFacts(const std::vector<LoadedModel>& models, Facts& facts);

}  // namespace phalanx
