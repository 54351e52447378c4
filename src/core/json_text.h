// Parses JSON that people write: scenes, user settings, poses, blend spaces.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace phalanx {

// Objects keep the order of their keys. Throws Error (kInput) that starts with `where` for text that is not
// JSON, a key that is twice in one object, and more than 32 levels of nesting.
nlohmann::ordered_json parseJson(std::string_view text, const std::string& where);

// The line, from 1, of a member or item of valid JSON: "states.aim.to[0]"; keys as printable(). 0: not there.
int lineOfMember(std::string_view json, std::string_view path);

}  // namespace phalanx
