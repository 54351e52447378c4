// Files of groups for --variants: what they mean, and the messages for what is wrong in them.
#include "asset/equipment/group_file.h"

#include <gtest/gtest.h>

#include "armed_model.h"
#include "core/error.h"

namespace phalanx {
namespace {

std::string messageOf(std::string_view text) {
    try {
        const Model model = test::armedModel(test::heldBoxes());
        groupsFor(model, parseGroups(text, "kit.json"), "kit.json");
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kInput);
        return error.what();
    }
    return "";
}

TEST(GroupFile, NamesPartsAndSets) {
    const std::vector<NamedGroup> named = parseGroups(R"({"groups": [
        {"name": "arms", "choices": ["red", {"name": "pair", "parts": ["green", "cyan"], "share": 3},
                                     {"name": "nothing", "parts": []}]}]})",
                                                      "kit.json");
    ASSERT_EQ(named.size(), 1U);
    const Model model = test::armedModel(test::heldBoxes());
    const std::vector<PartGroup> groups = groupsFor(model, named, "kit.json");
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups[0].name, "arms");
    ASSERT_EQ(groups[0].choices.size(), 3U);
    EXPECT_EQ(groups[0].choices[0].name, "red");
    EXPECT_EQ(groups[0].choices[0].parts, std::vector<std::size_t>{1});
    EXPECT_EQ(groups[0].choices[0].share, 1.0);
    EXPECT_EQ(groups[0].choices[1].name, "pair");
    EXPECT_EQ(groups[0].choices[1].parts, (std::vector<std::size_t>{2, 5}));
    EXPECT_EQ(groups[0].choices[1].share, 3.0);
    EXPECT_TRUE(groups[0].choices[2].parts.empty());
}

// Groups of another model of the army.
TEST(GroupFile, LeavesOutGroupsOfOtherModels) {
    const auto named =
        parseGroups(R"({"groups": [{"name": "a", "choices": ["horse", "cart"]}]})", "kit.json");
    EXPECT_TRUE(groupsFor(test::armedModel(test::heldBoxes()), named, "kit.json").empty());
}

TEST(GroupFile, SaysWhatIsWrong) {
    const auto group = [](const std::string& inside) { return R"({"groups": [{)" + inside + "}]}"; };
    const std::vector<std::pair<std::string, std::string>> cases{
        {"{", "kit.json: is not valid JSON: "},
        {"[]", "kit.json: the file is not an object in braces"},
        {"{}", "kit.json: the file has no list \"groups\" in brackets"},
        {R"({"groups": []})", "kit.json: has no groups; an entry has a \"name\" and \"choices\""},
        {R"({"groups": [3]})", "kit.json: group 1 is not an object in braces"},
        {R"({"groups": [], "sets": 1})",
         "kit.json: the file has the unknown key \"sets\"; the keys are groups"},
        {group(R"("choices": ["red"])"), "kit.json: group 1 has no \"name\""},
        {group(R"("name": "a")"), "kit.json: group \"a\" has no list \"choices\" in brackets"},
        {group(R"("name": "a", "choices": [])"),
         "kit.json: group \"a\" names no part; a choice is a part, or a "
         "set with \"parts\""},
        {group(R"("name": "a", "choices": [{"parts": []}])"),
         "kit.json: a choice of group \"a\" has no \"name\""},
        {group(R"("name": "a", "choices": ["red", "red"])"),
         "kit.json: group \"a\" has the choice \"red\" twice"},
        {group(R"("name": "a", "choices": [{"name": "x", "parts": [1]}])"),
         "kit.json: choice \"x\" of group \"a\" has something in \"parts\" that is not the name of a part"},
        {group(R"("name": "a", "choices": [{"name": "x", "parts": ["red"], "share": 0}])"),
         "kit.json: choice \"x\" of group \"a\" has a \"share\" that is not a number above 0 and up to "
         "1e+06"},
        {group(R"("name": "a", "choices": ["red", "gren"])"),
         "kit.json: group \"a\": armed has no part \"gren\"; did you mean \"green\"?"},
        {R"({"groups": [{"name": "a", "choices": ["red"]}, {"name": "a", "choices": ["blue"]}]})",
         "kit.json: group \"a\" appears twice; give each its own name"},
        {R"({"groups": [{"name": "a", "choices": ["red"]}, {"name": "b", "choices": ["red"]}]})",
         "kit.json: part \"red\" is in groups \"a\" and \"b\"; keep it in one"},
        {std::string(40, '[') + std::string(40, ']'), "kit.json: has more than 16 levels of nesting"},
    };
    for (const auto& [text, message] : cases) {
        const std::string shown = messageOf(text);
        EXPECT_TRUE(shown.starts_with(message)) << text << "\n  " << shown;
        EXPECT_EQ(shown.find('\n'), std::string::npos) << shown;
    }
}

}  // namespace
}  // namespace phalanx
