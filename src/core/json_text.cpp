#include "core/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

// Walks through valid JSON until it comes to a path.
class MemberSearch {
  public:
    MemberSearch(std::string_view json, std::string_view path) : json_(json), wanted_(path) { value(""); }
    std::size_t found() const { return found_; }

    static constexpr std::size_t kNowhere = std::string_view::npos;

  private:
    bool done() const { return found_ != kNowhere || at_ >= json_.size(); }
    char next() {
        at_ = std::min(json_.find_first_not_of(" \t\r\n", at_), json_.size());
        return at_ < json_.size() ? json_[at_] : '\0';
    }
    std::string_view string() {
        const std::size_t begin = at_++;
        while (at_ < json_.size() && json_[at_] != '"') at_ += json_[at_] == '\\' ? 2 : 1;
        ++at_;
        return json_.substr(begin, at_ - begin);
    }
    void value(const std::string& path) {
        const char first = next();
        if (first == '{' || first == '[') {
            ++at_;
            items(path, first == '{');
        } else if (first == '"') {
            string();
        } else {
            at_ = std::min(json_.find_first_of(",]} \t\r\n", at_), json_.size());
        }
    }
    void items(const std::string& path, bool object) {
        for (std::size_t i = 0; !done(); ++i) {
            const char first = next();
            if (first == '}' || first == ']') {
                ++at_;
                return;
            }
            const std::size_t begin = at_;
            std::string inside = fmt::format("{}[{}]", path, i);
            if (object) {
                const std::string key =
                    printable(nlohmann::json::parse(string(), nullptr, false).get<std::string>());
                inside = path.empty() ? key : fmt::format("{}.{}", path, key);
                next();
                ++at_;  // the colon
            }
            if (inside == wanted_) found_ = begin;
            if (done()) return;
            value(inside);
            if (done()) return;
            if (next() == ',') ++at_;
        }
    }

    std::string_view json_;
    std::string_view wanted_;
    std::size_t at_ = 0;
    std::size_t found_ = kNowhere;
};

}  // namespace

int lineOfMember(std::string_view json, std::string_view path) {
    const std::size_t found = MemberSearch(json, path).found();
    if (found == MemberSearch::kNowhere) return 0;
    return 1 + static_cast<int>(
                   std::count(json.begin(), json.begin() + static_cast<std::ptrdiff_t>(found), '\n'));
}

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
