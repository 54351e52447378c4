#include "ui/format.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace phalanx {
namespace {

struct Scaled {
    double value;
    const char* prefix;
};

Scaled scaled(double number) {
    constexpr std::array<const char*, 5> kPrefixes{"", "k", "M", "G", "T"};
    std::size_t step = 0;
    // 999.5 would be printed as 1000.
    while (number >= 999.5 && step + 1 < kPrefixes.size()) {
        number /= 1000.0;
        ++step;
    }
    return {number, kPrefixes[step]};
}

std::string threeDigits(double value) {
    if (value < 9.995) return fmt::format("{:.2f}", value);
    if (value < 99.95) return fmt::format("{:.1f}", value);
    return fmt::format("{:.0f}", value);
}

}  // namespace

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
    return text;
}

std::string shortened(double number) {
    const Scaled s = scaled(number);
    if (*s.prefix == '\0') return fmt::format("{:.0f}", s.value);
    return fmt::format("{} {}", threeDigits(s.value), s.prefix);
}

std::string bytesText(std::uint64_t bytes) {
    const Scaled s = scaled(static_cast<double>(bytes));
    if (*s.prefix == '\0') return fmt::format("{} B", bytes);
    return fmt::format("{} {}B", threeDigits(s.value), s.prefix);
}

std::string millisecondsText(double ms) {
    return threeDigits(ms) + " ms";
}

std::string finerMillisecondsText(double ms) {
    return ms < 9.9995 ? fmt::format("{:.3f} ms", ms) : millisecondsText(ms);
}

std::string shareText(double ms, std::uint64_t of) {
    const double us = ms * 1000.0 / static_cast<double>(of);
    return us < 10.0    ? fmt::format("{:.2f} \xC2\xB5s", us)
           : us < 100.0 ? fmt::format("{:.1f} \xC2\xB5s", us)
                        : fmt::format("{} \xC2\xB5s", grouped(static_cast<std::uint64_t>(std::llround(us))));
}

}  // namespace phalanx
