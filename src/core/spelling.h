// Similarity of words, for lists with the most likely entry first and for "did you mean".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx {

// The number of bytes to insert, remove or replace to change one word into the other, V. I. Levenshtein
// (1966). The case of ASCII letters is ignored. Takes time proportional to the product of the lengths.
std::size_t editDistance(std::string_view a, std::string_view b);

// The most similar of the known words, for "did you mean"; empty if none is similar.
std::string nearestWord(const std::string& word, const std::vector<std::string>& known);

}  // namespace phalanx
