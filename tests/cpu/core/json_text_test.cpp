#include "core/json_text.h"

#include <gtest/gtest.h>

namespace phalanx {
namespace {

TEST(JsonText, FindsTheLineOfAMember) {
    const std::string text =
        "{\"a\": 1,\n"
        " \"b c\": {\"list\": [1,\n"
        "   {\"x\": \"}\\\"]\"},\n"
        "   {\n"
        "    \"y\": [[], {}, null]}]},\n"
        " \"d\\u00e9\": -1.5e3}";
    EXPECT_EQ(lineOfMember(text, "a"), 1);
    EXPECT_EQ(lineOfMember(text, "b c"), 2);
    EXPECT_EQ(lineOfMember(text, "b c.list[0]"), 2);
    EXPECT_EQ(lineOfMember(text, "b c.list[1]"), 3);
    EXPECT_EQ(lineOfMember(text, "b c.list[1].x"), 3);
    EXPECT_EQ(lineOfMember(text, "b c.list[2]"), 4);
    EXPECT_EQ(lineOfMember(text, "b c.list[2].y"), 5);
    EXPECT_EQ(lineOfMember(text, "b c.list[2].y[2]"), 5);
    EXPECT_EQ(lineOfMember(text, "dé"), 6);
    EXPECT_EQ(lineOfMember(text, "b c.list[3]"), 0);
    EXPECT_EQ(lineOfMember(text, "e"), 0);
    EXPECT_EQ(lineOfMember("", "e"), 0);
}

}  // namespace
}  // namespace phalanx
