// Parses JSON that people write: scenes, user settings, poses, blend spaces.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace phalanx {

// Objects keep the order of their keys. Throws Error (kInput) that starts with `where` for text that is not
// JSON, a key that is twice in one object, and more than 32 levels of nesting.
nlohmann::ordered_json parseJson(std::string_view text, const std::string& where);

}  // namespace phalanx
