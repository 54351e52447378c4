#include "core/json_text.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/error.h"
#include "core/printable.h"

namespace phalanx {

nlohmann::ordered_json parseJson(std::string_view text, const std::string& where) {
    using Json = nlohmann::ordered_json;
    // Our files have six levels of nesting at most. The limit keeps recursive code, such as copying a JSON
    // value, from overflowing the stack.
    constexpr int kDeepest = 32;
    std::map<int, std::set<std::string>> keys;  // by level, of the object that is being read
    const auto look = [&](int depth, Json::parse_event_t event, const Json& parsed) {
        if (depth > kDeepest)
            throw inputError(where, fmt::format("has more than {} levels of nesting", kDeepest));
        if (event == Json::parse_event_t::object_start) keys[depth + 1].clear();
        if (event == Json::parse_event_t::key && !keys[depth].insert(parsed.get<std::string>()).second) {
            throw inputError(where, fmt::format("has the key \"{}\" twice in one object",
                                                printable(parsed.get<std::string>())));
        }
        return true;
    };
    try {
        return Json::parse(text, look);
    } catch (const Json::exception& error) {
        throw inputError(where, "is not valid JSON: " + printable(error.what()));
    }
}

}  // namespace phalanx
