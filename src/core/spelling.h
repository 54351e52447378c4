// How far apart two spellings are: for lists that put the likeliest first, and for "did you mean".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx {

// Bytes to insert, take out or replace to make one of the other, after V. I. Levenshtein (1966); the case of
// ASCII letters is ignored. Symmetric; 0 for the same word. Takes the product of the lengths in time.
std::size_t editDistance(std::string_view a, std::string_view b);

// The most similar of the known words, for "did you mean"; "" where none is similar.
std::string nearestWord(const std::string& word, const std::vector<std::string>& known);

}  // namespace phalanx
