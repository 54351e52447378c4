#include "asset/equipment/group_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/error.h"
#include "core/file.h"
#include "core/printable.h"
#include "core/spelling.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;

constexpr double kMostShare = 1e6;
constexpr std::size_t kMostGroups = 64;
constexpr std::size_t kMostChoices = 256;  // of one group

// Reads one file; `where` in messages is the group, and the choice in it.
class GroupReader {
  public:
    explicit GroupReader(const std::string& file) : file_(file) {}

    std::vector<NamedGroup> read(const Json& json) {
        checkKeys(json, "the file", {"groups"});
        const Json& list = listOf(json, "the file", "groups", kMostGroups);
        std::vector<NamedGroup> groups;
        for (const Json& entry : list) groups.push_back(readGroup(entry, groups.size() + 1));
        if (groups.empty()) fail("has no groups; an entry has a \"name\" and \"choices\"");
        return groups;
    }

  private:
    [[noreturn]] void fail(const std::string& what) const { throw inputError(file_, what); }

    void checkKeys(const Json& object, const std::string& where,
                   std::initializer_list<std::string_view> known) const {
        if (!object.is_object()) fail(where + " is not an object in braces");
        for (const auto& [key, value] : object.items()) {
            if (std::ranges::find(known, std::string_view(key)) != known.end()) continue;
            std::vector<std::string> names(known.begin(), known.end());
            fail(fmt::format("{} has the unknown key \"{}\"; the keys are {}", where, printable(key),
                             listOfNames(names)));
        }
    }

    std::string nameOf(const Json& object, const std::string& where) const {
        const auto found = object.find("name");
        if (found == object.end() || !found->is_string() || found->get<std::string>().empty())
            fail(where + " has no \"name\"");
        return printable(found->get<std::string>());
    }

    const Json& listOf(const Json& object, const std::string& where, const char* key,
                       std::size_t most) const {
        const auto found = object.find(key);
        if (found == object.end() || !found->is_array())
            fail(fmt::format("{} has no list \"{}\" in brackets", where, key));
        if (found->size() > most)
            fail(
                fmt::format("{} has {} entries in \"{}\"; the limit is {}", where, found->size(), key, most));
        return *found;
    }

    NamedGroup readGroup(const Json& entry, std::size_t number) {
        std::string where = fmt::format("group {}", number);
        checkKeys(entry, where, {"name", "choices"});
        NamedGroup group;
        group.name = nameOf(entry, where);
        where = fmt::format("group \"{}\"", group.name);
        if (!groups_.insert(group.name).second) fail(where + " appears twice; give each its own name");
        std::set<std::string> names;
        std::set<std::string> parts;
        for (const Json& each : listOf(entry, where, "choices", kMostChoices)) {
            NamedChoice choice = readChoice(each, where);
            if (!names.insert(choice.name).second)
                fail(fmt::format("{} has the choice \"{}\" twice", where, choice.name));
            parts.insert(choice.parts.begin(), choice.parts.end());
            group.choices.push_back(std::move(choice));
        }
        if (parts.empty()) fail(where + " names no part; a choice is a part, or a set with \"parts\"");
        for (const std::string& part : parts) {
            if (const auto [other, added] = owner_.try_emplace(part, group.name); !added)
                fail(fmt::format("part \"{}\" is in groups \"{}\" and \"{}\"; keep it in one", part,
                                 other->second, group.name));
        }
        return group;
    }

    NamedChoice readChoice(const Json& entry, const std::string& group) {
        if (entry.is_string()) {
            const std::string part = printable(entry.get<std::string>());
            if (part.empty()) fail(group + " has a choice without a name");
            return {part, {part}};
        }
        std::string where = "a choice of " + group;
        checkKeys(entry, where, {"name", "parts", "share"});
        NamedChoice choice;
        choice.name = nameOf(entry, where);
        where = fmt::format("choice \"{}\" of {}", choice.name, group);
        for (const Json& part : listOf(entry, where, "parts", kMostChoices)) {
            if (!part.is_string() || part.get<std::string>().empty())
                fail(where + " has something in \"parts\" that is not the name of a part");
            choice.parts.push_back(printable(part.get<std::string>()));
        }
        if (const auto share = entry.find("share"); share != entry.end()) {
            choice.share = share->is_number() ? share->get<double>() : 0.0;
            if (!(choice.share > 0.0 && choice.share <= kMostShare))
                fail(fmt::format("{} has a \"share\" that is not a number above 0 and up to {:g}", where,
                                 kMostShare));
        }
        return choice;
    }

    const std::string& file_;
    std::set<std::string> groups_;
    std::map<std::string, std::string> owner_;  // the group of each part
};

}  // namespace

std::vector<NamedGroup> parseGroups(std::string_view text, const std::string& file) {
    // Files have five levels of nesting; the limit keeps recursive code from overflowing the stack.
    constexpr int kDeepest = 16;
    const auto look = [&](int depth, Json::parse_event_t /*event*/, const Json& /*parsed*/) {
        if (depth > kDeepest)
            throw inputError(file, fmt::format("has more than {} levels of nesting", kDeepest));
        return true;
    };
    Json json;
    try {
        json = Json::parse(text, look);
    } catch (const Json::exception& error) {
        throw inputError(file, "is not valid JSON: " + printable(error.what()));
    }
    return GroupReader(file).read(json);
}

std::vector<NamedGroup> readGroups(const std::filesystem::path& file) {
    constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 20U;
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) throw inputError(file.string(), "is a folder");
    const std::uintmax_t bytes = std::filesystem::file_size(file, error);
    if (!error && bytes > kMostBytes) {
        throw inputError(file.string(),
                         fmt::format("has {} bytes; the limit for groups of parts is {}", bytes, kMostBytes));
    }
    return parseGroups(readTextFile(file), file.string());
}

std::vector<PartGroup> groupsFor(const Model& model, std::span<const NamedGroup> named,
                                 const std::string& file) {
    std::vector<std::string> names;
    for (const Part& part : model.parts) names.push_back(part.name);
    std::vector<PartGroup> groups;
    for (const NamedGroup& from : named) {
        PartGroup group{from.name, {}};
        std::string missing;
        bool any = false;
        for (const NamedChoice& choice : from.choices) {
            PartChoice& made = group.choices.emplace_back(PartChoice{choice.name, {}, choice.share});
            for (const std::string& wanted : choice.parts) {
                const auto found = std::ranges::find(names, wanted);
                if (found == names.end()) {
                    if (missing.empty()) missing = wanted;
                    continue;
                }
                any = true;
                made.parts.push_back(static_cast<std::size_t>(found - names.begin()));
            }
        }
        if (!any) continue;
        if (!missing.empty()) {
            const std::string near = nearestWord(missing, names);
            throw inputError(file, fmt::format("group \"{}\": {} has no part \"{}\"; {}", group.name,
                                               printable(model.name), missing,
                                               near.empty() ? "its parts are " + listOfNames(names)
                                                            : fmt::format("did you mean \"{}\"?", near)));
        }
        groups.push_back(std::move(group));
    }
    return groups;
}

}  // namespace phalanx
