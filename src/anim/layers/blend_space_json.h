// The JSON form of blend spaces: an object with the spaces by name. docs/pose.md describes it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "anim/layers/blend_space.h"
#include "anim/layers/form_reader.h"

namespace phalanx {

// One number, or a list of one or two.
std::vector<double> readCoordinates(const FormReader& at);

// Throws as FormReader does.
BlendSpaces readSpaces(const FormReader& form);
// readSpaces() of it gives the same spaces.
nlohmann::ordered_json spacesJson(const BlendSpaces& spaces);

// The spaces that STEM.spaces.json declares beside a model file STEM.glb (or of another extension); none
// without such a file. Throws Error that starts with its name.
BlendSpaces spacesBeside(const std::filesystem::path& model_file);

}  // namespace phalanx
