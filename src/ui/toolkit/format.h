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
// "8.31 ms"; two decimals below 10, one below 100, none above; from a second on "1.23 s".
std::string millisecondsText(double ms);
// The same for what is far below a millisecond: "0.042 ms".
std::string finerMillisecondsText(double ms);
// Full scale of a plot over milliseconds: 1, 2 or 5 times a power of ten, so that it changes seldom; at least
// `high`, and at least `least`, which is one of these.
double scaleOver_ms(double high, double least);
// "200 ms", "5 s".
std::string scaleText(double scale_ms);
// What each of so many takes of a time, in microseconds: 8.31, 45.2, 1,593.
std::string shareText(double ms, std::uint64_t of);

}  // namespace phalanx
