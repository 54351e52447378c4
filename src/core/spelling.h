// How far apart two spellings are: for lists that put the likeliest first, and for "did you mean".
#pragma once

#include <cstddef>
#include <string_view>

namespace phalanx {

// Bytes to insert, take out or replace to make one of the other, after V. I. Levenshtein (1966); the case of
// ASCII letters is ignored. Symmetric; 0 for the same word. Takes the product of the lengths in time.
std::size_t editDistance(std::string_view a, std::string_view b);

}  // namespace phalanx
