// Numbers as readable text: separators, units, significant digits.
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
// "8.31 ms"; two decimals below 10, one below 100, none above; from one second "1.23 s".
std::string millisecondsText(double ms);
// For times far below a millisecond: "0.042 ms".
std::string finerMillisecondsText(double ms);
// Full scale of a plot over milliseconds: 1, 2 or 5 times a power of ten, so that it changes rarely; at least
// `high`, and at least `least`, which must be such a number.
double scaleOver_ms(double high, double least);
// "200 ms", "5 s".
std::string scaleText(double scale_ms);
// A time divided by a count, in microseconds: 8.31, 45.2, 1,593.
std::string shareText(double ms, std::uint64_t of);

}  // namespace phalanx
