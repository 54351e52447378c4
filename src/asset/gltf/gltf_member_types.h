// The types of the members of a glTF file's JSON that are read.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace phalanx {

// Throws gltfError() for a member of a wrong type. Whole numbers that are written as 3.0 become 3. Lists of
// the file must be lists of objects.
void checkMemberTypes(nlohmann::json& json, const std::string& file);

// Whether it is a number that a float can hold.
bool isFiniteFloat(const nlohmann::json& value);

}  // namespace phalanx
