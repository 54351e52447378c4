// Hills that come with the program: a wide valley along Z between two ranges.
#pragma once

#include <vector>

namespace phalanx {

// side * side heights, 0 .. 1, row after row in the direction of +Z. The same on every machine. side: 2 or
// more.
std::vector<float> makeHills(int side);

}  // namespace phalanx
