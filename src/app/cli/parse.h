// Parses values of the command line. All throw Error (kUsage) with the option and the expected form.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace phalanx {

// "100,1000": numbers of units, at least one.
std::vector<std::uint32_t> parseUnitList(const std::string& option, const std::string& text);

// "1,10,100": units per draw, 1 to 1000000, at least one number.
std::vector<std::uint32_t> parseBatchList(const std::string& option, const std::string& text);

// Numbers in a range, separated by commas, at least one.
struct NumberRange {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    const char* what = "a number";  // for errors
    const char* example = "";
};
std::vector<std::uint32_t> parseNumberList(const std::string& option, const std::string& text,
                                           const NumberRange& range);

// "all" or names separated by commas, each a technique or `auto`.
std::vector<std::string> parseTechniques(const std::string& text);

// Checks that a pattern for several images has one place for a number ("f_%04d.png"), and the name of a
// single image none.
void checkOutputPattern(const std::string& option, const std::string& text, int frames);

}  // namespace phalanx
