// Names in messages: nothing that a terminal would carry out, and not too long.
#include "core/printable.h"

#include <gtest/gtest.h>

#include <string>

namespace phalanx {
namespace {

TEST(Printable, KeepsLettersOfAllScripts) {
    for (const char* text : {"", "Walk", "Läufer", "走る", "\xF0\x9F\x90\xB4", "a b", "~"})
        EXPECT_EQ(printable(text), text);
}

TEST(Printable, ReplacesWhatATerminalWouldCarryOut) {
    EXPECT_EQ(printable("a\nb\tc\x1B[31m\x7F"), "a?b?c?[31m?");
    EXPECT_EQ(printable("\xC2\x85\xC2\x9B"), "??") << "C1";
    EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a?b");
    // U+202E RIGHT-TO-LEFT OVERRIDE, U+2066, U+200F, U+061C, U+2028 LINE SEPARATOR.
    EXPECT_EQ(printable("a\xE2\x80\xAE"
                        "b\xE2\x81\xA6\xE2\x80\x8F\xD8\x9C\xE2\x80\xA8"),
              "a?b????");
}

TEST(Printable, ReplacesBytesThatAreNotUtf8) {
    EXPECT_EQ(printable("\xFF"
                        "a\x80\xC3"),
              "?a??");
    EXPECT_EQ(printable("\xC0\xAF"), "??") << "overlong";
    EXPECT_EQ(printable("\xED\xA0\x80"), "???") << "a surrogate";
    EXPECT_EQ(printable("\xF4\x90\x80\x80"), "????") << "above U+10FFFF";
    EXPECT_EQ(printable("\xE2\x80"), "??") << "cut";
}

TEST(Printable, CutsLongNamesBetweenLetters) {
    EXPECT_EQ(printable("abcdef", 6), "abcdef");
    EXPECT_EQ(printable("abcdefg", 6), "abc...");
    EXPECT_EQ(printable("ab\xC3\xA4"
                        "cdef",
                        6),
              "ab...");
    const std::string cut = printable(std::string(100'000, 'x'));
    EXPECT_EQ(cut.size(), kMostNameBytes);
    EXPECT_EQ(printable(cut), cut) << "a cut name is not cut again";
}

TEST(Printable, ListsEndWithANumber) {
    EXPECT_EQ(listOfNames({}), "");
    EXPECT_EQ(listOfNames({"Idle"}), "Idle");
    EXPECT_EQ(listOfNames({"Idle", "Run\n"}), "Idle, Run?");
    const std::string many = listOfNames(std::vector<std::string>(500, "a"));
    EXPECT_TRUE(many.ends_with("a and 400 more")) << many;
    const std::string longest = listOfNames(std::vector<std::string>(50, std::string(100'000, 'x')));
    EXPECT_LT(longest.size(), 2'200U);
    EXPECT_TRUE(longest.ends_with(" more")) << longest;
}

}  // namespace
}  // namespace phalanx
