// Names from files and command lines in messages of one line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx {

// Longer names are cut, in messages and in models, bytes.
inline constexpr std::size_t kMostNameBytes = 200;
inline constexpr std::size_t kMostPathBytes = 4096;  // of files

// The text as it can be shown in a terminal: control characters, those that change the direction of writing,
// line separators and invalid UTF-8 become question marks. Of a longer text the beginning, with "..." at its
// end; `most_bytes` includes these.
std::string printable(std::string_view text, std::size_t most_bytes = kMostNameBytes);

// "Idle, Run, Walk", printable: the first hundred at most, and no more than 2,000 bytes; then "and 7 more".
std::string listOfNames(const std::vector<std::string>& names);

}  // namespace phalanx
