// Numbers for people: separators, units, as many digits as mean something.
#pragma once

#include <cstdint>
#include <string>

namespace phalanx {

// 1234567 -> "1,234,567".
std::string grouped(std::uint64_t number);
// Three digits and a decimal prefix: 12345678 -> "12.3 M".
std::string shortened(double number);
// 40961 -> "41.0 kB"; decimal prefixes.
std::string bytesText(std::uint64_t bytes);
// "8.31 ms"; two decimals below 10, one below 100, none above.
std::string millisecondsText(double ms);
// The same for what is far below a millisecond: "0.042 ms".
std::string finerMillisecondsText(double ms);
// What each of so many takes of a time, in microseconds: 8.31, 45.2, 1,593.
std::string shareText(double ms, std::uint64_t of);

}  // namespace phalanx
